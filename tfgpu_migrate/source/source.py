"""Bytes of a Python file as text with offsets, and back to the same bytes.

An offset is a character index into `Source.text`, everywhere in this project. The text keeps the file's own newlines,
so a file that no edit touches encodes to the bytes it was read from.
"""

from __future__ import annotations

import ast
import codecs
import io
import re
import tokenize
import warnings
from bisect import bisect_right
from collections.abc import Iterable
from dataclasses import dataclass
from functools import cached_property
from itertools import accumulate
from typing import TYPE_CHECKING

from tfgpu_migrate.source.unreadable import Unreadable

if TYPE_CHECKING:
    from tfgpu_migrate.source.notebook import Notebook

# Runs on every Python, 3.13 included, where 2to3 is gone: seen with modernize 0.8.0.
_TO_PYTHON_3 = "first run `modernize -w --no-six` on it (`pip install modernize`)"
# All but what ASCII names are made of.
_TO_BLANKS = bytes(one if (chr(one).isalnum() and one < 128) or one == ord("_") else ord(" ") for one in range(256))
# Docstrings and comments, in which a mark may be an apostrophe.
_NOT_COUNTED = re.compile(r"\"\"\".*?\"\"\"|\'\'\'.*?\'\'\'|#[^\r\n]*", re.DOTALL)
_NEWLINE = re.compile(r"\r\n|\r|\n")
_NEWLINE_BYTES = re.compile(rb"\r\n|\r|\n")
# The last line of a compound statement's head, and the indentation of the line below it.
_BLOCK = re.compile(
    r"""(?:^|[\r\n])[ \t]*(?:(?:async|case|class|def|elif|else|except|finally|for|if|match|try|while|with)\b|\))"""
    r"""[^\r\n]*:[ \t]*(?:#[^\r\n]*)?(?:\r\n|\r|\n)([ \t]+)[^\s#]"""
)


