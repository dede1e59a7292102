"""Import statements as edits: where a line goes, what TensorFlow is called, which names are no longer needed."""

import ast
from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple

from tfgpu_migrate.api.contrib import PACKAGES
from tfgpu_migrate.edit.diagnostics import Edit
from tfgpu_migrate.edit.listed import cut_beside_comment
from tfgpu_migrate.edit.statements import has_own_line, replace_statements
from tfgpu_migrate.index.index import Index
from tfgpu_migrate.index.scopes import Scope
from tfgpu_migrate.index.symbols import symbol_of
from tfgpu_migrate.index.uses import Use

_ROOTS = ("tensorflow", "tensorflow.compat.v1", "tensorflow.compat.v2")


class Module(NamedTuple):
    """What TensorFlow is called at a place: `name` is the local name, `is_v1` whether it means `compat.v1`."""

    name: str
    is_v1: bool


def module_at(index: Index, scope: Scope, position: tuple[int, int]) -> Module | None:
    """The local name of TensorFlow that a line at `position` (1-based line, column) in `scope` can use."""
    if index.names is None:
        return None
    names: list[str] = []
    visible: Scope | None = scope
    while visible is not None:
        names.extend(visible.bindings)
        visible = visible.parent
    for name in sorted(set(names), key=lambda one: (one != "tf", one)):
        path, _ = index.path_at(name, scope, position)
        if path in _ROOTS and not _goes(index, name):
            return Module(name, path == "tensorflow.compat.v1")
    return None


def _goes(index: Index, name: str) -> bool:
    """Whether only imports of what is gone bind the name: `import tensorflow.contrib.slim` binds `tensorflow`."""
    aliases = [alias for one in index.imports() if isinstance(one, ast.Import) for alias in one.names]
    mine = [alias.name for alias in aliases if alias.asname is None and alias.name.partition(".")[0] == name]
    return bool(mine) and all(symbol_of(one).name.partition(".")[0] in PACKAGES for one in mine)


def import_block(index: Index, statement: ast.stmt) -> list[ast.stmt]:
    """The run of import statements around `statement` in its block, `try` and `if` of nothing but imports included.

    A `try` around an import counts as the import.
    """
    holder, _ = next(index.holders(statement))
    while isinstance(holder, ast.Try) and all(_only_imports(one) for one in holder.body):
        statement, (holder, _) = holder, next(index.holders(holder))
    block = index.block(statement)
    at = block.index(statement)
    first = last = at
    while first > 0 and _only_imports(block[first - 1]):
        first -= 1
    while last + 1 < len(block) and _only_imports(block[last + 1]):
        last += 1
    return block[first : last + 1]


def _only_imports(statement: ast.stmt) -> bool:
    if isinstance(statement, (ast.Import, ast.ImportFrom)):
        return True
    if not isinstance(statement, (ast.Try, ast.If)):
        return False
    parts = [*statement.body, *statement.orelse, *getattr(statement, "finalbody", ())]
    caught = [child for handler in getattr(statement, "handlers", ()) for child in handler.body]
    stands_in = (ast.Pass, ast.Assign)  # `MPI = None`
    return (
        any(map(_only_imports, parts))
        and all(_only_imports(one) or isinstance(one, ast.Pass) for one in parts)
        and all(_only_imports(one) or isinstance(one, stands_in) for one in caught)
    )


def after_imports(index: Index, statement: ast.stmt) -> int | None:
    """Offset of the line after the import block of `statement`; None where other code shares the block's last line."""
    source = index.source
    _, end = source.span(import_block(index, statement)[-1])
    rest = source.text[end : source.line_end(end)].strip()
    return source.next_line(end) if not rest or rest.startswith("#") else None


def insert_lines(index: Index, at: int, lines: Sequence[str], *, blank: int) -> Edit:
    """Insert lines at the start of the line at `at`, with `blank` empty lines before, and after where code follows."""
    source, newline = index.source, index.source.newline
    head = "" if at == 0 or source.text[at - 1] in "\r\n" else newline
    present = len(source.blank_lines_after(at))
    tail = newline * max(0, blank - present) if source.text[at:].strip() else ""
    return Edit(at, "", head + newline * blank + newline.join(lines) + newline + tail)


