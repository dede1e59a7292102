"""TFM512 unrecognized-device."""

from collections.abc import Iterator

from tfgpu_migrate.context import Context
from tfgpu_migrate.edit.diagnostics import Applicability, Diagnostic, make_fix
from tfgpu_migrate.index.uses import Use
from tfgpu_migrate.placement.growth import loop_over
from tfgpu_migrate.placement.setters import OF_DEVICES
from tfgpu_migrate.placement.unrecognized import given_device, is_unrecognized, whole_list
from tfgpu_migrate.rules import rule


@rule("TFM512", "unrecognized-device", symbols=OF_DEVICES, fix=Applicability.SAFE)
def unrecognized_device(use: Use, context: Context) -> Iterator[Diagnostic]:
    """A setter of `tf.config` that is given something else than a physical device.

    ## What it does
    Finds a string, a number, a name, a logical device or a whole list where `set_memory_growth` and
    `set_logical_device_configuration` want one physical device, and a list of such where `set_visible_devices` wants a
    list of physical devices.

    ## Why is this bad
    It raises `ValueError: Unrecognized device`, with and without GPUs.

    ## Example
    ```python
    gpus = tf.config.list_physical_devices("GPU")
    tf.config.experimental.set_memory_growth(gpus, True)
    ```

    ## Use instead
    ```python
    gpus = tf.config.list_physical_devices("GPU")
    for gpu in gpus:
        tf.config.experimental.set_memory_growth(gpu, True)
    ```

    ## Fix safety
    Safe, and only for a whole list of physical devices: the call has always raised. Which device a string or a number
    means is for its author to say.
    """
    device = given_device(use)
    if device is None or not is_unrecognized(context.index, use):
        return
    listed = whole_list(context.index, use)
    edit = loop_over(context.index, use, device, listed) if listed is not None else None
    start, end = context.source.span(device)
    way_out = "set it for each" if listed is not None else "take it from `tf.config.list_physical_devices`"
    message = f"not a physical device, this raises ValueError: Unrecognized device; {way_out}"
    yield Diagnostic(start, end, "TFM512", message, make_fix("Set it for each", [edit]) if edit else None)
