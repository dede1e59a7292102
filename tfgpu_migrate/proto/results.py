"""Functions whose result is a message: the calls in the file that receive it."""

import ast
from collections.abc import Container, Iterable, Iterator
from typing import NamedTuple

from tfgpu_migrate.index.contexts import only_loads
from tfgpu_migrate.index.index import Index
from tfgpu_migrate.index.scopes import Occurrence
from tfgpu_migrate.proto.classes import related_classes
from tfgpu_migrate.proto.places import class_around, class_of, function_of, receiver_of

_TRANSPARENT = frozenset(("staticmethod", "classmethod"))


def calls_of(index: Index, function: ast.FunctionDef) -> list[Occurrence] | None:
    """Every place that calls a function; None where the file does more with it than call it, or never calls it."""
    if any(not (isinstance(one, ast.Name) and one.id in _TRANSPARENT) for one in function.decorator_list):
        return None
    owner = class_of(index, function)
    found = _calls_of_method(index, owner, function) if owner else _calls_of_name(index, function)
    return found if found and all(_is_called(one) for one in found) else None


def _is_called(found: Occurrence) -> bool:
    return isinstance(found.parent, ast.Call) and found.parent.func is found.chain


def _calls_of_name(index: Index, function: ast.FunctionDef) -> list[Occurrence] | None:
    names = index.variables([function.name])
    owner = next(
        (scope for scope in names.scopes for one in scope.bindings.get(function.name, ()) if one.statement is function),
        None,
    )
    if owner is None or len(owner.bindings[function.name]) != 1:
        return None
    return [found for found in names.occurrences if found.scope.owner(function.name) is owner]


def _calls_of_method(index: Index, owner: ast.ClassDef, method: ast.FunctionDef) -> list[Occurrence] | None:
    """Calls by way of the receiver or of the class; None where another attribute of that name is read."""
    if sum(isinstance(one, ast.FunctionDef) and one.name == method.name for one in index.nodes) != 1:
        return None
    roots = {receiver_of(one) for one in owner.body if isinstance(one, ast.FunctionDef)} - {None}
    names = index.variables([*(root for root in roots if root), owner.name])
    related = related_classes(index, owner)
    named = [one for one in names.occurrences if one.attributes == (method.name,)]
    found = [
        one for one in named if one.name.id == owner.name or getattr(class_around(one.scope), "name", "") in related
    ]
    others = [one for one in index.nodes if isinstance(one, ast.Attribute) and one.attr == method.name]
    return found if len(others) == len(found) else None


def calls_of_lambda(index: Index, statement: ast.stmt, value: ast.Lambda) -> list[Occurrence] | None:
    """Every place that calls the lambda in `name = lambda: ...`; None where the file does more with the name."""
    loads = only_loads(index, statement, value) if isinstance(statement, ast.Assign) else None
    return loads if loads and all(not one.attributes and _is_called(one) for one in loads) else None


def other_results(function: ast.FunctionDef, followed: Container[int]) -> list[ast.Return]:
    """The `return` statements of a function whose value is neither None nor among those followed (by id).

    Those of functions in it are not its own.
    """
    found, stack = list[ast.Return](), list[ast.AST](function.body)
    while stack:
        node = stack.pop()
        if isinstance(node, ast.Return):
            nothing = node.value is None or (isinstance(node.value, ast.Constant) and node.value.value is None)
            found += [] if nothing or id(node.value) in followed else [node]
        elif not isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef, ast.Lambda, ast.ClassDef)):
            stack.extend(ast.iter_child_nodes(node))
    return found


def function_returning(index: Index, statement: ast.stmt) -> ast.FunctionDef | None:
    """The function that a `return` ends; None for a coroutine or a generator."""
    function = function_of(index, statement)
    if not isinstance(function, ast.FunctionDef):
        return None
    generates = any(isinstance(node, (ast.Yield, ast.YieldFrom)) for node in ast.walk(function))
    return None if generates else function


def own_calls(index: Index, nodes: Iterable[ast.AST]) -> Iterator[ast.Call]:
    """Those nodes that call something by a name that the file gives to a function or class of its own."""
    return (node for node in nodes if isinstance(node, ast.Call) and _last_name(node) in index.definitions)


def _last_name(call: ast.Call) -> str:
    return call.func.attr if isinstance(call.func, ast.Attribute) else getattr(call.func, "id", "")


class Taking(NamedTuple):
    """A function of the file that a call passes a value to: the parameter that gets it, and all calls."""

    function: ast.FunctionDef
    argument: ast.arg
    calls: list[Occurrence]


def taking(index: Index, call: ast.Call, value: ast.expr) -> Taking | None:
    """The function that takes a value as a plain parameter; None where not all of its calls are in sight."""
    for function in _called(index, call):
        calls = calls_of(index, function)
        argument = _parameter(index, function, call, value)
        if calls is not None and argument is not None and any(one.parent is call for one in calls):
            return Taking(function, argument, calls)
    return None


def _called(index: Index, call: ast.Call) -> list[ast.FunctionDef]:
    name = _last_name(call)
    if not name or f"def {name}" not in index.source.text:
        return []
    return [node for node in index.nodes if isinstance(node, ast.FunctionDef) and node.name == name]


def _parameter(index: Index, function: ast.FunctionDef, call: ast.Call, value: ast.expr) -> ast.arg | None:
    given = function.args
    plain = not (given.vararg or given.kwarg or given.kwonlyargs or given.posonlyargs)
    if not plain or any(isinstance(one, ast.Starred) for one in call.args) or any(k.arg is None for k in call.keywords):
        return None
    names = given.args[1:] if _is_bound(index, function, call) else given.args
    keyword = next((one.arg for one in call.keywords if one.value is value), None)
    if keyword is not None:
        return next((one for one in names if one.arg == keyword), None)
    position = next((at for at, one in enumerate(call.args) if one is value), len(names))
    return names[position] if position < len(names) else None


def _is_bound(index: Index, function: ast.FunctionDef, call: ast.Call) -> bool:
    """Whether a call passes the first parameter by itself: `self.open(config)`, not `Job.open(job, config)`."""
    owner = class_of(index, function)
    if owner is None or receiver_of(function) is None:
        return False
    by_class = isinstance(call.func, ast.Attribute) and ast.unparse(call.func.value) == owner.name
    return not by_class or any(isinstance(one, ast.Name) and one.id == "classmethod" for one in function.decorator_list)
