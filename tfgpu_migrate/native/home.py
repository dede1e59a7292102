"""Where the program of a file stands: in the module, or also in one function that the module calls once."""

from __future__ import annotations

import ast
from collections.abc import Iterator, Mapping
from typing import NamedTuple

from tfgpu_migrate.index.index import Index
from tfgpu_migrate.native.classes.classes import Model
from tfgpu_migrate.native.facts import SAVER, SESSIONS
from tfgpu_migrate.native.model import Refused
from tfgpu_migrate.native.statements import names_bound_in

_REPEATED = (ast.For, ast.AsyncFor, ast.While, ast.Lambda, ast.ListComp, ast.SetComp, ast.DictComp, ast.GeneratorExp)
_RUNS_MAIN = "app.run"  # of TensorFlow 1 and of absl: it calls `main` of the script, or what it is given


class Home(NamedTuple):
    """The statements that run once: those of the module, then those of a function, where there is one.

    Or those that build the graph of a class: once for each of its objects.
    """

    module: ast.Module
    function: ast.FunctionDef | None
    given: Mapping[str, list[ast.AST]]  # what its parameters may be, where nothing else may change it
    callers: tuple[ast.FunctionDef, ...] = ()  # the functions between the module and it
    model: Model | None = None
    session: str = ""  # the parameter by which the class is handed the session of the program
    is_repeated: bool = False  # the module calls it several times, right one after the other

    @property
    def body(self) -> list[ast.stmt]:
        """The statements of the module, and behind them those of the function or the class."""
        return [*self.module.body, *(each for one in self.functions for each in one.body)]

    @property
    def functions(self) -> tuple[ast.FunctionDef, ...]:
        """The functions of which the statements run once."""
        if self.model is not None:
            return (*self.model.building, *([self.function] if self.function is not None else []))
        return (self.function,) if self.function is not None else ()

    def builder(self, node: ast.stmt) -> ast.FunctionDef | None:
        """The method that a statement calls, where that builds a part of the graph."""
        return self.model.calls.get(id(node)) if self.model is not None else None

    def runs_in(self, node: ast.AST) -> bool:
        """Whether a node is a function or class in which the program builds or runs its graph."""
        if self.model is not None:
            own = (self.model.node, *self.model.building, *self.model.later, self.function)
            return any(node is one for one in own)
        return node is self.function

    @property
    def handed(self) -> list[ast.AST]:
        """Where the class is handed that session."""
        return self.given.get(self.session, [])

    @property
    def is_single(self) -> bool:
        """Whether they surely run once in a program, and not for each of several objects."""
        return self.model is None or self.model.is_single

    @property
    def local(self) -> frozenset[str]:
        """The names that are the function's own."""
        if self.function is None:
            return frozenset()
        names = {name for one in self.function.body for name, _ in names_bound_in(one)}
        return frozenset(names | {one.arg for one in ast.walk(self.function.args) if isinstance(one, ast.arg)})

    def has(self, node: ast.AST) -> bool:
        """Whether a node stands in the function."""
        return self.function is not None and any(one is node for one in ast.walk(self.function))

    def stores(self) -> Iterator[tuple[str, ast.AST]]:
        """Where names are bound by statements that run once: in the module, but for what the function hides; in it."""
        local = self.local
        yield from (each for each in names_bound_in(self.module) if each[0] not in local)
        for one in (each for function in self.functions for each in function.body):
            yield from names_bound_in(one)


def home_of(index: Index) -> Home:
    """Where a file makes its sessions: in the module, or in one function of it that surely runs once.

    Raises Refused where they are made elsewhere.
    """
    module = index.tree
    sessions = [one for one in index.uses if one.symbol in SESSIONS and one.call_node is not None]
    scopes = [one.scope.function for one in sessions]
    if not scopes or any(one.kind == "module" for one in scopes):
        return Home(module, None, {})
    function, place = scopes[0].node, sessions[0].node
    if len({id(one) for one in scopes}) > 1:
        raise Refused(place, "sessions are made in several functions")
    if not isinstance(function, ast.FunctionDef) or function not in module.body:
        raise Refused(place, "the session is made in a class, or in a function of a function")
    callers = _callers(function, index, ())
    if callers is None and _is_called_in_turn(function, index):
        return Home(module, function, _given(function, index), is_repeated=True)
    if callers is None:
        raise Refused(place, runs_several_times(function))
    return Home(module, function, _given(function, index), callers)


def runs_several_times(function: ast.FunctionDef) -> str:
    """Why a function that may run more than once stays a graph."""
    return f"the session is made in `{function.name}`, of which it is not known that it runs once"


def _is_called_in_turn(function: ast.FunctionDef, index: Index) -> bool:
    """Whether statements of the module that follow each other call a function, which may save and restore."""
    plain = function in index.tree.body and not function.decorator_list and not _is_generator(function)
    if not plain or len(index.definitions[function.name]) != 1 or not any(one.symbol == SAVER for one in index.uses):
        return False
    named = [one for one in index.nodes if isinstance(one, ast.Name) and one.id == function.name]
    acting = [one for one in index.tree.body if not _does_nothing(one)]
    called = [at for at, one in enumerate(acting) if _calls(one, function.name)]
    return len(called) == len(named) and called == [*range(called[0], called[-1] + 1)] if called else False


