"""Changed texts as edits of LSP, which move as little as possible of what the user sees."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from difflib import SequenceMatcher

from lsprotocol import types

from tfgpu_migrate.edit.diagnostics import Edit
from tfgpu_migrate.server.documents import Document
from tfgpu_migrate.server.positions import Lines, Units

Changes = list[tuple[Document, list[types.TextEdit]]]


def text_edits(document: Document, edits: Sequence[Edit], units: Units) -> list[types.TextEdit]:
    """The edits of a fix in one document."""
    lines = Lines(document.text, units)
    return [
        types.TextEdit(lines.range(lines.checked_offset(one.start), lines.checked_offset(one.end)), one.new)
        for one in edits
    ]


def rewritten(document: Document, text: str, units: Units) -> list[types.TextEdit]:
    """The edits that make this text of a document: whole lines, those that stay left out."""
    lines = Lines(document.text, units)
    return [types.TextEdit(lines.range(start, end), new) for start, end, new in _hunks(document.text, text)]


def workspace_edit(changes: Changes, *, versioned: bool) -> types.WorkspaceEdit:
    """Edits of several documents as one; `versioned` for a client that can say no when its text is another by now."""
    if not versioned:
        return types.WorkspaceEdit(changes={document.uri: edits for document, edits in changes})
    return types.WorkspaceEdit(
        document_changes=[
            types.TextDocumentEdit(
                types.OptionalVersionedTextDocumentIdentifier(uri=document.uri, version=document.version), edits
            )
            for document, edits in changes
        ]
    )


def _hunks(before: str, after: str) -> Iterator[tuple[int, int, str]]:
    old, new = before.splitlines(keepends=True), after.splitlines(keepends=True)
    start = _common(old, new)
    end = _common(old[start:][::-1], new[start:][::-1])
    middle = old[start : len(old) - end], new[start : len(new) - end]
    offsets = [sum(map(len, old[:start]))]
    for line in middle[0]:
        offsets.append(offsets[-1] + len(line))
    for kind, first, last, new_first, new_last in SequenceMatcher(None, *middle, autojunk=False).get_opcodes():
        if kind != "equal":
            yield offsets[first], offsets[last], "".join(middle[1][new_first:new_last])


def _common(one: Iterable[str], other: Iterable[str]) -> int:
    count = 0
    for a, b in zip(one, other, strict=False):
        if a != b:
            break
        count += 1
    return count
