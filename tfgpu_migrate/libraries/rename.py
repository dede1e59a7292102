"""The new name of a library's or of Python's own object as edits, whichever way the file imported it."""

import ast

from tfgpu_migrate.edit.diagnostics import Edit
from tfgpu_migrate.edit.imports import import_above
from tfgpu_migrate.edit.reimport import reimport
from tfgpu_migrate.edit.statements import SharedLine
from tfgpu_migrate.index.contexts import is_builtin
from tfgpu_migrate.index.index import Index
from tfgpu_migrate.index.uses import Use
from tfgpu_migrate.libraries.table import Row, is_method, row_of


def renamed(index: Index, use: Use, row: Row, first_import: ast.stmt | None) -> list[Edit] | None:
    """Edits that give a use its new name; None where no edit can, or where something has that name already.

    `index` is that of the libraries, `first_import` an import above which another may stand, where there is one.
    """
    if not row.new:
        return None
    if use.is_import:
        return _reimported(index, use, row)
    new = row.new + use.path[len(row.old) :]
    text = index.source.text[use.start : use.end]
    if is_method(use.path):
        return [Edit(use.start, text, row.new.rpartition(".")[2])]
    if row.is_builtin:
        return [Edit(use.start, text, new)] if is_builtin(index, row.new) else None
    if use.prefix.startswith("builtins."):
        return _imported_builtin(index, use, row, first_import)
    if not new.startswith(f"{use.prefix}.") or use.through_alias:
        return None
    renaming = Edit(use.start, text, f"{use.root}{new[len(use.prefix) :]}")
    loading = _loaded(index, use, row.module) if row.module else []
    return None if loading is None else [renaming, *loading]


def _imported_builtin(index: Index, use: Use, row: Row, first_import: ast.stmt | None) -> list[Edit] | None:
    """`reduce` as `functools.reduce`, with the import of the module."""
    module = row.module
    bound = (one for scope in index.variables([module]).scopes for one in scope.bindings.get(module, ()))
    statements = [one.statement for one in bound]
    if any(not isinstance(one, ast.Import) or one not in index.tree.body for one in statements):
        return None
    renaming = Edit(use.start, index.source.text[use.start : use.end], row.new)
    named = (one for one in index.variables([use.root]).occurrences if one.scope.owner(use.root) is None)
    first = next((one.statement for one in named), use.statement)  # one import for them all
    needing = [one for one in (first, *index.all_holders(first)) if isinstance(one, ast.stmt)][-1]
    if any(isinstance(one, ast.stmt) and one.lineno < needing.lineno for one in statements):
        return [renaming]
    if first_import is None or first_import not in index.tree.body:
        return None
    try:
        return [renaming, *import_above(index, module, min(first_import, needing, key=lambda one: one.lineno))]
    except SharedLine:
        return None


def _loaded(index: Index, use: Use, module: str) -> list[Edit] | None:
    """Edits that make the import of a use's package import a module of it; None where its import cannot say so."""
    statement = index.import_of(use)
    imports = [one for one in index.imports() if isinstance(one, ast.Import)]
    loads = (one for one in imports if one is statement or one in index.tree.body)
    if any(alias.name == module for one in loads for alias in one.names):
        return []
    if not isinstance(statement, ast.Import):
        return None
    package = use.prefix.partition(".")[0]
    for alias in statement.names:
        start, end = index.source.span(alias)
        if alias.asname is None and alias.name == package:
            return [Edit(start, index.source.text[start:end], module)]
        if alias.asname is None and alias.name.startswith(f"{package}."):
            return [Edit(end, "", f", {module}")]
    return None


def _reimported(index: Index, use: Use, row: Row) -> list[Edit] | None:
    if isinstance(use.statement, ast.Import):
        return _renamed_module(index, use, row)
    paths = {}
    for one in index.uses:
        found = row_of(one.path) if one.statement is use.statement and one.is_import else None
        if found is None or not found.new or found.is_near != row.is_near:
            continue  # what is only near moves by a fix of its own, which is unsafe
        new = found.new + one.path[len(found.old) :]
        if "." in new:
            paths[one.path] = new
    if use.path not in paths:
        return None
    try:
        return reimport(index, use, paths)
    except SharedLine:
        return None


def _renamed_module(index: Index, use: Use, row: Row) -> list[Edit] | None:
    """`import cPickle` as `import pickle as cPickle`: the uses keep their name."""
    alias = use.node
    if not isinstance(alias, ast.alias) or alias.name != row.old:
        return None
    if "." in row.old and alias.asname is None:
        return None  # `import xml.etree.cElementTree` is used by its whole name
    start, end = index.source.span(alias)
    bound = alias.asname or alias.name
    spelled = row.new if row.new == bound else f"{row.new} as {bound}"
    return [Edit(start, index.source.text[start:end], spelled)]
