"""TFM105 renamed-argument."""

from collections.abc import Iterator

from tfgpu_migrate.api.table import changed
from tfgpu_migrate.context import Context
from tfgpu_migrate.edit.diagnostics import Applicability, Diagnostic, Edit, make_fix
from tfgpu_migrate.index.binding import what_changed
from tfgpu_migrate.index.uses import Use
from tfgpu_migrate.rules import rule


@rule("TFM105", "renamed-argument", symbols=changed(), fix=Applicability.SAFE)
def renamed_argument(use: Use, context: Context) -> Iterator[Diagnostic]:
    """Keyword argument that TensorFlow 2 renamed.

    ## What it does
    Finds `keep_dims`, `reduction_indices`, `dim`, `filter`, `value` and others in calls of functions that take
    `keepdims`, `axis`, `filters` and `input` now.

    ## Why is this bad
    `TypeError: Got an unexpected keyword argument 'keep_dims'`.

    ## Example
    ```python
    total = tf.reduce_sum(x, reduction_indices=[1], keep_dims=True)
    ```

    ## Use instead
    ```python
    total = tf.reduce_sum(x, axis=[1], keepdims=True)
    ```

    ## Fix safety
    Safe: the argument means the same under its new name.
    """
    row = changed().get(use.symbol)
    if row is None or use.namespace != "":
        return
    new_names = {one.name: one.keyword for one in row.parameters if one.is_renamed and one.name in use.given.keywords}
    if not new_names or what_changed(context.index, use, row.parameters) is not None:
        return  # what is more than a name is the business of TFM104
    call = context.call(use)
    for argument in call.arguments if call is not None else ():
        new = new_names.get(argument.keyword or "")
        if new is not None and argument.keyword is not None:
            edit = Edit(argument.start, argument.keyword, new)
            fix = make_fix(f"Replace with `{new}`", [edit]) if use.editable and new not in use.given.keywords else None
            message = f"argument `{argument.keyword}` of `tf.{use.symbol}` is `{new}` in TensorFlow 2"
            yield Diagnostic(argument.start, argument.start + len(argument.keyword), "TFM105", message, fix)
