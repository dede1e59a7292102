"""Which findings the comments of a file silence: `# noqa` on a line, `# tfgpu-migrate: noqa` for the file."""

import io
import re
import tokenize
from bisect import bisect_right
from collections.abc import Iterator

from tfgpu_migrate.edit.diagnostics import Diagnostic
from tfgpu_migrate.source import Source

_HINT = re.compile("noqa", re.IGNORECASE)
_LINE = re.compile(r"#\s*noqa(?![\w-])", re.IGNORECASE)
_FILE = re.compile(r"#\s*tfgpu-migrate\s*:\s*noqa(?![\w-])", re.IGNORECASE)
_CODE = re.compile(r"[\s,]*([A-Za-z]+[0-9]+)\b")

_Codes = frozenset[str] | None  # None is a bare noqa: every code


class Suppressions:
    """The noqa comments of one file."""

    def __init__(self, source: Source) -> None:
        """Find the comments; a file that does not tokenize has none."""
        self._source = source
        self._file: list[_Codes] = []
        self._lines: dict[int, list[_Codes]] = {}
        self._statements: list[tuple[int, int]] = []  # first and last line of each logical line
        if not _HINT.search(source.text):
            return
        try:
            self._read(_tokens(source.text))
        except (tokenize.TokenError, SyntaxError, ValueError):
            self._file, self._lines = [], {}

    def matches(self, diagnostic: Diagnostic) -> bool:
        """Whether a comment silences this finding. A file that cannot be read (9xx) is never silenced."""
        if diagnostic.code.startswith("TFM9") or not (self._file or self._lines):
            return False
        line = self._source.location(diagnostic.start)[0]
        found = [*self._file, *(codes for at in self._places(line) for codes in self._lines.get(at, ()))]
        return any(codes is None or diagnostic.code in codes for codes in found)

    def _places(self, line: int) -> set[int]:
        """Lines whose comment counts for a finding on `line`: itself, and where its statement begins and ends."""
        at = bisect_right(self._statements, (line, 1 << 62)) - 1
        if at >= 0 and self._statements[at][1] >= line:
            return {line, *self._statements[at]}
        return {line}

    def _read(self, tokens: Iterator[tokenize.TokenInfo]) -> None:
        first = 0
        for token in tokens:
            if token.type == tokenize.COMMENT:
                self._comment(token)
            elif token.type == tokenize.NEWLINE:
                self._statements.append((first or token.start[0], token.start[0]))
                first = 0
            elif not first and token.type not in (tokenize.NL, tokenize.INDENT, tokenize.DEDENT, tokenize.ENDMARKER):
                first = token.start[0]

    def _comment(self, token: tokenize.TokenInfo) -> None:
        if (match := _FILE.search(token.string)) and token.line.lstrip().startswith("#"):
            self._file += _codes(token.string[match.end() :])
        elif match := _LINE.search(token.string):
            self._lines.setdefault(token.start[0], []).extend(_codes(token.string[match.end() :]))


def _codes(rest: str) -> list[_Codes]:
    """Read the codes after `noqa`: nothing where a colon has none behind it; as in ruff, that is not a bare one."""
    rest = rest.lstrip()
    if not rest.startswith(":"):
        return [None]
    codes, at = set(), 1
    while match := _CODE.match(rest, at):
        codes.add(match.group(1).upper())
        at = match.end()
    return [frozenset(codes)] if codes else []


def _tokens(text: str) -> Iterator[tokenize.TokenInfo]:
    # Lines must be counted as Source counts them, where a lone CR ends one.
    lines = io.StringIO(text.replace("\r\n", "\n").replace("\r", "\n"))
    return tokenize.generate_tokens(lines.readline)
