"""TFM119 keras-tensorflow."""

from collections.abc import Iterator

from tfgpu_migrate.context import Context
from tfgpu_migrate.edit.diagnostics import Applicability, Diagnostic, make_fix
from tfgpu_migrate.edit.through_keras import taken_from_tensorflow, through_keras
from tfgpu_migrate.index.uses import Use
from tfgpu_migrate.rules import WHOLE_FILE, rule


@rule("TFM119", "keras-tensorflow", symbols=[WHOLE_FILE], fix=Applicability.SAFE)
def keras_tensorflow(use: Use, context: Context) -> Iterator[Diagnostic]:
    """TensorFlow that is reached through Keras: `K.tf`.

    ## What it does
    Finds the first `keras.backend.tf.x`, by whatever name the file calls the backend. What stands behind it is
    TensorFlow to all other rules.

    ## Why is this bad
    `AttributeError: module 'keras.backend' has no attribute 'tf'`: it was an import of Keras 2 for itself.

    ## Example
    ```python
    from keras import backend as K

    K.set_session(K.tf.Session(config=K.tf.ConfigProto(intra_op_parallelism_threads=4)))
    ```

    ## Use instead
    ```python
    import tensorflow as tf

    tf.config.threading.set_intra_op_parallelism_threads(4)
    ```

    ## Fix safety
    Safe: it is the same module, which the file imports then.
    """
    found = through_keras(context.index)
    if not found:
        return
    first, *others = found
    edits = taken_from_tensorflow(context.index, found)
    fix = make_fix("Import TensorFlow", edits) if edits else None
    more = f", here and at {len(others)} more place{'s'[: len(others) > 1]}" if others else ""
    message = f"`{first.text}` is gone in Keras 3: import TensorFlow itself{more}"
    yield Diagnostic(first.start, first.start + len(first.text), "TFM119", message, fix)
