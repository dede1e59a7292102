"""TFM109 unused-contrib-import."""

from collections.abc import Iterator

from tfgpu_migrate.api.contrib import PACKAGES
from tfgpu_migrate.context import Context
from tfgpu_migrate.edit.diagnostics import Applicability, Diagnostic, make_fix
from tfgpu_migrate.edit.rehome import unbind
from tfgpu_migrate.index.homes import is_dispensable
from tfgpu_migrate.index.uses import Use
from tfgpu_migrate.rules import rule


@rule("TFM109", "unused-contrib-import", symbols=PACKAGES, fix=Applicability.SAFE)
def unused_contrib_import(use: Use, context: Context) -> Iterator[Diagnostic]:
    """Import from `tf.contrib` or `tf.estimator` that nothing in the file uses.

    ## What it does
    Finds imports and aliases (`rnn = tf.contrib.rnn`) whose name is not used, or is no longer used since its uses took
    their new names.

    ## Why is this bad
    The import alone stops the script: `ModuleNotFoundError: No module named 'tensorflow.contrib'`.

    ## Example
    ```python
    import tensorflow as tf
    from tensorflow.contrib import rnn
    ```

    ## Use instead
    ```python
    import tensorflow as tf
    ```

    ## Fix safety
    Safe: there is nothing to import. It is reported as TFM001, without a fix, in an `__init__.py` and where the name is
    in `__all__`: other files may take it from here. So may they from a file that only defines and imports: there
    `tf.contrib.slim`, which is a package of its own now, is TFM108.
    """
    bound = context.bound_by(use)
    if bound is None or bound.uses or bound.target or not is_dispensable(context.index, bound):
        return
    edits = unbind(context.index, bound)
    fix = make_fix("Remove the import", edits) if edits else None
    yield context.report(use, "TFM109", f"nothing uses `tf.{use.symbol}`, which is gone in TensorFlow 2", fix)
