"""TFM102 renamed-name."""

from collections.abc import Iterator

from tfgpu_migrate.api.table import renamed, renamed_calls
from tfgpu_migrate.context import Context
from tfgpu_migrate.edit.diagnostics import Applicability, Diagnostic, make_fix
from tfgpu_migrate.edit.rename import respell
from tfgpu_migrate.index.binding import moves_with_alias
from tfgpu_migrate.index.uses import Use
from tfgpu_migrate.rules import rule


@rule("TFM102", "renamed-name", symbols=renamed().keys() | renamed_calls().keys(), fix=Applicability.SAFE)
def renamed_name(use: Use, context: Context) -> Iterator[Diagnostic]:
    """Name whose object TensorFlow 2 has under another name.

    ## What it does
    Finds `tf.random_normal`, `tf.log`, `tf.floordiv`, `tf.gfile.GFile` and the other names that TensorFlow 2 moved
    into a namespace without changing what they name, in every import form. Calls of functions that another one took
    the place of, like `tf.gfile.Exists(path)` or `tf.to_float(x)`, become calls of that one where it can be told the
    same.

    ## Why is this bad
    The script stops with `AttributeError: module 'tensorflow' has no attribute 'random_normal'`.

    ## Example
    ```python
    noise = tf.random_normal([3, 2])
    small = tf.to_float(tf.count_nonzero(noise, keep_dims=True))
    ```

    ## Use instead
    ```python
    noise = tf.random.normal([3, 2])
    small = tf.cast(tf.math.count_nonzero(noise, keepdims=True), tf.float32)
    ```

    ## Fix safety
    Safe: it is the same object, or the function that it called.
    """
    native = context.native(use)
    if native is None or use.namespace != "" or moves_with_alias(use):
        return
    if use.is_reported_at_import:
        return  # `from tensorflow import log`: the import is reported, once
    edits = respell(context.index, use, f"tensorflow.{native.name}")
    fix = make_fix(f"Replace with `tf.{native.name}`", [*edits, *native.edits]) if edits else None
    yield context.report(use, "TFM102", f"`tf.{use.symbol}` is `tf.{native.name}` in TensorFlow 2", fix)
