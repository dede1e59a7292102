"""TFM003 removed-keras-name."""

from collections.abc import Iterator

from tfgpu_migrate.api.keras import way_out
from tfgpu_migrate.api.releases import KERAS_3
from tfgpu_migrate.context import Context
from tfgpu_migrate.edit.diagnostics import Diagnostic
from tfgpu_migrate.edit.old_keras import new_path, path_in_keras_3, through
from tfgpu_migrate.index.idle import SET_SESSION, goes_with_set_session
from tfgpu_migrate.index.uses import Use
from tfgpu_migrate.rules import rule


@rule("TFM003", "removed-keras-name", symbols=["keras"])
def removed_keras_name(use: Use, context: Context) -> Iterator[Diagnostic]:
    """Name of Keras 1 or 2 that Keras 3 no longer has.

    ## What it does
    Finds `keras.layers.Merge`, `keras.utils.multi_gpu_model`, `keras.backend.get_session`, `keras.engine` and others,
    in every import form, and names the way out. What an import brought is reported once, at the import, and so is a
    name that stands in several places.

    ## Why is this bad
    `ImportError: cannot import name 'Merge' from 'keras.layers'`, or an `AttributeError` when the name is used.

    ## Example
    ```python
    from keras.utils import multi_gpu_model

    parallel = multi_gpu_model(model, gpus=2)
    parallel.compile(loss="mse")
    ```

    ## Use instead
    ```python
    import tensorflow as tf

    with tf.distribute.MirroredStrategy().scope():
        parallel = build_model()
        parallel.compile(loss="mse")
    ```

    ## Fix safety
    There is no fix: what takes the place of these names is another way to do it.
    """
    if context.target < KERAS_3 or new_path(context.index, use) != "":
        return
    if goes_with_set_session(context.index, use) or (use.symbol == SET_SESSION and _is_called(use, context)):
        return  # TFM203 knows better
    if not use.is_import and (use.is_reported_at_import or path_in_keras_3(use.prefix) == ""):
        return
    alike = [use, *(one for one in through(context.index, use) if not one.is_reported_at_import)]
    if not use.is_import:
        same = (one for one in context.index.of(use.symbol) if not one.is_import and one.prefix == use.prefix)
        alike = [one for one in same if not context.index.is_guarded(one)]
    if use is not alike[0]:
        return
    name = use.symbol if use.namespace == "keras" else f"tf.{use.symbol}"
    found = context.report(use, "TFM003", f"`{name}` is gone in Keras 3: {way_out(use.symbol, context.target)}")
    yield found._replace(uses=tuple((one.start, one.end) for one in alike[1:]))


def _is_called(use: Use, context: Context) -> bool:
    """Whether a use is called, or what it imports."""
    named = through(context.index, use) if use.is_import else [use]
    return any(one.call_node is not None for one in named)
