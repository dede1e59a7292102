"""TFM704 ragged-array."""

from collections.abc import Iterator

from tfgpu_migrate.context import Context
from tfgpu_migrate.edit.diagnostics import Diagnostic
from tfgpu_migrate.index.uses import Use
from tfgpu_migrate.libraries.pairs import PAIRS
from tfgpu_migrate.rules import rule


@rule("TFM704", "ragged-array", symbols=(PAIRS,))
def ragged_array(use: Use, context: Context) -> Iterator[Diagnostic]:
    """Pairs of arrays that a function is to make one array of.

    ## What it does
    Finds, in TensorFlow 1 code, `list(zip(x, y))` that is passed to a function whose result a loop takes apart again
    with `zip(*batch)`. A function of the same file is found only where it calls `np.array` of what it gets.

    ## Why is this bad
    Where the items of `x` and `y` have different shapes, NumPy made an array of objects. Since NumPy 1.24 it raises
    `ValueError: setting an array element with a sequence. The requested array has an inhomogeneous shape`.

    ## Example
    ```python
    for batch in batches(list(zip(sentences, labels)), 64):
        x, y = zip(*batch)
    ```

    ## Use instead
    Say in that function that it is an array of objects.
    ```python
    data = np.array(data, dtype=object)
    ```

    ## Fix safety
    There is no fix: which shapes the items have, and what the function does with them, cannot be seen here.
    """
    if context.is_tf1_code:
        message = (
            "an array of pairs of different shapes needs `dtype=object` since NumPy 1.24, where one is made of these"
        )
        yield context.report(use, "TFM704", message)
