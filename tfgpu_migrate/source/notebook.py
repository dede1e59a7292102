"""A Jupyter notebook as one Source, so that its cells share names, and back into the same JSON."""

from __future__ import annotations

import codecs
import re
from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import NamedTuple

from tfgpu_migrate.source.cells import NEWLINE, Cells, edges_of
from tfgpu_migrate.source.ipynb import NotANotebook, Part, code_cells, replaced, source_text
from tfgpu_migrate.source.magics import is_python_cell, lines_of, reading
from tfgpu_migrate.source.source import Source
from tfgpu_migrate.source.unreadable import Unreadable

_MARKS = range(0xE000, 0xF8FF)  # characters that nobody writes: Unicode's private ones
_TENSORFLOW = re.compile("tensorflow|keras")


class Broken(NamedTuple):
    """A cell that is not Python: its 0-based position among the code cells, and where and why."""

    position: int
    line: int
    column: int
    reason: str


@dataclass(frozen=True, eq=False)
class Document:
    """The JSON that a notebook was read from, and where the sources of its code cells stand in it."""

    json: str
    parts: tuple[Part, ...]
    bodies: tuple[str, ...]


@dataclass(frozen=True, eq=False)
class Notebook:
    """What is known of a notebook besides its text."""

    cells: Cells
    broken: tuple[Broken, ...]
    document: Document | None  # None where only the places are asked for

    def problems(self, text: str) -> Iterator[tuple[int, str]]:
        """Each cell that is not Python: an offset, and why."""
        for position, line, column, reason in self.broken:
            yield self.cells.offset(text, position, line, column), reason

    def without_document(self) -> Notebook:
        """What a report needs to know: the places."""
        return replace(self, document=None)

    def written(self, text: str) -> str:
        """The JSON of the notebook that has this text."""
        assert self.document is not None
        pieces, at = list[str](), 0
        bodies = self.cells.bodies(text)
        for part, old, new in zip(self.document.parts, self.document.bodies, bodies, strict=True):
            if old != new:
                pieces.append(self.document.json[at : part.start])
                pieces.append(replaced(self.document.json, part, self.cells.original(new)))
                at = part.end
        return "".join((*pieces, self.document.json[at:]))


def decode_notebook(data: bytes, path: str) -> Source:
    """Decode a notebook. Raises Unreadable."""
    bom = codecs.BOM_UTF8 if data.startswith(codecs.BOM_UTF8) else b""
    try:
        document = data[len(bom) :].decode("utf-8")
        found = list(code_cells(document))
    except NotANotebook as error:
        raise Unreadable(str(error)) from None
    except RecursionError:
        raise Unreadable("JSON that is nested too deeply") from None
    except ValueError as error:  # UnicodeDecodeError and JSONDecodeError
        raise Unreadable(f"not valid JSON: {error}") from None
    texts = [source_text(part.value) for _, part in found]
    if not any(_TENSORFLOW.search(text) for text in texts):
        found, texts = [], []
    cells = Cells(
        mark=_mark(texts),
        newline=next((match.group() for text in texts if (match := NEWLINE.search(text))), "\n"),
        numbers=tuple(number for number, _ in found),
        edges=(),
    )
    disguised = [_disguised(text, cells) for text in texts]
    cells = replace(cells, edges=tuple(edges_of(body) for body, _ in disguised))
    text = cells.joined([body for body, _ in disguised])
    broken = tuple(
        Broken(position, error.line, error.column, error.reason)
        for position, (_, error) in enumerate(disguised)
        if error is not None
    )
    parts = tuple(part for _, part in found)
    made = Document(document, parts, tuple(cells.bodies(text)))
    return Source(path, text, "utf-8", bom, Notebook(cells, broken, made))


def _mark(texts: list[str]) -> str:
    """A character that no cell has."""
    used = {character for text in texts if not text.isascii() for character in text}
    return next(chr(code) for code in _MARKS if chr(code) not in used)


def _disguised(text: str, cells: Cells) -> tuple[str, Unreadable | None]:
    """A cell as Python, and why it is none."""
    if not is_python_cell(text):
        return _all_kept(text, cells, "0"), None
    if Source("", text).problem() is None:
        return text, None
    kept = [
        cells.kept(line.text, line.indent, line.code or "0") if line.kept else line.text
        for line in lines_of(NEWLINE.split(text))
    ]
    python = _with_newlines(kept, text)
    error = Source("", python).problem()
    return (python, None) if error is None else (_all_kept(text, cells, reading(text)), error)


def _all_kept(text: str, cells: Cells, code: str) -> str:
    first, *others = NEWLINE.split(text)
    lines = [cells.kept(_encodable(first), code=code), *(cells.kept(_encodable(one)) if one else "" for one in others)]
    return _with_newlines(lines, text) if text.strip() else text


def _with_newlines(lines: list[str], text: str) -> str:
    newlines = [*NEWLINE.findall(text), ""]
    return "".join(line + newline for line, newline in zip(lines, newlines, strict=True))


def _encodable(line: str) -> str:
    """The line without what Python's parser refuses even in a comment; it is never written back."""
    return line.replace("\0", "\N{SYMBOL FOR NULL}").encode("utf-8", "replace").decode()
