"""TFM741 keras-method."""

from collections.abc import Iterator

from tfgpu_migrate.context import Context
from tfgpu_migrate.edit.diagnostics import Applicability, Diagnostic
from tfgpu_migrate.index.uses import Use
from tfgpu_migrate.libraries.models import is_model
from tfgpu_migrate.libraries.report import removed_name
from tfgpu_migrate.libraries.table import symbols_below
from tfgpu_migrate.rules import rule

_NOT_IN_KERAS_2 = ("Model.fit", "Model.predict_classes")


@rule("TFM741", "keras-method", symbols=symbols_below("Model"), fix=Applicability.UNSAFE)
def keras_method(use: Use, context: Context) -> Iterator[Diagnostic]:
    """Method that models of Keras no longer have, or with another argument.

    ## What it does
    Finds calls of `.fit_generator(...)`, `.evaluate_generator(...)`, `.predict_generator(...)` and
    `.predict_classes(...)` in files that use Keras and define no such method. Legacy Keras has all but the last. And
    `.fit(..., nb_epoch=10)`, which was Keras 1.

    ## Why is this bad
    `AttributeError: 'Sequential' object has no attribute 'fit_generator'`.

    ## Example
    ```python
    model.fit_generator(batches(), steps_per_epoch=10)
    ```

    ## Use instead
    ```python
    model.fit(batches(), steps_per_epoch=10)
    ```

    ## Fix safety
    Unsafe: Keras 3 takes no `workers` and no `max_queue_size` there, and the object may be no model. `predict_classes`
    is reported only. Safe for the `nb_epoch` of a model that the file makes: it is `epochs` since Keras 2.
    """
    if "keras" in context.source.text and (use.path in _NOT_IN_KERAS_2 or not context.has_keras_2):
        for found in removed_name(use, context, "TFM741"):
            fix = found.fix and found.fix._replace(applicability=Applicability.UNSAFE)
            yield found if is_model(context.index, use) else found._replace(fix=fix)
