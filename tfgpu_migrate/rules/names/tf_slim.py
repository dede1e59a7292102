"""TFM108 tf-slim."""

from collections.abc import Iterator

from tfgpu_migrate.api.packages import TF_SLIM
from tfgpu_migrate.context import Context
from tfgpu_migrate.edit.diagnostics import Applicability, Diagnostic, make_fix
from tfgpu_migrate.edit.rehome import bind_again, move_use
from tfgpu_migrate.index.homes import home
from tfgpu_migrate.index.uses import Use
from tfgpu_migrate.rules import rule


@rule("TFM108", "tf-slim", symbols=["contrib"], fix=Applicability.SAFE)
def tf_slim(use: Use, context: Context) -> Iterator[Diagnostic]:
    """Name of `tf.contrib` that the package tf_slim has taken over.

    ## What it does
    Finds what `tf.contrib.slim`, `tf.contrib.layers`, `tf.contrib.framework`, `tf.contrib.losses` and
    `tf.contrib.metrics` had, in every import form, and takes it from tf_slim. An import or alias is reported once, and
    the uses of its name stay as they are; where some of them have another home, the others are changed one by one.

    ## Why is this bad
    `ModuleNotFoundError: No module named 'tensorflow.contrib'`.

    ## Example
    ```python
    from tensorflow.contrib import slim

    net = slim.fully_connected(tf.contrib.layers.flatten(images), 10)
    ```

    ## Use instead
    ```python
    import tf_slim as slim

    net = slim.fully_connected(slim.flatten(images), 10)
    ```

    ## Fix safety
    Safe: tf_slim is the same code with the same parameters, as a package of its own. It needs `pip install
    tf_slim==1.1.0`; what TensorFlow 2.21 breaks in it is the business of TFM110.
    """
    bound = context.bound_by(use)
    path = bound.target if bound is not None else None
    if bound is not None and path is not None:
        edits = bind_again(context.index, bound, path, context.bound_names)
    else:
        path = home(use)
        if path is None or not path.startswith("tf_slim.") or bound is not None or context.stays(use):
            return
        edits = move_use(context.index, use, path, context.bound_names)
    message = f"`tf.{use.symbol}` is the package tf_slim now"
    if path != "tf_slim":
        message = f"`tf.{use.symbol}` is `{path}`, of a package of its own"
    fix = make_fix(f"Replace with `{path}`", edits, requires=(TF_SLIM,)) if edits else None
    yield context.report(use, "TFM108", message, fix)
