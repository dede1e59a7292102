"""TFM112 early-name."""

from collections.abc import Iterator

from tfgpu_migrate.api.contrib import path_in_the_core
from tfgpu_migrate.api.early import EarlyName, early_names
from tfgpu_migrate.context import Context
from tfgpu_migrate.edit.diagnostics import Applicability, Diagnostic, Edit, make_fix
from tfgpu_migrate.edit.rename import respell
from tfgpu_migrate.index.uses import Use
from tfgpu_migrate.rules import rule


@rule("TFM112", "early-name", symbols=early_names(), fix=Applicability.SAFE)
def early_name(use: Use, context: Context) -> Iterator[Diagnostic]:
    """Name of TensorFlow 0.x that TensorFlow 1.0 took away.

    ## What it does
    Finds `tf.pack`, `tf.mul`, `tf.select`, `tf.scalar_summary`, `tf.train.SummaryWriter`, `tf.nn.rnn`, the `tf.batch_`
    functions of linear algebra and some thirty more, and names what took their place.

    ## Why is this bad
    The script stops with `AttributeError: module 'tensorflow' has no attribute 'mul'`.

    ## Example
    ```python
    y = tf.add(tf.mul(w, x), b)
    tf.scalar_summary("loss", loss)
    ```

    ## Use instead
    ```python
    y = tf.add(tf.multiply(w, x), b)
    tf.compat.v1.summary.scalar("loss", loss)
    ```

    ## Fix safety
    Safe: the same function took the place, and a call is changed only where it takes each argument. Keywords get their
    new names. What a summary is called has changed with TensorFlow 1.0: the name scope stands before its tag.
    """
    row = early_names().get(use.symbol)
    path = path_in_the_core(row.name) if row is not None else None
    if row is None or path is None or use.namespace not in ("", "compat.v1") or use.is_reported_at_import:
        return
    through = [one for one in context.index.uses if use.is_import and one.prefix == use.path and not one.is_import]
    edits = respell(context.index, use, path) if all(_takes(row, one) for one in (use, *through)) else None
    keywords = [edit for one in (use, *through) for edit in _keywords(row, one, context)]
    new = path.replace("tensorflow.", "tf.")
    how = "" if edits else ", which does not take all that is given here"
    fix = make_fix(f"Replace with `{new}`", [*edits, *keywords]) if edits else None
    yield context.report(use, "TFM112", f"`tf.{use.symbol}` of TensorFlow 0.x is `{new}` now{how}", fix)


def _takes(row: EarlyName, use: Use) -> bool:
    """Whether the function that took the place takes this use: every argument of a call, or all of them where it is
    passed on.
    """
    given, parameters = use.given, row.parameters
    if use.call_node is None:
        return use.is_import or all(one.by_position and one.keyword == one.name for one in parameters)
    if given.starred or given.positional > len(parameters):
        return False
    known = {one.name: one.keyword for one in parameters}
    return all(one.by_position for one in parameters[: given.positional]) and all(
        known.get(name) is not None for name in given.keywords
    )


def _keywords(row: EarlyName, use: Use, context: Context) -> Iterator[Edit]:
    """The keywords of the call that are called otherwise now."""
    renamed = {one.name: one.keyword for one in row.parameters if one.keyword not in (one.name, None)}
    if not renamed.keys() & use.given.keywords:
        return
    call = context.call(use)
    for argument in call.arguments if call is not None else ():
        new = renamed.get(argument.keyword or "")
        if argument.keyword and new:
            yield Edit(argument.start, argument.keyword, new)