def ensure_module(index: Index, use: Use, anchor: ast.stmt) -> tuple[Module, list[Edit]]:
    """What TensorFlow is called at a use, and the edits that import it above `anchor` where it has no name yet."""
    module = module_at(index, use.scope, (use.node.lineno, use.node.col_offset))
    if module is not None and not _comes_later(index, module.name, anchor):
        return module, []
    bindings = (one for scope in index.variables(["tf"]).scopes for one in scope.bindings.get("tf", ()))
    taken = any(getattr(one.target, "name", "") != "tensorflow" for one in bindings)
    name = "tensorflow" if taken else "tf"
    return Module(name, is_v1=False), add_module_import(index, anchor, name)


def _comes_later(index: Index, name: str, anchor: ast.stmt) -> bool:
    """Whether only imports below those around `anchor` bind the name, at the top level."""
    if index.block(anchor) is not index.tree.body:
        return False
    last = import_block(index, anchor)[-1].lineno
    mine = [
        one.lineno
        for one in index.imports()
        if any((alias.asname or alias.name.partition(".")[0]) == name for alias in one.names)
    ]
    return bool(mine) and min(mine) > last


def add_module_import(index: Index, anchor: ast.stmt, name: str = "tf") -> list[Edit]:
    """`import tensorflow as tf` above an import statement."""
    clause = "" if name == "tensorflow" else f" as {name}"
    return [add_line_above(index, anchor, f"import tensorflow{clause}")]


def add_line_above(index: Index, anchor: ast.stmt, line: str) -> Edit:
    """A line above a statement, as deep as that."""
    at = index.source.line_start(index.source.span(anchor)[0])
    return Edit(at, "", f"{index.source.indent(at)}{line}{index.source.newline}")


def add_stdlib_imports(index: Index, modules: Iterable[str], before: ast.stmt) -> list[Edit]:
    """`import module` for each, among the standard library's imports above `before`, or in a group above them all.

    A module that the same block of imports has already, above or below, is not imported again.
    """
    present = {name for one in import_block(index, before) for name in _modules(one)}
    return _stdlib_lines(index, set(modules) - present, before)


def import_above(index: Index, module: str, before: ast.stmt) -> list[Edit]:
    """`import module` above `before`; a statement further down that imports nothing else moves there.

    An import beside others (`import numpy as np, os`) stays, and does no harm.
    """
    block = import_block(index, before)
    below = [one for one in block if one.lineno >= before.lineno and module in _modules(one)]
    if any(module in _modules(one) for one in block if one not in below):
        return []
    alone = [
        one
        for one in below
        if _modules(one) == {module} and len(getattr(one, "names", ())) == 1 and has_own_line(index, one)
    ]
    return [*_stdlib_lines(index, {module}, before), *replace_statements(index, dict.fromkeys(alone, ()))]


def _modules(statement: ast.stmt) -> set[str]:
    """The modules that a statement imports under their own names."""
    names = statement.names if isinstance(statement, ast.Import) else ()
    return {alias.name for alias in names if not alias.asname}


def _stdlib_lines(index: Index, modules: set[str], before: ast.stmt) -> list[Edit]:
    block = import_block(index, before)
    stdlib = [one for one in block if isinstance(one, ast.Import) and _is_stdlib(one) and one.lineno < before.lineno]
    source, lines = index.source, dict[int, list[str]]()
    for module in sorted(modules):
        later = next((one for one in stdlib if one.names[0].name > module), None)
        first = next(one for one in block if not _is_future(one))
        start = source.span(later or first)[0]
        at = source.line_start(start) if later or not stdlib else source.next_line(source.span(stdlib[-1])[1])
        lines.setdefault(at, []).append(f"{source.indent(start)}import {module}{source.newline}")
    gap = "" if stdlib else source.newline
    return [Edit(at, "", "".join(texts) + gap) for at, texts in lines.items()]


