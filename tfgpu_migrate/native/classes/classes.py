"""The class of a file that builds a graph when an object of it is made, and runs it in its methods."""

from __future__ import annotations

import ast
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from tfgpu_migrate.index.index import Index
from tfgpu_migrate.native.classes.alone import must_be_followed, must_stand_alone
from tfgpu_migrate.native.classes.marks import attribute, base, is_attribute
from tfgpu_migrate.native.facts import SESSIONS
from tfgpu_migrate.native.functions_of_file import is_plain_python, made_by
from tfgpu_migrate.native.model import Refused

_REPEATED = (ast.For, ast.AsyncFor, ast.While, ast.Lambda, ast.ListComp, ast.SetComp, ast.DictComp, ast.GeneratorExp)
_INIT = "__init__"
_OWN = (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)


class Model(NamedTuple):
    """Such a class: the methods that build, in the order in which they are called, and all others."""

    node: ast.ClassDef
    building: tuple[ast.FunctionDef, ...]
    later: tuple[ast.FunctionDef, ...]
    calls: dict[int, ast.FunctionDef]  # by the id of the statement that calls a building method, and may name its value
    made: tuple[ast.Call, ...]  # where objects of it are made
    is_single: bool  # whether surely one object is made
    entry: ast.FunctionDef | None = None  # the method that begins its graph and session, where `__init__` does not
    entered: ast.Call | None = None  # where that is called, once

    def given(self) -> dict[str, list[ast.AST]]:
        """What each parameter of a building method may be. Raises Refused where that is not known."""
        found: dict[str, list[ast.AST]] = {}
        calls = {id(method): statement.value for statement, method in self.called()}
        if self.entry is not None and self.entered is not None:
            calls[id(self.entry)] = self.entered
        for method in self.building:
            here: Sequence[ast.expr] = self.made if method is self.building[0] else [calls[id(method)]]
            _add_given(method, here, found)
        return found

    def called(self) -> Iterator[tuple[ast.Expr | ast.Assign, ast.FunctionDef]]:
        """The statements that call building methods, each with its method."""
        for method in self.building:
            for one in ast.walk(method):
                if isinstance(one, (ast.Expr, ast.Assign)) and id(one) in self.calls:
                    yield one, self.calls[id(one)]

    def arguments(self, statement: ast.stmt, method: ast.FunctionDef) -> Iterator[tuple[str, ast.expr]]:
        """What a call of a building method gives each parameter."""
        (call,) = (one.value for one, _ in self.called() if one is statement)
        found: dict[str, list[ast.AST]] = {}
        _add_given(method, [call], found)
        for name, values in found.items():
            for value in values[-1:]:
                assert isinstance(value, ast.expr)
                yield name, value

    def helpers(self) -> list[ast.FunctionDef]:
        """The other methods that those which build name, in source order."""
        named = {one.id for method in self.building for one in ast.walk(method) if isinstance(one, ast.Name)}
        return [one for one in self.later if attribute(one.name) in named and not one.decorator_list]

    def runs_once(self, method: ast.FunctionDef, index: Index) -> bool:
        """Whether a method runs at most once in a program, as far as the file says."""
        return self.is_single and _only_call(method.name, index) is not None

    def above(self, node: ast.stmt, first: ast.stmt) -> ast.stmt | None:
        """The statement beside a statement of a building method that makes `first`; None where that comes later."""
        for method in self.building:
            if node in method.body:
                before = method.body[: method.body.index(node)]
                return next((one for one in before if any(each is first for each in self._all(one))), None)
        return None

    def _all(self, node: ast.stmt) -> Iterator[ast.AST]:
        """The nodes of a statement, and of the building methods that it calls."""
        for one in ast.walk(node):
            yield one
            if isinstance(one, ast.stmt) and id(one) in self.calls:
                for each in self.calls[id(one)].body:
                    yield from self._all(each)

    def statements(self) -> Iterator[ast.stmt]:
        """The statements of the building methods."""
        for method in self.building:
            yield from method.body

    def has(self, node: ast.AST) -> bool:
        """Whether a node stands in the class."""
        return any(one is node for one in ast.walk(self.node))


def class_with_sessions(index: Index) -> ast.ClassDef | None:
    """The class of the module that makes the sessions of a file; None where they are made elsewhere."""
    holders = []
    for use in index.uses:
        if use.symbol in SESSIONS and use.call_node is not None:
            around = [one for one in index.all_holders(use.statement) if isinstance(one, ast.ClassDef)]
            holders.append(around[0] if around and around[0] in index.tree.body else None)
    (first, *more) = holders or [None]
    return first if all(one is first for one in more) else None


