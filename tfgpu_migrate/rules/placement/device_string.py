"""TFM405 device-string."""

from collections.abc import Iterator

from tfgpu_migrate.context import Context
from tfgpu_migrate.edit.diagnostics import Diagnostic
from tfgpu_migrate.edit.fragment import Expression
from tfgpu_migrate.index.uses import Use
from tfgpu_migrate.placement.specs import error_of
from tfgpu_migrate.rules import rule

_TAKES = (
    "DeviceSpec.from_string",
    "device",
    "distribute.MirroredStrategy",
    "distribute.OneDeviceStrategy",
    "python.framework.ops.device",
)


@rule("TFM405", "device-string", symbols=_TAKES)
def device_string(use: Use, context: Context) -> Iterator[Diagnostic]:
    """A device string that TensorFlow cannot read: `cuda:0`, `/gpu0`, `/physical_device:GPU:0`.

    ## What it does
    Finds a literal that does not parse as a device in `tf.device`, `tf.DeviceSpec.from_string`,
    `tf.distribute.MirroredStrategy` and `tf.distribute.OneDeviceStrategy`. Every valid spelling is left in peace:
    `/gpu:0`, `gpu:0`, `GPU:0`, `/device:GPU:0`, `cpu`, `/job:worker/task:0/gpu:0`.

    ## Why is this bad
    It raises `ValueError`, on TensorFlow 1 and 2, on every machine.

    ## Example
    ```python
    with tf.device("cuda:0"):
        ...
    ```

    ## Use instead
    ```python
    with tf.device("/gpu:0"):
        ...
    ```

    ## How to fix
    There is no automatic fix: the code has never run as it stands, so only its author knows which device is meant.
    """
    call = context.call(use)
    if call is None or use.is_import or not call.arguments or call.arguments[0].star:
        return
    for value in _strings(call.arguments[0].value):
        error = error_of(value.literal)
        if error is not None:
            yield Diagnostic(value.start, value.end, "TFM405", f"not a device, this raises {error}")


def _strings(value: Expression) -> Iterator[Expression]:
    """The string, or those of a list."""
    return (one for one in (value, *value.elements) if isinstance(one.literal, str))
