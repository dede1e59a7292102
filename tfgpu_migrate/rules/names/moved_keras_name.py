"""TFM120 moved-keras-name."""

from collections.abc import Iterator

from tfgpu_migrate.api.releases import KERAS_3
from tfgpu_migrate.context import Context
from tfgpu_migrate.edit.diagnostics import Applicability, Diagnostic, make_fix
from tfgpu_migrate.edit.old_keras import moved, new_path, path_in_keras_3, told_together
from tfgpu_migrate.index.uses import Use
from tfgpu_migrate.release import Release
from tfgpu_migrate.rules import rule

_GONE_SINCE: Release = (2, 13)  # whose Keras has no module of Keras 2.3 beside its public ones


@rule("TFM120", "moved-keras-name", symbols=["keras"], fix=Applicability.SAFE)
def moved_keras_name(use: Use, context: Context) -> Iterator[Diagnostic]:
    """Name of Keras 1 or 2 that Keras 3 has elsewhere.

    ## What it does
    Finds `keras.layers.core`, `keras.layers.normalization`, `keras.utils.np_utils`, `keras.engine.topology`,
    `keras.optimizers.adam` and some five hundred more, in every import form, below `keras`, `tensorflow.keras` and
    `tensorflow.python.keras`. Of Keras itself also what only TensorFlow's Keras still has: `keras.backend.mean`,
    `keras.preprocessing.image.ImageDataGenerator`.

    ## Why is this bad
    `ModuleNotFoundError: No module named 'keras.layers.core'`, or an `AttributeError`.

    ## Example
    ```python
    from keras.layers.core import Dense, Dropout
    from keras.utils import np_utils

    y = np_utils.to_categorical([0, 1], 2)
    ```

    ## Use instead
    ```python
    from keras.layers import Dense, Dropout
    from keras.utils import to_categorical

    y = to_categorical([0, 1], 2)
    ```

    ## Fix safety
    Safe: it is the same class or function. A file that names KERAS_BACKEND is not moved to TensorFlow's Keras.
    """
    path = new_path(context.index, use)
    if not path or (not use.is_import and path_in_keras_3(use.prefix) is not None):
        return
    to_tensorflow = path.startswith("tensorflow.") and use.namespace == "keras"
    if context.target < (KERAS_3 if to_tensorflow else _GONE_SINCE):
        return
    together = told_together(context.index, use, path)
    if use is not together[0]:
        return
    stays = to_tensorflow and (context.has_keras_2 or "KERAS_BACKEND" in context.source.text)
    edits = None if stays or not use.editable else moved(context.index, use, path)
    old, new = use.path.removesuffix(".*"), path.removesuffix(".*").replace("tensorflow.", "tf.", 1)
    fix = make_fix(f"Replace with `{new}`", edits) if edits else None
    found = context.report(use, "TFM120", f"`{old}` is `{new}` in Keras 3", fix)
    yield found._replace(uses=tuple((one.start, one.end) for one in together[1:]))
