"""`tf.app` of TensorFlow 1 is absl under another name: native programs import absl itself."""

from __future__ import annotations

import ast
from typing import NamedTuple

from tfgpu_migrate.edit.diagnostics import Edit
from tfgpu_migrate.index.index import Index
from tfgpu_migrate.index.uses import Use

_RUN, _FLAGS = "app.run", ("app.flags", "flags")
_OLD_KEYWORDS = frozenset(("default_value", "docstring", "flag_name"))  # which only the wrapper of TensorFlow takes


class Absl(NamedTuple):
    """The edits that name absl instead, and the statements that go."""

    edits: tuple[Edit, ...] = ()
    gone: tuple[ast.stmt, ...] = ()


def of_absl(index: Index) -> Absl:
    """What becomes of `tf.app` and `tf.flags`; nothing where a script needs what only TensorFlow's wrapper does.

    It parses the flags when the first one is read; `absl.app.run` does before it calls `main`
    (tensorflow/python/platform/{app,flags}.py, 1.15).
    """
    uses = [one for one in index.uses if one.namespace == "compat.v1" and one.symbol.startswith(("app.", "flags"))]
    runs = [one for one in uses if one.symbol == _RUN]
    place = next((one for one in index.tree.body if _imports_tensorflow(one)), None)
    if len(runs) != 1 or runs[0].call_node is None or place is None or any(one.is_import for one in uses):
        return Absl()
    if not all(_is_parsed_by_then(one) for one in uses):
        return Absl()
    flags = [one for one in uses if one is not runs[0] and not one.through_alias]
    aliases: list[ast.stmt] = [one.statement for one in flags if one.symbol in _FLAGS and one.is_aliased]
    wanted = ["app", *(["flags"] if flags else [])]
    if not all(_is_free(name, aliases, index) for name in wanted):
        return Absl()
    named = [one for one in flags if one.statement not in aliases]
    edits = [_edit(runs[0], _RUN), *(_edit(one, "flags." + one.symbol.split("flags.", 1)[-1]) for one in named)]
    call = runs[0].call_node
    if not call.args and not call.keywords:
        end = index.source.span(call)[1]
        edits.append(Edit(end - 1, "", "main"))
    at = index.source.line_end(index.source.span(place)[1])
    edits.append(Edit(at, "", f"{index.source.newline}from absl import {', '.join(wanted)}"))
    return Absl(tuple(edits), tuple(aliases))


def _imports_tensorflow(node: ast.stmt) -> bool:
    return isinstance(node, ast.Import) and any(one.name == "tensorflow" for one in node.names)


def _is_parsed_by_then(use: Use) -> bool:
    """Whether a use reads no flag before `main` runs, and defines flags as absl does."""
    call = use.call_node
    if call is not None and any(one.arg in _OLD_KEYWORDS for one in call.keywords):
        return False
    return "FLAGS." not in use.symbol or use.scope.function.kind == "function"


def _is_free(name: str, aliases: list[ast.stmt], index: Index) -> bool:
    """Whether a name of absl means nothing else in the file; an alias of the same name may go."""
    bound = [one for one in index.nodes if isinstance(one, ast.Name) and one.id == name]
    bound_by = [one for one in aliases if isinstance(one, ast.Assign) and ast.unparse(one.targets[0]) == name]
    if name == "flags" and aliases:
        return len(aliases) == len(bound_by) == 1 and sum(isinstance(one.ctx, ast.Store) for one in bound) == 1
    others = {one.arg for one in index.nodes if isinstance(one, ast.arg)} | set(index.definitions)
    imported = {(one.asname or one.name).partition(".")[0] for one in index.nodes if isinstance(one, ast.alias)}
    return not bound and name not in others | imported


def _edit(use: Use, name: str) -> Edit:
    return Edit(use.start, use.written, name)
