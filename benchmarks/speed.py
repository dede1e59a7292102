"""Speed budgets, as ratios to peers measured in the same minutes on the same files.

    python benchmarks/speed.py [TREE] [--runs 5] [--tf-upgrade-v2 PROGRAM] [--torchfix PROGRAM] [--pyupgrade PROGRAM]

Seconds are CPU time (user and system, of the process and the workers it waited for), which other load on the machine
changes least; runs alternate, and the median of each side counts. Without TREE a synthetic one is written (`tree.py`).
All programs read the tree without configuration files. A peer whose program is not given is left out, and named.
Exit code 1: a budget is exceeded; 2: a command failed. `benchmarks/README.md` has the figures of the last run.
"""

import argparse
import os
import platform
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

import scale
from commands import Command, alternate
from tree import write_tree

BIN = Path(sys.executable).parent
TOOL, RUFF = str(BIN / "tfgpu-migrate"), str(BIN / "ruff")
SAME_OUTPUT = ["--isolated", "--exit-zero", "-q", "--output-format", "concise"]
CHECK = [TOOL, "check", *SAME_OUTPUT]
LINT = [RUFF, "check", "--select", "NPY", *SAME_OUTPUT]
# What any program must do that looks at these files; the collector of this one runs as rarely.
PARSE = """
import ast, gc, pathlib, sys, warnings
warnings.simplefilter("ignore")
gc.set_threshold(2_000_000, 10, 10)
for path in sorted(pathlib.Path(sys.argv[1]).rglob("*.py")):
    try:
        ast.parse(path.read_bytes())
    except (SyntaxError, ValueError):
        pass
"""
PEERS = {"tf_upgrade_v2", "torchfix", "pyupgrade"}
CHEAPER = 30  # times tf_upgrade_v2
CLEAN = "import numpy as np\n\nprint(np.zeros(3))\n"
CLEAN_TF2 = 'import tensorflow as tf\n\nfor gpu in tf.config.list_physical_devices("GPU"):\n    print(gpu)\n'
WITH_FINDINGS = """import tensorflow as tf

config = tf.ConfigProto()
config.gpu_options.allow_growth = True
with tf.Session(config=config) as sess:
    print(sess.run(tf.log(1.0)))
"""


class Race(NamedTuple):
    """Our command, the peer's, and how many times the peer's cost we may use."""

    ours: Command
    peer: Command
    budget: float
    goal: str = ""
    on_the_clock: bool = False


class Folders(NamedTuple):
    """The tree, its Python files with TensorFlow alone, and a folder for what the races write."""

    tree: str
    with_tensorflow: str
    scratch: Path


def starts(folder: Path) -> Iterator[Race]:
    """What is measured without a tree: the start of the program, and one file, as a hook of git has it."""
    python = [sys.executable, "-c"]
    click, nothing = Command("python -c 'import click'", [*python, "import click"], repeat=10), [*python, "pass"]
    version = Command("--version", [TOOL, "--version"], repeat=10)
    yield Race(version, Command("python -c pass", nothing, repeat=10), 5)
    texts = {"no TensorFlow": (CLEAN, 2.5), "clean TensorFlow 2": (CLEAN_TF2, 2.5), "findings": (WITH_FINDINGS, 7)}
    for name, (text, budget) in texts.items():
        file = folder / f"{name.replace(' ', '_')}.py"
        file.write_text(text)
        words = [*CHECK, "--no-cache", str(file)]
        yield Race(Command(f"check FILE, {name}", words, repeat=10), click, budget)


def of_trees(folders: Folders) -> Iterator[Race]:
    """What is measured on a tree."""
    tree, subset, scratch = folders
    cold = Command("check", [*CHECK, "--no-cache", tree])
    yield Race(cold, Command("ruff check --select NPY", [*LINT, "--no-cache", tree]), 5, "3.5")
    ours, theirs = scratch / "our_cache", scratch / "ruff_cache"
    warm = Command("check, warm", [*CHECK, "--cache-dir", str(ours), tree])
    yield Race(warm, Command("ruff check, warm", [*LINT, "--cache-dir", str(theirs), tree]), 1)
    alone = Command("check -j1, files with TensorFlow", [*CHECK, "--no-cache", "-j1", subset])
    yield Race(alone, Command("read + ast.parse", [sys.executable, "-c", PARSE, subset]), 2.2)
    single, double = (Command(f"check -j{jobs}", [*CHECK, "--no-cache", f"-j{jobs}", tree]) for jobs in (1, 2))
    yield Race(double, single, 0.65, on_the_clock=True)
    fix = Command("check --fix", [*CHECK, "--no-cache", "--fix", str(scratch / "copy")], fresh(subset, scratch))
    yield Race(fix, Command("check", [*CHECK, "--no-cache", subset]), 4)


