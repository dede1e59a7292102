"""Programs as notebooks, and notebooks as scripts that print what their cells show."""

from __future__ import annotations

import ast
import json
from itertools import pairwise

_IMPORTS = (ast.Import, ast.ImportFrom)
_SHOWN = "_shown"


def notebook_of(text: str) -> bytes:
    """A notebook with a cell for each statement of a program, one for its first imports; no cell shows a value."""
    lines = text.splitlines()
    cells, above = list[str](), 0
    for node, below in pairwise([*ast.parse(text).body, None]):
        assert node is not None
        end = node.end_lineno or node.lineno
        if isinstance(node, _IMPORTS) and isinstance(below, _IMPORTS):
            continue
        cell = lines[above:end]
        if isinstance(node, ast.Expr) and node.end_col_offset is not None:
            last = cell[-1].encode()
            cell[-1] = (last[: node.end_col_offset] + b";" + last[node.end_col_offset :]).decode()
        cells.append("\n".join(cell).strip("\n"))
        above = end
    return as_notebook(cells)


def as_notebook(cells: list[str]) -> bytes:
    """The JSON of a notebook with these code cells."""
    code: list[dict[str, object]] = [
        {"cell_type": "code", "execution_count": None, "metadata": {}, "outputs": [], "source": one.splitlines(True)}
        for one in cells
    ]
    metadata = {"kernelspec": {"display_name": "Python 3", "language": "python", "name": "python3"}}
    document = {"cells": code, "metadata": metadata, "nbformat": 4, "nbformat_minor": 2}
    return (json.dumps(document, indent=1) + "\n").encode()


def cells_of(notebook: bytes) -> list[str]:
    """The code cells of a notebook."""
    return ["".join(one["source"]) for one in json.loads(notebook)["cells"] if one["cell_type"] == "code"]


def script_of(notebook: bytes) -> str:
    """A script that does what the cells do, and prints what they show. Lines that are not Python are left out."""
    return "\n".join(_shown(_python(cell)) for cell in cells_of(notebook))


def _python(cell: str) -> str:
    """A cell without magics and shell lines; a cell of another language is nothing."""
    if cell.startswith("%%") and not cell.startswith(("%%time", "%%capture")):
        return ""
    lines = cell.split("\n")
    return "\n".join(f"{line[: len(line) - len(line.lstrip())]}pass" if _is_magic(line) else line for line in lines)


def _is_magic(line: str) -> bool:
    return line.lstrip().startswith(("%", "!", "?")) or line.rstrip().endswith("?")


def _shown(cell: str) -> str:
    """A cell that prints the value of its last expression, but for None and behind a semicolon."""
    body = ast.parse(cell).body
    if not body or not isinstance(body[-1], ast.Expr) or cell.rstrip().endswith(";"):
        return cell
    value = ast.get_source_segment(cell, body[-1].value) or ""
    lines = cell.encode().splitlines(keepends=True)[: body[-1].lineno - 1]
    same_line = cell.encode().splitlines()[body[-1].lineno - 1][: body[-1].col_offset]
    head = b"".join(lines).decode() + same_line.decode()
    return f"{head}{_SHOWN} = ({value})\nif {_SHOWN} is not None: print(repr({_SHOWN}))"
