"""TFM001 removed-name."""

from collections.abc import Iterator

from tfgpu_migrate.api.removed import OTHER_HOMES, REMOVED, removed_prefix
from tfgpu_migrate.context import Context
from tfgpu_migrate.edit.diagnostics import Diagnostic
from tfgpu_migrate.index.symbols import symbol_of
from tfgpu_migrate.index.uses import Use
from tfgpu_migrate.rules import rule


@rule("TFM001", "removed-name", symbols=REMOVED)
def removed_name(use: Use, context: Context) -> Iterator[Diagnostic]:
    """Name that TensorFlow 2 no longer has at all.

    ## What it does
    Finds `tf.contrib`, `tf.estimator` and the data loader of the tutorials, in every import form, and names the way
    out. An import is reported once, not at each use of what it imported.

    ## Why is this bad
    `ModuleNotFoundError: No module named 'tensorflow.contrib'`.

    ## Example
    ```python
    from tensorflow.contrib import slim
    ```

    ## Use instead
    ```python
    import tf_slim as slim
    ```

    ## Fix safety
    There is no fix: what takes the place of these names is another library, or a decision.
    """
    prefix = None if use.symbol in OTHER_HOMES and use.prefix == "tensorflow" else removed_prefix(use.symbol)
    reported_at_import = not use.is_import and removed_prefix(symbol_of(use.prefix).name) is not None
    if prefix is None or use.namespace in ("private", "keras") or use.through_alias or reported_at_import:
        return
    yield context.report(use, "TFM001", f"`tf.{prefix}` is gone in TensorFlow 2: {REMOVED[prefix]}")
