"""Values of a proto's life: constructs, writes, consumptions, and what stands in the way."""

import ast
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import NamedTuple

from tfgpu_migrate.edit.fragment import Expression
from tfgpu_migrate.index.uses import Use
from tfgpu_migrate.proto.messages import Consumer

CALL = "()"  # the path of a call that sets in its function what the message it returned carried


class Arm(NamedTuple):
    """The side of `a if test else b` that a value stands on; `holds`: the side taken where the test holds."""

    choice: ast.IfExp
    holds: bool

    def excludes(self, other: "Arm | None") -> bool:
        """Whether no run takes both."""
        return other is not None and other.choice is self.choice and other.holds != self.holds


@dataclass(frozen=True, eq=False)
class Construct:
    """One call that brings a message: `tf.ConfigProto(...)`, `tf.GPUOptions(...)`, or a function that returns one."""

    use: Use
    call: ast.Call
    message: str
    arm: Arm | None = None
    by_function: bool = False

    @property
    def value(self) -> ast.expr:
        """The expression whose value is handed on: the call, or the conditional expression that it is a side of."""
        return self.arm.choice if self.arm else self.call

    @property
    def statement(self) -> ast.stmt:
        """The statement that holds the call."""
        return self.use.statement


@dataclass(frozen=True, eq=False)
class Write:
    """One field set: by keyword of a construct, by `config.field = value` or by `config.device_count["GPU"] = value`.

    `path` is the field below ConfigProto ("gpu_options.allow_growth"); `key` is that of a map field's entry.
    `start` and `end` are the offsets of the keyword argument or of the whole assignment.
    """

    path: str
    value: Expression
    statement: ast.stmt
    start: int
    end: int
    key: str | None = None
    by_keyword: bool = False
    arm: Arm | None = None


@dataclass(frozen=True, eq=False)
class Consumption:
    """One call that takes the proto; `argument` is the value it is given."""

    use: Use
    call: ast.Call
    argument: ast.expr
    statement: ast.stmt
    consumer: Consumer
    goes: bool  # the whole call goes, not only its argument
    fills: bool = False  # a function of the file takes it and opens no session with it
    elsewhere: bool = False  # in another function than the one that builds the proto, so after it


@dataclass(frozen=True)
class Problem:
    """Why a proto cannot move, at the place where a person must decide.

    `comes_late`: kept under compat.v1 it would count for nothing, because the runtime is running by then.
    """

    start: int
    end: int
    reason: str
    comes_late: bool = False


class Parameter(NamedTuple):
    """A parameter of a function whose calls are all in sight and all pass a proto that is followed."""

    function: ast.FunctionDef
    argument: ast.arg


@dataclass(eq=False)
class Proto:
    """Constructs that end in the same sessions, with all that is written to them, in source order."""

    constructs: list[Construct] = field(default_factory=list)
    writes: list[Write] = field(default_factory=list)
    consumptions: list[Consumption] = field(default_factory=list)
    problems: list[Problem] = field(default_factory=list)
    definitions: list[ast.stmt] = field(default_factory=list)  # `config = tf.ConfigProto()`
    returns: list[ast.Return] = field(default_factory=list)  # `return config`, to calls that are followed
    lambdas: list[ast.stmt] = field(default_factory=list)  # `make = lambda: tf.ConfigProto()`
    parameter: Parameter | None = None  # what brings it, where the callers of a function do

    @property
    def names(self) -> Iterator[str]:
        """The names that hold the proto or a part of it."""
        for statement in self.definitions:
            for target in getattr(statement, "targets", (getattr(statement, "target", None),)):
                if isinstance(target, ast.Name):
                    yield target.id

    @property
    def class_body(self) -> ast.ClassDef | None:
        """The class in whose body it is built."""
        home = self.first.use.scope.function.node
        return home if isinstance(home, ast.ClassDef) else None

    @property
    def first(self) -> Construct:
        """The construct that the file comes to first."""
        return min(self.constructs, key=lambda one: one.use.start)

    @property
    def paths(self) -> frozenset[str]:
        """The fields written."""
        return frozenset(write.path for write in self.writes)


def families_of(protos: list[Proto], links: list[tuple[Proto, Proto]]) -> list[list[Proto]]:
    """The protos that move together, joined by the links between functions; what each consists of in source order."""
    family = {proto: [proto] for proto in protos}
    for inner, outer in links:
        one, other = family[inner], family[outer]
        if one is not other:
            one.extend(other)
            family.update((proto, one) for proto in other)
    for proto in protos:
        proto.writes.sort(key=lambda write: write.start)
        proto.consumptions.sort(key=lambda one: one.use.start)
        proto.returns.sort(key=lambda one: one.lineno)
    return list({id(members): members for members in family.values()}.values())