def fresh(subset: str, scratch: Path):
    """Make a copy of the files for a program that writes them."""

    def copy() -> None:
        shutil.rmtree(scratch / "copy", ignore_errors=True)
        shutil.rmtree(scratch / "written", ignore_errors=True)
        shutil.copytree(subset, scratch / "copy")

    return copy


def peer_commands(folders: Folders, peers: dict[str, str]) -> dict[str, Command]:
    """The peers that were given, each on the files with TensorFlow, doing what it is for."""
    _, subset, scratch = folders
    copy, report = str(scratch / "copy"), str(scratch / "report.txt")
    files = [str(scratch / "copy" / path.relative_to(subset)) for path in sorted(Path(subset).rglob("*.py"))]
    upgrade = ["--intree", copy, "--outtree", str(scratch / "written"), "--reportfile", report]
    arguments = {
        "tf_upgrade_v2": [*upgrade, "--copyotherfiles", "False"],
        "torchfix": ["--select=ALL", copy],
        "pyupgrade": ["--py310-plus", *files],
    }
    return {
        name: Command(name, [peers[name], *words], fresh(subset, scratch), may_fail=True)
        for name, words in arguments.items()
        if name in peers
    }


def main() -> int:
    """Measure, print the tables."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("tree", nargs="?", help="a folder with Python files")
    parser.add_argument("--runs", type=int, default=5, help="measurements of each command (default: 5)")
    parser.add_argument("--megabytes", type=int, default=35, help="size of the synthetic tree (default: 35)")
    parser.add_argument("--only", choices=tuple(TABLES), help="one of the tables")
    parser.add_argument("--times", type=int, nargs="*", default=[1, 10, 100], help="sizes of the growing tree")
    for peer in sorted(PEERS):
        parser.add_argument(f"--{peer.replace('_', '-')}", metavar="PROGRAM", help="its program")
    arguments = parser.parse_args()
    peers = {name: program for name in PEERS if (program := getattr(arguments, name))}
    with tempfile.TemporaryDirectory() as scratch:
        tree = arguments.tree
        if tree is None:
            tree = str(Path(scratch, "tree"))
            write_tree(Path(tree), arguments.megabytes * 1_000_000)
        folders = Folders(tree, str(with_tensorflow(Path(tree), Path(scratch, "subset"))), Path(scratch))
        over = False
        for name, table in TABLES.items():
            if arguments.only in (None, name):
                over |= table(folders, peers, arguments)
    return int(over)


def with_tensorflow(tree: Path, subset: Path) -> Path:
    """Copy the Python files of a tree that contain TensorFlow into a folder of their own."""
    for path in sorted(tree.rglob("*.py")):
        if (
            path.is_file()
            and not path.is_symlink()
            and any(word in path.read_bytes() for word in (b"tensorflow", b"keras"))
        ):
            target = subset / path.relative_to(tree)
            target.parent.mkdir(parents=True, exist_ok=True)
            shutil.copyfile(path, target)
    return subset


def print_starts(folders: Folders, _: dict[str, str], arguments: argparse.Namespace) -> bool:
    """The table of the program's start; whether a budget is exceeded."""
    print(f"{machine()}, {arguments.runs} runs\n")
    return print_races(starts(folders.scratch), arguments.runs)


def print_trees(folders: Folders, _: dict[str, str], arguments: argparse.Namespace) -> bool:
    """The table of races on the tree; whether a budget is exceeded."""
    print(f"{describe(folders)}\n")
    return print_races(of_trees(folders), arguments.runs)


def print_races(races: Iterator[Race], runs: int) -> bool:
    """One row for each race; whether a budget is exceeded."""
    print("| tfgpu-migrate | | peer | | ratio | budget | |")
    print("|---|---|---|---|---|---|---|")
    over = False
    for race in races:
        ours, peer = (cost[race.on_the_clock] for cost in alternate([race.ours, race.peer], runs))
        ratio, unit = ours / peer, "s wall" if race.on_the_clock else "s"
        over |= ratio > race.budget
        goal = f" (goal {race.goal})" if race.goal else ""
        print(
            f"| {race.ours.name} | {ours:.3f} {unit} | {race.peer.name} | {peer:.3f} {unit} "
            f"| {ratio:.3g} | {race.budget:.3g}{goal} | {'OVER' if ratio > race.budget else 'ok'} |",
            flush=True,
        )
    print(f"\nLoad while this was measured: {os.getloadavg()[1]:.1f}.\n")
    return over


