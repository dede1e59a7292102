"""TFM104 changed-call."""

from collections.abc import Iterator

from tfgpu_migrate.api.table import Row, changed
from tfgpu_migrate.context import Context
from tfgpu_migrate.edit.calls import native_arguments
from tfgpu_migrate.edit.diagnostics import Applicability, Diagnostic, Edit, Fix, make_fix
from tfgpu_migrate.edit.rename import respell
from tfgpu_migrate.index.binding import is_changed_as_value, is_complete, is_used_otherwise, only_tf1_has, what_changed
from tfgpu_migrate.index.bound import imported_with
from tfgpu_migrate.index.uses import Use
from tfgpu_migrate.rules import rule

# What the native object is not where a row says `only-as`.
_OTHERWISE = {"statement": "it returns nothing", "initializer": "it is an initializer of another kind"}


@rule("TFM104", "changed-call", symbols=changed(), fix=Applicability.SAFE, knows_by_names=True)
def changed_call(use: Use, context: Context) -> Iterator[Diagnostic]:
    """Call that TensorFlow 2 understands otherwise, or not at all.

    ## What it does
    Finds, in files that are TensorFlow 1 code, calls of functions whose parameters changed, where this call is
    affected: an argument by position that moved, a keyword that is gone, an omitted argument whose default changed.
    A call that means the same in both is left alone. A function whose parameters changed is also found where it is
    passed on: `layers = [tf.nn.dropout]`, but for `map(tf.shape, rows)` and the like, which change nothing.

    ## Why is this bad
    Some raise `TypeError`. Worse, others run: `tf.nn.dropout(x, 0.9)` keeps nine tenths in TensorFlow 1 and drops
    them in TensorFlow 2.

    ## Example
    ```python
    h = tf.nn.dropout(h, keep_prob)
    rows = tf.gather(x, ids, None, "rows")
    found = tf.nn.embedding_lookup(table, ids)
    ```

    ## Use instead
    ```python
    h = tf.nn.dropout(h, rate=1 - keep_prob)
    rows = tf.gather(x, ids, None, name="rows")
    found = tf.compat.v1.nn.embedding_lookup(table, ids)
    ```

    ## Fix safety
    Safe: TensorFlow 2 is told the same, or it is the function that TensorFlow 1 called. Whether a file is TensorFlow 1
    code is known by the names in it that TensorFlow 2 does not have.
    """
    row = changed().get(use.symbol)
    what = _what_changed(use, row, context) if row is not None and use.namespace == "" else None
    if row is None or what is None:
        return
    message = f"`tf.{use.symbol}` is another function in TensorFlow 2{what}"
    yield context.report(use, "TFM104", message, _fix(use, row, context))


def _what_changed(use: Use, row: Row, context: Context) -> str | None:
    """What TensorFlow 2 takes otherwise, as the rest of a sentence; None where nothing, or TensorFlow 2 is meant."""
    if use.call_node is None:
        is_changed = context.is_tf1_code and is_changed_as_value(context.index, use, row)
        return ", and this file passes it on without calling it" if is_changed else None
    if not is_complete(use.given, row) or not (context.is_tf1_code or only_tf1_has(use.given, row)):
        return None
    if context.early_order(use) is not None:
        return None  # TFM113 gives its arguments keywords first
    what = _OTHERWISE[row.only_as] if is_used_otherwise(context.index, use, row) else None
    if what is None and row.parameters:
        what = what_changed(context.index, use, row.parameters)
    return what and f": {what}"


def _fix(use: Use, row: Row, context: Context) -> Fix | None:
    """The same said to TensorFlow 2's function; the other one where that cannot be, for all that one import binds."""
    together = imported_with(context.index, use)
    arguments = _native_arguments(use, row, context)
    if arguments and all(_is_native(one, row, context) for one in together[1:]):
        return make_fix("Tell TensorFlow 2 the same", arguments)
    if row.status != "changed" or any(map(context.index.is_guarded, together)):
        return None
    edits = respell(context.index, together[0] if together else use, f"tensorflow.compat.v1.{use.symbol}")
    return make_fix(f"Replace with `tf.compat.v1.{use.symbol}`", edits) if edits else None


def _is_native(use: Use, row: Row, context: Context) -> bool:
    return _what_changed(use, row, context) is None or bool(_native_arguments(use, row, context))


def _native_arguments(use: Use, row: Row, context: Context) -> list[Edit] | None:
    call = context.call(use)
    if call is None or use.given.starred or is_used_otherwise(context.index, use, row):
        return None
    return native_arguments(context.index, use, call, row.parameters)
