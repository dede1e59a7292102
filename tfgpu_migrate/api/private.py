"""Private names of TensorFlow 1 that TensorFlow 2 has no more (private.txt), and the public names of their objects."""

from functools import cache

from tfgpu_migrate.api.contrib import path_in_the_core
from tfgpu_migrate.api.names import longest_head, table_lines

# Functions that made a shape of their arguments, and how many they took. Source: tensor_shape.py of 1.15.5.
SHAPES = {
    f"python.framework.tensor_shape.{name}": count for name, count in (("scalar", 0), ("vector", 1), ("matrix", 2))
}
_RAW = "its functions are in `tf.raw_ops`, which take keywords only: `tf.raw_ops.{}`"
# Names without a public one of their own: the way out. Source: raw_ops and profiler.experimental of 2.21.0.
WAYS_OUT = {
    "python.eager.profiler": "use `tf.profiler.experimental`: `start(folder)` and `stop()`, or `Profile(folder)`",
    "python.training.gen_training_ops": _RAW.format("ApplyAdam(var=..., m=...)"),
    "python.training.training_ops": _RAW.format("ApplyAdam(var=..., m=...)"),
    **{
        f"python.ops.{module}": f"use `tf.raw_ops.{name}`, which takes keywords only"
        for module, name in (
            ("gen_dataset_ops.optional_from_value", "OptionalFromValue"),
            ("gen_dataset_ops.optional_get_value", "OptionalGetValue"),
            ("gen_dataset_ops.optional_has_value", "OptionalHasValue"),
            ("gen_dataset_ops.optional_none", "OptionalNone"),
            ("gen_experimental_dataset_ops.dataset_cardinality", "DatasetCardinality"),
        )
    },
    "python.framework.tensor_shape.matrix": "use `tf.TensorShape([m, n])`",
    "python.framework.tensor_shape.scalar": "use `tf.TensorShape([])`",
    "python.framework.tensor_shape.vector": "use `tf.TensorShape([n])`",
}


def way_out(name: str) -> str:
    """What to do about a private name that is gone and that no public one takes the place of."""
    return WAYS_OUT.get(name, "it has no public name")


@cache
def _rows() -> dict[str, str]:
    split = (line.partition(" ") for line in table_lines("private.txt"))
    return {name: public for name, _, public in split}


def gone_privately(symbol: str) -> str | None:
    """The name, of a symbol below `python` or of what it is a member of, that is gone; None where it is still there."""
    return longest_head(symbol, _rows())


def public_path(symbol: str) -> str | None:
    """The dotted path in TensorFlow 2 of the object that a private name meant; None where it has none."""
    name = gone_privately(symbol)
    public = _rows()[name] if name is not None else ""
    path = path_in_the_core(public) if public else None
    return None if path is None or name is None else path + symbol[len(name) :]
