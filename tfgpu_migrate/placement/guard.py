"""`if gpus:` around statements that take elements out of a list of GPUs."""

import ast
from collections.abc import Sequence

from tfgpu_migrate.edit.diagnostics import Edit
from tfgpu_migrate.edit.statements import has_own_line, indented
from tfgpu_migrate.index.index import Index
from tfgpu_migrate.placement.picks import Pick


def guard(index: Index, group: Sequence[Pick]) -> list[Edit] | None:
    """Edits that put the neighbouring statements of these picks, of one named list, under one `if`.

    None where one of them binds a name, for then later code would miss it.
    """
    statements = list(dict.fromkeys(pick.statement for pick in group))
    if not all(isinstance(one, ast.Expr) and has_own_line(index, one) for one in statements):
        return None
    source, name = index.source, group[0].name
    number = _needed(group[0])
    test = f"len({name}) > {number}" if number else name
    start, end = source.line_start(source.span(statements[0])[0]), source.span(statements[-1])[1]
    old = source.text[start:end]
    body = indented(source, old)
    return [Edit(start, old, f"{source.indent(start)}if {test}:{source.newline}{body}")] if body else None


def _needed(pick: Pick) -> int:
    """The number of the last GPU that must be there."""
    return max(pick.number or 0, 0)


def groups(index: Index, found: Sequence[Pick]) -> list[list[Pick]]:
    """The picks in runs whose statements follow one another and read the same list."""
    made: list[list[Pick]] = []
    for pick in found:
        last = made[-1][-1] if made else None
        if last is not None and pick.name and last.name == pick.name and _follows(index, last, pick):
            made[-1].append(pick)
        else:
            made.append([pick])
    return made


def _follows(index: Index, last: Pick, pick: Pick) -> bool:
    if last.statement is pick.statement:
        return _needed(last) >= _needed(pick)
    if _needed(last) != _needed(pick):
        return False
    block = index.block(last.statement)
    if not isinstance(last.statement, ast.Expr) or not isinstance(pick.statement, ast.Expr):
        return False
    if pick.statement not in block or block.index(pick.statement) != block.index(last.statement) + 1:
        return False
    between = index.source.text[index.source.span(last.statement)[1] : index.source.span(pick.statement)[0]]
    return not between.strip()
