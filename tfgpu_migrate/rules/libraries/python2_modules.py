"""TFM732 python2-module."""

from collections.abc import Iterator

from tfgpu_migrate.context import Context
from tfgpu_migrate.edit.diagnostics import Applicability, Diagnostic
from tfgpu_migrate.index.uses import Use
from tfgpu_migrate.libraries.report import removed_name
from tfgpu_migrate.libraries.table import symbols_below
from tfgpu_migrate.rules import rule


@rule(
    "TFM732",
    "python2-module",
    symbols=symbols_below(
        "cPickle",
        "Queue",
        "ConfigParser",
        "Tkinter",
        "tkMessageBox",
        "tkFileDialog",
        "httplib",
        "cookielib",
        "urlparse",
        "HTMLParser",
        "__builtin__",
        "urllib2",
        "StringIO",
        "cStringIO",
    ),
    fix=Applicability.SAFE,
)
def python2_module(use: Use, context: Context) -> Iterator[Diagnostic]:
    """Module of Python 2 that Python 3 has under another name.

    ## What it does
    Finds unguarded imports of `cPickle`, `urllib2`, `Queue`, `ConfigParser`, `StringIO` and the like in files that
    use TensorFlow. An import is reported once, not at each use.

    ## Why is this bad
    `ModuleNotFoundError: No module named 'cPickle'`.

    ## Example
    ```python
    import cPickle as pickle
    import Queue
    from urllib2 import urlopen
    ```

    ## Use instead
    ```python
    import pickle
    import queue as Queue
    from urllib.request import urlopen
    ```

    ## Fix safety
    Safe: the file cannot run as it is, and it is the module's name in Python 3. Data that Python 2 pickled may need
    `pickle.load(file, encoding="latin1")`. `StringIO` and a whole `import urllib2` are reported only: which of two
    modules takes their place depends on the uses.
    """
    yield from removed_name(use, context, "TFM732")
