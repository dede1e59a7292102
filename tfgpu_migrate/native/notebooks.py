"""What a notebook has that a module has not: values that its cells show, and lines that are not Python."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterable, Iterator, Sequence

from tfgpu_migrate.edit.apply import apply_fixes
from tfgpu_migrate.edit.diagnostics import Edit, make_fix
from tfgpu_migrate.index.index import Index
from tfgpu_migrate.native.model import Refused
from tfgpu_migrate.source.source import Source

# Magics that run their cell several times, or in a namespace of its own.
_AGAIN = re.compile(r"%%(?:debug|memit|prun|timeit)\b")


def is_shown(index: Index, statement: ast.stmt) -> bool:
    """Whether a notebook shows the value of an expression: as the last of its cell, without a semicolon."""
    source = index.source
    if source.notebook is None or not _shows(source, statement):
        return False
    return any(statement is one for one in _lasts(source, index.tree))


def stay_quiet(index: Index, edits: Sequence[Edit]) -> list[Edit]:
    """The edits, with a semicolon behind each expression that they let become the last of its cell.

    Where the block or the call below an expression goes, a notebook would show a value that it did not show.
    """
    source = index.source
    if source.notebook is None:
        return list(edits)
    fix = make_fix("", edits)
    made, after = list(fix.edits), Source(source.path, apply_fixes(source.text, [fix])[0], notebook=source.notebook)
    lasts = zip(_lasts(source, index.tree), _lasts(after, after.tree), strict=True)
    for was, now in reversed(list(lasts)):  # a semicolon moves what stands behind it
        if now is None or not _shows(after, now) or _gives_nothing(now):
            continue
        end = after.span(now)[1]
        if was is None or not _shows(source, was) or _stood_at(end, made) != source.span(was)[1]:
            made = _with_semicolon(made, end)
    return made


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


def _lasts(source: Source, tree: ast.Module) -> Iterator[ast.stmt | None]:
    """The last statement of each cell; None for a cell without any."""
    assert source.notebook is not None
    border = source.notebook.cells.border.strip()
    last: ast.stmt | None = None
    for one in tree.body[1:]:  # the first is the border above the first cell
        start = source.span(one)[0]
        if source.text.startswith(border, start):
            yield last
            last = None
        else:
            last = one
    if tree.body:
        yield last


def _shows(source: Source, statement: ast.stmt) -> bool:
    """Whether a notebook shows the value of a statement that is the last of its cell."""
    if not isinstance(statement, ast.Expr):
        return False
    end = source.span(statement)[1]
    return not source.text[end : source.line_end(end)].lstrip().startswith(";")


def _gives_nothing(statement: ast.stmt) -> bool:
    """Whether the value of an expression is None for sure, which no notebook shows."""
    assert isinstance(statement, ast.Expr)
    if isinstance(statement.value, ast.Constant):
        return statement.value.value is None
    called = statement.value.func if isinstance(statement.value, ast.Call) else statement.value
    return ast.unparse(called) == "print" or ".config." in ast.unparse(called)


def _stood_at(offset: int, edits: Iterable[Edit]) -> int:
    """Where the end of what stands at an offset behind the edits stood before; -1 if an edit brought it."""
    by = 0  # what the edits above add
    for one in edits:
        start = one.start + by
        if offset < start:
            break
        if offset < start + len(one.new):
            return -1
        by += len(one.new) - len(one.old)
    return offset - by


def _with_semicolon(edits: list[Edit], offset: int) -> list[Edit]:
    """The edits, with a semicolon at an offset of the text behind them."""
    found, by = list[Edit](), 0
    for position, one in enumerate(edits):
        start = one.start + by
        at = offset - start
        if at < 0:
            return [*found, Edit(offset - by, "", ";"), *edits[position:]]
        if at <= len(one.new):
            return [*found, one._replace(new=f"{one.new[:at]};{one.new[at:]}"), *edits[position + 1 :]]
        found.append(one)
        by += len(one.new) - len(one.old)
    return [*found, Edit(offset - by, "", ";")]
