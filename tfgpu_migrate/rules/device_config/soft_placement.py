"""TFM304 soft-placement."""

from tfgpu_migrate.proto.fields import SOFT, Keep, Lines, Say
from tfgpu_migrate.proto.life import Write
from tfgpu_migrate.rules import field


@field(
    "TFM304",
    "soft-placement",
    SOFT,
    setter="tf.config.set_soft_device_placement",
    per_session=True,
    default="False",
)
def soft_placement(write: Write, say: Say) -> Lines | Keep:
    """`allow_soft_placement`, which TensorFlow 2 sets for the process.

    ## What it does
    Finds `allow_soft_placement` in a `ConfigProto` and sets it with `tf.config.set_soft_device_placement`.

    ## Why is this bad
    `tf.ConfigProto` is gone. Soft placement decides whether an op without a kernel for its device moves to the CPU or
    stops the program; eager TensorFlow 2 moves it by default, TensorFlow 1 did not.

    ## Example
    ```python
    sess = tf.Session(config=tf.ConfigProto(allow_soft_placement=True))
    ```

    ## Use instead
    ```python
    tf.config.set_soft_device_placement(True)
    sess = tf.compat.v1.Session()
    ```

    ## Fix safety
    Safe. `False` is written out too, because it is not the default of eager TensorFlow 2.
    """
    return (f"{say.tf}.config.set_soft_device_placement({write.value.text})",)
