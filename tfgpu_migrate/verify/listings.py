"""The source files that a run's ops came from, with what each line of them did: for the page."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import NamedTuple

from tfgpu_migrate.discover import reason, shown_path
from tfgpu_migrate.pages.words import path_of, several_lines
from tfgpu_migrate.report.findings import lines_of
from tfgpu_migrate.source import Source, Unreadable
from tfgpu_migrate.verify.result import TOLD_LAST, Op, Result, by_line

# Where the ops of a line were.
GPU, CPU, BOTH, HOST, REFUSED = "gpu", "cpu", "both", "host", "refused"
MARKS = (GPU, BOTH, CPU, HOST, REFUSED)

_MANY = 6_000  # lines: of a longer file only those around a mark are shown
_AROUND = 12
_LONG = 1_000  # characters of a line


class Listing(NamedTuple):
    """A file as it was when the run was judged: its lines, or why there are none."""

    file: str
    lines: Sequence[str]
    why_not: str = ""

    @property
    def shown(self) -> str:
        """The name of the file on the page."""
        return path_of(shown_path(self.file))


class Row(NamedTuple):
    """A line of a listing; number 0 stands for lines that are left out, and `text` says how many."""

    number: int
    text: str
    mark: str = ""
    fell: bool = False  # an op of it is not where it asked to be


def read(result: Result) -> list[Listing]:
    """The script, then the other files that ops or errors of `tf.config` came from, by name."""
    script = str(Path(result.script).absolute())
    places = [*(op.place for op in result.ops), *(each.place for each in result.complaints)]
    others = {place.file for place in places if place is not None} - {script}
    return [_listing(file) for file in (script, *sorted(others))]


def _listing(file: str) -> Listing:
    try:
        source = Source.decode(Path(file).read_bytes(), file)
    except OSError as error:
        return Listing(file, (), f"The file cannot be read: {reason(error)}.")
    except (Unreadable, ValueError) as error:
        return Listing(file, (), f"The file cannot be shown: {getattr(error, 'reason', error)}.")
    lines = lines_of(source)
    return Listing(file, [_short(line) for line in (lines if lines[-1] else lines[:-1])])


def _short(line: str) -> str:
    shown = several_lines(line)
    return shown if len(shown) <= _LONG else f"{shown[:_LONG]}…"


def marks(ops: Iterable[Op], file: str) -> dict[int, tuple[str, bool]]:
    """Where the ops of each line of a file were, and whether one of them is not where it asked to be.

    Lines that compute nothing have none: a group of ops or an initializer is a NoOp that waits for others.
    """
    return {
        place.line: (mark_of(own), any(op.cause for op in own))
        for place, own in by_line(ops)
        if place.file == file and any(op.op != "NoOp" or not op.device for op in own)
    }


def mark_of(ops: Sequence[Op]) -> str:
    """Where the ops of one line were; what serves others counts only where there is nothing else."""
    if any(not op.device for op in ops):
        return REFUSED
    told = [op for op in ops if op.op not in TOLD_LAST] or list(ops)
    if all(not op.is_on_gpu for op in told):
        return CPU
    if any(not op.is_on_gpu for op in told):
        return BOTH
    return HOST if all(op.memory == "host" for op in told) else GPU


def rows(listing: Listing, marked: Mapping[int, tuple[str, bool]]) -> list[Row]:
    """The lines of a file with their marks; of a very long one those around the marks."""
    lines = listing.lines
    wanted = range(1, len(lines) + 1)
    if len(lines) <= _MANY:
        return [Row(number, lines[number - 1], *marked.get(number, ())) for number in wanted]
    near = {at for line in marked for at in range(line - _AROUND, line + _AROUND + 1)}
    kept = [number for number in wanted if number in near or number <= _AROUND]
    made: list[Row] = []
    last = 0
    for number in [*kept, len(lines) + 1]:
        if number > last + 1:
            made.append(Row(0, f"{number - last - 1} lines without ops"))
        if number <= len(lines):
            made.append(Row(number, lines[number - 1], *marked.get(number, ())))
        last = number
    return made
