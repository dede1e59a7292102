"""What a notebook has that a module has not: values that its cells show, and lines that are not Python."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterable
from itertools import pairwise

from tfgpu_migrate.edit.diagnostics import Edit
from tfgpu_migrate.index.index import Index
from tfgpu_migrate.native.model import Refused

# Magics that run their cell several times, or in a namespace of its own.
_AGAIN = re.compile(r"%%(?:debug|memit|prun|timeit)\b")


def is_shown(index: Index, statement: ast.stmt) -> bool:
    """Whether a notebook shows the value of an expression: as the last of its cell, without a semicolon."""
    source = index.source
    if source.notebook is None or not isinstance(statement, ast.Expr):
        return False
    end = source.span(statement)[1]
    if source.text[end : source.line_end(end)].lstrip().startswith(";"):
        return False
    border, body = source.notebook.cells.border, index.tree.body
    below = next((other for one, other in pairwise(body) if one is statement), None)
    if below is None:
        return statement is body[-1]
    return border.strip() in source.text[end : source.line_end(source.span(below)[0])]


def must_be_told_apart(index: Index) -> None:
    """Raise Refused for a notebook of which a cell cannot be read, or runs several times."""
    source = index.source
    if source.notebook is None:
        return
    if problems := list(source.notebook.problems(source.text)):
        raise Refused(None, f"a cell cannot be read: {problems[0][1]}")
    for line in source.notebook.cells.kept_lines(source.text):
        if _AGAIN.match(line.text):
            raise Refused(None, f"`{line.text.split()[0]}` runs its cell in another way than once")


def must_reach_python_only(index: Index, edits: Iterable[Edit]) -> None:
    """Raise Refused where an edit reaches into a line that is not Python, which no fix changes."""
    source = index.source
    if source.notebook is None:
        return
    cells = source.notebook.cells
    if any(cells.touches_kept(source.text, one.start, one.end) for one in edits):
        raise Refused(None, "a magic or a shell line uses what would change")
