"""Memory growth that a file sets by hand for all GPUs, so that a proto which sets it too need not say so again."""

import ast

from tfgpu_migrate.index.index import Index
from tfgpu_migrate.index.uses import Use
from tfgpu_migrate.placement.setters import GROWTH, PHYSICAL_LISTS


def is_grown_above(index: Index, statement: ast.stmt) -> bool:
    """Whether all GPUs surely grow when a statement runs: `if gpus:` or `try:` around a loop over them stands above it.

    Only that form counts, which people copy from the documentation of TensorFlow; a fix never writes it. Every call of
    the setter in the file must be part of one.
    """
    holders = [_loop_by_hand(index, use) for use in index.of(GROWTH) if not use.is_import]
    around = [statement, *(one for one in index.all_holders(statement) if isinstance(one, ast.stmt))]
    return None not in holders and any(
        holder is not None and index.block(holder) is index.block(one) and holder.lineno < one.lineno
        for holder in holders
        for one in around
    )


def _loop_by_hand(index: Index, use: Use) -> ast.stmt | None:
    """The outermost `if gpus:` or `try:` of `for gpu in gpus: set_memory_growth(gpu, True)`; None for another form."""
    call = use.call_node
    (loop, _), *around = index.holders(use.statement)
    if call is None or not isinstance(loop, ast.For) or not isinstance(loop.target, ast.Name):
        return None
    if any(isinstance(one, (ast.Break, ast.Continue, ast.Return)) for one in ast.walk(loop)):
        return None
    given = [ast.unparse(one) for one in call.args]
    if given != [loop.target.id, "True"] or call.keywords or not _lists_all(index, loop.iter):
        return None
    found: ast.stmt | None = None
    for holder, field in around:
        is_test = isinstance(holder, ast.If) and ast.dump(holder.test) == ast.dump(loop.iter)
        if (not is_test and not isinstance(holder, ast.Try)) or field != "body":
            break
        assert isinstance(holder, ast.stmt)
        found = holder
    return found


def _lists_all(index: Index, listed: ast.expr) -> bool:
    """Whether an expression is the list of all GPUs, or a name that nothing but that list is bound to."""
    if isinstance(listed, ast.Name):
        owner = index.owner(listed)
        bindings = owner.bindings[listed.id] if owner else []
        value = getattr(bindings[0].statement, "value", None) if len(bindings) == 1 else None
    else:
        value = listed
    call = next((one.call_node for one in index.of(*PHYSICAL_LISTS) if one.call_node is value), None)
    return call is not None and [ast.unparse(one) for one in call.args] == ["'GPU'"] and not call.keywords
