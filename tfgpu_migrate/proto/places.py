"""Where a message is kept: a variable or an attribute of `self`, what binds it and where it is read."""

import ast
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

from tfgpu_migrate.index.index import Index
from tfgpu_migrate.index.scopes import Occurrence, Scope
from tfgpu_migrate.proto.classes import related_classes, unseen_bases
from tfgpu_migrate.proto.life import Construct

_LEAVES = (ast.Return, ast.Raise)
_DEFINITIONS = (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef, ast.Module)


class Holder(NamedTuple):
    """A name in one scope or an attribute of one class: `binds` are the statements that give it a value."""

    scope: ast.AST
    name: str
    binds: tuple[ast.stmt, ...]
    reads: tuple[Occurrence, ...]
    strangers: tuple[ast.AST, ...] = ()  # places that read an attribute of this name from who knows what
    closed: bool = True  # nothing but plain assignments binds it
    is_parameter: bool = False


@dataclass(eq=False)
class Place:
    """A holder that a message, or a part of it (`prefix`), is known to be kept in."""

    holder: Holder
    kept: dict[ast.stmt, Construct] = field(default_factory=dict)
    read: set[ast.stmt] = field(default_factory=set)  # of those, what has been followed
    prefix: tuple[str, ...] = ()


def holder_of(index: Index, statement: ast.stmt, value: ast.expr) -> Holder | None:
    """What `statement` keeps a value in, where the statement is `name = value` or `self.name = value`."""
    if not isinstance(statement, (ast.Assign, ast.AnnAssign)) or statement.value is not value:
        return None
    targets = statement.targets if isinstance(statement, ast.Assign) else [statement.target]
    if len(targets) != 1:
        return None
    if isinstance(targets[0], ast.Name):
        return _variable(index, statement, targets[0])
    if isinstance(targets[0], ast.Attribute) and isinstance(targets[0].value, ast.Name):
        return _attribute(index, statement, targets[0].value.id, targets[0].attr)
    return None


def _variable(index: Index, statement: ast.stmt, target: ast.Name) -> Holder | None:
    names = index.variables([target.id])
    definition = next((found for found in names.occurrences if found.name is target), None)
    owner = definition.scope.owner(target.id) if definition else None
    if owner is None:
        return None
    if isinstance(owner.node, ast.ClassDef):
        return _class_variable(index, owner.node, target.id)
    bindings = owner.bindings[target.id]
    mine = [found for found in names.occurrences if found.scope.owner(target.id) is owner]
    reads = tuple(found for found in mine if isinstance(found.name.ctx, ast.Load))
    binds = tuple(one.statement for one in bindings if isinstance(one.statement, ast.stmt))
    closed = all(one.kind == "assignment" for one in bindings)
    given = any(one.kind == "parameter" for one in bindings)
    return Holder(owner.node, target.id, binds, reads, closed=closed, is_parameter=given)


def parameter_holder(index: Index, function: ast.FunctionDef, argument: ast.arg) -> Holder:
    """What a parameter is kept in, which nothing else may bind."""
    names = index.variables([argument.arg])
    mine = [found for found in names.occurrences if _owner_node(found, argument.arg) is function]
    reads = tuple(found for found in mine if isinstance(found.name.ctx, ast.Load))
    return Holder(function, argument.arg, (function,), reads, closed=len(reads) == len(mine))


def _owner_node(found: Occurrence, name: str) -> ast.AST | None:
    owner = found.scope.owner(name)
    return owner.node if owner else None


def _class_variable(index: Index, owner: ast.ClassDef, name: str) -> Holder:
    """A name of a class body, which methods read by `self`, `cls` or the class."""
    methods = [one for one in owner.body if isinstance(one, ast.FunctionDef)]
    roots = {root for root in map(receiver_of, methods) if root}
    found = index.variables([name, owner.name, *roots])
    inside = [one for one in found.occurrences if one.name.id == name and _owner_node(one, name) is owner]
    known, reads = set[int](), [one for one in inside if isinstance(one.name.ctx, ast.Load)]
    for one in found.occurrences:
        by_self = one.name.id in roots and class_around(one.scope) is owner
        if one.attributes[:1] == (name,) and (by_self or one.name.id == owner.name):
            known.add(id(_named(one)))
            reads.append(one._replace(attributes=one.attributes[1:]))
    bindings = [one for scope in found.scopes if scope.node is owner for one in scope.bindings.get(name, ())]
    binds = tuple(one.statement for one in bindings if isinstance(one.statement, ast.stmt))
    closed = all(one.kind == "assignment" for one in bindings)
    return Holder(owner, name, binds, tuple(reads), tuple(_strangers(index, owner, name, known)), closed)


