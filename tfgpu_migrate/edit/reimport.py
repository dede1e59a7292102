"""`from` imports whose names move to other modules, as edits: the statement and, where a name changes, its uses."""

import ast
import re
from collections.abc import Mapping

from tfgpu_migrate.edit.diagnostics import Edit
from tfgpu_migrate.edit.imports import remove_names
from tfgpu_migrate.edit.statements import SharedLine, has_own_line
from tfgpu_migrate.index.index import Index
from tfgpu_migrate.index.mode import is_library
from tfgpu_migrate.index.scopes import Occurrence
from tfgpu_migrate.index.uses import Use


def reimport(index: Index, use: Use, paths: Mapping[str, str]) -> list[Edit] | None:
    """Import every name of the statement of `use` that `paths` moves (dotted path to dotted path) from its new home.

    A name that changes is renamed where it is used; where that cannot be, or where other files may take the name from
    this one, it keeps its old name by `as`. None where the statement is no `from` import, or where a comment in it
    would be lost. Raises SharedLine.
    """
    statement = use.statement
    if not isinstance(statement, ast.ImportFrom):
        return None
    here = [one for one in index.uses if one.statement is statement and one.is_import and one.path in paths]
    moved = {one.node: paths[one.path] for one in here if isinstance(one.node, ast.alias)}
    edits: list[Edit] = []
    wanted: dict[str, list[str]] = {}
    renaming: list[Edit] = []
    for alias, path in moved.items():
        home, _, name = path.rpartition(".")
        renamed = _rename(index, statement, alias, name)
        edits += renamed or []
        bound = alias.asname or alias.name
        spelled = name if name == bound or (renamed is not None and not alias.asname) else f"{name} as {bound}"
        renaming.append(_spelled(index, alias, spelled))
        names = wanted.setdefault(home, [])
        if spelled not in names:  # two old names of one object
            names.append(spelled)
    stay = {alias.name for alias in statement.names if alias not in moved}
    beside = wanted.get(statement.module or "", [])
    if stay.isdisjoint(beside) and len(beside) == len(moved) and stay:  # other names from the same module
        return [*edits, *renaming]
    if not has_own_line(index, statement):
        raise SharedLine
    source = index.source
    start, end = source.span(statement)
    lines = [f"from {home} import {', '.join(names)}" for home, names in wanted.items()]
    if stay:
        above = "".join(f"{line}{source.newline}{source.indent(start)}" for line in lines)
        return [*edits, Edit(start, "", above), *remove_names(index, list(moved))]
    in_place = _in_place(index, statement, moved, lines, source.text[start:end])
    return None if in_place is None else [*edits, *in_place]


def _spelled(index: Index, alias: ast.alias, text: str) -> Edit:
    start, end = index.source.span(alias)
    return Edit(start, index.source.text[start:end], text)


def _in_place(
    index: Index, statement: ast.ImportFrom, moved: Mapping[ast.alias, str], lines: list[str], old: str
) -> list[Edit] | None:
    """Rewrite a statement all of whose names move, word by word where one line takes its place."""
    source = index.source
    start, _ = source.span(statement)
    at = source.text.index(statement.module or "", start)
    spelled = lines[0].partition(" import ")[2].split(", ")
    if len(lines) > 1 or len(spelled) < len(moved) or source.text[start:at].split() != ["from"]:
        whole = Edit(start, old, f"{source.newline}{source.indent(start)}".join(lines))
        return None if "#" in old else [whole]
    edits = [Edit(at, statement.module or "", lines[0].split()[1])]
    for alias, text in zip(moved, spelled, strict=True):
        edit = _spelled(index, alias, text)
        if edit.old != text:
            edits.append(edit)
    return edits


def _rename(index: Index, statement: ast.ImportFrom, alias: ast.alias, name: str) -> list[Edit] | None:
    """Edits of the uses of a name that changes; None where the old one must stay bound."""
    if alias.asname or alias.name == name:
        return []
    names = index.variables([alias.name, name])
    owner = next(scope for scope in names.scopes for one in scope.bindings.get(alias.name, ()) if one.target is alias)
    if len(owner.bindings[alias.name]) != 1 or any(name in scope.bindings for scope in names.scopes):
        return None
    mine = [one for one in names.occurrences if one.name.id == alias.name and one.scope.owner(alias.name) is owner]
    if owner.kind == "module" and (not mine or _is_public(index, alias.name)):
        return None
    edits = [_renamed(index, one, name) for one in mine]
    return edits if all(edit.old == alias.name for edit in edits) else None


def _is_public(index: Index, name: str) -> bool:
    """Whether other files may take a name of the module from it: from `__all__`, or from a library."""
    return is_listed(index, name) or is_library(index)


def is_listed(index: Index, name: str) -> bool:
    """Whether the file has an `__all__` and names this, in quotes."""
    text = index.source.text
    return "__all__" in text and re.search(rf"[\"']{re.escape(name)}[\"']", text) is not None


def _renamed(index: Index, found: Occurrence, name: str) -> Edit:
    start, end = index.source.span(found.name)
    return Edit(start, index.source.text[start:end], name)
