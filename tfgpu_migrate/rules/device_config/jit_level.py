"""TFM308 jit-level."""

from tfgpu_migrate.proto.fields import Keep, Lines, Say
from tfgpu_migrate.proto.life import Write
from tfgpu_migrate.rules import field

_LEVELS = {"ON_1": True, "ON_2": True, "OFF": False, "DEFAULT": None}
_NUMBERS = {1: "ON_1", 2: "ON_2", -1: "OFF", 0: "DEFAULT"}


@field(
    "TFM308",
    "jit-level",
    "graph_options.optimizer_options.global_jit_level",
    setter="tf.config.optimizer.set_jit",
    per_session=True,
)
def jit_level(write: Write, say: Say) -> Lines | Keep:
    """`global_jit_level`, which TensorFlow 2 sets with `tf.config.optimizer.set_jit`.

    ## What it does
    Finds the XLA level in a `ConfigProto`. `ON_1` and `ON_2` both become `True`, `OFF` becomes `False`.

    ## Why is this bad
    `tf.ConfigProto` is gone. Passing the old value on is a trap: `set_jit(tf.OptimizerOptions.ON_2)` switches XLA off,
    because 2 is neither `True` nor `"autoclustering"` (tensorflow/python/eager/context.py, 2.21).

    ## Example
    ```python
    config = tf.ConfigProto()
    config.graph_options.optimizer_options.global_jit_level = tf.OptimizerOptions.ON_1
    sess = tf.Session(config=config)
    ```

    ## Use instead
    ```python
    tf.config.optimizer.set_jit(True)
    sess = tf.compat.v1.Session()
    ```

    ## Fix safety
    Safe for the named levels and their numbers; a value that is computed is reported and left.
    """
    value = write.value
    name = _NUMBERS.get(value.literal) if isinstance(value.literal, int) else value.dotted.rpartition(".")[2]
    if name not in _LEVELS:
        return Keep(f"global_jit_level={value.text} is computed; tf.config takes True or False")
    if _LEVELS[name] is None:
        return (
            Keep("global_jit_level goes back to its default here, which tf.config cannot say") if say.explicit else ()
        )
    return (f"{say.tf}.config.optimizer.set_jit({_LEVELS[name]})",)
