"""How cost and memory grow with the files, which file costs most for its size, and where time goes.

`speed.py` prints it.
"""

import os
import statistics
import subprocess
import sys
import time
from collections.abc import Callable, Iterable, Iterator
from functools import partial
from pathlib import Path
from typing import Any, NamedTuple

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


def _load_all() -> None:
    from tfgpu_migrate.check import check_bytes
    from tfgpu_migrate.processes import collect_rarely
    from tfgpu_migrate.settings import Settings

    check_bytes(
        "a.py", b"import tensorflow as tf\ntf.Session(config=tf.ConfigProto(log_device_placement=1))\n", Settings()
    )
    collect_rarely()


def _milliseconds(work: Callable[[], object]) -> float:
    started = time.thread_time()
    work()
    return (time.thread_time() - started) * 1000


def median_cost(costs: Iterable[FileCost]) -> float:
    """Milliseconds for a kilobyte of the file in the middle."""
    return statistics.median(one.per_kilobyte for one in costs)


def parts(tree: Path) -> dict[str, float]:
    """Seconds of each part of the check of all files, and below that of the dearest rules."""
    from tfgpu_migrate import check, rules
    from tfgpu_migrate.index.index import Index
    from tfgpu_migrate.settings import Settings
    from tfgpu_migrate.source import Unreadable, decode

    _load_all()
    seconds = dict.fromkeys(("read", "decode", "ast.parse", "names, scopes, uses", "rules", "all else"), 0.0)
    of_rules: dict[str, float] = {}

    def timed(function: Callable[..., Any], spent: dict[str, float], name: str) -> Callable[..., Any]:
        def call(*arguments: Any) -> Any:
            started = time.thread_time()
            try:
                return function(*arguments)
            finally:
                spent[name] = spent.get(name, 0.0) + time.thread_time() - started

        return call

    for checks in rules.BY_SYMBOL.values():
        checks[:] = [timed(partial(_all_of, one), of_rules, one.__name__) for one in checks]
    check._checks.cache_clear()
    whole = {"check": 0.0}
    for path in sorted(tree.rglob("*.py")):
        data = timed(path.read_bytes, seconds, "read")()
        try:
            source = timed(decode, seconds, "decode")(data, "a.py")
            timed(lambda source: source.tree, seconds, "ast.parse")(source)
            timed(Index, seconds, "names, scopes, uses")(source)
        except Unreadable:
            continue
        timed(check.check_bytes, whole, "check")("a.py", data, Settings())
    seconds["rules"] = sum(of_rules.values())
    seconds["all else"] = whole["check"] - sum(seconds.values()) + seconds["read"]
    dearest = sorted(of_rules, key=lambda name: -of_rules[name])[:8]
    return {**seconds, **{f"rule {name.replace('_', '-')}": of_rules[name] for name in dearest}}


def _all_of(check: Callable[..., Any], use: Any, context: Any) -> list[Any]:
    return list(check(use, context))
