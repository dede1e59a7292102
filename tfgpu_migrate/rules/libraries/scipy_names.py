"""TFM711 scipy-removed-name."""

from collections.abc import Iterator

from tfgpu_migrate.context import Context
from tfgpu_migrate.edit.diagnostics import Applicability, Diagnostic
from tfgpu_migrate.index.uses import Use
from tfgpu_migrate.libraries.report import removed_name
from tfgpu_migrate.libraries.table import symbols_below
from tfgpu_migrate.rules import rule


@rule("TFM711", "scipy-removed-name", symbols=symbols_below("scipy"), fix=Applicability.SAFE)
def scipy_removed_name(use: Use, context: Context) -> Iterator[Diagnostic]:
    """Name that SciPy no longer has.

    ## What it does
    Finds `scipy.misc.imread` and the other image functions of `scipy.misc`, `scipy.misc.logsumexp`, the windows of
    `scipy.signal`, `scipy.sparse.linalg.eigen.arpack` and others, in every import form, in files that use TensorFlow.

    ## Why is this bad
    A SciPy that works with the NumPy of TensorFlow 2.21 does not have them:
    `AttributeError: Module 'scipy' has no attribute 'imread'`, or `ModuleNotFoundError`.

    ## Example
    ```python
    from scipy import signal
    from scipy.misc import logsumexp

    window = signal.hann(8)
    ```

    ## Use instead
    ```python
    from scipy import signal
    from scipy.special import logsumexp

    window = signal.windows.hann(8)
    ```

    ## Fix safety
    Safe: the same function in its new home. The image functions have no exact successor (imageio does not convert as
    `scipy.misc` did), so the finding names a way and there is no fix.
    """
    yield from removed_name(use, context, "TFM711")
