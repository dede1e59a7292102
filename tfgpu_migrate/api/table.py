"""TF 1.15 names that TF 2 keeps only under `tf.compat.v1`, and what in TF needs graph mode."""

from functools import cache
from importlib.resources import files

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
    ("GradientTape", "contrib.eager", "enable_eager_execution", "enable_v2_behavior", "function")
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


# Native in TF 2 under the same name, but another object: in graph code only the v1 one does the same.
# Variable: v2's is no ref variable, so a fetch beside the op that updates it shows another value (measured, 2.21.0).
# while_loop: for one loop variable v1 returns a tensor, v2 a list (tensorflow/python/ops/while_loop.py, 2.21.0).
# summary: v2's writes nothing in a graph, merge_all() does not see it, and it needs tensorboard.
_OTHERWISE_IN_GRAPHS = frozenset(
    (
        *("Variable", "while_loop"),
        *("summary.audio", "summary.histogram", "summary.image", "summary.scalar", "summary.text"),
    )
)

# Old names of functions that kept their object under a younger one.
_YOUNGER_NAMES = {"initialize_all_variables": "global_variables_initializer"}


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
    """Whether only graph code surely means the TF 1 function: TF 2 has its own under this name or namespace."""
    return name in _OTHERWISE_IN_GRAPHS or name.startswith(("losses.", "metrics."))


def compat_symbols() -> frozenset[str]:
    """The symbols of which one, or a member of one, has a `compat_name`."""
    return frozenset(name.removesuffix(".*") for name in _compat_only()) | _YOUNGER_NAMES.keys() | _OTHERWISE_IN_GRAPHS


def compat_name(symbol: str) -> str | None:
    """The name below `tf.compat.v1` of a symbol that TF 2 has only there; None for any other.

    A member follows its class or module: `GraphKeys.UPDATE_OPS`, `app.flags.FLAGS`.
    """
    names, head = _compat_only(), symbol
    if symbol in _YOUNGER_NAMES:
        return _YOUNGER_NAMES[symbol]
    if symbol in _OTHERWISE_IN_GRAPHS:
        return symbol
    if symbol in renamed():
        return None
    while head:
        if head in names or f"{head}.*" in names:
            return symbol
        head = head.rpartition(".")[0]
    return None