def _attribute(index: Index, statement: ast.stmt, root: str, name: str) -> Holder | None:
    method = function_of(index, statement)
    owner = class_of(index, method)
    if owner is None or not isinstance(method, ast.FunctionDef) or receiver_of(method) != root:
        return None
    binds, reads = list[ast.stmt](), list[Occurrence]()
    closed, known = True, set[int]()
    for found in index.variables([root]).occurrences:
        if not found.attributes or found.attributes[0] != name or class_around(found.scope) is not owner:
            continue
        known.add(id(_named(found)))
        stored = not isinstance(_context(found.chain), ast.Load) and len(found.attributes) == 1
        if stored:
            binds.append(found.statement)
            closed = closed and isinstance(found.statement, (ast.Assign, ast.AnnAssign))
        else:
            reads.append(found._replace(attributes=found.attributes[1:]))
    return Holder(owner, name, tuple(binds), tuple(reads), tuple(_strangers(index, owner, name, known)), closed)


def _context(node: ast.expr) -> ast.expr_context | None:
    return getattr(node, "ctx", None)


def _named(found: Occurrence) -> ast.expr:
    """The node of `self.name` in a longer chain."""
    node = found.chain
    for _ in found.attributes[1:]:
        node = node.value  # type: ignore[attr-defined]
    return node


def _strangers(index: Index, owner: ast.ClassDef, name: str, known: set[int]) -> list[ast.AST]:
    """Attributes of that name of anything but a module or the `self` of an unrelated class, and bases out of sight."""
    modules = index.names.interest if index.names else frozenset[str]()
    related = related_classes(index, owner)
    apart = [node for node in index.nodes if isinstance(node, ast.ClassDef) and node.name not in related]
    selves = {
        id(node) for one in apart for node in ast.walk(one) if isinstance(node, ast.Name) and node.id in ("self", "cls")
    }
    others = [
        node
        for node in index.nodes
        if isinstance(node, ast.Attribute)
        and node.attr == name
        and id(node) not in known
        and not (isinstance(node.value, ast.Name) and (node.value.id in modules or id(node.value) in selves))
    ]
    return [*others, *unseen_bases(index, related)]


def function_of(index: Index, statement: ast.stmt) -> ast.AST:
    """The function, class or module whose body a statement stands in."""
    return next(holder for holder in index.all_holders(statement) if isinstance(holder, _DEFINITIONS))


def class_of(index: Index, function: ast.AST) -> ast.ClassDef | None:
    """The class that a function is a method of."""
    if not isinstance(function, (ast.FunctionDef, ast.AsyncFunctionDef)):
        return None
    holder = next((one for one, _ in index.holders(function) if isinstance(one, _DEFINITIONS)), None)
    return holder if isinstance(holder, ast.ClassDef) else None


def receiver_of(method: ast.FunctionDef) -> str | None:
    """What a method calls its instance or class; None for a static method."""
    if any(isinstance(one, ast.Name) and one.id == "staticmethod" for one in method.decorator_list):
        return None
    given = (*method.args.posonlyargs, *method.args.args)
    return given[0].arg if given else None


def class_around(scope: Scope | None) -> ast.AST | None:
    """The class in whose body or methods a scope is."""
    while scope is not None and scope.kind != "class":
        scope = scope.parent
    return scope.node if scope is not None else None


def one_block(index: Index, statements: Sequence[ast.stmt]) -> bool:
    """Whether statements stand in one block, so that each comes after the one before."""
    block = index.block(statements[0])
    return all(any(one is statement for one in block) for statement in statements)


