"""The lines around a finding, with the finding underlined: the frame of `--output-format full`."""

import unicodedata
from collections.abc import Iterator

from tfgpu_migrate.report.findings import Finding, lines_of
from tfgpu_migrate.report.paint import CODE, RULER, Paint
from tfgpu_migrate.visible import visible

_CONTEXT = 2


def frame(finding: Finding, paint: Paint) -> Iterator[str]:
    """Yield `--> path:line:column` and the marked lines; only the place where there is no text to show."""
    line = finding.start[0]
    lines = lines_of(finding.shown)
    if finding.diagnostic.end == 0 or not any(lines):
        yield f"{paint('-->', RULER)} {finding.shown_path}:{finding.place}\n"
        return
    last, end_column = _end(finding, lines)
    shown = range(*_context(lines, line, last))
    width = len(str(shown.stop - 1))
    bar = paint("|", RULER)
    yield f"{' ' * width}{paint('-->', RULER)} {finding.shown_path}:{finding.place}\n"
    yield f"{' ' * width} {bar}\n"
    marked = _several if last > line else _one
    for number in shown:
        text, *marks = marked(number, lines[number - 1], finding.start, (last, end_column), paint)
        shown_text = text if lines[number - 1].strip() else text.rstrip()
        yield f"{paint(f'{number:>{width}}', RULER)} {bar}{shown_text}\n"
        yield from (f"{' ' * width} {bar}{mark}\n" for mark in marks)
    if shown.stop - 1 > last:
        yield f"{' ' * width} {bar}\n"


def _one(number: int, text: str, start: tuple[int, int], end: tuple[int, int], paint: Paint) -> list[str]:
    row = [f" {_visible(text)}"]
    if number == start[0]:
        before = _width(text[: start[1] - 1])
        length = _width(text[: end[1] - 1]) - before
        row.append(f" {' ' * before}{paint('^' * max(length, 1), CODE)}")
    return row


def _several(number: int, text: str, start: tuple[int, int], end: tuple[int, int], paint: Paint) -> list[str]:
    """One row, and below the first and last row of the finding the line that leads to its edge."""
    at_margin = not text[: start[1] - 1].strip()
    if number == start[0]:
        if at_margin:
            return [f" {paint('/', CODE)} {_visible(text)}"]
        before = _width(text[: start[1] - 1])
        return [f"   {_visible(text)}", f" {paint(' ' + '_' * (before + 1) + '^', CODE)}"]
    if not start[0] < number <= end[0]:
        return [f"   {_visible(text)}"]
    row = [f" {paint('|', CODE)} {_visible(text)}"]
    if number == end[0]:
        before = _width(text[: max(end[1] - 2, 0)])
        row.append(f" {paint('|' + '_' * (before + 1) + '^', CODE)}")
    return row


def _end(finding: Finding, lines: list[str]) -> tuple[int, int]:
    """Where the finding ends; an end at the very start of a line is the end of the line before."""
    line, column = finding.end
    if column == 1 and line > finding.start[0]:
        return line - 1, len(lines[line - 2]) + 2
    return line, column


def _context(lines: list[str], first: int, last: int) -> tuple[int, int]:
    """Find the first line shown and the one after the last: two around the finding, without blank ones at the edges."""
    start, stop = max(first - _CONTEXT, 1), min(last + _CONTEXT, len(lines))
    while start < first and not lines[start - 1].strip():
        start += 1
    while stop > last and not lines[stop - 1].strip():
        stop -= 1
    return start, stop + 1


def _visible(text: str) -> str:
    return visible(text).replace("\t", "    ")


def _width(text: str) -> int:
    """Columns that a terminal gives to this text."""
    if text.isascii():
        return len(_visible(text))
    return sum(_cells(character) for character in _visible(text))


def _cells(character: str) -> int:
    if unicodedata.category(character) in ("Mn", "Me", "Cf"):
        return 0
    return 2 if unicodedata.east_asian_width(character) in "WF" else 1
