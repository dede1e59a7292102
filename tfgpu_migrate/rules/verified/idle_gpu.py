"""TFM605 idle-gpu."""

from tfgpu_migrate.rules import document_only

document_only(
    "TFM605",
    "idle-gpu",
    """GPUs that are visible although nothing was computed on any of them.

    ## What it does
    `tfgpu-migrate verify` reports a run that had at least one GPU, and of which every op was on the CPU or had its
    values in host memory. One GPU that is idle beside one that is not is no finding: the table of devices shows it.

    ## Why is this bad
    TensorFlow takes nearly all memory of every visible GPU when it starts. So the GPU is full and idle, and nobody else
    can use it.

    ## How to fix
    Look at the table of lines: a `tf.device("/CPU:0")` around everything, types without GPU kernels, or work that is
    only input pipeline. If the script needs no GPU, hide them: `tf.config.set_visible_devices([], "GPU")`.
    """,
)
