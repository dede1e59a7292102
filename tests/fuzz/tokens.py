"""Where something stands in a program, said so that comments, line ends, indentation and names do not matter."""

import io
import tokenize
from bisect import bisect_right
from typing import NamedTuple

from tfgpu_migrate.source import Source

_SKIPPED = {
    tokenize.COMMENT,
    tokenize.NL,
    tokenize.NEWLINE,
    tokenize.INDENT,
    tokenize.DEDENT,
    tokenize.ENDMARKER,
    tokenize.ENCODING,
}


class Token(NamedTuple):
    """A token that says something, and its offsets."""

    text: str
    start: int
    end: int


def tokens_of(source: Source) -> list[Token]:
    """The tokens of a program, but for comments and what only lays it out. Raises TokenError or SyntaxError."""
    lines = source.text.replace("\r\n", "\n").replace("\r", "\n")
    return [
        Token(one.string, *(source.line_offset(line) + column for line, column in (one.start, one.end)))
        for one in tokenize.generate_tokens(io.StringIO(lines).readline)
        if one.type not in _SKIPPED
    ]


class Places:
    """The places of one program as numbers of tokens."""

    def __init__(self, source: Source) -> None:
        self._text = source.text
        self._tokens = tokens_of(source)
        self._starts = [one.start for one in self._tokens]

    def place(self, offset: int) -> tuple[int, int]:
        """The number of the token at an offset, or before it, and how many characters lie between."""
        at = bisect_right(self._starts, offset) - 1
        if at < 0:
            return -1, 0
        token = self._tokens[at]
        inside = self._text[token.start : min(offset, token.end)]
        return at, len(inside.replace("\r\n", "\n"))
