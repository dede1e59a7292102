"""TFM509 environment-after-start."""

from collections.abc import Iterator

from tfgpu_migrate.context import Context
from tfgpu_migrate.edit.diagnostics import Diagnostic
from tfgpu_migrate.index.uses import Use
from tfgpu_migrate.placement.order import READERS, first_reader, late_variables
from tfgpu_migrate.rules import rule


@rule("TFM509", "environment-after-start", symbols=READERS)
def environment_after_start(use: Use, context: Context) -> Iterator[Diagnostic]:
    """`CUDA_VISIBLE_DEVICES` and other variables that are written after they were read.

    ## What it does
    Follows the calls of a file in the order in which they run and finds writes of `CUDA_VISIBLE_DEVICES` and
    `CUDA_DEVICE_ORDER` after the first look at the GPUs (`list_physical_devices`, `is_gpu_available`, a session, an
    eager op), and of `TF_FORCE_GPU_ALLOW_GROWTH` and `TF_GPU_ALLOCATOR` after the devices were created.

    ## Why is this bad
    It runs and does nothing in this process: CUDA reads its variables once, TensorFlow those of the allocator when it
    creates the devices. A program that was to use one GPU takes the memory of all.

    ## Example
    ```python
    import tensorflow as tf

    warm = tf.constant([1.0, 2.0]) * 2.0
    os.environ["CUDA_VISIBLE_DEVICES"] = "1"
    ```

    ## Use instead
    ```python
    os.environ["CUDA_VISIBLE_DEVICES"] = "1"

    import tensorflow as tf

    warm = tf.constant([1.0, 2.0]) * 2.0
    ```
    After the import is early enough too, as long as nothing has asked for the GPUs.

    ## How to fix
    There is no automatic fix, for the write will have an effect that it did not have. A file that starts other
    processes is left in peace: they inherit the variable.
    """
    if use is not first_reader(context):
        return  # all are reported at the first, for they share one timeline
    for late in late_variables(context):
        if late.after.use is None:
            continue
        line = context.source.named_line(late.after.use.start)
        start, end = context.source.span(late.event.node)
        message = (
            f"`{late.after.use.written}` on {line} has read `{late.event.variable}`: "
            "this runs and does nothing in this process; set it before that"
        )
        yield Diagnostic(start, end, "TFM509", message)
