"""TFM624 different-placement."""

from tfgpu_migrate.rules import document_only

document_only(
    "TFM624",
    "different-placement",
    """An op that is on another device, or has values of another type, than in the original.

    ## What it does
    `tfgpu-migrate verify --against original.py fixed.py` joins the lines of both files, and compares for each op of a
    line the types and devices.

    ## Why is this bad
    Work moved between the CPU and a GPU, or lost precision.
    """,
)
