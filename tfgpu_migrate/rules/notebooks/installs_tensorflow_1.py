"""TFM772 notebook-installs-tensorflow-1."""

import re
from collections.abc import Iterator

from tfgpu_migrate.edit.diagnostics import Diagnostic
from tfgpu_migrate.rules import notebook_line
from tfgpu_migrate.source.cells import Kept

_INSTALL = re.compile(r"\b(?:pip[\d.]*|conda|mamba)\s+install\b")
# A name and maybe a version. `tensorflow-gpu` has had no files for pip since 2.11, whatever the version.
_REQUIREMENT = re.compile(
    r"""(?<![\w./-])(tensorflow-gpu|tf-nightly-gpu|tensorflow-cpu|tensorflow|tf-nightly)(?![\w.-])"""
    r"""(\[[\w,-]*\])?((?:\s*(?:[=~]{1,3}|<=?)\s*[\w.*]+)?)"""
)
_VERSION_1 = re.compile(r"\s*(?:(?:[=~]{1,3}|<=)\s*1(?:\.|\b)|<\s*2(?:\.0)*$)")


@notebook_line("TFM772", "notebook-installs-tensorflow-1")
def installs_tensorflow_1(line: Kept) -> Iterator[Diagnostic]:
    """`!pip install` of a TensorFlow that is gone.

    ## What it does
    Finds commands of notebooks that install TensorFlow 1, or `tensorflow-gpu` in any version.

    ## Why is this bad
    TensorFlow 1.15 has no files for Python 3.8 and later, and `tensorflow-gpu` was withdrawn: `pip` fails, the notebook
    goes on with whatever is there. Installed on an old Python, TensorFlow 1 does not run the code that `--fix` writes.

    ## Example
    ```ipython
    !pip install tensorflow-gpu==1.15
    ```

    ## Use instead
    ```ipython
    !pip install "tensorflow[and-cuda]==2.21.*"
    ```

    ## Fix safety
    There is no fix: which version a notebook should have, and from where, is its author's choice.
    """
    command = _INSTALL.search(line.text)
    if command is None or line.text.lstrip().startswith("#"):
        return
    for wanted in _REQUIREMENT.finditer(line.text, command.end()):
        is_old = _VERSION_1.match(wanted[3]) is not None
        if not is_old and not wanted[1].endswith("-gpu"):
            continue
        why = "TensorFlow 1 has no files for Python 3.8 and later" if is_old else f"`{wanted[1]}` was withdrawn"
        start, end = line.start + wanted.start(), line.start + wanted.end()
        yield Diagnostic(start, end, "TFM772", f"{why}: install `tensorflow==2.21.*` (`tensorflow[and-cuda]` for GPUs)")
