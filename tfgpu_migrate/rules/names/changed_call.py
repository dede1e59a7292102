"""TFM104 changed-call."""

from collections.abc import Iterator

from tfgpu_migrate.api.table import changed
from tfgpu_migrate.context import Context
from tfgpu_migrate.edit.diagnostics import Applicability, Diagnostic, make_fix
from tfgpu_migrate.edit.rename import respell
from tfgpu_migrate.index.binding import what_changed
from tfgpu_migrate.index.uses import Use
from tfgpu_migrate.rules import rule


@rule("TFM104", "changed-call", symbols=changed(), fix=Applicability.SAFE)
def changed_call(use: Use, context: Context) -> Iterator[Diagnostic]:
    """Call that TensorFlow 2 understands otherwise, or not at all.

    ## What it does
    Finds, in files that are TensorFlow 1 code, calls of functions whose parameters changed, where this call is
    affected: an argument by position that moved, a keyword that is gone, an omitted argument whose default changed.
    A call that means the same in both is left alone.

    ## Why is this bad
    Some raise `TypeError`. Worse, others run: `tf.nn.dropout(x, 0.9)` keeps nine tenths in TensorFlow 1 and drops
    them in TensorFlow 2.

    ## Example
    ```python
    h = tf.nn.dropout(h, keep_prob)
    top = tf.gather(x, ids, name="top", axis=1)
    ```

    ## Use instead
    ```python
    h = tf.compat.v1.nn.dropout(h, keep_prob)
    top = tf.gather(x, ids, name="top", axis=1)
    ```

    ## Fix safety
    Safe: it is the function that TensorFlow 1 called. Whether a file is TensorFlow 1 code is known by the names in
    it that TensorFlow 2 does not have.
    """
    parameters = changed().get(use.symbol)
    if parameters is None or use.namespace != "" or use.call_node is None:
        return
    if not (context.is_tf1_code or any(one.is_gone and one.name in use.given.keywords for one in parameters)):
        return
    if context.early_order(use) is not None:
        return  # TFM113 gives its arguments keywords first
    what = what_changed(use.given, parameters)
    edits = respell(context.index, use, f"tensorflow.compat.v1.{use.symbol}") if what else None
    if what:
        fix = make_fix(f"Replace with `tf.compat.v1.{use.symbol}`", edits) if edits else None
        yield context.report(use, "TFM104", f"`tf.{use.symbol}` is another function in TensorFlow 2: {what}", fix)