def print_peers(folders: Folders, peers: dict[str, str], arguments: argparse.Namespace) -> bool:
    """The table of the peers, each doing what it is for, once; whether we are not so much cheaper than we must be."""
    subset = folders.with_tensorflow
    ours = [
        Command("tfgpu-migrate check", [*CHECK, "--no-cache", subset]),
        Command("ruff check --select NPY", [*LINT, "--no-cache", subset]),
    ]
    given = peer_commands(folders, peers)
    fix = Command(
        "tfgpu-migrate check --fix",
        [*CHECK, "--no-cache", "--fix", str(folders.scratch / "copy")],
        fresh(subset, folders.scratch),
    )
    commands = [*ours, fix, *given.values()]
    costs = [command.run() for command in commands]
    print("| on the files with TensorFlow | CPU | times check |")
    print("|---|---|---|")
    for command, cost in zip(commands, costs, strict=True):
        print(f"| {command.name} | {cost.cpu:.2f} s | {cost.cpu / costs[0].cpu:.2f} |")
    missing = PEERS - given.keys()
    print(f"\nNot measured, for its program was not given: {', '.join(sorted(missing))}." if missing else "")
    if "tf_upgrade_v2" not in given:
        return False
    times = costs[commands.index(given["tf_upgrade_v2"])].cpu / costs[0].cpu
    print(f"tf_upgrade_v2 at least {CHEAPER} times check: {'ok' if times >= CHEAPER else 'OVER'}.\n")
    return times < CHEAPER


def print_growth(folders: Folders, _: dict[str, str], arguments: argparse.Namespace) -> bool:
    """The table of growth; whether cost is not linear, or a worker takes more than its memory."""
    print("| times the files with TensorFlow | MB | CPU | CPU per MB | largest worker |")
    print("|---|---|---|---|---|")
    check, rows = [*CHECK, "--no-cache"], []
    for row in scale.grown(Path(folders.with_tensorflow), check, arguments.times, folders.scratch):
        rows.append(row)
        print(
            f"| {row.times} | {row.megabytes:.1f} | {row.cpu:.1f} s | {row.per_megabyte:.3f} s "
            f"| {row.worker_megabytes:.0f} MB |",
            flush=True,
        )
    linear = rows[-1].per_megabyte <= 1.1 * rows[0].per_megabyte
    flat = max(row.worker_megabytes for row in rows) <= 150
    print(f"\nCost for each MB at most 1.1 times that of the smallest: {'ok' if linear else 'OVER'}.")
    print(f"Workers below 150 MB: {'ok' if flat else 'OVER'}.\n")
    return not (linear and flat)


def print_files(folders: Folders, _: dict[str, str], arguments: argparse.Namespace) -> bool:
    """The dearest files for their size; whether one is above 20 times the median."""
    costs = scale.file_costs(Path(folders.with_tensorflow))
    median = scale.median_cost(costs)
    print(f"{len(costs):,} files, median {median:.3f} ms for a KB\n\n| file | ms | ms per KB | times the median |")
    print("|---|---|---|---|")
    for cost in costs[:5]:
        print(f"| {cost.path} | {cost.milliseconds:.1f} | {cost.per_kilobyte:.2f} | {cost.per_kilobyte / median:.1f} |")
    print()
    return costs[0].per_kilobyte > 20 * median


def print_parts(folders: Folders, _: dict[str, str], arguments: argparse.Namespace) -> bool:
    """Where the time goes once the program has started; no budgets."""
    seconds = scale.parts(Path(folders.with_tensorflow))
    total = sum(spent for name, spent in seconds.items() if not name.startswith("rule "))
    print("| part | CPU | share |")
    print("|---|---|---|")
    for name, spent in seconds.items():
        print(f"| {name} | {spent:.2f} s | {spent / total:.0%} |")
    print()
    return False


TABLES = {
    "starts": print_starts,
    "trees": print_trees,
    "peers": print_peers,
    "growth": print_growth,
    "files": print_files,
    "parts": print_parts,
}


def machine() -> str:
    """Say on what this was measured."""
    ruff = subprocess.run([RUFF, "--version"], capture_output=True, text=True, check=True).stdout.strip()
    return f"Python {platform.python_version()}, {ruff}, {os.cpu_count()} CPUs"


def describe(folders: Folders) -> str:
    """Say how large the tree is, and how much of it contains TensorFlow."""
    sizes = [
        [path.stat().st_size for path in Path(root).rglob("*.py")] for root in (folders.tree, folders.with_tensorflow)
    ]
    (every, some), (total, part) = map(len, sizes), (sum(each) / 1e6 for each in sizes)
    return f"{every:,} Python files, {total:.1f} MB; with TensorFlow {some:,} files, {part:.1f} MB"


if __name__ == "__main__":
    sys.exit(main())
