"""TFM734 python2-method."""

from collections.abc import Iterator

from tfgpu_migrate.context import Context
from tfgpu_migrate.edit.diagnostics import Applicability, Diagnostic
from tfgpu_migrate.index.uses import Use
from tfgpu_migrate.libraries.report import removed_name
from tfgpu_migrate.libraries.table import symbols_below
from tfgpu_migrate.rules import rule


@rule("TFM734", "python2-method", symbols=symbols_below("dict"), fix=Applicability.UNSAFE)
def python2_method(use: Use, context: Context) -> Iterator[Diagnostic]:
    """Method of dictionaries that Python 3 does not have.

    ## What it does
    Finds calls of `.iteritems()`, `.itervalues()`, `.iterkeys()` and `.has_key(key)` in files that use TensorFlow and
    define no such method.

    ## Why is this bad
    `AttributeError: 'dict' object has no attribute 'iteritems'`.

    ## Example
    ```python
    for name, value in metrics.iteritems():
        print(name, value)
    ```

    ## Use instead
    ```python
    for name, value in metrics.items():
        print(name, value)
    ```

    ## Fix safety
    Unsafe, for the object may be no dictionary: made with `--unsafe-fixes`. `has_key` is reported only.
    """
    yield from removed_name(use, context, "TFM734")
