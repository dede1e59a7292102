"""Lines of a text as LSP has them, and columns in the units that the client counts.

Other separators that `str.splitlines` knows, form feeds above all, end no line there.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from functools import cached_property
from typing import NamedTuple

from lsprotocol.types import Position, PositionEncodingKind, Range

_NEWLINE = re.compile(r"\r\n|\r|\n")
_BOM = "\ufeff"


class Units(NamedTuple):
    """How a client counts characters: how many units those need that are beyond each of these code points."""

    beyond: tuple[int, ...]

    def of(self, text: str) -> int:
        """How many units a text has."""
        if not self.beyond or text.isascii():
            return len(text)
        return sum(map(self._of_one, text))

    def taken(self, text: str, count: int) -> int:
        """How many characters the first `count` units of a text are; one that is cut counts as well."""
        if not self.beyond or text.isascii():
            return min(count, len(text))
        for index, character in enumerate(text):
            if count <= 0:
                return index
            count -= self._of_one(character)
        return len(text)

    def _of_one(self, character: str) -> int:
        return 1 + sum(ord(character) > last for last in self.beyond)


UTF16 = Units((0xFFFF,))
_UNITS = {
    PositionEncodingKind.Utf8: Units((0x7F, 0x7FF, 0xFFFF)),
    PositionEncodingKind.Utf16: UTF16,
    PositionEncodingKind.Utf32: Units(()),
}


def units_of(encoding: PositionEncodingKind | str | None) -> Units:
    """The units of a position encoding; LSP's own default where there is none."""
    return _UNITS[PositionEncodingKind(encoding)] if encoding else UTF16


class Lines:
    """One text and its lines. What lies outside is taken for the nearest place inside, as LSP wants it."""

    def __init__(self, text: str, units: Units) -> None:
        """Look at a text; its lines are looked for when they are asked for."""
        self.text, self._units = text, units

    @cached_property
    def _starts(self) -> list[int]:
        return [0, *(match.end() for match in _NEWLINE.finditer(self.text))]

    @property
    def _bom(self) -> int:
        """How many characters the check does not see at the start."""
        return self.text.startswith(_BOM)

    def offset(self, position: Position) -> int:
        """The offset of a place that the client names."""
        if position.line >= len(self._starts):
            return len(self.text)
        start, end = self._ends(position.line)
        return start + self._units.taken(self.text[start:end], position.character)

    def position(self, offset: int) -> Position:
        """The place of an offset, as the client names it."""
        line = bisect_right(self._starts, offset) - 1
        start = self._starts[line]
        return Position(line, self._units.of(self.text[start:offset]))

    def range(self, start: int, end: int) -> Range:
        """The range between two offsets."""
        return Range(self.position(start), self.position(end))

    def checked_offset(self, offset: int) -> int:
        """The offset that the check calls so: it sees no byte-order mark."""
        return offset + self._bom

    def checked_place(self, line: int, column: int) -> int:
        """The offset of a 1-based line and column of the check, which counts characters."""
        if line > len(self._starts):
            return len(self.text)
        start, end = self._ends(line - 1)
        return min(start + column - 1 + (self._bom if line == 1 else 0), end)

    def _ends(self, line: int) -> tuple[int, int]:
        """The offsets of a line's first character and of its newline, or of the end of the text."""
        start = self._starts[line]
        newline = _NEWLINE.search(self.text, start)
        return start, newline.start() if newline else len(self.text)
