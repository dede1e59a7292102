"""TFM623 different-configuration."""

from tfgpu_migrate.rules import document_only

document_only(
    "TFM623",
    "different-configuration",
    """A fixed script that takes other devices, or takes them otherwise, than the original.

    ## What it does
    `tfgpu-migrate verify --against original.py fixed.py` compares what the runtime of each was told when it started:
    which cards, how much memory of each, memory growth, CPU devices; and for each session soft placement, the placement
    log, thread counts, XLA, and every other field of its `ConfigProto` that was set.

    ## Why is this bad
    The fixed script takes the memory that the original left to others, or a card that it left alone.
    """,
)
