"""TFM110 tf-slim-repair."""

from collections.abc import Iterator

from tfgpu_migrate.api.contrib import needs_repair, tf_slim_path
from tfgpu_migrate.api.packages import tf_keras
from tfgpu_migrate.api.releases import BREAKS_TF_SLIM, HAS_TF_KERAS
from tfgpu_migrate.context import Context
from tfgpu_migrate.edit.diagnostics import Applicability, Diagnostic, make_fix
from tfgpu_migrate.edit.written import name_of, write_function
from tfgpu_migrate.index.uses import Use
from tfgpu_migrate.release import spelled
from tfgpu_migrate.rules import rule

_NAME = "repair_tf_slim"


@rule("TFM110", "tf-slim-repair", symbols=["contrib", "tf_slim"], fix=Applicability.SAFE)
def tf_slim_repair(use: Use, context: Context) -> Iterator[Diagnostic]:
    """Part of tf_slim that TensorFlow 2.21 breaks.

    ## What it does
    Finds the first use of `batch_norm`, `optimize_loss`, `learning`, `metrics`, `tfexample_decoder` and the other
    parts of tf_slim that look for names TensorFlow has moved, and writes a function that gives them back, once per
    file.

    ## Why is this bad
    tf_slim 1.1.0, its last release, stops with "No module named 'tf_keras.legacy_tf_layers'" or "module
    'tensorflow.python.framework.ops' has no attribute 'Tensor'".

    ## Example
    ```python
    import tf_slim as slim

    net = slim.batch_norm(net)
    ```

    ## Use instead
    ```python
    import tf_slim as slim

    repair_tf_slim()  # written by the fix, once per file

    net = slim.batch_norm(net)
    ```

    ## Fix safety
    Safe: names are added where there are none. It needs `pip install 'tf_keras==2.21.*'`. A file that mentions
    `legacy_tf_layers` has seen to it already. For a `target-version` of 2.13 or 2.14, which tf_keras does not serve,
    there is no fix; up to 2.12 tf_slim works as it is.
    """
    path = tf_slim_path(use.symbol)
    if path is None or not needs_repair(path) or use is not context.first_to_repair:
        return
    if context.target < BREAKS_TF_SLIM:
        return
    called = name_of(context.index, _NAME)
    can_repair = called and context.target >= HAS_TF_KERAS
    edits = write_function(context.index, use, _NAME, called, call=True) if called and can_repair else None
    fix = make_fix(f"Write `{_NAME}`", edits, requires=(tf_keras(context.target),)) if edits else None
    message = f"`{path}` of tf_slim looks for names that TensorFlow {spelled(context.target)} has no more"
    yield context.report(use, "TFM110", message, fix)
