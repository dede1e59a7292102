"""TFM510 hidden-replica."""

from collections.abc import Iterator

from tfgpu_migrate.context import Context
from tfgpu_migrate.edit.diagnostics import Diagnostic
from tfgpu_migrate.index.uses import Use
from tfgpu_migrate.placement.visible import replicas_beyond
from tfgpu_migrate.rules import rule

_STRATEGIES = ("distribute.MirroredStrategy", "distribute.OneDeviceStrategy")


@rule("TFM510", "hidden-replica", symbols=_STRATEGIES)
def hidden_replica(use: Use, context: Context) -> Iterator[Diagnostic]:
    """A strategy that names a GPU which `set_visible_devices` hides.

    ## What it does
    Finds `tf.distribute.MirroredStrategy(["GPU:0", "GPU:1"])` and `OneDeviceStrategy("GPU:1")` in a run that leaves
    fewer GPUs visible. Visible GPUs are counted anew from 0.

    ## Why is this bad
    There is no error: soft placement puts the replica on another device, so two replicas share one GPU, or train on the
    CPU.

    ## Example
    ```python
    tf.config.set_visible_devices(gpus[1], "GPU")
    strategy = tf.distribute.MirroredStrategy(["GPU:1"])
    ```

    ## Use instead
    ```python
    tf.config.set_visible_devices(gpus[1], "GPU")
    strategy = tf.distribute.MirroredStrategy(["GPU:0"])
    ```

    ## How to fix
    There is no automatic fix: either the list of devices or that of visible GPUs is wrong.
    """
    for beyond in replicas_beyond(context, use):
        start, end = context.source.span(beyond.node)
        line = context.source.named_line(beyond.setter.start)
        message = (
            f"{line} leaves {beyond.visible} visible, counted from 0: this one does not exist, and soft placement "
            "puts the replica on another device"
        )
        yield Diagnostic(start, end, "TFM510", message)
