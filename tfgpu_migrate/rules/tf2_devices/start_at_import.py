"""TFM511 start-at-import."""

from collections.abc import Iterator

from tfgpu_migrate.context import Context
from tfgpu_migrate.edit.diagnostics import Diagnostic
from tfgpu_migrate.index.uses import Use
from tfgpu_migrate.placement.libraries import start_at_import
from tfgpu_migrate.placement.order import READERS
from tfgpu_migrate.rules import rule


@rule("TFM511", "start-at-import", symbols=READERS)
def start_at_import_of_library(use: Use, context: Context) -> Iterator[Diagnostic]:
    """Call at the top of a library module that starts the runtime as soon as the module is imported.

    ## What it does
    In a module that consists of definitions, imports and assignments, finds the first assignment that starts the
    runtime: a `tf.constant`, a `tf.Variable`, a Keras optimizer, metric or model.

    ## Why is this bad
    TensorFlow creates its devices when the runtime starts. A program that imports the module can no longer configure
    them: `set_memory_growth` raises `RuntimeError: Physical devices cannot be modified after being initialized` on a
    machine with a GPU.

    ## Example
    ```python
    import tensorflow as tf

    LOG_2 = tf.math.log(2.0)


    def bits(x):
        return tf.math.log(x) / LOG_2
    ```

    ## Use instead
    ```python
    import math

    import tensorflow as tf

    LOG_2 = math.log(2.0)


    def bits(x):
        return tf.math.log(x) / LOG_2
    ```
    or make the value in the function that needs it.

    ## How to fix
    There is no automatic fix: whether one object is shared by all callers is a decision.
    """
    if use.scope.kind not in ("module", "class") or start_at_import(context) is not use:
        return
    message = "importing this module starts the runtime: the program that does can no longer configure its devices"
    yield context.report(use, "TFM511", message)
