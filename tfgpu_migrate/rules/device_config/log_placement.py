"""TFM305 log-device-placement."""

from tfgpu_migrate.proto.fields import Keep, Lines, Say
from tfgpu_migrate.proto.life import Write
from tfgpu_migrate.rules import field


@field(
    "TFM305",
    "log-device-placement",
    "log_device_placement",
    setter="tf.debugging.set_log_device_placement",
    per_session=True,
    default="False",
)
def log_device_placement(write: Write, say: Say) -> Lines | Keep:
    """`log_device_placement`, which TensorFlow 2 sets for the process.

    ## What it does
    Finds `log_device_placement` in a `ConfigProto` and sets it with `tf.debugging.set_log_device_placement`.

    ## Why is this bad
    `tf.ConfigProto` is gone, and with it the log of where each op was placed.

    ## Example
    ```python
    sess = tf.Session(config=tf.ConfigProto(log_device_placement=True))
    ```

    ## Use instead
    ```python
    tf.debugging.set_log_device_placement(True)
    sess = tf.compat.v1.Session()
    ```

    ## Fix safety
    Safe. `False` is the default and writes nothing. TensorFlow 2 also prints the placement of graph ops on standard
    output.
    """
    if write.value.literal is False and not say.explicit:
        return ()
    return (f"{say.tf}.debugging.set_log_device_placement({write.value.text})",)
