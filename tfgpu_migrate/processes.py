"""How many processes a run is worth, how they look after their memory, and what must not be interrupted."""

import gc
import os
import signal
from collections.abc import Iterator
from contextlib import contextmanager


def collect_rarely() -> None:
    """Let the garbage collector run rarely in this process: trees are big, and almost nothing in them is a cycle."""
    gc.freeze()
    gc.set_threshold(2_000_000, 10, 10)  # more than the nodes of one file of megabytes


def processes_for(jobs: int, wanted: int | None) -> int:
    """How many processes are worth their start: one for few files."""
    if wanted is not None:
        return max(1, min(wanted, jobs))
    return min(_cores(), jobs) if jobs >= 16 else 1


@contextmanager
def held_back(*signals: signal.Signals) -> Iterator[None]:
    """Hold these signals back until the block ends (not on Windows, which cannot)."""
    if not hasattr(signal, "pthread_sigmask"):
        yield
        return
    before = signal.pthread_sigmask(signal.SIG_BLOCK, signals)
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


def _cores() -> int:
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