def model_of(index: Index, name: str) -> Model:
    """The class of this name in a file whose class is marked. Raises Refused where more may be done with it."""
    node = next(one for one in index.tree.body if isinstance(one, ast.ClassDef) and one.name == name)
    must_stand_alone(node, index)
    must_be_followed(index)
    methods = {one.name: one for one in node.body if isinstance(one, ast.FunctionDef)}
    if len(methods) < sum(isinstance(one, (ast.FunctionDef, ast.AsyncFunctionDef)) for one in node.body):
        raise Refused(node, f"`{name}` has two methods of one name")
    if _INIT not in methods:
        raise Refused(node, f"`{name}` has no `{_INIT}`")
    building, calls = [methods[_INIT]], dict[int, ast.FunctionDef]()
    _add_called(methods[_INIT].body, methods, index, building, calls)
    made, is_single = _made(node, index)
    entry, entered = _entry(methods, building, index) if is_single else (None, None)
    if entry is not None:
        building.append(entry)
        _add_called(entry.body, methods, index, building, calls)
    returning = [method for one in ast.walk(node) if isinstance(one, ast.Assign) and (method := calls.get(id(one)))]
    for one in building:
        _must_be_straight(one, may_return=one is entry or one in returning)
    later = tuple(one for one in methods.values() if one not in building)
    return Model(node, tuple(building), later, calls, made, is_single, entry, entered)


def _entry(
    methods: dict[str, ast.FunctionDef], building: list[ast.FunctionDef], index: Index
) -> tuple[ast.FunctionDef | None, ast.Call | None]:
    """The method that makes the only session of a class, and the call outside that runs it once, if there are such."""
    makers = [use.scope.function.node for use in index.uses if use.symbol in SESSIONS and use.call_node is not None]
    method = next((one for one in methods.values() if makers == [one] and one not in building), None)
    call = _only_call(method.name, index) if method is not None else None
    return (method, call) if call is not None else (None, None)


def _add_called(
    block: list[ast.stmt],
    methods: dict[str, ast.FunctionDef],
    index: Index,
    building: list[ast.FunctionDef],
    calls: dict[int, ast.FunctionDef],
) -> None:
    """Add the methods that statements call which run once, where nothing else names them."""
    for one in block:
        if isinstance(one, ast.With):
            _add_called(one.body, methods, index, building, calls)
        call = one.value if isinstance(one, (ast.Expr, ast.Assign)) else None
        if not isinstance(call, ast.Call) or not isinstance(call.func, ast.Name):
            continue
        for name, method in methods.items():
            if call.func.id == attribute(name) and method not in building and _is_named_once(name, index):
                if method.decorator_list or (isinstance(one, ast.Assign) and not _builds(method, index)):
                    continue
                building.append(method)
                calls[id(one)] = method
                _add_called(method.body, methods, index, building, calls)


def _is_named_once(name: str, index: Index) -> bool:
    mark = attribute(name)
    named = [one for one in index.nodes if isinstance(one, ast.Name) and one.id == mark]
    return len(named) == 1 and not _attributes(name, index)


def _only_call(name: str, index: Index) -> ast.Call | None:
    """The call that runs a method of this name once, where nothing else in the file names it."""
    named = _attributes(name, index)
    inside = [one for one in index.nodes if isinstance(one, ast.Name) and one.id == attribute(name)]
    calls = [one for one in index.nodes if isinstance(one, ast.Call) and any(one.func is each for each in named)]
    return calls[0] if not inside and len(named) == len(calls) == 1 and _runs_once(calls[0], index) else None


def _attributes(name: str, index: Index) -> list[ast.Attribute]:
    """Where an attribute of this name is read or bound, of anything but TensorFlow and `self`."""
    of_tensorflow = {id(one) for use in index.uses for one in ast.walk(use.node)}
    found = (one for one in index.nodes if isinstance(one, ast.Attribute) and one.attr == name)
    return [one for one in found if id(one) not in of_tensorflow]


def _builds(method: ast.FunctionDef, index: Index) -> bool:
    """Whether a method that returns something is no function of what it is given, but a part of what builds."""
    uses = {id(one.node): one for one in index.uses if not one.is_import}
    if is_plain_python(method, uses, {}):
        return False
    try:
        made_by(method, uses, {})
    except Refused:
        return True
    return any(
        isinstance(one, ast.Name) and is_attribute(one.id) and isinstance(one.ctx, ast.Store)
        for one in ast.walk(method)
    )


