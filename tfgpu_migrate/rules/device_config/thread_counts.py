"""TFM306 thread-counts."""

from tfgpu_migrate.proto.fields import Keep, Lines, Say
from tfgpu_migrate.proto.life import Write
from tfgpu_migrate.rules import field


@field(
    "TFM306",
    "thread-counts",
    "inter_op_parallelism_threads",
    setter="tf.config.threading.set_inter_op_parallelism_threads",
    per_session=True,
    default="0",
)
@field(
    "TFM306",
    "thread-counts",
    "intra_op_parallelism_threads",
    setter="tf.config.threading.set_intra_op_parallelism_threads",
    per_session=True,
    default="0",
)
def thread_counts(write: Write, say: Say) -> Lines | Keep:
    """`intra_op_parallelism_threads` and `inter_op_parallelism_threads`, which TensorFlow 2 sets for the process.

    ## What it does
    Finds the thread counts in a `ConfigProto` and sets them with `tf.config.threading`.

    ## Why is this bad
    `tf.ConfigProto` is gone, and without the counts TensorFlow takes every core of the machine.

    ## Example
    ```python
    config = tf.ConfigProto(intra_op_parallelism_threads=4, inter_op_parallelism_threads=2)
    sess = tf.Session(config=config)
    ```

    ## Use instead
    ```python
    tf.config.threading.set_intra_op_parallelism_threads(4)
    tf.config.threading.set_inter_op_parallelism_threads(2)
    sess = tf.compat.v1.Session()
    ```

    ## Fix safety
    Safe. 0 means "TensorFlow decides", which is the default, and writes nothing.
    """
    if write.value.literal == 0 and not say.explicit:
        return ()
    return (f"{say.tf}.config.threading.set_{write.path}({write.value.text})",)
