"""TFM610 gpu-expected."""

from tfgpu_migrate.rules import document_only

document_only(
    "TFM610",
    "gpu-expected",
    """A line that `--expect-gpu` names and that did not run on a GPU.

    ## What it does
    `tfgpu-migrate verify --expect-gpu train.py:42` fails unless at least one op of that line ran on a GPU, with its
    values there, and no op of it that asked for a GPU is elsewhere. Without a line, the whole file is meant.

    ## Why is this bad
    It is what you asked to be told.

    ## How to fix
    The message says where the ops of the line are; the other findings say why.
    """,
)
