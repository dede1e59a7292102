"""The text that stands for a notebook: its code cells one below the other, and which line came from where.

Above each cell stands a line of its own, a statement that does nothing, so that no run of imports and no block reaches
from one cell into the next. A line that is not Python is *kept*: the text has Python in its place, then a comment that
begins with `mark`, then the line as it is. What stands behind the mark goes back into the notebook.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import NamedTuple

from tfgpu_migrate.source.unreadable import Unreadable

NEWLINE = re.compile(r"\r\n|\r|\n")
_LINES = re.compile(r"(\r\n|\r|\n)")


class Place(NamedTuple):
    """Where an offset is: the 1-based number of the cell among all cells, and line and column in it."""

    cell: int
    line: int
    column: int


class Kept(NamedTuple):
    """A line that is not Python, as it stands in the notebook; `start` is the offset of its first character."""

    start: int
    text: str


class Excerpt(NamedTuple):
    """One cell in the text: the 1-based number among all cells, and where its body begins."""

    number: int
    start: int
    body: str


class Edges(NamedTuple):
    """The newlines that a cell begins and ends with; a fix does not change their number."""

    start: str
    end: str


@dataclass(frozen=True)
class Cells:
    """How the text of a notebook is made of its code cells."""

    mark: str  # a character that no cell has
    newline: str
    numbers: tuple[int, ...]
    edges: tuple[Edges, ...]

    @property
    def border(self) -> str:
        """The line above a cell."""
        return f"0#{self.mark * 2}{self.newline}"

    def kept(self, line: str, indent: str = "", code: str = "") -> str:
        """What stands in the text for a line of a notebook that is not Python."""
        return f"{indent}{code}#{self.mark}{line}"

    def joined(self, bodies: list[str]) -> str:
        """The text of these cells."""
        ended = (body + self.newline * (not body.endswith(("\n", "\r")) and body != "") for body in bodies)
        return "".join(self.border + body for body in ended)

    def bodies(self, text: str) -> list[str]:
        """The cells of a text, kept lines still in disguise. Raises Unreadable where a border is missing."""
        _, *bodies = text.split(self.border)
        if len(bodies) != len(self.numbers):
            raise Unreadable("the border of two cells was changed")
        return [_with_edges(body, edges) for body, edges in zip(bodies, self.edges, strict=True)]

    def tidied(self, text: str) -> str:
        """The text without the empty lines that a fix left at the ends of cells."""
        return self.joined(self.bodies(text)) if text else text

    def original(self, body: str) -> str:
        """A cell as it stands in the notebook."""
        if self.mark not in body:
            return body
        pieces = _LINES.split(body)  # every second one is a newline
        return "".join(piece.rpartition(f"#{self.mark}")[2] for piece in pieces)

    def excerpt(self, text: str, offset: int) -> Excerpt:
        """The cell that an offset lies in."""
        at = text.rfind(self.border, 0, offset + 1)
        start = max(at, 0) + len(self.border)
        end = text.find(self.border, start)
        position = text.count(self.border, 0, start) - 1
        return Excerpt(self.numbers[position], start, text[start : end if end >= 0 else len(text)])

    def place(self, text: str, offset: int) -> Place:
        """Where an offset of the text is in the notebook."""
        number, start, _ = self.excerpt(text, offset)
        breaks = [match.end() for match in NEWLINE.finditer(text[start:offset])]
        line = start + (breaks[-1] if breaks else 0)
        hidden = text.find(self.mark, line, end_of_line(text, line)) + 1
        return Place(number, len(breaks) + 1, max(offset - max(line, hidden), 0) + 1)

    def offset(self, text: str, position: int, line: int, column: int) -> int:
        """The offset of a line and column of the code cell at a 0-based position."""
        at = 0
        for _ in range(position + 1):
            at = text.index(self.border, at) + len(self.border)
        for _ in range(line - 1):
            newline = NEWLINE.search(text, at)
            at = newline.end() if newline else at
        end = end_of_line(text, at)
        return min((text.find(self.mark, at, end) + 1 or at) + column - 1, end)

    def kept_lines(self, text: str) -> Iterator[Kept]:
        """Every line of the notebook's code cells that is not Python, in order."""
        at = text.find(self.mark)
        while at >= 0:
            end = end_of_line(text, at)
            if text[at + 1 : at + 2] != self.mark:
                yield Kept(at + 1, text[at + 1 : end])
            at = text.find(self.mark, end)

    def touches_kept(self, text: str, start: int, end: int) -> bool:
        """Whether a piece of text, or an insertion, reaches into a line that is not Python."""
        line = max(text.rfind("\n", 0, start), text.rfind("\r", 0, start)) + 1
        if start == end == line:
            return False
        return self.mark in text[line : end_of_line(text, max(end - 1, start))]

    def in_kept(self, text: str, start: int, end: int) -> tuple[int, int] | None:
        """Where a piece of what stands in for a line is in that line; None where the line does not have it so."""
        line_end = end_of_line(text, start)
        mark = text.find(self.mark, start, line_end)
        behind = mark - 1  # the comment sign
        moved = line_end - behind
        if mark < 0 or not start < end <= behind or text[start:behind] != text[start + moved : line_end]:
            return None
        return start + moved, end + moved


def end_of_line(text: str, offset: int) -> int:
    """The offset of the newline behind `offset`, or of the end."""
    match = NEWLINE.search(text, offset)
    return match.start() if match else len(text)


def edges_of(body: str) -> Edges:
    """The newlines at both ends of a cell; those of a cell of nothing else count as its start."""
    rest = body.lstrip("\r\n")
    return Edges(body[: len(body) - len(rest)], rest[len(rest.rstrip("\r\n")) :])


def _with_edges(body: str, edges: Edges) -> str:
    return f"{edges.start}{body.strip(chr(13) + chr(10))}{edges.end}"
