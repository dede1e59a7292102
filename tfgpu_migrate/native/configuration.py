"""Device configuration that must come before the first eager op."""

from __future__ import annotations

import ast
import builtins
from collections.abc import Container, Mapping

from tfgpu_migrate.index.index import Index
from tfgpu_migrate.index.uses import Use
from tfgpu_migrate.native.home import Home
from tfgpu_migrate.native.layout import Layout, moved
from tfgpu_migrate.native.statements import names_bound_in


def configures(node: ast.stmt, uses: Mapping[int, Use], index: Index) -> bool:
    """Whether a statement sets something of `tf.config`, itself or by calling a function of the file that does."""
    nodes = list(ast.walk(node))
    called = {one.func.id for one in nodes if isinstance(one, ast.Call) and isinstance(one.func, ast.Name)}
    inside = [each for name in called for function in index.definitions.get(name, ()) for each in ast.walk(function)]
    found = (uses.get(id(one)) for one in (*nodes, *inside))
    return any(use is not None and use.symbol.startswith(("config.", "debugging.set_log_device")) for use in found)


def can_move(node: ast.stmt, above: ast.stmt, index: Index, home: Home) -> bool:
    """Whether a statement can stand above another: what it reads is bound there already, and it binds nothing read."""
    own = {name for name, _ in names_bound_in(node)}
    read = {one.id for one in ast.walk(node) if isinstance(one, ast.Name) and isinstance(one.ctx, ast.Load)}
    bound: dict[str, list[int]] = {}
    for name, place in (found for one in home.body for found in names_bound_in(one)):
        bound.setdefault(name, []).append(place.lineno)  # type: ignore[attr-defined]
    for name in read - own - set(dir(builtins)):
        if not bound.get(name) or any(line >= above.lineno for line in bound[name]):
            return False
    inside = {id(one) for one in ast.walk(node)}
    return not any(
        isinstance(one, ast.Name) and one.id in own and isinstance(one.ctx, ast.Load) and id(one) not in inside
        for one in index.nodes
    )


def configure_above(
    first: ast.stmt, home: Home, entered: Container[int], index: Index, layout: Layout
) -> ast.stmt | None:
    """Move device configuration above a statement that starts the runtime; the first that cannot move, if any.

    `entered` are the ids of blocks whose headers go. What stands in other functions than the statement stays.
    """
    uses = {id(one.node): one for one in index.uses}
    body = home.module.body if home.function is None else home.function.body
    above = next(one for one in body if (one.end_lineno or one.lineno) >= first.lineno)
    source, late, blocks = index.source, list[ast.stmt](), list(body)
    for one in blocks:  # which grows meanwhile
        if isinstance(one, ast.With) and id(one) in entered:
            blocks += one.body
        elif one.lineno > first.lineno and configures(one, uses, index):
            late.append(one)
    for one in sorted(late, key=lambda each: each.lineno):
        if not can_move(one, above, index, home):
            return one
        top, bottom = layout.lines_of(one)
        lines = [layout.text(line) for line in range(top, bottom + 1)]
        depth, indent = (source.indent(source.line_offset(each.lineno)) for each in (one, above))
        layout.put(layout.comment_above(above.lineno), moved(source, lines, len(depth), indent))
        layout.take_out(one)
    return None
