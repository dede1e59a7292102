"""TFM503 growth-on-one-gpu."""

from collections.abc import Iterator

from tfgpu_migrate.context import Context
from tfgpu_migrate.edit.diagnostics import Applicability, Diagnostic, make_fix
from tfgpu_migrate.index.uses import Use
from tfgpu_migrate.placement.growth import for_every_gpu, growth_of_one_gpu
from tfgpu_migrate.placement.picks import is_guarded
from tfgpu_migrate.placement.setters import GROWTH
from tfgpu_migrate.rules import rule


@rule("TFM503", "growth-on-one-gpu", symbols=[GROWTH], fix=Applicability.SAFE)
def growth_on_one_gpu(use: Use, context: Context) -> Iterator[Diagnostic]:
    """Memory growth that is set for one GPU only, although all visible GPUs must agree.

    ## What it does
    Finds the `set_memory_growth(gpus[0], True)` of a file that lets no other GPU grow, and neither hides the others
    with `set_visible_devices` or `CUDA_VISIBLE_DEVICES` nor limits their memory.

    ## Why is this bad
    On a machine with two GPUs the first op raises `ValueError: Memory growth cannot differ between GPU devices`; on one
    without, `gpus[0]` raises `IndexError`. It works with exactly one.

    ## Example
    ```python
    gpus = tf.config.list_physical_devices("GPU")
    tf.config.experimental.set_memory_growth(gpus[0], True)
    ```

    ## Use instead
    ```python
    gpus = tf.config.list_physical_devices("GPU")
    for gpu in gpus:
        tf.config.experimental.set_memory_growth(gpu, True)
    ```

    ## Fix safety
    Safe: with one GPU the loop does the same, with none or several it works where the script stopped.
    """
    one = growth_of_one_gpu(context.index)
    if one is None or one.use is not use:
        return
    edit = for_every_gpu(context.index, one)
    unguarded = "" if is_guarded(context.index, one.pick) else ", and without one this raises IndexError"
    message = (
        "memory growth is set for one GPU only: with several, the first op raises ValueError: Memory growth cannot "
        f"differ between GPU devices{unguarded}; set it for each"
    )
    yield context.report(use, "TFM503", message, make_fix("Set it for each GPU", [edit]) if edit else None)
