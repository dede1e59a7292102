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
    are compared, and one message says that it does.

    ## Why is this bad
    The script computes something else. Or the original draws random numbers without a seed: then nothing is proven
    either way. Seed all that draws (`tf.set_random_seed`, `np.random.seed`, `random.seed`) in both scripts, and compare
    again. A script that goes on from a checkpoint of its last run differs from itself too: `--scratch` lets all runs
    start from the same files.
    """,
)
