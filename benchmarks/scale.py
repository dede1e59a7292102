"""How cost and memory grow with the files, and which file costs most for its size. `speed.py` prints it."""

import os
import statistics
import subprocess
import sys
import time
from collections.abc import Callable, Iterable, Iterator
from functools import partial
from pathlib import Path
from typing import NamedTuple

from commands import ENVIRONMENT, Command

# Prints the peak of the largest worker, in KiB; what the command itself prints goes nowhere.
_PEAK = """
import resource, sys
from tfgpu_migrate.cli import main
try:
    main(sys.argv[1:])
finally:
    print(resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss, file=sys.stderr)
"""
_SMALLEST = 1024  # bytes: below, a file costs what any file costs


class Growth(NamedTuple):
    """What a tree costs, and the peak of its largest worker."""

    times: int
    megabytes: float
    cpu: float
    worker_megabytes: float

    @property
    def per_megabyte(self) -> float:
        """CPU seconds for each megabyte."""
        return self.cpu / self.megabytes


def grown(tree: Path, check: list[str], all_times: Iterable[int], folder: Path) -> Iterator[Growth]:
    """Check so many copies of a tree, each in a folder of its own; hard links, for copies would fill the disk."""
    size = sum(path.stat().st_size for path in tree.rglob("*.py")) / 1e6
    for times in all_times:
        copies = folder / f"times{times}"
        for number in range(times):
            _link(tree, copies / f"copy{number:03}")
        cpu = Command("", [*check, "--jobs", "2", str(copies)]).run().cpu
        yield Growth(times, size * times, cpu, _worker_peak([*check[1:], "--jobs", "2", str(copies)]))


def _link(tree: Path, copy: Path) -> None:
    for path in tree.rglob("*.py"):
        target = copy / path.relative_to(tree)
        target.parent.mkdir(parents=True, exist_ok=True)
        os.link(path, target)


def _worker_peak(arguments: list[str]) -> float:
    command = [sys.executable, "-c", _PEAK, *arguments]
    done = subprocess.run(
        command, env=ENVIRONMENT, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True, check=True
    )
    return int(done.stderr.split()[-1]) / 1024


class FileCost(NamedTuple):
    """What a check of one file costs, without the start of the program."""

    per_kilobyte: float  # milliseconds
    path: Path
    milliseconds: float


def file_costs(tree: Path) -> list[FileCost]:
    """Each file of a tree, the dearest for its size first; the better of two checks counts."""
    from tfgpu_migrate.check import check_bytes
    from tfgpu_migrate.processes import collect_rarely
    from tfgpu_migrate.rules import load
    from tfgpu_migrate.settings import Settings

    load()
    check_bytes(
        "a.py", b"import tensorflow as tf\ntf.Session(config=tf.ConfigProto(allow_soft_placement=1))\n", Settings()
    )
    collect_rarely()
    costs = []
    for path in sorted(tree.rglob("*.py")):
        data = path.read_bytes()
        taken = min(_milliseconds(partial(check_bytes, "a.py", data, Settings())) for _ in range(2))
        costs.append(FileCost(taken * 1024 / max(len(data), _SMALLEST), path.relative_to(tree), taken))
    return sorted(costs, reverse=True)


def _milliseconds(work: Callable[[], object]) -> float:
    started = time.thread_time()
    work()
    return (time.thread_time() - started) * 1000


def median_cost(costs: Iterable[FileCost]) -> float:
    """Milliseconds for a kilobyte of the file in the middle."""
    return statistics.median(one.per_kilobyte for one in costs)
