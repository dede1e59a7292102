"""What is found in a notebook: in its Python, in its magics and shell lines, in cells that are neither."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tfgpu_migrate.edit.diagnostics import Diagnostic, Fix
from tfgpu_migrate.rules import OF_NOTEBOOK_LINES
from tfgpu_migrate.source import Source

if TYPE_CHECKING:
    from tfgpu_migrate.source.cells import Cells
    from tfgpu_migrate.source.notebook import Notebook


def in_notebook(source: Source, notebook: Notebook, found: list[Diagnostic]) -> list[Diagnostic]:
    """The findings of a notebook: of its Python, of its other lines, and its cells that are neither.

    A line that is not Python is never changed: what a magic runs is told, and no fix may need to touch it.
    """
    cells, text = notebook.cells, source.text
    python = []
    for one in found:
        if not cells.touches_kept(text, one.start, one.end):
            python.append(one._replace(fix=None) if one.fix and _reaches(one.fix, cells, text) else one)
        elif place := cells.in_kept(text, one.start, one.end):
            python.append(one._replace(start=place[0], end=place[1], fix=None))
    lines = [one for line in cells.kept_lines(text) for check in OF_NOTEBOOK_LINES for one in check(line)]
    broken = [
        Diagnostic(at, min(at + 1, len(text)), "TFM900", f"{reason}; the cell was not checked")
        for at, reason in notebook.problems(text)
    ]
    return [*python, *lines, *broken]


def _reaches(fix: Fix, cells: Cells, text: str) -> bool:
    return any(cells.touches_kept(text, edit.start, edit.end) for edit in fix.edits)
