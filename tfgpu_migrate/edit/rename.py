"""Another name for a symbol as edits, whichever way the file imported it."""

import ast

from tfgpu_migrate.edit.diagnostics import Edit
from tfgpu_migrate.edit.imports import module_at
from tfgpu_migrate.index.index import Index
from tfgpu_migrate.index.uses import Use


def respell(index: Index, use: Use, path: str) -> list[Edit] | None:
    """Edits that make a use name `path` (dotted, below `tensorflow`): "tensorflow.compat.v1.Session".

    None where no edit of the use alone can say it: the name came from `from tensorflow import x` (its import is a use
    of its own), or TensorFlow has no name there.
    """
    if use.is_import:
        return _reimport(index, use, path)
    source = index.source
    text = source.text[use.start : use.end]
    if use.prefix == use.path:
        return None
    if path.startswith(f"{use.prefix}."):
        return [Edit(use.start, text, f"{use.root}{path[len(use.prefix) :]}")]
    module = module_at(index, use.scope, (use.node.lineno, use.node.col_offset))
    if module is None:
        return None
    below = "tensorflow.compat.v1" if module.is_v1 and path.startswith("tensorflow.compat.v1.") else "tensorflow"
    return [Edit(use.start, text, f"{module.name}{path[len(below) :]}")]


def _reimport(index: Index, use: Use, path: str) -> list[Edit] | None:
    """`from tensorflow import Session` -> `from tensorflow.compat.v1 import Session`: same name, another home."""
    statement, alias = use.statement, use.node
    if not isinstance(statement, ast.ImportFrom) or not isinstance(alias, ast.alias) or not statement.module:
        return None
    source = index.source
    home, _, name = path.rpartition(".")
    bound = alias.asname or alias.name
    spelled = name if name == bound else f"{name} as {bound}"
    if len(statement.names) == 1:
        start, end = source.span(statement)
        old = source.text[start:end]
        module_at_ = source.text.index(statement.module, start)
        if source.text[start:module_at_].split() != ["from"]:
            return None
        edits = [Edit(module_at_, statement.module, home)]
        if spelled != source.text[use.start : use.end]:
            edits.append(Edit(use.start, source.text[use.start : use.end], spelled))
        return edits if "\\" not in old else None
    start, end = source.span(statement)
    if source.text[source.line_start(start) : start].strip():
        return None
    position = statement.names.index(alias)
    if position:
        cut_from, cut_to = source.span(statement.names[position - 1])[1], use.end
    else:
        cut_from, cut_to = use.start, source.span(statement.names[1])[0]
    line = f"{source.indent(start)}from {home} import {spelled}{source.newline}"
    return [Edit(source.line_start(start), "", line), Edit(cut_from, source.text[cut_from:cut_to], "")]
