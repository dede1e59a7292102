"""What became of TF 1.15's names in TF 2 (table.txt), and what in TF needs graph mode."""

from functools import cache
from typing import NamedTuple

from tfgpu_migrate.api.early import early_names
from tfgpu_migrate.api.names import heads, longest_head, table_lines
from tfgpu_migrate.api.parameters import Parameter
from tfgpu_migrate.api.removed import LEGACY_KERAS, removed_prefix
from tfgpu_migrate.release import Release, release

# Code that is eager on purpose: it keeps eager execution.
EAGER_MARKS: frozenset[str] = frozenset(
    (
        *("GradientTape", "contrib.eager", "enable_eager_execution", "enable_v2_behavior", "function"),
        *("executing_eagerly", "executing_eagerly_outside_functions", "python.eager.context.executing_eagerly"),
    )
)

# A file that makes one of these calls, in any spelling, has decided for itself.
GRAPH_SWITCHES: frozenset[str] = frozenset(
    (
        "disable_eager_execution",
        "disable_v2_behavior",
        "python.framework.ops.disable_eager_execution",
        "python.compat.v2_compat.disable_v2_behavior",
    )
)
# Of these and their like, what brings the control flow of TensorFlow 1 back: `disable_eager_execution` does not.
CONTROL_FLOW_SWITCHES: frozenset[str] = frozenset(
    ("disable_control_flow_v2", "disable_v2_behavior", "python.compat.v2_compat.disable_v2_behavior")
)


class Row(NamedTuple):
    """What became of a TF 1.15 name that TF 2.21 does not simply have; `native` is "" where it is the name itself."""

    status: str  # compat-only, renamed, changed, renamed+changed, removed; "same" where only a mark is to say
    native: str
    marks: tuple[str, ...]
    cells: str

    @classmethod
    def read(cls, text: str) -> "Row":
        """The part of a line of table.txt behind the name."""
        head, _, cells = text.partition(" : ")
        status, *marks = head.split()
        named = marks and marks[0].startswith(("native=", "compat="))
        return cls(status, marks[0][7:] if named else "", tuple(marks[1:] if named else marks), cells)

    @property
    def parameters(self) -> tuple[Parameter, ...]:
        """The parameters of 1.15, in order, for the native function, and what only that has and needs."""
        return _parameters(self.cells)

    def marked(self, mark: str) -> str:
        """What stands behind `mark=` among the marks; "" where it is not there."""
        return next((one[len(mark) + 1 :] for one in self.marks if one.startswith(f"{mark}=")), "")

    @property
    def fixed(self) -> tuple[str, str] | None:
        """The argument, and the name below `tf` that it is, with which the native function does what this one did."""
        keyword, _, value = self.marked("with").partition(":")
        return (keyword, value) if keyword else None

    @property
    def only_as(self) -> str:
        """What a call must be for the native function to do: a "statement", an "initializer", or "" for anything."""
        return self.marked("only-as")

    @property
    def needs(self) -> int:
        """How many of its first arguments the function of 1.15 cannot do without."""
        return int(self.marked("needs") or 0)

    @property
    def takes(self) -> int | None:
        """How many arguments the native function takes by position; None where that is no fewer than 1.15 took."""
        taken = self.marked("takes")
        return int(taken) if taken else None

    @property
    def until(self) -> Release | None:
        """The last release of TensorFlow 2 that had it; None where none had, or all have."""
        last = self.marked("until")
        return release(last) if last else None


@cache
def _parameters(cells: str) -> tuple[Parameter, ...]:
    return tuple(map(Parameter.read, cells.split()))


@cache
def rows() -> dict[str, Row]:
    """table.txt, without the names that mean the same object in TF 1.15 and 2.21."""
    split = (line.partition(" ") for line in table_lines("table.txt") if " " in line)
    return {name: Row.read(rest) for name, _, rest in split}


