"""`python -m tests.kills NUMBER`: kills a fix of 500 files at random moments, and looks at every file each time."""

import os
import random
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

from tests.command import LOG, names, start, tool
from tfgpu_migrate.check import fix_bytes
from tfgpu_migrate.settings import Settings

FILES = 500
_TEXTS = (LOG, f"{LOG * 20}", f"# {'x' * 90}\n" * 500 + LOG)


class Figures(NamedTuple):
    """What came of it; `midway` are the kills that left both old and new files."""

    kills: int
    midway: int
    litter: int  # temporary files that killed runs left, all of them gone after the next whole run


def kill_at_random(folder: Path, kills: int, seed: int) -> Iterator[Figures]:
    """Kill a fix so many times; the figures so far after each ten, and at the end.

    Raises AssertionError for a file that is neither old nor new, or litter that stays.
    """
    after = [fix_bytes("a.py", text.encode(), Settings()).after for text in _TEXTS]
    files = {folder / f"{number // 50}" / f"a{number}.py": number % len(_TEXTS) for number in range(FILES)}
    for parent in {file.parent for file in files}:
        parent.mkdir(parents=True)
    randomly = random.Random(seed)
    _write(files)
    expected = names(folder)
    started = time.monotonic()
    _whole_run(folder, files, after, expected)
    whole, midway, litter = time.monotonic() - started, 0, 0
    _write(files)
    for number in range(1, kills + 1):
        run = start(
            folder, "check", "--fix", "--isolated", "-q", "-j", "2", start_new_session=True, stdout=subprocess.DEVNULL
        )
        try:
            run.wait(randomly.uniform(0.2, 1.0) * whole)
        except subprocess.TimeoutExpired:
            os.killpg(run.pid, signal.SIGKILL)
            run.wait()
        new = 0
        for file, kind in files.items():
            data = file.read_bytes()
            assert data in (_TEXTS[kind].encode(), after[kind]), file
            new += data == after[kind]
        midway += 0 < new < FILES
        litter += len(names(folder) - expected)
        if new == FILES or number % 10 == 0 or number == kills:
            _whole_run(folder, files, after, expected)
            _write(files)
        if number % 10 == 0 or number == kills:
            yield Figures(number, midway, litter)


def _write(files: dict[Path, int]) -> None:
    for file, kind in files.items():
        file.write_bytes(_TEXTS[kind].encode())


def _whole_run(folder: Path, files: dict[Path, int], after: list[bytes | None], expected: set[str]) -> None:
    done = tool(folder, "check", "--fix", "--isolated", "-q", "-j", "2")
    assert (done.returncode, done.stderr) == (0, ""), done
    assert all(file.read_bytes() == after[kind] for file, kind in files.items())
    assert names(folder) == expected


if __name__ == "__main__":
    with tempfile.TemporaryDirectory() as scratch:
        seed = random.randrange(10**6)
        sys.stdout.write(f"seed {seed}\n")
        for figures in kill_at_random(Path(scratch, "tree"), int(sys.argv[1]), seed):
            sys.stdout.write(f"{figures}\n")
            sys.stdout.flush()
