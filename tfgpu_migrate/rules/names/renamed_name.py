"""TFM102 renamed-name."""

from collections.abc import Iterator

from tfgpu_migrate.api.table import renamed, renamed_calls
from tfgpu_migrate.context import Context
from tfgpu_migrate.edit.diagnostics import Applicability, Diagnostic, make_fix
from tfgpu_migrate.edit.rename import respell
from tfgpu_migrate.index.binding import moves_with_alias, native_name
from tfgpu_migrate.index.uses import Use
from tfgpu_migrate.rules import rule


@rule("TFM102", "renamed-name", symbols=renamed().keys() | renamed_calls().keys(), fix=Applicability.SAFE)
def renamed_name(use: Use, context: Context) -> Iterator[Diagnostic]:
    """Name whose object TensorFlow 2 has under another name.

    ## What it does
    Finds `tf.random_normal`, `tf.log`, `tf.floordiv`, `tf.gfile.GFile` and the other names that TensorFlow 2 moved
    into a namespace without changing what they name, in every import form. Calls whose arguments mean the same to the
    function that took the place, like `tf.gfile.Exists(path)`, get that one's name.

    ## Why is this bad
    The script stops with `AttributeError: module 'tensorflow' has no attribute 'random_normal'`.

    ## Example
    ```python
    noise = tf.random_normal([3, 2])
    ```

    ## Use instead
    ```python
    noise = tf.random.normal([3, 2])
    ```

    ## Fix safety
    Safe: it is the same object, or the function that it called.
    """
    name = native_name(use)
    if name is None or use.namespace != "" or moves_with_alias(use):
        return
    if use.is_reported_at_import:
        return  # `from tensorflow import log`: the import is reported, once
    edits = respell(context.index, use, f"tensorflow.{name}")
    fix = make_fix(f"Replace with `tf.{name}`", edits) if edits else None
    yield context.report(use, "TFM102", f"`tf.{use.symbol}` is `tf.{name}` in TensorFlow 2", fix)
