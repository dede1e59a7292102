"""TFM622 different-output."""

from tfgpu_migrate.rules import document_only

document_only(
    "TFM622",
    "different-output",
    """A fixed script that prints something else than the original.

    ## What it does
    `tfgpu-migrate verify --against original.py fixed.py` compares standard output line by line. Numbers may differ by
    one in 10,000; TensorFlow's placement log does not count. The first three lines are told.

    ## Why is this bad
    The script computes something else. A script that draws random numbers without a seed differs from itself: give it
    one before you compare.
    """,
)
