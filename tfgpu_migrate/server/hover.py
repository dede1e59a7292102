"""Hover: the page of each rule that finds something at a place, or that a comment there names."""

from __future__ import annotations

import re

from lsprotocol.types import Hover, MarkupContent, MarkupKind, Position, Range

from tfgpu_migrate.report.explain import as_text
from tfgpu_migrate.rules import load
from tfgpu_migrate.server.checking import Checked
from tfgpu_migrate.server.diagnostics import span_of
from tfgpu_migrate.server.documents import Document
from tfgpu_migrate.server.positions import Lines, Units

_CODE = re.compile(r"\bTFM\d{3}\b")
_LINE_ENDS = ("\n", "\r")


def hover(checked: Checked, document: Document, position: Position, units: Units) -> Hover | None:
    """The pages for a place of a document; None where nothing is to be said."""
    documents = (checked.unit,) if isinstance(checked.unit, Document) else checked.unit.cells
    lines = {one: Lines(one.text, units) for one in documents}
    at = lines[document].offset(position)
    spans = [(span_of(finding, checked, lines), finding.diagnostic.code) for finding in checked.findings]
    here = {code: (span.start, span.end) for span, code in spans if span.document is document and _holds(span[1:], at)}
    here |= _named(document.text, at)
    rules = load()
    known = {code: span for code, span in here.items() if code in rules}
    if not known:
        return None
    text = "\n---\n\n".join(as_text([rules[code]]) for code in known)
    return Hover(MarkupContent(MarkupKind.Markdown, text), _range(known, lines[document]))


def _holds(span: tuple[int, int], at: int) -> bool:
    return span[0] <= at <= span[1]


def _named(text: str, at: int) -> dict[str, tuple[int, int]]:
    """The code that stands at a place of a comment, and where."""
    start = max(text.rfind(end, 0, at) for end in _LINE_ENDS) + 1
    for match in _CODE.finditer(text, start, at + len("TFM000")):
        if _holds(match.span(), at) and "#" in text[start : match.start()]:
            return {match[0]: match.span()}
    return {}


def _range(spans: dict[str, tuple[int, int]], lines: Lines) -> Range:
    return lines.range(min(start for start, _ in spans.values()), max(end for _, end in spans.values()))
