"""TFM507 visible-devices-order."""

from collections.abc import Iterator

from tfgpu_migrate.context import Context
from tfgpu_migrate.edit.diagnostics import Diagnostic
from tfgpu_migrate.index.uses import Use
from tfgpu_migrate.placement.setters import VISIBLE
from tfgpu_migrate.placement.visible import is_reordered
from tfgpu_migrate.rules import rule


@rule("TFM507", "visible-devices-order", symbols=VISIBLE)
def visible_devices_order(use: Use, context: Context) -> Iterator[Diagnostic]:
    """`set_visible_devices([gpus[1], gpus[0]], "GPU")`, whose order is lost.

    ## What it does
    Finds a list of GPUs that is given to `set_visible_devices` in another order than theirs: elements of a list with
    falling numbers, or `gpus[::-1]`.

    ## Why is this bad
    The call says which GPUs are visible, not in which order: `/gpu:0` stays the first of the machine. In TensorFlow 1
    `visible_device_list="1,0"` did set the order.

    ## Example
    ```python
    tf.config.set_visible_devices([gpus[1], gpus[0]], "GPU")
    ```

    ## Use instead
    ```python
    os.environ["CUDA_VISIBLE_DEVICES"] = "1,0"  # before anything asks for the GPUs
    ```

    ## How to fix
    There is no automatic fix: the variable must be written before the first look at the GPUs, in a place that every run
    of the program passes.
    """
    if is_reordered(context.index, use):
        message = 'this order is lost, `/gpu:0` stays the first GPU: CUDA_VISIBLE_DEVICES, as in "1,0", sets one'
        yield context.report(use, "TFM507", message)
