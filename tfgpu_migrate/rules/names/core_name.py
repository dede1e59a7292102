"""TFM107 core-name."""

from collections.abc import Iterator

from tfgpu_migrate.api.removed import LEGACY_KERAS, OTHER_HOMES
from tfgpu_migrate.context import Context
from tfgpu_migrate.edit.diagnostics import Applicability, Diagnostic, make_fix
from tfgpu_migrate.edit.rename import respell
from tfgpu_migrate.index.homes import other_home
from tfgpu_migrate.index.uses import Use
from tfgpu_migrate.rules import rule

_SYMBOLS = [symbol for symbol, name in OTHER_HOMES.items() if not name.startswith(LEGACY_KERAS)]


@rule("TFM107", "core-name", symbols=_SYMBOLS, fix=Applicability.SAFE)
def core_name(use: Use, context: Context) -> Iterator[Diagnostic]:
    """Name of `tf.contrib` or `tf.estimator` whose object is in the core of TensorFlow.

    ## What it does
    Finds `tf.contrib.layers.xavier_initializer()`, `tf.contrib.rnn.static_rnn`, `tf.estimator.SessionRunHook` and
    the like in their full spelling, and names the core object.

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
    Safe: it is the same object; the initializers give equal values for equal seeds. What was imported from
    `tensorflow.contrib` is told at the import: TFM001.
    """
    name = other_home(use)
    if name is None:
        return
    edits = respell(context.index, use, f"tensorflow.compat.v1.{name}")
    fix = make_fix(f"Replace with `tf.compat.v1.{name}`", edits) if edits else None
    yield context.report(use, "TFM107", f"`tf.{use.symbol}` is `tf.compat.v1.{name}` in TensorFlow 2", fix)
