"""TFM621 different-exit."""

from tfgpu_migrate.rules import document_only

document_only(
    "TFM621",
    "different-exit",
    """A fixed script that ends otherwise than the original.

    ## What it does
    `tfgpu-migrate verify --against original.py fixed.py` runs both and compares their exit codes and signals. A
    TensorFlow 1 original runs on `tensorflow.compat.v1` of the same TensorFlow.

    ## Why is this bad
    One of the two failed, and the other did not.
    """,
)
