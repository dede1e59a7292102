"""TFM104 changed-call."""

from collections.abc import Iterator

from tfgpu_migrate.api.table import Row, changed
from tfgpu_migrate.context import Context
from tfgpu_migrate.edit.calls import native_arguments
from tfgpu_migrate.edit.diagnostics import Applicability, Diagnostic, Fix, make_fix
from tfgpu_migrate.edit.rename import respell
from tfgpu_migrate.index.binding import is_changed_as_value, is_complete, is_used_otherwise, only_tf1_has, what_changed
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
    A call that means the same in both is left alone. A function whose first parameters changed is also found where it
    is passed on: `layers = [tf.nn.dropout]`.

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
    if row is None or use.namespace != "":
        return
    if use.call_node is None:
        yield from _passed_on(use, row, context)
        return
    if not is_complete(use.given, row):
        return
    if not (context.is_tf1_code or only_tf1_has(use.given, row)):
        return
    if context.early_order(use) is not None:
        return  # TFM113 gives its arguments keywords first
    what = _OTHERWISE[row.only_as] if is_used_otherwise(context.index, use, row) else None
    if what is None and row.parameters:
        what = what_changed(context.index, use, row.parameters)
    if what is None:
        return
    message = f"`tf.{use.symbol}` is another function in TensorFlow 2: {what}"
    yield context.report(use, "TFM104", message, _fix(use, row, context))


def _passed_on(use: Use, row: Row, context: Context) -> Iterator[Diagnostic]:
    """`functools.partial(tf.nn.dropout, keep_prob=0.5)`: whoever calls it passes what TensorFlow 1 takes."""
    is_class = not use.symbol.rpartition(".")[2].islower()
    if is_class or row.status != "changed" or use.is_import or use.is_assigned or not context.is_tf1_code:
        return
    if use.prefix != use.path and any(one.through_alias and one.prefix == use.path for one in context.index.uses):
        return  # an alias, whose uses are told
    if is_changed_as_value(context.index, use, row):
        edits = respell(context.index, use, f"tensorflow.compat.v1.{use.symbol}")
        fix = make_fix(f"Replace with `tf.compat.v1.{use.symbol}`", edits) if edits else None
        message = (
            f"`tf.{use.symbol}` is another function in TensorFlow 2, and this file passes it on without calling it"
        )
        yield context.report(use, "TFM104", message, fix)


def _fix(use: Use, row: Row, context: Context) -> Fix | None:
    call = context.call(use)
    if call is not None and not use.given.starred and not is_used_otherwise(context.index, use, row):
        arguments = native_arguments(context.index, use, call, row.parameters)
        if arguments:
            return make_fix("Tell TensorFlow 2 the same", arguments)
    edits = respell(context.index, use, f"tensorflow.compat.v1.{use.symbol}") if row.status == "changed" else None
    return make_fix(f"Replace with `tf.compat.v1.{use.symbol}`", edits) if edits else None
