"""What one fix would change, as the short diff below a finding."""

from collections.abc import Iterator
from difflib import SequenceMatcher
from typing import NamedTuple

from tfgpu_migrate.edit.diagnostics import Edit, Fix
from tfgpu_migrate.report.findings import Piece, lines_of, pieces
from tfgpu_migrate.report.paint import ADDED, REMOVED, RULER, Paint
from tfgpu_migrate.source import Source
from tfgpu_migrate.visible import visible

_CONTEXT = 1
_MERGE = 4  # so many unchanged lines between two changes are all shown


class _Change(NamedTuple):
    """Lines that are replaced: `at` is the 0-based line of the old text."""

    at: int
    old: list[str]
    new: list[str]


class Row(NamedTuple):
    """A line of the diff: `sign` is `-`, `+`, or `|` for one that stays."""

    number: int | None
    sign: str
    text: str


def fix_diff(fix: Fix, source: Source, paint: Paint) -> Iterator[str]:
    """Yield the lines of the diff, numbered as in the new text; in a notebook each cell has a header."""
    for cell, hunks in hunks_of(fix, source):
        yield from _piece(cell, hunks, paint)


def hunks_of(fix: Fix, source: Source) -> list[tuple[int | None, list[list[Row]]]]:
    """The changed lines with those beside them, as runs; by cell in a notebook, else under None."""
    found = [(piece.cell, _all_hunks(piece)) for piece in pieces(fix.edits, source)]
    return [(cell, hunks) for cell, hunks in found if hunks]


def _all_hunks(piece: Piece) -> list[list[Row]]:
    return [list(_rows(hunk, piece.source, offset)) for hunk, offset in _hunks(_changes(piece.edits, piece.source))]


def _piece(cell: int | None, hunks: list[list[Row]], paint: Paint) -> Iterator[str]:
    width = max(len(str(row.number)) for row in hunks[-1] if row.number) if any(r.number for r in hunks[-1]) else 1
    gutter = f"{paint(' ' * width, RULER)} {paint('|', RULER)}\n"
    if cell is not None:
        yield f"{' ' * width}{paint(':::', RULER)} cell {cell}\n"
    yield gutter
    for index, hunk in enumerate(hunks):
        if index:
            yield "-" * 80 + "\n"
        for number, sign, text in hunk:
            colour = {"-": REMOVED, "+": ADDED, "|": ""}[sign]
            shown = visible(text)
            body = f" {paint(shown, colour) if colour else shown}" if text else ""
            yield f"{paint(f'{number or str():<{width}}', RULER)} {paint(sign, colour or RULER)}{body}\n"
    yield gutter


def _hunks(changes: list[_Change]) -> Iterator[tuple[list[_Change], int]]:
    """Yield changes that are shown together, and by how many lines the ones before them moved the text."""
    offset, moved, hunk = 0, 0, list[_Change]()
    for change in changes:
        if hunk and change.at - (hunk[-1].at + len(hunk[-1].old)) > _MERGE:
            yield hunk, offset
            offset, hunk = moved, []
        hunk.append(change)
        moved += len(change.new) - len(change.old)
    if hunk:
        yield hunk, offset


def _rows(hunk: list[_Change], source: Source, offset: int) -> Iterator[Row]:
    lines = lines_of(source)
    at = max(hunk[0].at - _CONTEXT, 0)
    for change in hunk:
        yield from (Row(line + offset + 1, "|", lines[line]) for line in range(at, change.at))
        yield from (Row(None, "-", text) for text in change.old)
        yield from (Row(change.at + offset + i + 1, "+", text) for i, text in enumerate(change.new))
        at = change.at + len(change.old)
        offset += len(change.new) - len(change.old)
    stop = min(at + _CONTEXT, len(lines) - (not lines[-1]))
    yield from (Row(line + offset + 1, "|", lines[line]) for line in range(at, stop))


def _changes(edits: list[Edit], source: Source) -> list[_Change]:
    """Turn edits into replaced lines; edits on one line or on lines that touch are one change."""
    groups: list[list[Edit]] = []
    for edit in edits:
        if groups and source.line_start(edit.start) < source.next_line(groups[-1][-1].end):
            groups[-1].append(edit)
        else:
            groups.append([edit])
    changes: list[_Change] = []
    for change in (change for group in groups for change in _change(group, source)):
        if changes and change.at == changes[-1].at + len(changes[-1].old):
            at, old, new = changes.pop()
            change = _Change(at, old + change.old, new + change.new)
        changes.append(change)
    return changes


def _change(edits: list[Edit], source: Source) -> Iterator[_Change]:
    start, stop = source.line_start(edits[0].start), source.next_line(edits[-1].end)
    pieces, at = [], start
    for edit in edits:
        pieces += [source.text[at : edit.start], edit.new]
        at = edit.end
    old, new = _split(source.text[start:stop]), _split("".join(pieces) + source.text[at:stop])
    first = source.location(start)[0] - 1
    for tag, i, j, k, m in SequenceMatcher(None, old, new, autojunk=False).get_opcodes():
        if tag != "equal":
            yield _Change(first + i, [_bare(text) for text in old[i:j]], [_bare(text) for text in new[k:m]])


def _split(text: str) -> list[str]:
    """Lines with their newlines, split where Source splits them."""
    lines = text.replace("\r\n", "\n").replace("\r", "\n").split("\n")
    return [f"{line}\n" for line in lines[:-1]] + ([lines[-1]] if lines[-1] else [])


def _bare(line: str) -> str:
    return line.removesuffix("\n")
