"""TFM604 placement-refused."""

from tfgpu_migrate.rules import document_only

document_only(
    "TFM604",
    "placement-refused",
    """An op that TensorFlow refuses to place, because soft placement is off.

    ## What it does
    `tfgpu-migrate verify` reports an op that asked for a device where it cannot run, in a session without
    `allow_soft_placement` or after `tf.config.set_soft_device_placement(False)`. With `--gpus N` the script itself
    goes on where it can: what is reported is what a machine with these GPUs would raise.

    ## Why is this bad
    The program stops there with `InvalidArgumentError: Could not satisfy device specification` or `Cannot assign a
    device for operation`.

    ## How to fix
    Put the op where it can run, or call `tf.config.set_soft_device_placement(True)`, or give the session
    `allow_soft_placement=True`.
    """,
)
