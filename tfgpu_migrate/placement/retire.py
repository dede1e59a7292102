"""Calls that go from a file, the imports that go with their last use, `import tensorflow as tf` where it is missing."""

import ast
from collections.abc import Sequence

from tfgpu_migrate.edit.diagnostics import Edit
from tfgpu_migrate.edit.imports import add_module_import, module_at, remove_names, unused_after
from tfgpu_migrate.edit.statements import SharedLine, has_own_line
from tfgpu_migrate.index.index import Index
from tfgpu_migrate.index.uses import Use

_IMPORT = "import tensorflow as tf"


def tensorflow_name(index: Index, use: Use) -> str | None:
    """What TensorFlow is called, or will be, at a use; None where `tf` means something else."""
    module = module_at(index, use.scope, (use.node.lineno, use.node.col_offset))
    if module is not None:
        return module.name
    return None if index.variables(["tf"]).occurrences or index.variables(["tf"]).module.bindings else "tf"


def retire(index: Index, uses: Sequence[Use], removed: Sequence[ast.stmt] = ()) -> list[Edit]:
    """Edits of the imports once these uses are gone, and of the statements that go with them. Raises SharedLine."""
    missing = [use for use in uses if module_at(index, use.scope, (use.node.lineno, use.node.col_offset)) is None]
    anchors = list({id(one): one for one in map(index.import_of, missing)}.values())
    anchors = [one for one in anchors if index.block(one) is index.tree.body][
        :1
    ] or anchors  # functions see the module's
    kept = {tensorflow_name(index, use) for use in uses}
    gone = [alias for alias in unused_after(index, [(use.start, use.end) for use in uses]) if _name(alias) not in kept]
    gone = [alias for alias in gone if _can_go(index, alias)]
    replaced: dict[ast.stmt, tuple[str, ...]] = dict.fromkeys(removed, ())
    edits: list[Edit] = []
    for anchor in anchors:
        if all(alias in gone for alias in getattr(anchor, "names", ())):
            replaced[anchor] = (_IMPORT,)
        elif has_own_line(index, anchor):
            edits += add_module_import(index, anchor)
        else:
            raise SharedLine
    return edits + remove_names(index, gone, beside=replaced)


def _name(alias: ast.alias) -> str:
    return alias.asname or alias.name.partition(".")[0]


def _can_go(index: Index, alias: ast.alias) -> bool:
    """Whether the import stands alone on its line, and neither in a `try` nor in a branch that would then be empty."""
    statement = next(one for one in index.imports() if alias in one.names)
    holder, _ = next(index.holders(statement))
    plain = isinstance(holder, (ast.Module, ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef))
    stays = isinstance(holder, ast.If) and any(one not in index.imports() for one in index.block(statement))
    return (plain or stays) and has_own_line(index, statement)
