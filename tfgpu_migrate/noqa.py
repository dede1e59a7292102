"""Which findings the comments of a file silence, and what those comments forbid a fix to touch.

On a line: `# noqa`, `# noqa: CODE`, `# tfgpu-migrate: ignore[CODE]`. Between lines of their own: `disable[CODE]` and
`enable[CODE]`. For the file, on a line of their own: `# tfgpu-migrate: noqa`, `noqa: CODE`, `file-ignore[CODE]`.
"""

import io
import re
import tokenize
from bisect import bisect_right
from collections.abc import Iterable, Iterator
from typing import NamedTuple

from tfgpu_migrate.dependencies.kinds import is_python
from tfgpu_migrate.edit.diagnostics import Diagnostic
from tfgpu_migrate.source import Source

_HINTS = ("noqa", "tfgpu-migrate")
_LINE = re.compile(r"#\s*noqa(?![\w-])", re.IGNORECASE)
_OWN = re.compile(r"#\s*tfgpu-migrate\s*:\s*(noqa|ignore|file-ignore|disable|enable)(?![\w-])", re.IGNORECASE)
_CODE = re.compile(r"[\s,]*([A-Za-z]+[0-9]+)\b")
_BRACKETS = re.compile(r"\s*\[([^\]]*)\]")
# Strings, in which a number sign begins no comment, and comments, in files that are not Python.
_TEXTS = re.compile(
    r"""["]{3}.*?["]{3}|[']{3}.*?[']{3}|"(?:\\.|[^"\\\n])*"|'[^'\n]*'|(?P<comment>\#[^\n]*)""", re.DOTALL
)
_SKIPPED = (tokenize.NL, tokenize.INDENT, tokenize.DEDENT, tokenize.ENDMARKER, tokenize.COMMENT)


class Code(NamedTuple):
    """One code of a directive, and where it stands."""

    name: str
    start: int
    end: int


class Directive(NamedTuple):
    """A comment that silences: `codes` is empty for all of them; it holds on the lines `first` to `last`."""

    start: int
    end: int  # of the directive, behind its last code
    codes: tuple[Code, ...]
    first: int
    last: int
    is_noqa: bool  # spelled so that other linters obey it too

    def silences(self, code: str) -> bool:
        """Whether the directive is about this code."""
        return not self.codes or any(code == each.name for each in self.codes)


class Suppressions:
    """The directives of one file."""

    def __init__(self, source: Source) -> None:
        """Find the comments; a file that does not tokenize has none."""
        self._source = source
        self.directives: list[Directive] = []
        self._of_line: dict[int, list[Directive]] = {}  # the many that hold on one line only
        self._of_lines: list[Directive] = []
        self._statements: list[tuple[int, int]] = []  # first and last line of each logical line
        text = source.text.lower()  # far cheaper than a pattern that ignores case
        if not any(hint in text for hint in _HINTS):
            return
        try:
            comments, self._statements = _read(source.text) if is_python(source.path) else read_lines(source.text)
        except (tokenize.TokenError, SyntaxError, ValueError):
            return
        self.directives = list(self._directives(comments))
        for each in self.directives:
            (self._of_line.setdefault(each.first, []) if each.first == each.last else self._of_lines).append(each)

    def matches(self, diagnostic: Diagnostic) -> bool:
        """Whether a comment silences this finding."""
        return bool(self.matching(diagnostic))

    def matching(self, diagnostic: Diagnostic) -> list[Directive]:
        """The directives that silence this finding. A file that cannot be read (9xx) is never silenced."""
        if not self.directives or diagnostic.code.startswith("TFM9"):
            return []
        lines = self.lines_of(self._source.location(diagnostic.start)[0])
        holding = [each for line in lines for each in self._of_line.get(line, ())]
        holding += (each for each in self._of_lines if any(each.first <= line <= each.last for line in lines))
        return [each for each in holding if each.silences(diagnostic.code)]

    def lines_of(self, line: int) -> set[int]:
        """Lines whose comment counts for a finding on `line`: itself, and where its statement begins and ends."""
        return {line, *(self._statement(line) or ())}

    def protected(self, silenced: Iterable[Diagnostic]) -> list[tuple[int, int]]:
        """What no fix may touch: silenced findings and what their own fixes edit; lines with a bare directive whole."""
        spans = [(each.start, each.end) for each in self._bare_lines()]
        for diagnostic in silenced:
            spans.append((diagnostic.start, diagnostic.end))
            spans += ((edit.start, edit.end) for edit in (diagnostic.fix.edits if diagnostic.fix else ()))
        return spans

    def _bare_lines(self) -> Iterator[Code]:
        for directive in self.directives:
            if not directive.codes and directive.first == directive.last:
                first, last = self._statement(directive.first) or (directive.first, directive.first)
                yield Code("", self._source.line_offset(first), self._source.next_line(self._source.line_offset(last)))

    def _statement(self, line: int) -> tuple[int, int] | None:
        at = bisect_right(self._statements, (line, 1 << 62)) - 1
        return self._statements[at] if at >= 0 and self._statements[at][1] >= line else None

    def _directives(self, comments: list[tokenize.TokenInfo]) -> Iterator[Directive]:
        end = self._source.location(len(self._source.text))[0]
        opened: list[Directive] = []
        for comment in comments:
            at = self._source.line_offset(comment.start[0]) + comment.start[1]
            alone = comment.line.lstrip().startswith("#")
            if own := _OWN.search(comment.string):
                word = own[1].lower()
                made = self._own(comment, at, own.end(), alone, word, end)
                if word == "enable":
                    yield from (each._replace(last=comment.start[0]) for each in opened if _closes(made, each))
                    opened = [each for each in opened if not _closes(made, each)]
                elif word == "disable":
                    opened += [made] if made else []
                elif made:
                    yield made
            if found := _LINE.search(comment.string):
                codes, behind = _codes(comment.string, found.end(), at)
                if codes is not None:
                    line = comment.start[0]
                    yield Directive(at + found.start(), at + behind, codes, line, line, True)
        yield from opened

    def _own(
        self, comment: tokenize.TokenInfo, at: int, behind: int, alone: bool, word: str, end: int
    ) -> Directive | None:
        """A directive of this program's own; None where it says nothing, or stands where it does not count."""
        read = _codes(comment.string, behind, at) if word == "noqa" else _bracketed(comment.string, behind, at)
        codes, stop = read
        if codes is None or (not alone and word != "ignore"):
            return None
        line = comment.start[0]
        first, last = {"noqa": (1, end), "file-ignore": (1, end)}.get(word, (line, end))
        if word == "ignore":
            first, last = (self._next_statement(line) or (line, line)) if alone else (line, line)
        return Directive(at + comment.string.rindex("#", 0, behind), at + stop, codes, first, last, False)

    def _next_statement(self, line: int) -> tuple[int, int] | None:
        at = bisect_right(self._statements, (line, 1 << 62))
        return self._statements[at] if at < len(self._statements) else None


