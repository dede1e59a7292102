"""TFM622 different-output."""

from tfgpu_migrate.rules import document_only

document_only(
    "TFM622",
    "different-output",
    """A fixed script that prints something else than the original.

    ## What it does
    `tfgpu-migrate verify --against original.py fixed.py` compares standard output line by line. Numbers may differ by
    one in 10,000; TensorFlow's placement log does not count. The first three lines are told.

    Where lines differ the original runs once more. If it prints other numbers itself, of these lines only the words
    are compared, and TFM625 says so. If it prints other words, or another number of lines, nothing behind that line is
    compared, and one message says so.

    ## Why is this bad
    The script computes something else. Or it draws by `tf.set_random_seed` alone and became eager code, which draws
    other numbers by it than a graph: give each op that draws a `seed=` of its own, in the original, and compare again.
    Or the original prints something else each run itself: seed all that draws.
    """,
)
