"""What the arguments of a message's constructor set: keywords, and `**` of a dict that is constant."""

import ast
from collections.abc import Iterator
from typing import NamedTuple

from tfgpu_migrate.edit.fragment import Expression, Fragment
from tfgpu_migrate.index.contexts import only_loads
from tfgpu_migrate.index.index import Index
from tfgpu_migrate.proto.life import Arm, Construct, Write
from tfgpu_migrate.proto.messages import PATHS


class Filled(NamedTuple):
    """One field: `definition` is the statement of the dict that holds it, where one does."""

    name: str
    value: Expression
    start: int
    end: int
    definition: ast.stmt | None = None

    def write(self, construct: Construct, arm: Arm | None) -> Write:
        """It as a write of the construct's proto."""
        path = PATHS[construct.message] + self.name
        statement = self.definition or construct.statement
        return Write(path, self.value, statement, self.start, self.end, by_keyword=True, arm=arm)


class Unknown(NamedTuple):
    """An argument that may set any field."""

    start: int
    end: int
    reason: str


def arguments_of(index: Index, construct: Construct) -> Iterator[Filled | Unknown]:
    """The fields that a constructor's arguments set, in order."""
    fragment = Fragment(index.source, *index.source.span(construct.call))
    unpacked = iter([one.value for one in construct.call.keywords if one.arg is None])
    for argument in fragment.arguments:
        if argument.keyword is not None:
            yield Filled(argument.keyword, argument.value, argument.start, argument.end)
            continue
        entries = _constant(index, construct, next(unpacked)) if argument.star == "**" else None
        if entries is None:
            what = f"`{argument.star}{argument.value.text}` fills the {construct.message} at run time"
            yield Unknown(argument.start, argument.end, what)
        else:
            yield from entries


def _constant(index: Index, construct: Construct, value: ast.expr) -> list[Filled] | None:
    """The entries of a dict that is written out, here or in the one statement that names it for this one use."""
    if isinstance(value, (ast.Dict, ast.Call)):
        return _entries(index, value, None)
    if not isinstance(value, ast.Name):
        return None
    owner = index.owner(value)
    if owner is None or owner.node is not construct.use.scope.function.node:
        return None
    statement = owner.bindings[value.id][0].statement
    given = getattr(statement, "value", None)
    if not isinstance(statement, (ast.Assign, ast.AnnAssign)) or given is None:
        return None
    loads = only_loads(index, statement, given)
    return _entries(index, given, statement) if loads and len(loads) == 1 else None


def _entries(index: Index, value: ast.expr, definition: ast.stmt | None) -> list[Filled] | None:
    if isinstance(value, ast.Dict):
        keys = [one.value if isinstance(one, ast.Constant) else None for one in value.keys]
        pairs = list(zip(keys, value.values, strict=True))
    elif isinstance(value, ast.Call) and ast.unparse(value.func) == "dict" and not value.args:
        pairs = [(one.arg, one.value) for one in value.keywords]
    else:
        return None
    source, made = index.source, list[Filled]()
    for key, one in pairs:
        if not isinstance(key, str):
            return None
        start, end = source.span(one)
        made.append(Filled(key, Expression.at(source, start, end), start, end, definition))
    return made
