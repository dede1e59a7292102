"""TFM107 core-name."""

from collections.abc import Iterator

from tfgpu_migrate.api.contrib import PACKAGES
from tfgpu_migrate.api.removed import LEGACY_KERAS
from tfgpu_migrate.context import Context
from tfgpu_migrate.edit.diagnostics import Applicability, Diagnostic, make_fix
from tfgpu_migrate.edit.rehome import move_use
from tfgpu_migrate.index.homes import home
from tfgpu_migrate.index.uses import Use
from tfgpu_migrate.rules import rule


@rule("TFM107", "core-name", symbols=PACKAGES, fix=Applicability.SAFE)
def core_name(use: Use, context: Context) -> Iterator[Diagnostic]:
    """Name of `tf.contrib` or `tf.estimator` whose object is in the core of TensorFlow.

    ## What it does
    Finds `tf.contrib.layers.xavier_initializer()`, `tf.contrib.rnn.static_rnn`, `tf.estimator.SessionRunHook` and
    some hundred more, in every import form, and names the core object. The constants of `tf.estimator.ModeKeys` become
    the texts that they are.

    ## Why is this bad
    `tf.contrib` and `tf.estimator` are gone, the object is not.

    ## Example
    ```python
    w = tf.get_variable("w", [3, 2], initializer=tf.contrib.layers.xavier_initializer())
    ```

    ## Use instead
    ```python
    w = tf.compat.v1.get_variable("w", [3, 2], initializer=tf.compat.v1.glorot_uniform_initializer())
    ```

    ## Fix safety
    Safe: it is the same object, or what the name in `tf.contrib` called; the initializers give equal values for equal
    seeds.
    """
    path = home(use)
    if path is None or path.startswith(("tf_slim.", *(f"tensorflow.compat.v1.{one}" for one in LEGACY_KERAS))):
        return
    if context.stays(use) or use.is_reported_at_import:
        return
    new = path.replace("tensorflow.", "tf.").removeprefix("builtins.")
    edits = move_use(context.index, use, path)
    fix = make_fix(f"Replace with `{new}`", edits) if edits else None
    yield context.report(use, "TFM107", f"`tf.{use.symbol}` is `{new}` in TensorFlow 2", fix)
