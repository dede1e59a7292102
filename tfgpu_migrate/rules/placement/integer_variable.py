"""TFM401 integer-variable-on-gpu."""

from collections.abc import Iterator

from tfgpu_migrate.context import Context
from tfgpu_migrate.edit.diagnostics import Diagnostic
from tfgpu_migrate.edit.fragment import Fragment
from tfgpu_migrate.index.uses import Use
from tfgpu_migrate.placement.dtypes import given, value_dtype, written_dtype
from tfgpu_migrate.placement.kernels import MAKERS, RESOURCE, maker, without_gpu_kernel
from tfgpu_migrate.placement.scopes import device_kind
from tfgpu_migrate.placement.soft import soft_placement
from tfgpu_migrate.rules import rule

_WHAT_HAPPENS = {
    True: "soft placement puts it silently on the CPU and each read copies it",
    False: "with soft placement off it raises InvalidArgumentError",
    None: "soft placement puts it silently on the CPU, without it it raises InvalidArgumentError",
}
_INSTEAD = {"int32": " or make it int64"}


@rule("TFM401", "integer-variable-on-gpu", symbols=MAKERS)
def integer_variable_on_gpu(use: Use, context: Context) -> Iterator[Diagnostic]:
    """Variable of a dtype that has no GPU kernel, under `tf.device("/gpu:0")`.

    ## What it does
    Finds `tf.Variable` and `tf.get_variable` of dtype `int32`, `string`, `qint8` or `qint32` whose innermost
    `with tf.device(...)` asks for a GPU. For the variables of `tf.compat.v1` in graph mode these are more: also the
    small integer types and `uint64`. `int64`, `bool` and every float have a GPU kernel.

    ## Why is this bad
    With soft placement the variable is silently on the CPU, and every read on the GPU copies it; without, the program
    stops with `InvalidArgumentError: Could not satisfy device specification` (eager) or `Cannot assign a device for
    operation` (graph). Eager TensorFlow 2 has soft placement on, a graph session has not.

    ## Example
    ```python
    with tf.device("/gpu:0"):
        step = tf.Variable(0)
    ```

    ## Use instead
    ```python
    with tf.device("/cpu:0"):
        step = tf.Variable(0)
    ```
    or `tf.Variable(0, dtype=tf.int64)`, which stays on the GPU.

    ## How to fix
    There is no automatic fix: where the variable belongs is a question of who reads it. Source of the dtypes: the
    placer of TensorFlow 2.21.
    """
    call = context.call(use)
    if call is None or device_kind(context.index, use) != "GPU":
        return
    dtype = _dtype(use, call, context)
    resource = given(call, "use_resource", len(call.arguments))
    if dtype not in without_gpu_kernel(use, context, resource and resource.literal):
        return
    what_happens = _WHAT_HAPPENS[soft_placement(context)]
    instead = _INSTEAD.get(dtype, "" if dtype in RESOURCE else " or pass use_resource=True")
    advice = f'put it under `tf.device("/CPU:0")`{instead}'
    yield context.report(use, "TFM401", f"`{dtype}` variables have no GPU kernel: {what_happens}; {advice}")


def _dtype(use: Use, call: Fragment, context: Context) -> str:
    """Give the dtype that the call writes, else that of its first value; "" where it cannot be seen."""
    shape = maker(use)
    symbols = {(one.start, one.end): one.symbol for one in context.index.uses}

    written = given(call, "dtype", shape.dtype)
    if written is not None:
        return written_dtype(written, lambda value: symbols.get((value.start, value.end), ""))
    value = given(call, shape.keyword, shape.value)
    return value_dtype(value, lambda value: symbols.get((value.start, value.end), "")) if value is not None else ""
