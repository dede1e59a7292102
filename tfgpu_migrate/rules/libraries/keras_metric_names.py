"""TFM742 keras-metric-name."""

from collections.abc import Iterator

from tfgpu_migrate.context import Context
from tfgpu_migrate.edit.diagnostics import Applicability, Diagnostic, Edit, make_fix
from tfgpu_migrate.index.uses import Use
from tfgpu_migrate.libraries.histories import FILE_NAME, HISTORY, NAMED, OLD, WATCHED
from tfgpu_migrate.rules import rule


@rule("TFM742", "keras-metric-name", symbols=(HISTORY, WATCHED, FILE_NAME), fix=Applicability.SAFE, knows_by_names=True)
def keras_metric_name(use: Use, context: Context) -> Iterator[Diagnostic]:
    """Accuracy that is read under the name that Keras gave it in TensorFlow 1.

    ## What it does
    Finds `"acc"` and `"val_acc"` where a history, or the logs of a callback, are read, in `monitor=` of callbacks, and
    in names of files for `ModelCheckpoint`, in files that compile their models with `metrics=["accuracy"]`.

    ## Why is this bad
    The history has `"accuracy"` since TensorFlow 2.0 and Keras 2.3: reading it stops with `KeyError: 'acc'`, after all
    the training, and so does `"weights-{epoch:02d}-{val_acc:.2f}.h5"` after the first epoch. A callback that watches
    `"val_acc"` is worse: it warns, and never stops or saves anything.

    ## Example
    ```python
    model.compile(loss="mse", optimizer="sgd", metrics=["accuracy"])
    stop = tf.keras.callbacks.EarlyStopping(monitor="val_acc")
    print(model.fit(x, y, callbacks=[stop]).history["acc"])
    ```

    ## Use instead
    ```python
    model.compile(loss="mse", optimizer="sgd", metrics=["accuracy"])
    stop = tf.keras.callbacks.EarlyStopping(monitor="val_accuracy")
    print(model.fit(x, y, callbacks=[stop]).history["accuracy"])
    ```

    ## Fix safety
    Safe where it is read or is part of a file's name. What a callback watches is safe in TensorFlow 1 code; in other
    code the callback did nothing until now.
    """
    text = context.source.text[use.start : use.end]
    named = NAMED.search(text)
    if named is None:
        return
    old = named[0]
    is_safe = use.symbol != WATCHED or context.is_tf1_code
    edits = [Edit(use.start, text, NAMED.sub(lambda found: OLD[found[0]], text))]
    fix = make_fix(f"Write `{OLD[old]}`", edits, Applicability.SAFE if is_safe else Applicability.UNSAFE)
    message = f"`{old}` is `{OLD[old]}` since TensorFlow 2.0: the model is compiled with `accuracy`"
    yield context.report(use, "TFM742", message, fix)
