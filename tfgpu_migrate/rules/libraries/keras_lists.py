"""TFM744 keras-list."""

from collections.abc import Iterator

from tfgpu_migrate.context import Context
from tfgpu_migrate.edit.diagnostics import Applicability, Diagnostic, Edit, make_fix
from tfgpu_migrate.index.uses import Use
from tfgpu_migrate.libraries.lists import LISTS, numbers_given, numpy_name
from tfgpu_migrate.rules import rule


@rule("TFM744", "keras-list", symbols=(LISTS,), fix=Applicability.SAFE)
def keras_list(use: Use, context: Context) -> Iterator[Diagnostic]:
    """List of numbers that a model of Keras is given as data.

    ## What it does
    Finds lists and tuples of numbers, and lists of such lists, written out or under a name that is bound to nothing
    else, that `fit`, `evaluate`, `predict` and their `_on_batch` forms of a model of this file are given. A list of
    arrays is several inputs, as it was, and stays.

    ## Why is this bad
    `ValueError: Unrecognized data type: x=[1.0, 2.0] (of type <class 'list'>)`. Legacy Keras took them.

    ## Example
    ```python
    import numpy as np
    import tensorflow as tf

    model = tf.keras.Sequential([tf.keras.layers.Dense(1, input_shape=[1])])
    model.fit([1.0, 2.0], [3.0, 5.0], epochs=100)
    print(model.predict([10.0]))
    ```

    ## Use instead
    ```python
    import numpy as np
    import tensorflow as tf

    model = tf.keras.Sequential([tf.keras.layers.Dense(1, input_shape=[1])])
    model.fit(np.array([1.0, 2.0]), np.array([3.0, 5.0]), epochs=100)
    print(model.predict(np.array([10.0])))
    ```

    ## Fix safety
    Safe for numbers: TensorFlow 1 made the same array. Unsafe for lists of lists: a model of TensorFlow 1 with several
    inputs took each as an input of its own. There is no fix where the file does not import NumPy as a module. A model
    whose first layer has no `input_shape` gets its shape from the data, and Keras 3 then wants a column:
    `np.array([1.0, 2.0])[:, None]`.
    """
    given = None if context.has_keras_2 else numbers_given(context.index, use)
    if given is not None:
        np = numpy_name(context.source, use) if given.is_even else None
        text = context.source.text[use.start : use.end]
        safety = Applicability.SAFE if given.is_flat else Applicability.UNSAFE
        fix = make_fix("Make it an array", [Edit(use.start, text, f"{np}.array({text})")], safety) if np else None
        message = f"`{given.method}` of Keras 3 takes no list of numbers: give it `np.array(...)` of it"
        yield context.report(use, "TFM744", message, fix)
