"""TFM743 keras-learning-rate."""

from collections.abc import Iterator

from tfgpu_migrate.context import Context
from tfgpu_migrate.edit.diagnostics import Applicability, Diagnostic, make_fix
from tfgpu_migrate.index.uses import Use
from tfgpu_migrate.libraries.rates import RATE, renamed_rate
from tfgpu_migrate.rules import rule


@rule("TFM743", "keras-learning-rate", symbols=(RATE,), fix=Applicability.SAFE)
def keras_learning_rate(use: Use, context: Context) -> Iterator[Diagnostic]:
    """Learning rate of a Keras optimizer that is called `lr`.

    ## What it does
    Finds `model.optimizer.lr` in files that name Keras, where it is read and where it is set.

    ## Why is this bad
    `AttributeError: 'Adam' object has no attribute 'lr'`. Setting it is worse: Keras 3 takes the attribute, and learns
    on at the old rate.

    ## Example
    ```python
    rate = float(tf.keras.backend.get_value(model.optimizer.lr))
    tf.keras.backend.set_value(model.optimizer.lr, rate / 2)
    ```

    ## Use instead
    ```python
    rate = float(tf.keras.backend.get_value(model.optimizer.learning_rate))
    model.optimizer.learning_rate.assign(rate / 2)
    ```

    ## Fix safety
    Safe: optimizers of TensorFlow 1.15 have it under both names.
    """
    edits = renamed_rate(context.source, use)
    fix = make_fix("Replace with `learning_rate`", edits) if edits else None
    yield context.report(use, "TFM743", "the `lr` of optimizers is `learning_rate` in Keras 3", fix)
