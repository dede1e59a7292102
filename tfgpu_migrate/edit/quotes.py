"""The quotation mark that a new string can be written with at a place of a file."""

import ast
from typing import Any

from tfgpu_migrate.edit.fragment import Fragment
from tfgpu_migrate.index.index import Index


def quote_at(index: Index, statement: ast.stmt, node: ast.AST) -> str | None:
    """The file's own quotation mark; inside an f-string one that differs, for Python before 3.12 cannot reuse its mark.

    None where neither can be had.
    """
    around = [one for one in index.path_to(statement, node) if isinstance(one, ast.JoinedStr)]
    taken = {_delimiter(index, one) for one in around}
    if "" in taken:
        return None
    ours = index.source.quote
    return next((mark for mark in (ours, *{"'", '"'} - {ours}) if mark not in taken), None)


def _delimiter(index: Index, node: ast.JoinedStr) -> str:
    """The mark that an f-string begins with; "" for strings written one after the other, which may differ."""
    import libcst as cst

    string: Any = Fragment(index.source, *index.source.span(node)).node
    return string.quote[0] if isinstance(string, cst.FormattedString) else ""