def exclude_each_other(index: Index, one: ast.stmt, other: ast.stmt) -> bool:
    """Whether no run comes through both: they stand in different branches of an `if`, or one in one that leaves."""
    branches = {id(holder): name for holder, name in index.holders(one) if isinstance(holder, ast.If)}
    if any(branches.get(id(holder), name) != name for holder, name in index.holders(other)):
        return True
    first, second = sorted((one, other), key=lambda each: each.lineno)
    inside = {id(holder) for holder in index.all_holders(second)}
    return function_of(index, first) is function_of(index, second) and any(
        isinstance(holder, ast.If) and id(holder) not in inside and isinstance(getattr(holder, name)[-1], _LEAVES)
        for holder, name in index.holders(first)
    )


def is_explained(index: Index, place: Place) -> bool:
    """Whether it is clear which of the values that are followed a read finds; nothing new where all was read before."""
    holder = place.holder
    if not holder.closed:
        return False
    if is_split(index, place):
        return not place.read.issuperset(place.kept)
    known = all(statement in place.kept or _is_none(statement) for statement in holder.binds)
    return known and not place.read and _is_one(index, place)


def is_split(index: Index, place: Place) -> bool:
    """Whether the values follow one another in one block: each read finds the last one above it."""
    return not any(map(_is_none, place.holder.binds)) and one_block(index, place.holder.binds)


def _is_one(index: Index, place: Place) -> bool:
    """Whether one run has one value only, but for empty ones that a later one replaces."""
    homes = {id(one.use.scope.function.node) for one in place.kept.values()}
    binds = place.holder.binds
    pairs = ((one, other) for one in binds for other in binds if one.lineno < other.lineno)
    return len(homes) == 1 and all(
        exclude_each_other(index, one, other) or _is_blank(place, one, other) for one, other in pairs
    )


def _is_blank(place: Place, statement: ast.stmt, later: ast.stmt) -> bool:
    """Whether nothing is set on the value of one statement before a later one replaces it."""
    if _is_none(statement):
        return True
    blank = not place.kept[statement].call.keywords and not place.kept[statement].by_function
    return blank and not any(statement.lineno < read.name.lineno < later.lineno for read in place.holder.reads)


def _is_none(statement: ast.AST) -> bool:
    value = getattr(statement, "value", None)
    assigns = isinstance(statement, (ast.Assign, ast.AnnAssign))
    return assigns and isinstance(value, ast.Constant) and value.value is None


def value_at(index: Index, place: Place, found: Occurrence) -> ast.stmt | None:
    """The statement whose value a read finds, of those that follow one another; None where that is not clear."""
    if len(place.holder.binds) == 1 or not is_split(index, place):
        return next(iter(place.kept))
    above = [one for one in place.holder.binds if (one.end_lineno or one.lineno) < found.name.lineno]
    last = max(above, key=lambda one: one.lineno, default=None)
    if last is None or last not in place.kept:
        return last
    return last if runs_in(found.scope, place.kept[last].use.scope.function) else None


def runs_in(scope: Scope, home: Scope) -> bool:
    """Whether code in `scope` runs where the statements of `home` run: there or in a comprehension of it."""
    while scope.node is not home.node and scope.kind == "comprehension" and scope.parent:
        scope = scope.parent
    return scope.node is home.node


def may_be_none(index: Index, value: ast.expr) -> bool:
    """Whether the file says that a value can be None: in a choice, an assignment or a parameter's default."""
    if isinstance(value, ast.IfExp):
        return may_be_none(index, value.body) or may_be_none(index, value.orelse)
    if not isinstance(value, ast.Name):
        return isinstance(value, ast.Constant) and value.value is None
    owner = index.owner(value)
    bindings = owner.bindings[value.id] if owner else []
    return any(_is_none(one.statement) or _defaults_to_none(one.statement, value.id) for one in bindings)


def _defaults_to_none(statement: ast.AST, name: str) -> bool:
    if not isinstance(statement, (ast.FunctionDef, ast.AsyncFunctionDef)):
        return False
    given = statement.args
    plain = [*given.posonlyargs, *given.args]
    pairs = [
        *zip(reversed(plain), reversed(given.defaults), strict=False),
        *zip(given.kwonlyargs, given.kw_defaults, strict=True),
    ]
    return any(
        one.arg == name and isinstance(default, ast.Constant) and default.value is None for one, default in pairs
    )
