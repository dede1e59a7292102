"""TFM772 notebook-installs-tensorflow-1."""

from collections.abc import Iterator

from tfgpu_migrate.api.packages import TENSORFLOW
from tfgpu_migrate.edit.diagnostics import Diagnostic
from tfgpu_migrate.rules import notebook_line
from tfgpu_migrate.source import Source
from tfgpu_migrate.source.cells import Kept


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
    if "install" not in line.text or line.text.lstrip().startswith("#"):
        return
    from tfgpu_migrate.dependencies.dockerfile import entries  # late: few notebooks need what it imports
    from tfgpu_migrate.dependencies.entry import NATIVE
    from tfgpu_migrate.dependencies.pins import is_only_tf1

    for entry in entries(Source("", line.text)):
        is_old = is_only_tf1(entry.specifier)
        if not is_old and entry.package not in NATIVE:
            continue
        name = entry.name.text
        why = "TensorFlow 1 has no files for Python 3.8 and later" if is_old else f"`{name}` was withdrawn"
        start, end = line.start + entry.name.start, line.start + entry.end
        yield Diagnostic(start, end, "TFM772", f"{why}: install `{TENSORFLOW}` (`tensorflow[and-cuda]` for GPUs)")
