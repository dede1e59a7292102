"""TFM731 python-removed-name."""

from collections.abc import Iterator

from tfgpu_migrate.context import Context
from tfgpu_migrate.edit.diagnostics import Applicability, Diagnostic
from tfgpu_migrate.index.uses import Use
from tfgpu_migrate.libraries.report import removed_name
from tfgpu_migrate.libraries.table import symbols_below
from tfgpu_migrate.rules import rule


@rule(
    "TFM731",
    "python-removed-name",
    symbols=symbols_below(
        "base64",
        "cgi",
        "collections",
        "fractions",
        "imp",
        "inspect",
        "itertools",
        "os",
        "platform",
        "string",
        "sys",
        "time",
        "types",
        "urllib",
        "xml",
    ),
    fix=Applicability.SAFE,
)
def python_removed_name(use: Use, context: Context) -> Iterator[Diagnostic]:
    """Name that Python's own library no longer has.

    ## What it does
    Finds `collections.Mapping`, `time.clock`, `inspect.getargspec`, `itertools.izip`, `string.letters`,
    `urllib.urlretrieve` and others that a release of Python 3 removed, in files that use TensorFlow.

    ## Why is this bad
    TensorFlow 2.21 needs Python 3.10 or later: `AttributeError: module 'collections' has no attribute 'Mapping'`.

    ## Example
    ```python
    import collections
    import urllib

    is_mapping = isinstance(x, collections.Mapping)
    urllib.urlretrieve(url, path)
    ```

    ## Use instead
    ```python
    import collections.abc
    import urllib.request

    is_mapping = isinstance(x, collections.abc.Mapping)
    urllib.request.urlretrieve(url, path)
    ```

    ## Fix safety
    Safe: the same object in its new home. `time.clock` becomes `time.process_time`, and `sys.maxint` `sys.maxsize`,
    only with `--unsafe-fixes`: that is what they were on Linux, not on Windows.
    """
    yield from removed_name(use, context, "TFM731")
