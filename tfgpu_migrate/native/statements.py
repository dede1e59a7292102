"""What statements of a graph program bind, hold and print."""

from __future__ import annotations

import ast
from collections.abc import Iterator

from tfgpu_migrate.index.index import Index
from tfgpu_migrate.index.uses import Use
from tfgpu_migrate.native.facts import is_plain
from tfgpu_migrate.native.model import Refused

_DEFINITIONS = (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)
_SCOPES = (ast.Lambda, ast.ListComp, ast.SetComp, ast.DictComp, ast.GeneratorExp)
_HARMLESS = ("logging.", "app.", "flags.", "gfile.")


def is_printed(node: ast.Name, statement: ast.stmt) -> bool:
    """Whether a statement prints a name, as it is."""
    call = statement.value if isinstance(statement, ast.Expr) else None
    if not isinstance(call, ast.Call) or not isinstance(call.func, ast.Name) or call.func.id != "print":
        return False
    return any(one is node for one in call.args)


def binds(function: ast.AST, name: str) -> bool:
    """Whether a function binds a name itself."""
    return any(
        (isinstance(one, ast.arg) and one.arg == name)
        or (isinstance(one, ast.Name) and one.id == name and isinstance(one.ctx, ast.Store))
        for one in ast.walk(function)
    )


def keys_of(value: ast.expr) -> list[str]:
    """The keys under which a dictionary holds its variables. Raises Refused for any other collection."""
    if not isinstance(value, ast.Dict) or not all(isinstance(one, ast.Constant) for one in value.keys):
        raise Refused(value, "variables are made in an expression that is no plain dictionary")
    if not all(isinstance(one, ast.Call) for one in value.values):
        raise Refused(value, "a dictionary holds more than variables")
    return [str(one.value) for one in value.keys if isinstance(one, ast.Constant)]


def nodes_outside(node: ast.AST, without: set[int]) -> list[ast.AST]:
    """The nodes below a node, but for those in runs."""
    found, stack = list[ast.AST](), [node]
    while stack:
        one = stack.pop()
        if id(one) in without:
            continue
        found.append(one)
        stack += list(ast.iter_child_nodes(one))
    return found


def nodes_of_module(node: ast.AST) -> Iterator[ast.AST]:
    """The nodes of a statement or a module, but for those in functions, classes and comprehensions."""
    stack = [node]
    while stack:
        one = stack.pop()
        if isinstance(one, _SCOPES):
            continue
        yield one
        if not isinstance(one, _DEFINITIONS):
            stack += list(ast.iter_child_nodes(one))


def names_bound_in(node: ast.AST) -> list[tuple[str, ast.AST]]:
    """The names that a statement, or a whole module, binds in the module, with their places."""
    found = list[tuple[str, ast.AST]]()
    for one in nodes_of_module(node):
        match one:
            case ast.FunctionDef(name=name) | ast.ClassDef(name=name) | ast.AsyncFunctionDef(name=name):
                found.append((name, one))
            case ast.Name(id=name, ctx=ast.Store() | ast.Del()):
                found.append((name, one))
            case ast.Import(names=names) | ast.ImportFrom(names=names):
                found += [(alias.asname or alias.name.partition(".")[0], one) for alias in names]
            case ast.ExceptHandler(name=str(name)) | ast.MatchAs(name=str(name)) | ast.MatchStar(name=str(name)):
                found.append((name, one))
            case ast.MatchMapping(rest=str(name)):
                found.append((name, one))
    return found


def unused_import(name: str, without: ast.stmt, index: Index) -> list[ast.stmt]:
    """The statements that import a module for one statement alone: all where nothing else reads it, else the first."""
    inside = {id(one) for one in ast.walk(without)}
    if any(isinstance(one, ast.Name) and one.id == name and id(one) not in inside for one in index.nodes):
        imports = [one for one in index.tree.body if _is_import_of(one, name)]
        return imports[:1] if len(imports) > 1 else []
    return [one for one in index.tree.body if _is_import_of(one, name)]


def _is_import_of(node: ast.stmt, name: str) -> bool:
    return isinstance(node, ast.Import) and [alias.name for alias in node.names] == [name] and not node.names[0].asname


def import_that_goes(use: Use, index: Index) -> list[ast.stmt]:
    """The import of a private module for a call that goes. Raises Refused where it serves more than that."""
    if use.namespace != "private":
        return []
    statement = index.import_of(use)
    named = [one for one in index.nodes if isinstance(one, ast.Name) and one.id == use.root]
    same = [one for one in index.uses if one.symbol == use.symbol and one.root == use.root and not one.is_import]
    if not isinstance(statement, ast.ImportFrom) or len(statement.names) > 1 or len(named) > len(same):
        raise Refused(use.node, f"`{use.written}` comes from an import that serves more")
    return [statement]


def handles(handler: ast.ExceptHandler, errors: frozenset[str], index: Index) -> bool:
    """Whether a handler is for one of these errors: by its name, or by one that the file gives to errors."""
    caught = handler.type.elts if isinstance(handler.type, ast.Tuple) else [handler.type]
    names = {one.id for one in caught if isinstance(one, ast.Name)}
    own = {one.id for one in index.nodes if isinstance(one, ast.Name) and isinstance(one.ctx, ast.Store)}
    return bool(names & (errors | own))


def is_harmless(use: Use) -> bool:
    """Whether a use may stay as it is."""
    if use.namespace == "compat.v1":
        return f"{use.symbol}.".startswith(_HARMLESS)
    return use.namespace == "" and is_plain(use.symbol)


def statements_in(node: ast.stmt) -> Iterator[ast.stmt]:
    """A statement and those in it, in order; functions and classes are others' business."""
    yield node
    if isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)):
        return
    for child in ast.iter_child_nodes(node):
        if isinstance(child, ast.stmt):
            yield from statements_in(child)
        elif isinstance(child, (ast.ExceptHandler, ast.match_case)):
            for one in child.body:
                yield from statements_in(one)
