"""How many processes a run is worth, and how they look after their memory."""

import gc
import os


def collect_rarely() -> None:
    """Let the garbage collector run rarely in this process: trees are big, and almost nothing in them is a cycle."""
    gc.freeze()
    gc.set_threshold(2_000_000, 10, 10)  # more than the nodes of one file of megabytes


def processes_for(jobs: int, wanted: int | None) -> int:
    """How many processes are worth their start: one for few files."""
    if wanted is not None:
        return max(1, min(wanted, jobs))
    return min(_cores(), jobs) if jobs >= 16 else 1


def _cores() -> int:
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
