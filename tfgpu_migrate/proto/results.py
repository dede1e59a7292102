"""Functions whose result is a message: the calls in the file that receive it."""

import ast

from tfgpu_migrate.index.index import Index
from tfgpu_migrate.index.scopes import Occurrence
from tfgpu_migrate.proto.places import class_of, function_of, receiver_of

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
    if sum(isinstance(one, ast.FunctionDef) and one.name == method.name for one in ast.walk(index.tree)) != 1:
        return None
    roots = {receiver_of(one) for one in owner.body if isinstance(one, ast.FunctionDef)} - {None}
    names = index.variables([*(root for root in roots if root), owner.name])
    found = [one for one in names.occurrences if one.attributes == (method.name,)]
    others = [one for one in ast.walk(index.tree) if isinstance(one, ast.Attribute) and one.attr == method.name]
    return found if len(others) == len(found) else None


def returns_of(function: ast.FunctionDef) -> list[ast.Return]:
    """The `return` statements of a function, without those of functions in it."""
    found, stack = list[ast.Return](), list[ast.AST](function.body)
    while stack:
        node = stack.pop()
        if isinstance(node, ast.Return):
            found.append(node)
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