@dataclass(frozen=True)
class Source:
    """A decoded Python file; `text` has no byte-order mark and the newlines of the file.

    Of a notebook, `text` is what its code cells say to Python, and `notebook` knows the way back.
    """

    path: str
    text: str
    encoding: str = "utf-8"
    bom: bytes = b""
    notebook: Notebook | None = None

    @classmethod
    def decode(cls, data: bytes, path: str) -> Source:
        """Decode as Python does (PEP 263 cookie, byte-order mark, UTF-8; never the locale).

        Raises Unreadable for an unknown encoding, bytes that do not fit it, and text that would not encode back to
        the same bytes.
        """
        encoding = declared_encoding(data)
        bom = codecs.BOM_UTF8 if data.startswith(codecs.BOM_UTF8) else b""
        try:
            text = data[len(bom) :].decode(encoding)
        except UnicodeDecodeError as error:
            line = len(_NEWLINE_BYTES.findall(error.object[: error.start])) + 1
            raise Unreadable(f"byte 0x{error.object[error.start]:02x} is not {encoding}", line) from None
        except (LookupError, UnicodeError):  # codecs that are not of text (rot13), and punycode's own errors
            raise Unreadable(f"{encoding} is no encoding of Python source") from None
        source = cls(path, text, encoding, bom)
        if source.encode(text) != data:
            raise Unreadable(f"the text does not encode back to the same bytes in {encoding}")
        return source

    def encode(self, text: str) -> bytes:
        """The bytes that hold `text` in this file's encoding. Raises UnicodeEncodeError if it cannot."""
        written = text if self.notebook is None else self.notebook.written(text)
        return self.bom + written.encode(self.encoding)

    def with_text(self, text: str) -> Source:
        """The same file with other text."""
        tidied = text if self.notebook is None else self.notebook.cells.tidied(text)
        return Source(self.path, tidied, self.encoding, self.bom, self.notebook)

    def shown_only(self) -> Source:
        """The same text for a report: without its tree, and without the way back to a notebook."""
        notebook = self.notebook and self.notebook.without_document()
        return Source(self.path, self.text, self.encoding, self.bom, notebook)

    @cached_property
    def tree(self) -> ast.Module:
        """CPython's syntax tree. Raises Unreadable where the text is not Python for the running interpreter."""
        return self.parse()

    def parse(self, feature_version: tuple[int, int] | None = None) -> ast.Module:
        """The syntax tree, for one Python version (best effort, as `ast.parse` says). Raises Unreadable."""
        try:
            with warnings.catch_warnings():
                warnings.simplefilter("ignore")
                return ast.parse(self.text, feature_version=feature_version)
        except SyntaxError as error:
            raise self._syntax_error(error) from None
        except ValueError as error:
            raise self._null_byte(error) from None
        except (RecursionError, MemoryError):
            raise Unreadable("nested too deeply for the Python parser") from None

    def problem(self, feature_version: tuple[int, int] | None = None) -> Unreadable | None:
        """Why the text does not parse; None where it does."""
        try:
            self.parse(feature_version)
        except Unreadable as error:
            return error
        return None

    def _syntax_error(self, error: SyntaxError) -> Unreadable:
        from tfgpu_migrate.source.python2 import is_python2

        line = min(max(error.lineno or 1, 1), len(self._starts))
        if "null bytes" in (error.msg or ""):
            return self._null_byte(error)
        start = self._starts[line - 1]
        text = self.text[start : self.line_end(start)]
        reason, column = error.msg or "invalid syntax", max(error.offset or 1, 1)
        if is_python2(reason, text):
            return Unreadable(f"Python 2 syntax ({reason})", line, column, _TO_PYTHON_3)
        return Unreadable(reason, line, column)

    def _null_byte(self, error: Exception) -> Unreadable:
        at = self.text.find("\0")
        return Unreadable("a null byte in the source", *self.location(at)) if at >= 0 else Unreadable(str(error))

    @cached_property
    def _starts(self) -> list[int]:
        if "\r" not in self.text:  # the common case, several times faster
            lengths = map(len, self.text.split("\n"))
            return list(accumulate(map((1).__add__, lengths), initial=0))[:-1]
        return [0, *(match.end() for match in _NEWLINE.finditer(self.text))]

    @cached_property
    def _is_ascii(self) -> bool:
        return self.text.isascii()

    @cached_property
    def newline(self) -> str:
        """The newline of the first line that has one; a line feed where none has."""
        match = _NEWLINE.search(self.text)
        return match.group() if match else "\n"

    @cached_property
    def comment_lines(self) -> frozenset[int]:
        """The 1-based numbers of the lines that hold a comment and nothing else; none where the text has no tokens.

        A line of a string may look like one.
        """
        text = io.StringIO(self.text.replace("\r\n", "\n").replace("\r", "\n"))
        try:
            comments = [one for one in tokenize.generate_tokens(text.readline) if one.type == tokenize.COMMENT]
        except (tokenize.TokenError, SyntaxError):
            return frozenset()
        return frozenset(one.start[0] for one in comments if not one.line[: one.start[1]].strip())

    @cached_property
    def indent_unit(self) -> str:
        """One step of indentation as this file writes it; four spaces where it has none."""
        match = _BLOCK.search(self.text)
        above = self.indent(self.line_start(match.start(1)) - 1) if match else ""
        return (match.group(1).removeprefix(above) if match else "") or "    "

    @cached_property
    def quote(self) -> str:
        """The quotation mark that strings of this file are mostly written with; triple ones do not count."""
        text = _NOT_COUNTED.sub("", self.text)
        return "'" if text.count("'") > text.count('"') else '"'

    def offset(self, line: int, byte_column: int) -> int:
        """Character offset of a 1-based line and a 0-based UTF-8 byte column, the units of CPython's `ast`."""
        start = self._starts[line - 1]
        if self._is_ascii:
            return start + byte_column
        # A column of n bytes is at most n characters long.
        prefix = self.text[start : start + byte_column].encode("utf-8", "surrogatepass")[:byte_column]
        return start + len(prefix.decode("utf-8", "ignore"))

    def span(self, node: ast.AST) -> tuple[int, int]:
        """Character offsets of a node's start and end."""
        first, column, last, end = node.lineno, node.col_offset, node.end_lineno, node.end_col_offset  # type: ignore[attr-defined]
        if self._is_ascii:  # nearly every file
            return self._starts[first - 1] + column, self._starts[last - 1] + end
        return self.offset(first, column), self.offset(last, end)

    def text_of(self, node: ast.AST) -> str:
        """A node as it is written."""
        start, end = self.span(node)
        return self.text[start:end]

    def location(self, offset: int) -> tuple[int, int]:
        """1-based line and column, counted in characters, of an offset."""
        line = bisect_right(self._starts, offset)
        return line, offset - self._starts[line - 1] + 1

    def named_line(self, offset: int) -> str:
        """The line of an offset, as a message names it: "line 3", in a notebook "line 3 of cell 2"."""
        if self.notebook is None:
            return f"line {self.location(offset)[0]}"
        cell, line, _ = self.notebook.cells.place(self.text, offset)
        return f"line {line} of cell {cell}"

    def lines_with(self, words: Iterable[str]) -> list[int]:
        """The 1-based numbers of the lines on which one of these words stands, or a word that holds it, in order."""
        text, starts, found = self.text, self._starts, list[int]()
        for word in words:
            at = text.find(word)
            while at >= 0:
                line = bisect_right(starts, at)
                found.append(line)
                at = text.find(word, starts[line]) if line < len(starts) else -1
        return sorted(set(found))

    @cached_property
    def words(self) -> frozenset[str]:
        """Every word of ASCII letters, digits and underscores in the text: all its names, in whatever they stand.

        One pass for all who ask whether the text names something; a search costs a tenth of it for each name.
        """
        text = self.text.encode("utf-8", "surrogatepass").translate(_TO_BLANKS)
        return frozenset(text.decode("ascii").split())

    def line_offset(self, line: int) -> int:
        """Offset of the first character of a 1-based line; of the last line where there are fewer."""
        return self._starts[min(line, len(self._starts)) - 1]

    def line_start(self, offset: int) -> int:
        """Offset of the first character of the line that holds `offset`."""
        return self._starts[bisect_right(self._starts, offset) - 1]

    def line_end(self, offset: int) -> int:
        """Offset just before the newline of the line that holds `offset` (or the end of the text)."""
        match = _NEWLINE.search(self.text, offset)
        return match.start() if match else len(self.text)

    def next_line(self, offset: int) -> int:
        """Offset of the first character after the line that holds `offset`."""
        match = _NEWLINE.search(self.text, offset)
        return match.end() if match else len(self.text)

    def blank_lines_before(self, offset: int) -> list[str]:
        """The run of blank lines, with their newlines, that ends where the line of `offset` begins."""
        run: list[str] = []
        start = self.line_start(offset)
        while start and not self.text[(above := self.line_start(start - 1)) : start].strip():
            run.insert(0, self.text[above:start])
            start = above
        return run

    def blank_lines_after(self, offset: int) -> list[str]:
        """The run of blank lines, with their newlines, that begins at `offset`, the start of a line."""
        run: list[str] = []
        while offset < len(self.text) and not self.text[offset : (below := self.next_line(offset))].strip():
            run.append(self.text[offset:below])
            offset = below
        return run

    def indent(self, offset: int) -> str:
        """The white space that the line of `offset` begins with."""
        start = self.line_start(offset)
        end = start
        while self.text[end : end + 1] in (" ", "\t", "\f"):
            end += 1
        return self.text[start:end]


def declared_encoding(data: bytes) -> str:
    """The encoding that a file declares in one of its first two lines (PEP 263), else UTF-8. Raises Unreadable."""
    head = b"\n".join(_NEWLINE_BYTES.split(data, maxsplit=2)[:2])  # PEP 263 looks at two lines
    try:
        encoding, _ = tokenize.detect_encoding(io.BytesIO(head).readline)
    except SyntaxError as error:
        cookie = re.search(rb"coding[:=][ \t]*([-\w.]+)", head)
        if cookie is None:  # invalid UTF-8 in the first two lines, the decoder names the byte
            return "utf-8"
        line = head[: cookie.start()].count(b"\n") + 1
        raise Unreadable(error.msg or "unknown encoding", line) from None
    return "utf-8" if encoding == "utf-8-sig" else encoding


def encoded(text: str) -> bytes:
    """The bytes that are read as this text: in the encoding that it declares.

    Where that cannot hold it, they are a mark of UTF-8 and the text, which reading them will find to contradict itself.
    """
    try:
        return text.encode(declared_encoding(text.encode("ascii", "replace")))
    except (Unreadable, UnicodeEncodeError, LookupError):
        return codecs.BOM_UTF8 + text.encode("utf-8", "surrogatepass")
