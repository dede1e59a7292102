"""The finding at one use of a removed name: what it was, who took it away, and what to write."""

import ast
from collections.abc import Iterator

from tfgpu_migrate.context import Context
from tfgpu_migrate.edit.diagnostics import Applicability, Diagnostic, make_fix
from tfgpu_migrate.index.uses import Use
from tfgpu_migrate.libraries.calls import STILL_THERE, judged
from tfgpu_migrate.libraries.rename import renamed
from tfgpu_migrate.libraries.subtypes import as_kind
from tfgpu_migrate.libraries.table import Row, is_method, row_of


def removed_name(use: Use, context: Context, code: str) -> Iterator[Diagnostic]:
    """The finding, unless the import of the name has been told already."""
    row = row_of(use.path)
    if row is None or use.namespace != "library" or _is_told_at_import(use):
        return
    if row.asks_for_call:
        yield from changed_call(use, context, code)
        return
    if row.mark == "again" and not _is_of_old(context):
        return
    row = as_kind(use, context, row)
    index = context.libraries.index
    edits = renamed(index, use, row, _first_import(context))
    safety = Applicability.UNSAFE if row.is_near else Applicability.SAFE
    fix = make_fix(f"Replace with `{_shown(row.new)}`", edits, safety) if edits else None
    yield context.report(use, code, f"`{_shown(row.old)}` is gone since {row.owner}: {_way_out(row)}", fix)


def _first_import(context: Context) -> ast.stmt | None:
    """The first import of TensorFlow; in a module that has none, the first that another may stand above."""
    imports = context.index.imports()
    if imports:
        return imports[0]
    statements = (one for one in context.index.tree.body if isinstance(one, (ast.Import, ast.ImportFrom)))
    return next((one for one in statements if getattr(one, "module", "") != "__future__"), None)


def changed_call(use: Use, context: Context, code: str) -> Iterator[Diagnostic]:
    """The finding at a call that no longer does what it did, and at what names a function that is gone."""
    row = row_of(use.path)
    found = judged(use, context) if row is not None and use.path == row.old else None
    if row is None or found is None:
        return
    fix = make_fix("Write what it did", found.edits, found.safety) if found.edits else None
    what = STILL_THERE.get(row.old) or (f"has no argument `{row.keyword}`" if row.keyword else "is gone")
    yield context.report(use, code, f"`{row.old}` {what} since {row.owner}: {_way_out(row)}", fix)


def _is_told_at_import(use: Use) -> bool:
    if use.is_import or use.prefix.startswith("builtins.") or is_method(use.path):
        return False
    imported = row_of(use.prefix)
    return imported is not None and not imported.keyword  # of an argument no import says anything


def _is_of_old(context: Context) -> bool:
    """Whether the file is of the time before NumPy 2, which gave `numpy.bool` and `numpy.long` another meaning."""
    index, uses = context.libraries.index, context.libraries.uses
    rows = [row_of(use.path) for use in uses if not index.is_guarded(use)]
    return context.is_tf1_code or any(row and row.owner == "NumPy 1.24" and row.mark == "same" for row in rows)


def _way_out(row: Row) -> str:
    if row.mark == "again":
        return f"NumPy 2 means another type by it, this code means `{row.new}`"
    if row.keyword and not row.advice:
        return f"pass it as argument {row.new}" if row.new.isdigit() else f"it is `{row.new}` now"
    return row.advice or f"write `{_shown(row.new)}`"


def _shown(name: str) -> str:
    return name.removeprefix("builtins.")