def _marked(mark: str) -> frozenset[str]:
    return frozenset(name for name, row in rows().items() if mark in row.marks)


# Symbols that raise or do nothing while eager execution is on.
NEEDS_GRAPH = _marked("graph")

# Native in TF 2 under the same name, but another object: in TF 1 code, or only in graphs, the v1 one is meant.
_IN_GRAPHS = _marked("in-graphs")
_OTHERWISE = _marked("otherwise") | _marked("keras") | _IN_GRAPHS


@cache
def changed() -> dict[str, Row]:
    """TF 1.15 functions that TF 2.21 has under the same name with other parameters, or another result."""
    found = {name: row for name, row in rows().items() if row.status in ("changed", "same")}
    return {name: row for name, row in found.items() if (row.cells or row.only_as) and name not in _OTHERWISE}


@cache
def renamed() -> dict[str, str]:
    """TF 1.15 names whose object TF 2.21 has under another native name: "floordiv" -> "math.floordiv"."""
    return {name: row.native for name, row in rows().items() if row.status == "renamed"}


def renamed_name(symbol: str) -> str | None:
    """The native name of the same object, or of what the symbol is a member of: `train.Server.create_local_server`."""
    head = longest_head(symbol, renamed())
    return None if head is None else renamed()[head] + symbol[len(head) :]


@cache
def renamed_calls() -> dict[str, Row]:
    """TF 1.15 functions for which TF 2.21 has a native one of another name with other parameters."""
    return {name: row for name, row in rows().items() if row.status == "renamed+changed"}


@cache
def removed() -> dict[str, Row]:
    """TF 1.15 names that TF 2.21 with Keras 3 has neither natively nor under `tf.compat.v1`."""
    return {name: row for name, row in rows().items() if row.status == "removed"}


def gone(symbol: str) -> str | None:
    """The name, of a symbol or of what it is a member of, that TF 2.21 has nowhere; None where it is still there.

    `LEGACY_KERAS` is still there for those who switch legacy Keras on.
    """
    found = removed_prefix(symbol) or longest_head(symbol, removed())
    return None if found is None or longest_head(found, LEGACY_KERAS) else found


@cache
def _compat_only() -> dict[str, str]:
    """TF 1.15 names that TF 2.21 has only under `tf.compat.v1`, or under another native name only for some calls."""
    found = {name: row for name, row in rows().items() if row.status in ("compat-only", "renamed+changed")}
    return {name: (row.native if row.status == "compat-only" else "") or name for name, row in found.items()}


def needs_graph_code(name: str) -> bool:
    """Whether only graph code needs the v1 object: elsewhere TF 2's own under this name does the same."""
    return any(head in _IN_GRAPHS for head in heads(name))


def is_ambiguous(name: str) -> bool:
    """Whether only TF 1 code surely means the TF 1 object: TF 2 has its own under this name."""
    return any(head in _OTHERWISE for head in heads(name))


def only_in_tf1(symbol: str) -> bool:
    """Whether TF 2 has nothing under the name."""
    name = compat_name(symbol)
    if (name is not None and not is_ambiguous(name)) or renamed_name(symbol) or symbol in early_names():
        return True
    return removed_prefix(symbol) is not None or longest_head(symbol, LEGACY_KERAS) is not None


def compat_symbols() -> frozenset[str]:
    """The symbols of which one, or a member of one, has a `compat_name`."""
    return frozenset(_compat_only()) | _OTHERWISE


def compat_name(symbol: str) -> str | None:
    """The name below `tf.compat.v1` of a symbol that TF 2 has only there; None for any other.

    A member follows its class or module: `GraphKeys.UPDATE_OPS`, `app.flags.FLAGS`.
    """
    for head in heads(symbol):
        if head in renamed():
            return None
        if head in _OTHERWISE:
            return symbol
        if head in _compat_only():
            return _compat_only()[head] + symbol[len(head) :]
    return None
