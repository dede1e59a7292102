"""TFM113 early-order."""

from collections.abc import Iterator

from tfgpu_migrate.api.early import EARLY_ORDERS
from tfgpu_migrate.context import Context
from tfgpu_migrate.edit.diagnostics import Applicability, Diagnostic, make_fix
from tfgpu_migrate.edit.reorder import in_new_order
from tfgpu_migrate.index.uses import Use
from tfgpu_migrate.rules import rule


@rule("TFM113", "early-order", symbols=EARLY_ORDERS, fix=Applicability.SAFE, knows_by_names=True)
def early_order(use: Use, context: Context) -> Iterator[Diagnostic]:
    """Call that passes its arguments in the order of TensorFlow 0.x.

    ## What it does
    Finds `tf.concat(1, [a, b])`, `tf.split(0, 3, x)`, their old keywords (`concat_dim`, `split_dim`, `num_split`), and
    in TensorFlow 1 code the cross-entropy losses whose `logits` and `labels` are passed by position; also
    `tf.reverse(x, [False, True])`, `tf.image.resize_images(x, 24, 24)` and `tf.SparseTensor(shape=...)`.

    ## Why is this bad
    TensorFlow 1.0 turned the order round. The losses are the worst: TensorFlow 1 stops, TensorFlow 2 takes the logits
    for labels and runs.

    ## Example
    ```python
    both = tf.concat(1, [a, b])
    left, right = tf.split(1, 2, both)
    ```

    ## Use instead
    ```python
    both = tf.concat([a, b], 1)
    left, right = tf.split(both, 2, 1)
    ```

    ## Fix safety
    Safe: only what no TensorFlow from 1.0 to 1.15 can take is read as the old order, like a number first, or a list
    second. `tf.concat(a, b)` says nothing about its order and is left alone. A loss whose first argument is called
    labels, or its second logits, is reported without a fix.
    """
    order = context.early_order(use)
    call = context.call(use)
    if order is None or call is None:
        return
    edits = in_new_order(call, order)
    names = ", ".join(f"`{one}`" for one in order.new or ("labels", "logits"))
    how = f"takes {names}" if order.new else f"takes {names} by keyword"
    fix = make_fix("Reorder the arguments", edits) if edits else None
    yield context.report(use, "TFM113", f"`tf.{use.symbol}` {how} since TensorFlow 1.0", fix)
