"""TFM701 numpy-removed-name."""

from collections.abc import Iterator

from tfgpu_migrate.context import Context
from tfgpu_migrate.edit.diagnostics import Applicability, Diagnostic
from tfgpu_migrate.index.uses import Use
from tfgpu_migrate.libraries.report import removed_name
from tfgpu_migrate.libraries.table import changed_calls, symbols_below
from tfgpu_migrate.rules import rule

_SYMBOLS = frozenset(symbols_below("numpy")).difference(changed_calls("numpy"))  # TFM702 knows better


@rule("TFM701", "numpy-removed-name", symbols=_SYMBOLS, fix=Applicability.SAFE, knows_by_names=True)
def numpy_removed_name(use: Use, context: Context) -> Iterator[Diagnostic]:
    """Name that NumPy no longer has.

    ## What it does
    Finds `np.bool`, `np.float`, `np.int`, `np.object` and the other aliases that NumPy 1.24 removed, and `np.float_`,
    `np.Inf`, `np.product` and the others that NumPy 2 removed, in every import form, in files that use TensorFlow.

    ## Why is this bad
    TensorFlow 2.21 needs NumPy 1.26 and installs NumPy 2, where the script stops with
    `AttributeError: module 'numpy' has no attribute 'float'`.

    ## Example
    ```python
    import numpy as np

    ids = np.zeros(3, dtype=np.int)
    best = np.Inf
    ```

    ## Use instead
    ```python
    import numpy as np

    ids = np.zeros(3, dtype=int)
    best = np.inf
    ```

    ## Fix safety
    Safe: the alias was the builtin, or the other name is the same object in NumPy 1 and 2. `np.bool` and `np.long`,
    which NumPy 2 has again for other types, are found only in code that is older than that: TensorFlow 1 code, or a
    file with another alias of theirs. As second argument of `np.issubdtype`, `np.float` is `np.floating`, which it
    meant there in TensorFlow 1's time. `np.in1d` becomes `np.isin` only with `--unsafe-fixes`: they differ for more
    dimensions.
    """
    yield from removed_name(use, context, "TFM701")
