"""TFM702 numpy-changed-call."""

from collections.abc import Iterator

from tfgpu_migrate.context import Context
from tfgpu_migrate.edit.diagnostics import Applicability, Diagnostic
from tfgpu_migrate.index.uses import Use
from tfgpu_migrate.libraries.report import changed_call
from tfgpu_migrate.libraries.table import changed_calls
from tfgpu_migrate.rules import rule


@rule("TFM702", "numpy-changed-call", symbols=changed_calls("numpy"), fix=Applicability.SAFE, knows_by_names=True)
def numpy_changed_call(use: Use, context: Context) -> Iterator[Diagnostic]:
    """Call that NumPy answers otherwise than when TensorFlow 1 was young.

    ## What it does
    Finds `np.fromstring` of binary data, `np.asscalar`, `np.load` of pickled objects (with an `encoding`, or with
    `.item()` behind it), and arguments that are gone (`np.reshape(x, newshape=...)`, `interpolation` of
    `np.percentile`, `normed` of `np.histogram`) in files that use TensorFlow. In TensorFlow 1 code it finds
    `np.issubdtype(x, float)` too, which was true of every float up to NumPy 1.18, and is true of `float64` only now,
    and `np.array(x, copy=False)`, which made a copy where it had to, and raises `ValueError` there now.

    ## Why is this bad
    `ValueError: The binary mode of fromstring is removed, use frombuffer instead`, or `ValueError: Object arrays cannot
    be loaded when allow_pickle=False`.

    ## Example
    ```python
    import numpy as np

    pixels = np.fromstring(canvas.tostring_rgb(), dtype=np.uint8, sep="")
    loss = np.asscalar(losses[0])
    batch = np.reshape(batch, newshape=[-1, 784])
    ```

    ## Use instead
    ```python
    import numpy as np

    pixels = np.frombuffer(canvas.tostring_rgb(), dtype=np.uint8).copy()
    loss = losses[0].item()
    batch = np.reshape(batch, [-1, 784])
    ```

    ## Fix safety
    Safe: that is what the functions did. `normed` of `np.histogram` is reported only. `allow_pickle=True` is written
    only with `--unsafe-fixes`: loading a pickle can run what its author likes.
    """
    yield from changed_call(use, context, "TFM702")
