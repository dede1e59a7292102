"""Another name for a symbol as edits, whichever way the file imported it."""

import ast

from tfgpu_migrate.edit.diagnostics import Edit
from tfgpu_migrate.edit.import_blocks import import_block
from tfgpu_migrate.edit.imports import Module, cut_name, module_at, named
from tfgpu_migrate.edit.statements import SharedLine, has_own_line, replace_statements
from tfgpu_migrate.index.index import Index
from tfgpu_migrate.index.uses import Use


def respell(index: Index, use: Use, path: str) -> list[Edit] | None:
    """Edits that make a use name `path` (dotted, below `tensorflow`): "tensorflow.compat.v1.Session".

    None where no edit of the use alone can say it: the name came from `from tensorflow import x` (its import is a use
    of its own), or TensorFlow has no name there.
    """
    if use.is_import:
        return reimport_name(index, use, path)
    source = index.source
    text = source.text[use.start : use.end]
    if use.prefix == use.path:
        return None
    if path.startswith(f"{use.prefix}."):
        return [Edit(use.start, text, f"{use.root}{path[len(use.prefix) :]}")]
    position, anchor = (use.node.lineno, use.node.col_offset), index.import_of(use)
    if module_at(index, use.scope, position) is None:
        return None
    try:
        module, imports = named(index, use.scope, position, anchor)
    except SharedLine:
        return None
    return [*imports, Edit(use.start, text, spelled(module, path))]


def spelled(module: Module, path: str) -> str:
    """A dotted path as the file writes it, below what it calls TensorFlow."""
    root = "tensorflow.compat.v1" if module.is_v1 and path.startswith("tensorflow.compat.v1.") else "tensorflow"
    return f"{module.name}{path[len(root) :]}"


def reimport_name(index: Index, use: Use, path: str) -> list[Edit] | None:
    """`from tensorflow import Session` -> `from tensorflow.compat.v1 import Session`: same name, another home."""
    statement, alias = use.statement, use.node
    if not isinstance(statement, ast.ImportFrom) or not isinstance(alias, ast.alias) or not statement.module:
        return None
    source = index.source
    home, _, name = path.rpartition(".")
    bound = alias.asname or alias.name
    wanted = name if name == bound else f"{name} as {bound}"
    there = _import_from(index, statement, home, bound)
    start, end = source.span(statement)
    joins = home != statement.module and "#" not in source.text[start : source.line_end(end)]
    if len(statement.names) == 1 and there is not None and joins and has_own_line(index, statement):
        return [*replace_statements(index, {statement: []}), *_name_in(index, there, wanted)]
    if len(statement.names) == 1:
        old = source.text[start:end]
        module_at_ = source.text.find(statement.module, start, end)
        if source.text[start : max(module_at_, start)].split() != ["from"]:
            return None
        edits = [Edit(module_at_, statement.module, home)]
        if wanted != source.text[use.start : use.end]:
            edits.append(Edit(use.start, source.text[use.start : use.end], wanted))
        return edits if "\\" not in old else None
    if not has_own_line(index, statement):
        return None
    position = statement.names.index(alias)
    cut = cut_name(index, statement, position, behind=position == len(statement.names) - 1)
    if position == len(statement.names) - 1:  # touch the name before, so that never all of them go at once
        before, at = source.span(statement.names[position - 1])[0], source.text
        cut = Edit(before, at[before : cut.end], at[before : cut.start] + cut.new)
    return [cut, *(_name_in(index, there, wanted) if there else [_import_below(index, statement, home, wanted)])]


def _import_from(index: Index, beside: ast.ImportFrom, home: str, bound: str) -> ast.ImportFrom | None:
    """An import from `home` in the block that takes one more name on its line; nothing on the way binds that name."""
    block = import_block(index, beside)
    at = block.index(beside) if beside in block else len(block)
    for place, one in enumerate(block):
        if not isinstance(one, ast.ImportFrom) or one.module != home or one.lineno != one.end_lineno:
            continue
        text = index.source.text[slice(*index.source.span(one))]
        between = block[min(place, at) : max(place, at)]
        if home in text and not text.endswith(")") and not any(_may_bind(each, bound, beside) for each in between):
            return one
    return None


def _may_bind(statement: ast.stmt, name: str, beside: ast.ImportFrom) -> bool:
    if not isinstance(statement, (ast.Import, ast.ImportFrom)):
        return True
    names = {(one.asname or one.name).partition(".")[0] for one in statement.names}
    return statement is not beside and not names.isdisjoint(("*", name))


def _name_in(index: Index, statement: ast.ImportFrom, spelled: str) -> list[Edit]:
    """A name in order, so that it does not matter which of two comes first; the module is not to change meanwhile."""
    start, end = index.source.span(statement)
    module = str(statement.module)
    stays = Edit(index.source.text.index(module, start), module, module)
    later = next((each for each in statement.names if each.name.lower() > spelled.lower()), None)
    if later is not None:
        return [stays, Edit(index.source.span(later)[0], "", f"{spelled}, ")]
    return [stays, Edit(end, "", f", {spelled}")]


def _import_below(index: Index, beside: ast.ImportFrom, home: str, spelled: str) -> Edit:
    source = index.source
    start, end = source.span(beside)
    at = source.next_line(end)
    head = "" if source.text[at - 1] in "\r\n" else source.newline
    return Edit(at, "", f"{head}{source.indent(start)}from {home} import {spelled}{source.newline}")
