"""TFM103 star-import."""

from collections.abc import Iterator

from tfgpu_migrate.context import Context
from tfgpu_migrate.edit.diagnostics import Diagnostic
from tfgpu_migrate.index.uses import Use
from tfgpu_migrate.rules import rule


@rule("TFM103", "star-import", symbols=["*"])
def star_import(use: Use, context: Context) -> Iterator[Diagnostic]:
    """Star import that brings names of TensorFlow, which this tool does not follow.

    ## What it does
    Finds `from tensorflow import *`, and a star import of another module in a file that has `tf.placeholder` or another
    name of TensorFlow 1 below a `tf` that nothing in the file binds.

    ## Why is this bad
    Nothing in the file says which names came from TensorFlow, so TensorFlow 1 names in it are not found: the file is
    not clean, it is unchecked.

    ## Example
    ```python
    from tensorflow import *
    ```

    ## Use instead
    ```python
    import tensorflow as tf
    ```

    ## Fix safety
    There is no fix: which names to qualify is known only where the program runs.
    """
    if use.symbol == "*" and use.namespace == "":
        yield context.report(
            use, "TFM103", "names of a star import are not followed: `import tensorflow as tf` instead"
        )
