"""Speed budgets, as ratios to peers measured in the same minutes on the same files.

    python benchmarks/speed.py [TREE] [--runs 5]

Seconds are CPU time (user and system, of the process and the workers it waited for), which other load on the machine
changes least; runs alternate, and the median of each side counts. Without TREE a synthetic one is written (`tree.py`).
Both programs read the tree without their caches and without configuration files. Exit code 1: a budget is
exceeded; 2: a command failed.
"""

import argparse
import os
import platform
import statistics
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import NamedTuple

from tree import write_tree

BIN = Path(sys.executable).parent


class Race(NamedTuple):
    """Our command, the peer's, how often each runs in a measurement, and how many times the peer's CPU we may use."""

    name: str
    ours: list[str]
    peer_name: str
    peer: list[str]
    repeat: int
    budget: float


def races(tree: str) -> list[Race]:
    """List what is measured."""
    tool, ruff = str(BIN / "tfgpu-migrate"), str(BIN / "ruff")
    check = [tool, "check", "--isolated", "--no-cache", "--exit-zero", "-q", "--output-format", "concise", tree]
    lint = [
        ruff,
        "check",
        "--select",
        "NPY",
        "--no-cache",
        "--isolated",
        "--exit-zero",
        "-q",
        "--output-format",
        "concise",
        tree,
    ]
    return [
        Race("check TREE", check, "ruff check --select NPY", lint, 1, 6),
        Race("--version", [tool, "--version"], "python -c pass", [sys.executable, "-c", "pass"], 10, 8),
    ]


def main() -> int:
    """Measure, print the table."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("tree", nargs="?", help="a folder with Python files")
    parser.add_argument("--runs", type=int, default=5, help="measurements of each command (default: 5)")
    arguments = parser.parse_args()
    if arguments.tree:
        return measure(arguments.tree, arguments.runs)
    with tempfile.TemporaryDirectory() as tree:
        write_tree(Path(tree))
        return measure(tree, arguments.runs)


def measure(tree: str, runs: int) -> int:
    """Run all races on a tree; 1 if one is over its budget."""
    ruff = subprocess.run([BIN / "ruff", "--version"], capture_output=True, text=True, check=True).stdout.strip()
    print(f"{describe(tree)}; Python {platform.python_version()}, {ruff}, {os.cpu_count()} CPUs, {runs} runs\n")
    print("| command | CPU | peer | CPU | ratio | budget | |")
    print("|---|---|---|---|---|---|---|")
    over = False
    for race in races(tree):
        pairs = [(cpu_seconds(race.ours, race.repeat), cpu_seconds(race.peer, race.repeat)) for _ in range(runs + 1)]
        ours, peer = (statistics.median(side) for side in zip(*pairs[1:], strict=True))  # the first filled the caches
        ratio = ours / peer
        over |= ratio > race.budget
        print(
            f"| tfgpu-migrate {race.name} | {ours:.3f} s | {race.peer_name} | {peer:.3f} s "
            f"| {ratio:.1f} | {race.budget:g} | {'OVER' if ratio > race.budget else 'ok'} |"
        )
    return int(over)


def describe(tree: str) -> str:
    """Say how large a tree is, and how much of it mentions TensorFlow."""
    texts = [path.read_bytes() for path in Path(tree).rglob("*.py")]
    share = sum(b"tensorflow" in text for text in texts) / max(1, len(texts))
    megabytes = sum(map(len, texts)) / 1e6
    return f"{len(texts):,} files, {megabytes:.1f} MB, {share:.0%} of the files mention tensorflow"


def cpu_seconds(command: list[str], repeat: int) -> float:
    """Return the CPU time of one run of a command, all its processes together, averaged over `repeat` runs."""
    total = 0.0
    for _ in range(repeat):
        process = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True)
        with process.stderr:
            errors = process.stderr.read()
        _, status, usage = os.wait4(process.pid, 0)
        process.returncode = os.waitstatus_to_exitcode(status)  # Popen must not wait for it again
        if process.returncode:
            print(f"{' '.join(command)}: exit {process.returncode}\n{errors}", file=sys.stderr)
            sys.exit(2)
        total += usage.ru_utime + usage.ru_stime
    return total / repeat


if __name__ == "__main__":
    sys.exit(main())
