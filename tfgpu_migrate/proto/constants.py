"""What the value of a field surely is where it stands under a name, or is chosen between two."""

import ast
from collections.abc import Iterable
from typing import TYPE_CHECKING, Any, NamedTuple

from tfgpu_migrate.edit.fragment import Expression
from tfgpu_migrate.edit.statements import has_own_line
from tfgpu_migrate.index.index import Index
from tfgpu_migrate.index.mode import only_defines
from tfgpu_migrate.index.scopes import Scope
from tfgpu_migrate.index.uses import Use
from tfgpu_migrate.proto.life import Write

if TYPE_CHECKING:
    import libcst as cst


class Constant(NamedTuple):
    """The value that a name is bound to, by the only statement that binds it."""

    name: str
    value: Expression
    statement: ast.Assign


class Choice(NamedTuple):
    """The parts of `taken if test else other`, the test and its opposite as text on one line."""

    test: str
    opposite: str
    taken: Expression
    other: Expression
    is_bool: bool  # the test gives True or False, not only something that counts as one


def constant_behind(index: Index, write: Write) -> Constant | None:
    """The constant that a field is set to by its name; None where it is no name, or may be bound to something else."""
    name = write.value.dotted
    found = index.variables([name]).occurrences if name.isidentifier() else []
    here = next((one for one in found if one.statement is write.statement and isinstance(one.name.ctx, ast.Load)), None)
    bound = _bound(index, name, here.scope) if here is not None else None
    return bound if bound is not None and (bound.value.is_literal or "." in bound.value.dotted) else None


def alias_behind(index: Index, use: Use) -> Constant | None:
    """The alias that a use names: `Proto` of `Proto = tf.ConfigProto`."""
    return _bound(index, use.root, use.scope) if use.through_alias and not use.attributes else None


def _bound(index: Index, name: str, scope: Scope) -> Constant | None:
    owner = scope.owner(name)
    bindings = owner.bindings[name] if owner is not None else []
    if len(bindings) != 1 or not isinstance(statement := bindings[0].statement, ast.Assign):
        return None
    if len(statement.targets) != 1 or not isinstance(statement.targets[0], ast.Name):
        return None
    return Constant(name, Expression.at(index.source, *index.source.span(statement.value)), statement)


def spent(index: Index, constants: Iterable[Constant], removed: list[tuple[int, int]]) -> list[ast.stmt]:
    """The statements that bind objects of TensorFlow which nothing reads beside the text that is removed.

    What a module of definitions binds may be for other files.
    """
    found = list[ast.stmt]()
    for one in {one.name: one for one in constants if not one.value.is_literal}.values():
        reads = [each for each in index.variables([one.name]).occurrences if each.statement is not one.statement]
        starts = [index.source.span(each.name)[0] for each in reads]
        gone = all(any(start <= at < end for start, end in removed) for at in starts)
        public = one.statement in index.tree.body and only_defines(index)
        if gone and not public and has_own_line(index, one.statement):
            found.append(one.statement)
    return found


def choice_of(value: Expression) -> Choice | None:
    """The sides of a conditional expression whose test stands on one line; None for anything else."""
    if not isinstance(value.fragment.tree, ast.IfExp):
        return None
    import libcst as cst

    node: Any = value.node
    test = value.fragment.code(node.test)
    if "\n" in test:
        return None
    taken, other = map(value.fragment.part, (node.body, node.orelse))
    is_bool = isinstance(node.test, cst.Comparison) or _negated(node.test) is not None
    return Choice(test, opposite(test), taken, other, is_bool)


def opposite(test: str) -> str:
    """The text of a test that holds where this one, on one line, does not: what `not` stands before loses it."""
    import libcst as cst

    node = cst.parse_expression(test)
    if (operand := _negated(node)) is not None:
        return cst.Module([]).code_for_node(operand)
    simple = isinstance(node, (cst.Name, cst.Attribute, cst.Call, cst.Subscript))
    return f"not {test}" if simple else f"not ({test})"


def _negated(test: "cst.BaseExpression") -> "cst.BaseExpression | None":
    import libcst as cst

    match test:
        case cst.UnaryOperation(operator=cst.Not(), expression=operand):
            return operand
    return None
