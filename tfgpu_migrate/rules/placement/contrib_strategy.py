"""TFM406 contrib-strategy."""

from collections.abc import Iterator

from tfgpu_migrate.context import Context
from tfgpu_migrate.edit.diagnostics import Applicability, Diagnostic, make_fix
from tfgpu_migrate.edit.rename import respell
from tfgpu_migrate.index.uses import Use
from tfgpu_migrate.placement.strategies import SUCCESSORS, argument_edits, successor
from tfgpu_migrate.rules import rule


@rule("TFM406", "contrib-strategy", symbols=SUCCESSORS, fix=Applicability.SAFE)
def contrib_strategy(use: Use, context: Context) -> Iterator[Diagnostic]:
    """Distribution strategy of `tf.contrib`, which is in `tf.distribute` now.

    ## What it does
    Finds `MirroredStrategy`, `CollectiveAllReduceStrategy` and `ParameterServerStrategy` of `tf.contrib.distribute` in
    their full spelling. The other strategies kept their arguments: TFM107.

    ## Why is this bad
    `tf.contrib` is gone. The classes of `tf.distribute` take other arguments: no `num_gpus`, for instance.

    ## Example
    ```python
    strategy = tf.contrib.distribute.MirroredStrategy(num_gpus=2)
    ```

    ## Use instead
    ```python
    strategy = tf.distribute.MirroredStrategy(devices=["/gpu:0", "/gpu:1"])
    ```

    ## Fix safety
    Safe, and only for `MirroredStrategy` with arguments that say the same. Graph code gets the class of
    `tf.compat.v1.distribute`. What was imported from `tensorflow.contrib` is told at the import: TFM001.
    """
    found = successor(use)
    if found is None:
        return
    name = f"compat.v1.{found.name}" if context.is_graph_file else found.name
    arguments = argument_edits(found, context.call(use))
    respelled = respell(context.index, use, f"tensorflow.{name}") if arguments is not None else None
    fix = make_fix(f"Replace with `tf.{name}`", [*respelled, *(arguments or ())]) if respelled else None
    advice = "" if fix else f": {found.otherwise}"
    yield context.report(use, "TFM406", f"`tf.{use.symbol}` is `tf.{name}` in TensorFlow 2{advice}", fix)
