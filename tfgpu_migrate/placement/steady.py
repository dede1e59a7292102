"""Whether what some code reads stays as it is while other code of the file runs."""

import ast
import builtins
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from tfgpu_migrate.index.contexts import is_builtin, is_tested
from tfgpu_migrate.index.index import Index
from tfgpu_migrate.index.scopes import Argument, Binding, Names, Occurrence, Scope
from tfgpu_migrate.placement.setters import THREADS

_HARMLESS = frozenset("bool enumerate float int len list max min print range repr sorted str zip".split())
_FUNCTIONS = (ast.FunctionDef, ast.AsyncFunctionDef, ast.Lambda)
_UNKNOWN = (ast.AugAssign, ast.Await, ast.Import, ast.ImportFrom, ast.Yield, ast.YieldFrom)
_LOOKS = (ast.For, ast.comprehension, ast.Compare, ast.BinOp, ast.FormattedValue)  # makes a new value, changes nothing


class NamesOf(NamedTuple):
    """The names that a statement reads, and those that it binds or whose object it changes."""

    read: frozenset[str]
    bound: frozenset[str]


def are_steady(index: Index, moved: Sequence[ast.stmt], helpers: Sequence[ast.FunctionDef]) -> bool:
    """Whether no call, of whatever function, can change what these statements and their helpers read from outside.

    A name is steady that is bound once, to an object that has no other name, and only looked at. What the last
    statement binds itself it does not read from outside.
    """
    inside = {id(node): node for one in (*moved, *helpers) for node in ast.walk(one)}
    names = index.variables({node.id for node in inside.values() if isinstance(node, ast.Name)})
    own, of_tensorflow = {id(node) for node in ast.walk(moved[-1])}, {id(use.node) for use in index.uses}
    for found in names.occurrences:
        if id(found.name) not in inside or id(found.chain) in of_tensorflow:
            continue
        owner = found.scope.owner(found.name.id)
        if owner is None and not hasattr(builtins, found.name.id):
            return False  # a star import or `exec` binds it
        if owner is None or id(owner.node) in inside:
            continue
        bindings = owner.bindings[found.name.id]
        if any(id(one.target) in own for one in bindings):
            continue
        if all(isinstance(one.statement, ast.FunctionDef) and one.kind == "definition" for one in bindings):
            continue
        if not _is_number(index, found) and any(_has_other_names(one) for one in bindings):
            return False
        others = (one for one in _of(names, owner, found) if id(one.name) not in inside)
        if len(bindings) != 1 or any(_may_change(index, one, found.attributes) for one in others):
            return False
    return True


def _is_number(index: Index, found: Occurrence) -> bool:
    """Whether the value of a name is surely a number, which nothing can change: a count of threads."""
    if found.attributes or not isinstance(found.parent, Argument):
        return False
    use = index.calls.get(id(found.parent.call))
    return use is not None and use.symbol in THREADS


def _has_other_names(binding: Binding) -> bool:
    """Whether others know the object that a name is bound to: a parameter, an import, `a = b`, `a = b.c`."""
    if binding.kind in ("import", "parameter"):
        return True
    value = getattr(binding.statement, "value", None)
    return isinstance(value, (ast.Name, ast.Attribute, ast.Subscript, ast.IfExp, ast.BoolOp))


def _of(names: Names, owner: Scope, found: Occurrence) -> Iterator[Occurrence]:
    """The places that read the same variable."""
    same = (one for one in names.occurrences if one.name.id == found.name.id and one.scope.owner(one.name.id) is owner)
    return (one for one in same if isinstance(one.name.ctx, ast.Load))


def _may_change(index: Index, one: Occurrence, attributes: tuple[str, ...]) -> bool:
    """Whether a place that reads a name may change what the name with these attributes is, now or by another name."""
    called = isinstance(one.parent, ast.Call)
    shorter = min(len(attributes), len(one.attributes))
    if not called and one.attributes[:shorter] != attributes[:shorter]:
        return False
    node: ast.expr = one.chain
    parent = one.parent
    while isinstance(parent, (ast.Subscript, ast.Attribute)) and parent.value is node:
        if not isinstance(parent.ctx, ast.Load):
            return True
        node, parent = parent, index.parent(one.statement, parent)
    if not isinstance(getattr(node, "ctx", None), ast.Load):
        return True
    if isinstance(parent, Argument):
        return not (is_harmless(index, parent.call) or id(parent.call) in index.calls)
    inside_index = isinstance(parent, ast.Subscript)
    return not (inside_index or isinstance(parent, _LOOKS) or is_tested(index, one.statement, node))


