"""The JSON of a notebook: where the source of each code cell stands in it, and how changed source is put back.

Nothing is written from a tree: all but the changed lines of changed cells keeps its bytes.
"""

import json
import re
from collections.abc import Iterator, Mapping
from typing import Any, NamedTuple

_SPACE = re.compile(r"[ \t\n\r]*")
_DECODER = json.JSONDecoder(strict=False)  # Jupyter reads control characters in strings as well


class Part(NamedTuple):
    """A JSON value and where its text stands."""

    value: Any
    start: int
    end: int


class NotANotebook(Exception):
    """JSON that is no notebook that this program knows; the text says why."""


def code_cells(text: str) -> Iterator[tuple[int, Part]]:
    """The sources of the code cells, each with the 1-based number of its cell among all. Raises NotANotebook."""
    notebook, end = _members(text, 0)
    if (rest := _skip(text, end)) < len(text):
        raise json.JSONDecodeError("Extra data", text, rest)
    _check_format(notebook)
    if not _is_python(notebook):
        return
    for number, cell in enumerate(_items(text, notebook["cells"].start), 1):
        members, _ = _members(text, cell.start)
        kind, source = members.get("cell_type"), members.get("source")
        if kind is not None and kind.value == "code" and source is not None and _is_source(source.value):
            yield number, source


def source_text(value: Any) -> str:
    """The source of a cell: one string or a list of lines."""
    return value if isinstance(value, str) else "".join(value)


def replaced(text: str, part: Part, new: str) -> str:
    """The JSON of a source that now is `new`, laid out as the one that stands at `part`."""
    escape = text[part.start : part.end].isascii()
    if isinstance(part.value, str):
        return _literal(new, escape)
    items = _items(text, part.start)
    literals = {item.value: text[item.start : item.end] for item in items}
    lines = [literals.get(line) or _literal(line, escape) for line in new.splitlines(keepends=True)]
    if not lines:
        return "[]"
    opening, closing = text[part.start : items[0].start], text[items[-1].end : part.end]
    between = text[items[0].end : items[1].start] if len(items) > 1 else "," + (opening[1:] or " ")
    return opening + between.join(lines) + closing


def _literal(text: str, escape: bool) -> str:
    try:
        text.encode()
    except UnicodeEncodeError:  # half of a surrogate pair has no other spelling
        escape = True
    return json.dumps(text, ensure_ascii=escape)


def _check_format(notebook: Mapping[str, Part]) -> None:
    major = notebook["nbformat"].value if "nbformat" in notebook else None
    if "worksheets" in notebook or (isinstance(major, int) and major < 4):
        raise NotANotebook(
            f"a notebook of format {major or 3}; `jupyter nbconvert --to notebook --inplace FILE` makes it format 4"
        )
    if not isinstance(major, int) or "cells" not in notebook or not isinstance(notebook["cells"].value, list):
        raise NotANotebook("not a Jupyter notebook: it has no `nbformat` or no `cells`")


def _is_python(notebook: Mapping[str, Part]) -> bool:
    metadata = notebook["metadata"].value if "metadata" in notebook else None
    for table, key in (("language_info", "name"), ("kernelspec", "language")):
        section = metadata.get(table) if isinstance(metadata, dict) else None
        if isinstance(section, dict) and isinstance(section.get(key), str):
            return str(section[key]).lower() in ("python", "ipython")
    return True


def _is_source(value: Any) -> bool:
    return isinstance(value, str) or (isinstance(value, list) and all(isinstance(line, str) for line in value))


def _members(text: str, start: int) -> tuple[dict[str, Part], int]:
    """The members of the object that begins at `start`, and its end; nothing where another value does."""
    at = _skip(text, start)
    if text[at : at + 1] != "{":
        return {}, _part(text, at).end
    members: dict[str, Part] = {}
    at = _skip(text, at + 1)
    while text[at : at + 1] != "}":
        if text[at : at + 1] != '"':
            raise json.JSONDecodeError("Expecting property name enclosed in double quotes", text, at)
        key, at = _DECODER.raw_decode(text, at)
        at = _skip(text, at)
        if text[at : at + 1] != ":":
            raise json.JSONDecodeError("Expecting ':' delimiter", text, at)
        members[key] = _part(text, at + 1)
        at = _after_comma(text, members[key].end, "}")
    return members, at + 1


def _items(text: str, start: int) -> list[Part]:
    """The items of the list that begins at `start`."""
    items: list[Part] = []
    at = _skip(text, start + 1)
    while text[at : at + 1] != "]":
        items.append(_part(text, at))
        at = _after_comma(text, items[-1].end, "]")
    return items


def _part(text: str, at: int) -> Part:
    start = _skip(text, at)
    value, end = _DECODER.raw_decode(text, start)
    return Part(value, start, end)


def _after_comma(text: str, at: int, closing: str) -> int:
    """Where the next member begins, or the sign that closes. Raises JSONDecodeError where neither follows."""
    at = _skip(text, at)
    if text[at : at + 1] == closing:
        return at
    if text[at : at + 1] != ",":
        raise json.JSONDecodeError("Expecting ',' delimiter", text, at)
    after = _skip(text, at + 1)
    if text[after : after + 1] == closing:
        raise json.JSONDecodeError("Illegal trailing comma", text, at)
    return after


def _skip(text: str, at: int) -> int:
    match = _SPACE.match(text, at)
    return match.end() if match else at