def _does_nothing(node: ast.stmt) -> bool:
    """Whether a statement is a text or the like, as between the cells of a notebook."""
    return isinstance(node, ast.Pass) or (isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant))


def _calls(node: ast.stmt, name: str) -> bool:
    call = node.value if isinstance(node, ast.Expr) else None
    return isinstance(call, ast.Call) and isinstance(call.func, ast.Name) and call.func.id == name


def _given(function: ast.FunctionDef, index: Index) -> dict[str, list[ast.AST]]:
    """What each parameter of a function may be; without those that something else may know, and change."""
    parameters = [one.arg for one in (*function.args.posonlyargs, *function.args.args)]
    found: dict[str, list[ast.AST]] = {one.arg: [] for one in ast.walk(function.args) if isinstance(one, ast.arg)}
    for name, value in zip(reversed(parameters), reversed(function.args.defaults), strict=False):
        found[name].append(value)
    calls = [one for one in index.nodes if isinstance(one, ast.Call)]
    made = [one for one in calls if isinstance(one.func, ast.Name) and one.func.id == function.name]
    if not made:
        return {name: values or [function] for name, values in found.items()}  # the arguments of the script
    pairs = [pair for call in made for pair in zip(parameters, call.args, strict=False)]
    pairs += [(one.arg or "", one.value) for call in made for one in call.keywords]
    unsure = set[str]()
    for name, value in pairs:
        found.setdefault(name, []).append(value)
        plain = isinstance(value, (ast.Call, ast.Constant)) or (
            isinstance(value, ast.Name) and _is_only_read(value, function, index)
        )
        if not plain:
            unsure.add(name)
    return {name: values for name, values in found.items() if name not in unsure}


def _is_only_read(name: ast.Name, function: ast.FunctionDef, index: Index) -> bool:
    """Whether all else that the file does with a name is to read attributes of it."""
    called = {id(one.func) for one in index.nodes if isinstance(one, ast.Call)}
    read = {
        id(one.value)
        for one in index.nodes
        if isinstance(one, ast.Attribute) and isinstance(one.ctx, ast.Load) and id(one) not in called
    }
    inside = {id(one) for one in ast.walk(function)}
    others = (one for one in index.nodes if isinstance(one, ast.Name) and one.id == name.id and one is not name)
    return all(not isinstance(one.ctx, ast.Load) or id(one) in read or id(one) in inside for one in others)


def _callers(
    function: ast.FunctionDef, index: Index, known: tuple[ast.FunctionDef, ...]
) -> tuple[ast.FunctionDef, ...] | None:
    """The functions through which the end of the module calls a function, at one place that runs once; else None."""
    if function not in index.tree.body or function.decorator_list:
        return None
    if len(index.definitions.get(function.name, ())) != 1 or _is_generator(function):
        return None
    named = [one for one in index.nodes if isinstance(one, ast.Name) and one.id == function.name]
    calls = [one for one in index.nodes if isinstance(one, ast.Call)]
    runs = [one for one in calls if ast.unparse(one.func).endswith(_RUNS_MAIN)]
    runs_main = [one for one in runs if not one.args and not one.keywords]
    places: list[ast.AST] = [*named, *(runs_main if function.name == "main" else [])]
    if len(places) != 1 or not isinstance(getattr(places[0], "ctx", ast.Load()), ast.Load):
        return None
    handed = [each for one in runs for each in (*one.args, *(each.value for each in one.keywords))]
    if not any(places[0] is one for one in (*(one.func for one in calls), *handed, *runs_main)):
        return None
    path = _path(places[0], index)
    if path is None:
        return None
    caller = next((one for one in path if isinstance(one, ast.FunctionDef)), None)
    if caller is None:
        return known if path[0] is index.tree.body[-1] else None
    return None if caller in known else _callers(caller, index, (*known, caller))


def _path(node: ast.AST, index: Index) -> list[ast.AST] | None:
    """What a node stands in, from the module inwards; None where a loop or the like may run it again."""
    for top in index.tree.body:
        path = _path_in(top, node)
        if path is not None:
            classes = (ast.ClassDef, ast.AsyncFunctionDef, ast.With, *_REPEATED)
            functions = sum(isinstance(one, ast.FunctionDef) for one in path)
            return None if functions > 1 or any(isinstance(one, classes) for one in path) else path
    return None


def _path_in(top: ast.AST, node: ast.AST) -> list[ast.AST] | None:
    if top is node:
        return [top]
    for child in ast.iter_child_nodes(top):
        if (found := _path_in(child, node)) is not None:
            return [top, *found]
    return None


def _is_generator(function: ast.FunctionDef) -> bool:
    return any(isinstance(one, (ast.Yield, ast.YieldFrom, ast.Await)) for one in ast.walk(function))
