"""TF 1.15 names that TF 2 keeps only under `tf.compat.v1`, and what in TF needs graph mode."""

from functools import cache
from importlib.resources import files
from typing import NamedTuple

from tfgpu_migrate.api.removed import LEGACY_KERAS, removed_prefix

# Symbols that raise or do nothing while eager execution is on (tensorflow/python/framework/ops.py, 2.21).
NEEDS_GRAPH: frozenset[str] = frozenset(
    """
    InteractiveSession Session add_to_collection get_collection get_collection_ref get_variable
    global_variables global_variables_initializer gradients initialize_all_variables initialize_local_variables
    initialize_variables local_variables_initializer placeholder placeholder_with_default sparse_placeholder
    summary.FileWriter summary.merge summary.merge_all tables_initializer trainable_variables train.AdadeltaOptimizer
    train.AdagradOptimizer train.AdamOptimizer train.FtrlOptimizer train.GradientDescentOptimizer
    train.MomentumOptimizer train.MonitoredSession train.MonitoredTrainingSession train.RMSPropOptimizer train.Saver
    train.SessionManager train.SingularMonitoredSession train.Supervisor train.add_queue_runner train.batch
    train.import_meta_graph train.shuffle_batch train.slice_input_producer train.start_queue_runners
    train.string_input_producer variables_initializer
    """.split()
)

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


# Native in TF 2 under the same name, but another object: in TF 1 code only the v1 one does the same.
# Variable, in graph mode only: v2's is no ref variable, so a fetch beside the op that updates it shows another value
# (measured, 2.21.0).
# while_loop: for one loop variable v1 returns a tensor, v2 a list (tensorflow/python/ops/while_loop.py, 2.21.0).
# summary: v2's writes nothing in a graph, merge_all() does not see it, and it needs tensorboard.
_OTHERWISE = frozenset(
    (
        *("Variable", "while_loop"),
        *("summary.audio", "summary.histogram", "summary.image", "summary.scalar", "summary.text"),
    )
)

# Old names of functions that kept their object under a younger one.
_YOUNGER_NAMES = {"initialize_all_variables": "global_variables_initializer"}


class Parameter(NamedTuple):
    """A parameter of a TF 1.15 function, and what became of it in the TF 2.21 function of that name."""

    name: str
    by_position: bool = True  # it stands at the same position
    by_keyword: bool = True  # it has the same keyword
    renamed: str | None = None  # its keyword is this one now
    same_default: bool = True

    @property
    def is_gone(self) -> bool:
        """Whether no call of TF 2 can have this keyword."""
        return not self.by_keyword and self.renamed is None

    @classmethod
    def read(cls, cell: str) -> "Parameter":
        """A cell of changed.txt: `x`, moved `x=`, another keyword `x+`, gone `x!`, another default `x*`, `x>new`."""
        name, _, new = cell.partition(">")
        if new:
            return cls(name, by_position=False, by_keyword=False, renamed=new)
        bare = name.rstrip("=+!*")
        mark = name[len(bare) :]
        return cls(bare, mark not in ("=", "!"), mark not in ("+", "!"), None, mark != "*")


@cache
def changed() -> dict[str, tuple[Parameter, ...]]:
    """TF 1.15 functions that TF 2.21 has under the same name with other parameters: the parameters of 1.15, in order.

    Source of changed.txt: signatures of tensorflow 1.15.5 and 2.21.0, read with tf_inspect.getfullargspec.
    """
    rows = files("tfgpu_migrate.api").joinpath("changed.txt").read_text("utf-8").splitlines()
    return {name: tuple(map(Parameter.read, cells)) for name, *cells in map(str.split, rows)}


@cache
def renamed() -> dict[str, str]:
    """TF 1.15 names whose object TF 2.21 has under another native name (renamed.txt): "floordiv" -> "math.floordiv"."""
    rows = files("tfgpu_migrate.api").joinpath("renamed.txt").read_text("utf-8").splitlines()
    return dict(row.split() for row in rows)


@cache
def _compat_only() -> frozenset[str]:
    """The rows of compat_only.txt; `name.*` covers a namespace.

    Source: names of tensorflow 1.15.5 whose object tensorflow 2.21.0 has under `tensorflow._api.v2.compat.v1`, and
    under no native name or only under one with another signature.
    """
    return frozenset(files("tfgpu_migrate.api").joinpath("compat_only.txt").read_text("utf-8").split())


def needs_graph_code(name: str) -> bool:
    """Whether only graph code needs the v1 object: elsewhere TF 2's own under this name does the same."""
    return name == "Variable"


def is_ambiguous(name: str) -> bool:
    """Whether only TF 1 code surely means the TF 1 object: TF 2 has its own under this name or namespace."""
    return name in _OTHERWISE or name.startswith(("losses.", "metrics."))


def only_in_tf1(symbol: str) -> bool:
    """Whether TF 2 has nothing under the name."""
    name = compat_name(symbol)
    if (name is not None and not is_ambiguous(name)) or symbol in renamed():
        return True
    return removed_prefix(symbol) is not None or f"{symbol}.".startswith(tuple(f"{one}." for one in LEGACY_KERAS))


def compat_symbols() -> frozenset[str]:
    """The symbols of which one, or a member of one, has a `compat_name`."""
    return frozenset(name.removesuffix(".*") for name in _compat_only()) | _YOUNGER_NAMES.keys() | _OTHERWISE


def compat_name(symbol: str) -> str | None:
    """The name below `tf.compat.v1` of a symbol that TF 2 has only there; None for any other.

    A member follows its class or module: `GraphKeys.UPDATE_OPS`, `app.flags.FLAGS`.
    """
    names, head = _compat_only(), symbol
    if symbol in _YOUNGER_NAMES:
        return _YOUNGER_NAMES[symbol]
    if symbol in _OTHERWISE:
        return symbol
    if symbol in renamed():
        return None
    while head:
        if head in names or f"{head}.*" in names:
            return symbol
        head = head.rpartition(".")[0]
    return None
