"""TFM608 int32-in-host-memory."""

from tfgpu_migrate.rules import document_only

document_only(
    "TFM608",
    "int32-in-host-memory",
    """Arithmetic with `int32` under a GPU, whose values are in host memory.

    ## What it does
    `tfgpu-migrate verify` notes a line where an op with `int32` values was placed on the GPU that it asked for, by a
    kernel that works in host memory. It is a note: it fails a run only with `--fail-on TFM608`.

    ## Why is this bad
    TensorFlow keeps `int32` for shapes and indices, in host memory. `tensor.device` says `GPU:0`, and the CPU does
    the work.

    ## Use instead
    `int64` or a float type, which have kernels that compute on the GPU.
    """,
)
