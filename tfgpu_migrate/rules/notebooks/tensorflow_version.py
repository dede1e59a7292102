"""TFM771 tensorflow-version-magic."""

import re
from collections.abc import Iterator

from tfgpu_migrate.edit.diagnostics import Applicability, Diagnostic, Edit, make_fix
from tfgpu_migrate.rules import notebook_line
from tfgpu_migrate.source.cells import Kept

_MAGIC = re.compile(r"\s*(%tensorflow_version\s+(1[\w.]*))")


@notebook_line("TFM771", "tensorflow-version-magic", fix=Applicability.SAFE)
def tensorflow_version(line: Kept) -> Iterator[Diagnostic]:
    """`%tensorflow_version 1.x`, which Colab refuses.

    ## What it does
    Finds the magic that chose TensorFlow 1 in Colab notebooks.

    ## Why is this bad
    Colab has only TensorFlow 2 since August 2022: the magic raises `ValueError`, and the notebook ends at this cell.
    Elsewhere it is no magic at all.

    ## Example
    ```ipython
    %tensorflow_version 1.x
    import tensorflow as tf
    ```

    ## Use instead
    ```ipython
    %tensorflow_version 2.x
    import tensorflow as tf
    ```

    ## Fix safety
    Safe: `%tensorflow_version 2.x` does nothing in Colab. What the rest of the notebook needs is told by other rules.
    """
    magic = _MAGIC.match(line.text)
    if magic is None:
        return
    start, end = line.start + magic.start(1), line.start + magic.end(1)
    fix = make_fix("Choose TensorFlow 2", [Edit(line.start + magic.start(2), magic[2], "2.x")])
    yield Diagnostic(start, end, "TFM771", "Colab has no TensorFlow 1: `%tensorflow_version 1.x` raises an error", fix)