def _must_be_straight(method: ast.FunctionDef, *, may_return: bool) -> None:
    """Raise Refused where a method that builds may end early, or is a generator."""
    for one in ast.walk(method):
        if isinstance(one, (ast.Yield, ast.YieldFrom, ast.Await)):
            raise Refused(one, f"`{method.name}` builds the graph, and is a generator")
        if isinstance(one, ast.Return) and (one is not method.body[-1] or (one.value is not None and not may_return)):
            raise Refused(one, f"`{method.name}` builds the graph, and returns before its end, or returns a value")


def _made(node: ast.ClassDef, index: Index) -> tuple[tuple[ast.Call, ...], bool]:
    """Where objects of a class are made, and whether it is surely one. Raises Refused where that is not known."""
    calls = {id(one.func): one for one in index.nodes if isinstance(one, ast.Call)}
    named = [one for one in index.nodes if isinstance(one, ast.Name) and one.id == node.name]
    for one in named:
        if id(one) not in calls or node.name in _bases(index):
            raise Refused(one, f"`{node.name}` is used for more than making objects")
    if not named or len(index.definitions.get(node.name, ())) != 1:
        raise Refused(node, f"no object of `{node.name}` is made in this file: others may build on its graph")
    made = tuple(calls[id(one)] for one in named)
    return made, len(made) == 1 and _runs_once(made[0], index)


def _bases(index: Index) -> set[str]:
    return {ast.unparse(each) for one in index.nodes if isinstance(one, ast.ClassDef) for each in one.bases}


def _runs_once(call: ast.Call, index: Index) -> bool:
    """Whether a call stands in no loop, and in the module or a function of it that is called once so."""
    for top in index.tree.body:
        if any(one is call for one in ast.walk(top)):
            inside = [one for one in ast.walk(top) if isinstance(one, (*_REPEATED, *_OWN)) and one is not top]
            if isinstance(top, _OWN[1:]) or any(each is call for one in inside for each in ast.walk(one)):
                return False
            return not isinstance(top, (*_REPEATED, *_OWN)) or _is_called_once(top, index)
    return False


def _is_called_once(function: ast.AST, index: Index) -> bool:
    """Whether a function of the module is named once, in a call that runs once."""
    if not isinstance(function, ast.FunctionDef) or function.decorator_list:
        return False
    named = [one for one in index.nodes if isinstance(one, ast.Name) and one.id == function.name]
    calls = [one for one in index.nodes if isinstance(one, ast.Call) and named and one.func is named[0]]
    inside = any(one is named[0] for one in ast.walk(function)) if named else True
    return len(named) == 1 and len(calls) == 1 and not inside and _runs_once(calls[0], index)


def _add_given(method: ast.FunctionDef, calls: Sequence[ast.expr], found: dict[str, list[ast.AST]]) -> None:
    """Add what calls, and defaults, give the parameters of a method. Raises Refused where that is found at run time."""
    arguments = method.args
    if arguments.vararg or arguments.kwarg:
        raise Refused(method, f"`{method.name}` builds the graph, and takes any arguments")
    parameters = [one.arg for one in (*arguments.posonlyargs, *arguments.args)][1:]
    every = [*parameters, *(one.arg for one in arguments.kwonlyargs)]
    found.update({name: [] for name in every})
    for name, value in zip(reversed(parameters), reversed(arguments.defaults), strict=False):
        found[name].append(value)
    for one, default in zip(arguments.kwonlyargs, arguments.kw_defaults, strict=True):
        found[one.arg] += [default] if default is not None else []
    for call in calls:
        assert isinstance(call, ast.Call)
        if any(isinstance(one, ast.Starred) for one in call.args) or any(one.arg is None for one in call.keywords):
            raise Refused(call, f"what `{method.name}` is given is found out at run time")
        if len(call.args) > len(parameters):
            raise Refused(call, f"`{method.name}` is given more than it takes")
        for name, value in zip(parameters, call.args, strict=False):
            found[name].append(value)
        for keyword in call.keywords:
            name = next((one for one in every if base(one) == keyword.arg), "")
            if not name:
                raise Refused(call, f"`{method.name}` is given more than it takes")
            found[name].append(keyword.value)
