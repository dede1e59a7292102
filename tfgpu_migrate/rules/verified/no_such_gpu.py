"""TFM603 no-such-gpu."""

from tfgpu_migrate.rules import document_only

document_only(
    "TFM603",
    "no-such-gpu",
    """An op that asked for a GPU that is not there.

    ## What it does
    `tfgpu-migrate verify` reports a line whose op stands under `tf.device("/gpu:3")` where TensorFlow has fewer GPUs,
    or none.

    ## Why is this bad
    With soft placement it runs on GPU:0, or on the CPU, in silence: a script written for four GPUs puts everything on
    one. The indices are those of the logical devices, so `CUDA_VISIBLE_DEVICES=3` leaves one GPU, called `/gpu:0`.

    ## How to fix
    Use the indices of `tf.config.list_logical_devices("GPU")`. On a machine without a GPU, `verify --gpus 1` shows
    what a machine with one would do.
    """,
)
