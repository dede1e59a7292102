"""Programs that switch eager execution on: TensorFlow 2 is eager without, and has Keras optimizers."""

from __future__ import annotations

import ast

from tfgpu_migrate.edit.diagnostics import Edit
from tfgpu_migrate.edit.statements import SharedLine, replace_statements
from tfgpu_migrate.index.index import Index
from tfgpu_migrate.index.uses import Use
from tfgpu_migrate.native.expressions import Surroundings
from tfgpu_migrate.native.model import Refused
from tfgpu_migrate.native.spellings import Spellings
from tfgpu_migrate.native.training.training import optimizer_edits, optimizer_of

EAGER_SWITCH = "enable_eager_execution"


def eager_edits(index: Index, tf: str) -> list[Edit]:
    """The edits that leave nothing of `compat.v1` in an eager program. Raises Refused where more is left of it."""
    spellings = Spellings(index, tf)
    around = Surroundings({id(use.node): use for use in index.uses}, {}, {}, spellings.native, spellings.replace)
    edits, gone = list[Edit](), list[ast.stmt]()
    for use in index.uses:
        if use.namespace != "compat.v1" or use.is_import:
            continue
        if use.symbol == EAGER_SWITCH and isinstance(use.statement, ast.Expr):
            if use.call_node is None or use.call_node.args or use.call_node.keywords:
                raise Refused(use.node, "eager execution is switched on with a configuration")
            gone.append(use.statement)
            continue
        row = optimizer_of(use)
        if row is None or row.begins_with_ones or not _only_applies(use, index):
            raise Refused(use.node, f"`{use.written}` has no place in eager code that is known")
        edits += optimizer_edits(use, around, spellings)
    try:
        return [*edits, *replace_statements(index, dict.fromkeys(gone, ()))]
    except SharedLine:
        raise Refused(gone[0], "several statements share a line") from None


def _only_applies(use: Use, index: Index) -> bool:
    """Whether an optimizer has one name, under which it only applies gradients."""
    statement = use.statement
    if not isinstance(statement, ast.Assign) or statement.value is not use.call_node or len(statement.targets) != 1:
        return False
    (target,) = statement.targets
    if not isinstance(target, ast.Name) or use.scope.kind != "module":
        return False
    reads = [one for one in index.nodes if isinstance(one, ast.Name) and one.id == target.id and one is not target]
    applied = {
        id(one.func.value)
        for one in index.nodes
        if isinstance(one, ast.Call)
        and isinstance(one.func, ast.Attribute)
        and one.func.attr == "apply_gradients"
        and len(one.args) == 1
        and not one.keywords
    }
    return all(id(one) in applied for one in reads)
