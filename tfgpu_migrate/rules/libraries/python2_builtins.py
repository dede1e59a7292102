"""TFM733 python2-builtin."""

from collections.abc import Iterator

from tfgpu_migrate.context import Context
from tfgpu_migrate.edit.diagnostics import Applicability, Diagnostic
from tfgpu_migrate.index.uses import Use
from tfgpu_migrate.libraries.report import removed_name
from tfgpu_migrate.libraries.table import symbols_below
from tfgpu_migrate.rules import rule


@rule("TFM733", "python2-builtin", symbols=symbols_below("builtins"), fix=Applicability.SAFE)
def python2_builtin(use: Use, context: Context) -> Iterator[Diagnostic]:
    """Builtin of Python 2 that nothing in the file defines.

    ## What it does
    Finds `xrange`, `unicode`, `raw_input`, `basestring`, `long`, `reduce` and the like in files that use
    TensorFlow, where no assignment, import, version branch or `try` gives the name a meaning, and no star import
    may.

    ## Why is this bad
    `NameError: name 'xrange' is not defined`.

    ## Example
    ```python
    for step in xrange(100):
        total = reduce(add, values)
    ```

    ## Use instead
    ```python
    import functools

    for step in range(100):
        total = functools.reduce(add, values)
    ```

    ## Fix safety
    Safe: the same function in Python 3. `unicode` and `basestring` become `str` only with `--unsafe-fixes`: what
    was bytes and what was text is known to the program.
    """
    yield from removed_name(use, context, "TFM733")
