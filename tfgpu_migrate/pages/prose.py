"""The docstring of a rule as blocks: headings, paragraphs and code."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

_FENCE = "```"


class Block(NamedTuple):
    """`kind` is `heading`, `text` or `code`."""

    kind: str
    text: str


def blocks(docs: str) -> list[Block]:
    """The blocks of a text in the little Markdown that rules are documented in."""
    return list(_blocks(docs.splitlines()))


def _blocks(lines: list[str]) -> Iterator[Block]:
    at = 0
    while at < len(lines):
        line = lines[at]
        if line.startswith(_FENCE):
            end = next((i for i in range(at + 1, len(lines)) if lines[i].startswith(_FENCE)), len(lines))
            yield Block("code", "\n".join(lines[at + 1 : end]))
            at = end + 1
        elif line.startswith("#"):
            yield Block("heading", line.lstrip("# "))
            at += 1
        elif not line.strip():
            at += 1
        else:
            end = next((i for i in range(at, len(lines)) if _ends_paragraph(lines[i])), len(lines))
            yield Block("text", " ".join(each.strip() for each in lines[at:end]))
            at = end


def _ends_paragraph(line: str) -> bool:
    return not line.strip() or line.startswith((_FENCE, "#"))