def may_change_objects(index: Index, statement: ast.stmt) -> bool:
    """Whether a statement may change what others share: by code that this tool does not know, or by a write to it.

    A decorator is called without brackets, and so are the two methods of what stands behind `with`. What a function
    does it does when it is called.
    """
    return any(_may_change_others(index, node) for node in _running(statement))


def _running(node: ast.AST) -> Iterator[ast.AST]:
    """The nodes of a statement that are evaluated when it runs."""
    yield node
    for child in ast.iter_child_nodes(node):
        if isinstance(node, _FUNCTIONS) and (child is node.body or child in _body(node)):
            continue
        yield from _running(child)


def _body(function: ast.AST) -> Sequence[ast.stmt]:
    return function.body if isinstance(function, (ast.FunctionDef, ast.AsyncFunctionDef)) else ()


def _may_change_others(index: Index, node: ast.AST) -> bool:
    if isinstance(node, (ast.Attribute, ast.Subscript)):
        return not isinstance(node.ctx, ast.Load)
    if isinstance(node, (ast.With, ast.AsyncWith)):
        return any(id(item.context_expr) not in index.calls for item in node.items)
    if isinstance(node, ast.Call):
        return _takes_function(index, node) if id(node) in index.calls else not is_harmless(index, node)
    decorated: list[ast.expr] = getattr(node, "decorator_list", [])
    return bool(decorated) or isinstance(node, _UNKNOWN)


def _takes_function(index: Index, call: ast.Call) -> bool:
    """Whether a call of TensorFlow gets a function of the file, which it may run: `tf.map_fn(f, x)`."""
    given = (*call.args, *(one.value for one in call.keywords))
    names = (one.id if isinstance(one, ast.Name) else "" for one in given)
    return any(name in index.definitions for name in names) or any(isinstance(one, ast.Lambda) for one in given)


def is_harmless(index: Index, call: ast.Call) -> bool:
    """Whether a call is of a function of Python that changes nothing: `len(x)`, `"".join(x)`."""
    match call.func:
        case ast.Name(id=name):
            return name in _HARMLESS and is_builtin(index, name)
        case ast.Attribute(value=ast.Constant(), attr="format" | "join"):
            return True
    return False


def names_of(index: Index, statement: ast.stmt) -> NamesOf:
    """The names that a statement reads and those that it binds, or whose object it changes."""
    read, bound = set[str](), set[str]()
    for node in ast.walk(statement):
        if isinstance(node, ast.Name):
            (read if isinstance(node.ctx, ast.Load) else bound).add(node.id)
        elif isinstance(node, (ast.Attribute, ast.Subscript)) and not isinstance(node.ctx, ast.Load):
            bound.add(_root(node))
        elif isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)):
            bound.add(node.name)
        elif isinstance(node, ast.alias):
            bound.add(node.asname or node.name.partition(".")[0])  # `*` may be any name
        elif isinstance(node, (ast.MatchAs, ast.MatchStar, ast.ExceptHandler)):
            bound.add(node.name or "")
        elif isinstance(node, ast.MatchMapping):
            bound.add(node.rest or "")
        elif isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and isinstance(statement, ast.Expr):
            bound.add(_root(node.func))  # `names.append(x)` may change `names`
    if isinstance(statement, ast.Expr) and index.names is not None:
        bound -= index.names.interest  # calls of TensorFlow do not change its modules
    return NamesOf(frozenset(read), frozenset(bound - {""}))


def _root(node: ast.AST) -> str:
    while isinstance(node, (ast.Attribute, ast.Subscript, ast.Call)):
        node = node.func if isinstance(node, ast.Call) else node.value
    return node.id if isinstance(node, ast.Name) else ""
