"""TFM625 other-numbers-each-run."""

from tfgpu_migrate.rules import document_only

document_only(
    "TFM625",
    "other-numbers-each-run",
    """An original that prints other numbers in each run, so that its numbers prove nothing.

    ## What it does
    Where a fixed script prints something else than the original, `tfgpu-migrate verify --against` and `verify --fix`
    run the original once more. If it prints other numbers itself, only the words of these lines are compared; all
    other lines, exit codes, devices and configuration are compared as always. It is a note, and a fix is kept where
    nothing else differs. (Where the words of a line vary, or how many lines there are, the rest cannot be compared:
    that is TFM622, and the fix is put back.)

    ## Why is this bad
    Random numbers without a seed differ in each run, so nobody can see whether the fixed script computes the same. Give
    each op that draws a seed of its own, in the original: `tf.random_normal([2, 1], seed=1)`, with another number for
    each; and `np.random.seed(1)` for NumPy. `tf.set_random_seed` alone is not enough for `--unsafe-fixes`: by it eager
    code draws other numbers than a graph. A script that goes on from a checkpoint of its last run differs from itself
    too: `--scratch` lets all runs start from the same files.
    """,
)
