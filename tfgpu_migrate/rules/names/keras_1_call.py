"""TFM121 keras-1-call."""

from collections.abc import Iterator

from tfgpu_migrate.api.keras_1 import ARGUMENTS, CONVOLUTIONS, LAYERS
from tfgpu_migrate.context import Context
from tfgpu_migrate.edit.diagnostics import Diagnostic
from tfgpu_migrate.index.uses import Use
from tfgpu_migrate.rules import rule


@rule("TFM121", "keras-1-call", symbols=LAYERS)
def keras_1_call(use: Use, context: Context) -> Iterator[Diagnostic]:
    """Layer that is made with the arguments of Keras 1.

    ## What it does
    Finds `border_mode`, `subsample`, `W_regularizer`, `output_dim` and others in calls of layers of Keras, and
    `Convolution2D(32, 3, 3)`, whose third argument was the number of columns.

    ## Why is this bad
    `ValueError: Unrecognized keyword arguments passed to Convolution2D: {'border_mode': 'same'}`. Without such a
    keyword it is worse: the third argument is the strides of the layer now, and nothing tells.

    ## Example
    ```python
    model.add(Convolution2D(32, 3, 5, border_mode="same", subsample=(2, 2)))
    ```

    ## Use instead
    ```python
    model.add(Conv2D(32, (3, 5), padding="same", strides=(2, 2)))
    ```

    ## Fix safety
    There is no fix: a call has to change as a whole, and its defaults may be others.
    """
    call, given = use.call_node, use.given
    if call is None or use.namespace not in ("keras", ""):
        return
    old = [one.arg for one in call.keywords if one.arg in ARGUMENTS]
    sizes = CONVOLUTIONS.get(f"keras.layers.{use.symbol.rpartition('.')[2]}", 0)
    by_place = bool(sizes) and given.positional > sizes and use.namespace == "keras"
    if not old and not by_place:
        return
    told = [f"`{name}` is {ARGUMENTS[name]}" for name in old if name]
    if by_place:
        told.append("the sizes of the kernel are one argument, as in `(3, 3)`")
    yield context.report(use, "TFM121", f"`{use.symbol}` is called as in Keras 1; in Keras 3 {', '.join(told)}")