def _is_future(statement: ast.stmt) -> bool:
    return isinstance(statement, ast.ImportFrom) and statement.module == "__future__"


def _is_stdlib(statement: ast.Import) -> bool:
    import sys

    return all(alias.name.partition(".")[0] in sys.stdlib_module_names for alias in statement.names)


def unused_after(index: Index, removed: Iterable[tuple[int, int]]) -> list[ast.alias]:
    """The imported TensorFlow names whose every use lies in one of the `removed` spans."""
    spans = sorted(removed)
    if index.names is None or not spans:
        return []
    gone: list[ast.alias] = []
    for scope in index.names.scopes:
        for name, bindings in scope.bindings.items():
            occurrences = (one for one in index.names.occurrences if one.name.id == name)
            uses = [one for one in occurrences if one.scope.owner(name) is scope]
            aliases = [binding.target for binding in bindings if binding.kind == "import"]
            if uses and len(aliases) == len(bindings) and all(_inside(index, one.name, spans) for one in uses):
                gone.extend(alias for alias in aliases if isinstance(alias, ast.alias))
    return gone


def _inside(index: Index, node: ast.expr, spans: Sequence[tuple[int, int]]) -> bool:
    start, end = index.source.span(node)
    return any(first <= start and end <= last for first, last in spans)


def remove_names(
    index: Index, gone: Sequence[ast.alias], *, beside: Mapping[ast.stmt, Sequence[str]] | None = None
) -> list[Edit]:
    """Edits that take names out of their import statements; a statement that loses all of them goes with its line.

    `beside`: the other statements that the same fix replaces, each with its lines. Raises SharedLine where a statement
    has its line not to itself.
    """
    edits: list[Edit] = []
    emptied: list[ast.stmt] = []
    for statement in {id(alias): one for one in index.imports() for alias in one.names if alias in gone}.values():
        if all(alias in gone for alias in statement.names):
            emptied.append(statement)
        else:
            edits.extend(_cut_names(index, statement, gone))
    replaced: dict[ast.stmt, Sequence[str]] = {**dict.fromkeys(emptied, ()), **(beside or {})}
    return list(dict.fromkeys(edits)) + replace_statements(index, replaced)


def as_one(index: Index, statement: ast.stmt, edits: Sequence[Edit]) -> list[Edit]:
    """Edits within one statement as one edit of all of it, so that other fixes of the statement wait for it."""
    source = index.source
    start, end = source.span(statement)
    inside = sorted(edit for edit in edits if start <= edit.start and edit.end <= end)
    if not inside:
        return list(edits)
    text, last = "", start
    for edit in inside:
        text, last = text + source.text[last : edit.start] + edit.new, edit.end
    whole = Edit(start, source.text[start:end], text + source.text[last:end])
    return [whole, *(edit for edit in edits if edit not in inside)]


def _cut_names(index: Index, statement: ast.Import | ast.ImportFrom, gone: Sequence[ast.alias]) -> list[Edit]:
    last_kept = max(position for position, alias in enumerate(statement.names) if alias not in gone)
    positions = (position for position, alias in enumerate(statement.names) if alias in gone)
    return [cut_name(index, statement, position, behind=position > last_kept) for position in positions]


def cut_name(index: Index, statement: ast.Import | ast.ImportFrom, position: int, *, behind: bool) -> Edit:
    """Take one name out of an import statement; `behind` says that no name that stays comes after it.

    A comment between the names stays.
    """
    source, names = index.source, statement.names
    start, end = source.span(names[position])
    if behind and position:
        before, after = source.span(names[position - 1])[1], end
    elif behind:
        before, after = start, end
    else:
        before, after = start, source.span(names[position + 1])[0]
    if "#" in source.text[before:after]:
        return cut_beside_comment(source, start, end)
    return Edit(before, source.text[before:after], "")
