"""TFM703 removed-array-method."""

from collections.abc import Iterator

from tfgpu_migrate.context import Context
from tfgpu_migrate.edit.diagnostics import Applicability, Diagnostic
from tfgpu_migrate.index.uses import Use
from tfgpu_migrate.libraries.report import removed_name
from tfgpu_migrate.libraries.table import symbols_below
from tfgpu_migrate.rules import rule


@rule("TFM703", "removed-array-method", symbols=symbols_below("ndarray", "DataFrame"), fix=Applicability.UNSAFE)
def removed_array_method(use: Use, context: Context) -> Iterator[Diagnostic]:
    """Method that arrays of NumPy, or tables of pandas, no longer have.

    ## What it does
    Finds calls of `.tostring()`, `.itemset(index, value)` and `.as_matrix()` in files that use TensorFlow and define no
    such method.

    ## Why is this bad
    `AttributeError: 'numpy.ndarray' object has no attribute 'tostring'`: a script that writes TFRecords stops there.

    ## Example
    ```python
    raw = tf.train.BytesList(value=[image.tostring()])
    rows = table.as_matrix()
    ```

    ## Use instead
    ```python
    raw = tf.train.BytesList(value=[image.tobytes()])
    rows = table.to_numpy()
    ```

    ## Fix safety
    Unsafe, for the object may be something else: made with `--unsafe-fixes`. `itemset` is reported only.
    """
    yield from removed_name(use, context, "TFM703")
