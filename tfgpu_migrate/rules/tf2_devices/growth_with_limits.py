"""TFM505 growth-with-limit."""

from collections.abc import Iterator

from tfgpu_migrate.context import Context
from tfgpu_migrate.edit.diagnostics import Diagnostic
from tfgpu_migrate.index.uses import Use
from tfgpu_migrate.placement.limits import growth_and_limits
from tfgpu_migrate.placement.setters import GROWTH, LOGICAL
from tfgpu_migrate.rules import rule


@rule("TFM505", "growth-with-limit", symbols=LOGICAL)
def growth_with_limit(use: Use, context: Context) -> Iterator[Diagnostic]:
    """Memory growth together with a memory limit or other logical devices, of which TensorFlow does only one.

    ## What it does
    Finds `set_memory_growth(gpu, True)` and `set_logical_device_configuration` in one run of the program, in either
    order and under either name. Calls in different branches are left in peace.

    ## Why is this bad
    With any logical device TensorFlow forgets memory growth on every GPU, also that of other GPUs, without a word. In
    the other order the second call raises `ValueError: Cannot set memory growth on device when virtual devices
    configured`.

    ## Example
    ```python
    for gpu in tf.config.list_physical_devices("GPU"):
        tf.config.experimental.set_memory_growth(gpu, True)
        tf.config.set_logical_device_configuration(
            gpu, [tf.config.LogicalDeviceConfiguration(memory_limit=1024)]
        )
    ```

    ## Use instead
    ```python
    os.environ["TF_FORCE_GPU_ALLOW_GROWTH"] = "true"
    for gpu in tf.config.list_physical_devices("GPU"):
        tf.config.set_logical_device_configuration(
            gpu, [tf.config.LogicalDeviceConfiguration(memory_limit=1024)]
        )
    ```
    or only one of the two.

    ## How to fix
    There is no automatic fix: which of the two is meant is a decision.
    """
    if use is not context.index.of(*LOGICAL)[0] or not context.index.of(GROWTH):
        return
    for both in growth_and_limits(context):
        second, first = both.event.use, both.after.use
        if second is None or first is None:
            continue
        line = context.source.named_line(first.start)
        yield context.report(second, "TFM505", f"{_what_happens(second)} ({line}); keep one of the two{_WAY_OUT}")


_WAY_OUT = ", or set TF_FORCE_GPU_ALLOW_GROWTH=true beside the limit"


def _what_happens(second: Use) -> str:
    if second.symbol == GROWTH:
        return (
            "this raises ValueError: Cannot set memory growth on device when virtual devices configured, or on another "
            "GPU does nothing, after the logical devices"
        )
    return "a logical device turns memory growth off on every GPU, silently"