def places(source: Source, diagnostic: Diagnostic) -> list[Diagnostic]:
    """The finding where it stands, and at each other place of the same name, for all of which it is told once."""
    name = source.text[diagnostic.start : diagnostic.end]
    others = [span for span in diagnostic.uses if source.text[slice(*span)] == name]
    return [
        diagnostic,
        *(
            diagnostic._replace(start=start, end=end, uses=tuple(others[position:]))
            for position, (start, end) in enumerate(others, 1)
        ),
    ]


def _closes(enable: Directive | None, opened: Directive) -> bool:
    return enable is not None and {each.name for each in enable.codes} == {each.name for each in opened.codes}


def _read(text: str) -> tuple[list[tokenize.TokenInfo], list[tuple[int, int]]]:
    """The comments, and the first and last line of each logical line."""
    first, comments, statements = 0, list[tokenize.TokenInfo](), list[tuple[int, int]]()
    for token in tokens(text):
        if token.type == tokenize.COMMENT and any(hint in token.string.lower() for hint in _HINTS):
            comments.append(token)
        elif token.type == tokenize.NEWLINE:
            statements.append((first or token.start[0], token.start[0]))
            first = 0
        elif not first and token.type not in _SKIPPED:
            first = token.start[0]
    return comments, statements


def read_lines(text: str) -> tuple[list[tokenize.TokenInfo], list[tuple[int, int]]]:
    """The same of a file that is not Python: what stands behind a number sign is a comment in all of them.

    That of a string begins none. A backslash at the end of a line continues it.
    """
    first, statements = 0, list[tuple[int, int]]()
    lines = _lines(text)
    for number, line in enumerate(lines, 1):
        if line.strip() and (first or not line.lstrip().startswith("#")):
            first = first or number
            if not line.rstrip().endswith("\\"):
                statements.append((first, number))
                first = 0
    return list(_comments(lines.getvalue())), statements


def _comments(text: str) -> Iterator[tokenize.TokenInfo]:
    for match in _TEXTS.finditer(text):
        comment = match["comment"] or ""
        if found := _OWN.search(comment) or _LINE.search(comment):
            start, end = match.start() + found.start(), match.end()
            line = text.rfind("\n", 0, start) + 1
            number = text.count("\n", 0, start) + 1
            yield tokenize.TokenInfo(
                tokenize.COMMENT, text[start:end], (number, start - line), (number, end - line), text[line:end]
            )


def _codes(comment: str, at: int, offset: int) -> tuple[tuple[Code, ...] | None, int]:
    """Read the codes after `noqa`: None where a colon has none behind it; as in ruff, that is not a bare one."""
    colon = re.compile(r"\s*:").match(comment, at)
    if colon is None:
        return (), at
    codes, end = [], colon.end()
    while match := _CODE.match(comment, end):
        codes.append(Code(match[1].upper(), offset + match.start(1), offset + match.end(1)))
        end = match.end()
    return (tuple(codes) or None), end


def _bracketed(comment: str, at: int, offset: int) -> tuple[tuple[Code, ...] | None, int]:
    """Read the codes in brackets; None where there are none."""
    brackets = _BRACKETS.match(comment, at)
    if brackets is None:
        return None, at
    words = re.finditer(r"[A-Za-z]+[0-9]+", brackets[1])
    start = offset + brackets.start(1)
    codes = tuple(Code(word[0].upper(), start + word.start(), start + word.end()) for word in words)
    return (codes or None), brackets.end()


def tokens(text: str) -> Iterator[tokenize.TokenInfo]:
    """The tokens of a text, its lines counted as Source counts them, where a lone CR ends one."""
    return tokenize.generate_tokens(_lines(text).readline)


def _lines(text: str) -> io.StringIO:
    return io.StringIO(text.replace("\r\n", "\n").replace("\r", "\n"))
