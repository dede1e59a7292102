"""On which line the statement begins that a line belongs to."""

from __future__ import annotations

import ast
from collections.abc import Mapping


def first_lines(text: str) -> Mapping[int, int]:
    """Each line of a statement, or of the head of a compound one, with the first; empty where the text does not parse.

    A call over several lines counts for its first one since Python 3.8, before for that of its last argument.
    """
    try:
        tree = ast.parse(text)
    except (SyntaxError, ValueError):
        return {}
    found: dict[int, int] = {}
    for node in ast.walk(tree):  # outer statements first
        if isinstance(node, ast.stmt):
            last = node.end_lineno or node.lineno
            found.update(dict.fromkeys(range(node.lineno, last + 1), node.lineno))
    return found
