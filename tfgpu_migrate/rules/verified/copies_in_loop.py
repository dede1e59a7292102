"""TFM609 copies-in-loop."""

from tfgpu_migrate.rules import document_only

document_only(
    "TFM609",
    "copies-in-loop",
    """A line whose ops got values from the other side, host or GPU, many times.

    ## What it does
    `tfgpu-migrate verify` counts inputs that are on the CPU where the op is on a GPU, or the other way round, and
    arrays that become tensors on a GPU. A line with 100 or more of them is noted. It fails a run only with
    `--fail-on TFM609`.

    ## Why is this bad
    Each such input waits for a copy over the bus.

    ## How to fix
    Make what does not change once, before the loop, on the device that uses it; let `tf.data` bring what does.
    """,
)
