"""TFM504 unguarded-gpu-index."""

from collections.abc import Iterator

from tfgpu_migrate.context import Context
from tfgpu_migrate.edit.diagnostics import Applicability, Diagnostic, make_fix
from tfgpu_migrate.index.uses import Use
from tfgpu_migrate.placement.growth import growth_of_one_gpu
from tfgpu_migrate.placement.guard import groups, guard
from tfgpu_migrate.placement.picks import LISTS, is_guarded, picks
from tfgpu_migrate.rules import rule


@rule("TFM504", "unguarded-gpu-index", symbols=LISTS, fix=Applicability.SAFE)
def unguarded_gpu_index(use: Use, context: Context) -> Iterator[Diagnostic]:
    """`gpus[0]` without a look at whether there is a GPU.

    ## What it does
    Finds an element taken out of `tf.config.list_physical_devices("GPU")`, `list_logical_devices("GPU")` or
    `get_visible_devices("GPU")`, kept in a name or not, where no `if`, loop, `assert`, early return or handler of
    `IndexError` stands before it.

    ## Why is this bad
    On a machine without a GPU it raises `IndexError: list index out of range`, where code that configures devices
    should do nothing.

    ## Example
    ```python
    gpus = tf.config.list_physical_devices("GPU")
    tf.config.set_visible_devices(gpus[0], "GPU")
    ```

    ## Use instead
    ```python
    gpus = tf.config.list_physical_devices("GPU")
    if gpus:
        tf.config.set_visible_devices(gpus[0], "GPU")
    ```

    ## Fix safety
    Safe: only the machine on which the script stopped is treated otherwise. A statement that binds a name is reported
    and left, for later code would miss the name.
    """
    index = context.index
    if use is not index.of(*LISTS)[0]:
        return  # all are reported at the first, for neighbours get one `if`
    growth = growth_of_one_gpu(index)
    found = [pick for pick in picks(index) if not is_guarded(index, pick)]
    found = [pick for pick in found if growth is None or pick.node is not growth.pick.node]
    for group in groups(index, found):
        edits = guard(index, group) if group[0].name else None
        fix = make_fix("Guard it", edits) if edits else None
        for pick in group:
            start, end = context.source.span(pick.node)
            fewer = f"with fewer than {pick.number + 1} GPUs" if pick.number and pick.number > 0 else "without a GPU"
            guarded = f"`if {pick.name}:`" if pick.name and (pick.number or 0) < 1 else "a test of its length"
            message = f"{fewer} this raises IndexError: list index out of range; guard it with {guarded}"
            yield Diagnostic(start, end, "TFM504", message, fix)
