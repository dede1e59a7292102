"""TFM104 changed-call."""

from collections.abc import Iterator

from tfgpu_migrate.api.table import changed
from tfgpu_migrate.context import Context
from tfgpu_migrate.edit.diagnostics import Applicability, Diagnostic, make_fix
from tfgpu_migrate.edit.rename import respell
from tfgpu_migrate.index.uses import Given, Use
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
    what = _what_changed(use, use.given)
    edits = respell(context.index, use, f"tensorflow.compat.v1.{use.symbol}") if what else None
    if what:
        fix = make_fix(f"Replace with `tf.compat.v1.{use.symbol}`", edits) if edits else None
        yield context.report(use, "TFM104", f"`tf.{use.symbol}` is another function in TensorFlow 2: {what}", fix)


def _what_changed(use: Use, given: Given) -> str | None:
    """What of this call TensorFlow 2 takes otherwise, as a clause; None where nothing."""
    if given.starred:
        return "`*` or `**` may pass what changed"
    for position, parameter in enumerate(changed()[use.symbol]):
        by_position, by_keyword = position < given.positional, parameter.name in given.keywords
        if by_position and not parameter.by_position:
            return f"argument {position + 1}, `{parameter.name}`, has another place"
        if by_keyword and not parameter.by_keyword and parameter.renamed is None:
            return f"it has no argument `{parameter.name}`"
        if not parameter.same_default and not (by_position or by_keyword):
            return "an argument that is left out here has another default"
    return None
