"""A finding as a page shows it: the lines around it, and what its fix changes."""

from __future__ import annotations

from typing import NamedTuple

from tfgpu_migrate.pages.words import several_lines
from tfgpu_migrate.report.findings import Finding, lines_of
from tfgpu_migrate.report.fixdiff import hunks_of

_AROUND = 2
_LONG = 400  # characters: of a longer line only so many are shown
_MANY = 120  # lines of a diff


class Line(NamedTuple):
    """A line of the file. `before`, `marked` and `after` are its text; what the finding points at is `marked`."""

    number: int
    before: str
    marked: str
    after: str


class DiffLine(NamedTuple):
    """A line of a diff: `sign` is `-`, `+`, or ` ` for one that stays; `@` is the head of what follows."""

    sign: str
    number: int | None
    text: str


def lines_around(finding: Finding) -> list[Line]:
    """The first line of a finding with two above and below; nothing where there is no text."""
    lines = lines_of(finding.shown)
    at = finding.start[0]
    if not finding.shown.text or at > len(lines):
        return []
    first, last = max(at - _AROUND, 1), min(at + _AROUND, len(lines))
    return [_line(number, lines[number - 1], finding) for number in range(first, last + 1)]


def _line(number: int, text: str, finding: Finding) -> Line:
    (row, column), (end_row, end_column) = finding.start, finding.end
    if number != row:
        return Line(number, _short(text), "", "")
    end = end_column - 1 if end_row == row else len(text)
    pieces = text[: column - 1], text[column - 1 : end], text[end:]
    return Line(number, *map(_short, pieces))


def diff_lines(finding: Finding) -> list[DiffLine]:
    """What the fix of a finding changes; nothing where it has none."""
    fix = finding.diagnostic.fix
    if fix is None:
        return []
    made: list[DiffLine] = []
    for cell, hunks in hunks_of(fix, finding.source):
        for number, hunk in enumerate(hunks):
            if cell is not None and not number:
                made.append(DiffLine("@", None, f"cell {cell}"))
            elif number:
                made.append(DiffLine("@", None, "…"))
            made += [DiffLine(" " if row.sign == "|" else row.sign, row.number, _short(row.text)) for row in hunk]
    if len(made) <= _MANY:
        return made
    return [*made[:_MANY], DiffLine("@", None, f"and {len(made) - _MANY} more lines")]


def _short(text: str) -> str:
    shown = several_lines(text).replace("\n", "␊").replace("\r", "␍")
    return shown if len(shown) <= _LONG else f"{shown[:_LONG]}…"
