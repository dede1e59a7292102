"""What rules say of themselves, for a page."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from tfgpu_migrate.pages.prose import Block, blocks
from tfgpu_migrate.rules import load


class RuleText(NamedTuple):
    """The documentation of a rule; `blocks` come after the summary."""

    code: str
    name: str
    summary: str
    blocks: Sequence[Block]


def rule_texts(codes: Iterable[str]) -> list[RuleText]:
    """The texts of those codes that are rules."""
    rules = load()
    return [
        RuleText(code, rules[code].name, rules[code].summary, blocks(rules[code].docs)[1:])
        for code in codes
        if code in rules
    ]
