"""TFM508 physical-device."""

from collections.abc import Iterator

from tfgpu_migrate.context import Context
from tfgpu_migrate.edit.diagnostics import Diagnostic
from tfgpu_migrate.index.uses import Use
from tfgpu_migrate.placement.physical import ERRORS, mistaken
from tfgpu_migrate.rules import rule


@rule("TFM508", "physical-device", symbols=ERRORS)
def physical_device(use: Use, context: Context) -> Iterator[Diagnostic]:
    """A physical device, or its name, where TensorFlow wants a logical one.

    ## What it does
    Finds an element of `tf.config.list_physical_devices(...)` or its `name` in `tf.device`, and such a list or its
    names in `tf.distribute.MirroredStrategy` and `OneDeviceStrategy`.

    ## Why is this bad
    The name of a physical device is `/physical_device:GPU:0`; no op can be placed there. The call raises `ValueError:
    Unknown attribute 'physical_device' is encountered while parsing the device spec`, or does not take the object.

    ## Example
    ```python
    gpus = tf.config.list_physical_devices("GPU")
    strategy = tf.distribute.MirroredStrategy([gpu.name for gpu in gpus])
    ```

    ## Use instead
    ```python
    strategy = tf.distribute.MirroredStrategy()  # all visible GPUs
    ```
    `tf.config.list_logical_devices("GPU")` gives the devices that ops can be placed on, and starts the runtime.

    ## How to fix
    There is no automatic fix: what is visible decides which number a GPU has.
    """
    found = mistaken(context.index, use)
    if found is None:
        return
    start, end = context.source.span(found.node)
    message = f"a physical device is no place for ops, this raises {found.error}"
    yield Diagnostic(start, end, "TFM508", f"{message}; use a string like `/gpu:0`")
