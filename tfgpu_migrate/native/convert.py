"""One file: the fix that makes its graph code eager TensorFlow 2, or the place that keeps it a graph."""

from __future__ import annotations

import ast
from typing import NamedTuple

from tfgpu_migrate.edit.diagnostics import Applicability, Fix, make_fix
from tfgpu_migrate.index.index import Index
from tfgpu_migrate.native.absl import of_absl
from tfgpu_migrate.native.drawing import must_draw_the_same
from tfgpu_migrate.native.eager import EAGER_SWITCH, eager_edits
from tfgpu_migrate.native.facts import BLOCKERS, BY_NAME
from tfgpu_migrate.native.home import home_of
from tfgpu_migrate.native.model import Refused
from tfgpu_migrate.native.plan import plan
from tfgpu_migrate.native.reader import read_program
from tfgpu_migrate.native.write import Writer


class Conversion(NamedTuple):
    """The fix; or why there is none, and the place of the reason."""

    fix: Fix | None
    reason: str = ""
    place: ast.AST | None = None


def convert(index: Index) -> Conversion:
    """What becomes of a module whose graph code is spelled for TensorFlow 2 already."""
    tf = next((one.root for one in index.uses if one.prefix == "tensorflow" and not one.is_import), "")
    if index.source.notebook is not None:
        return Conversion(None, "it is a notebook, whose cells are not taken apart")
    v1_import = next((one for one in index.uses if one.is_import and one.namespace == "compat.v1"), None)
    if v1_import is not None:
        return Conversion(None, "names come from an import of `compat.v1`", v1_import.node)
    if not tf:
        return Conversion(None, "TensorFlow has no name in this file")
    if (blocked := _blocker(index)) is not None:
        return blocked
    try:
        if any(use.symbol == EAGER_SWITCH and not use.is_import for use in index.uses):
            edits = eager_edits(index, tf)
        else:
            home = home_of(index)
            program = read_program(index, tf, home)
            absl = of_absl(index)
            program.edits += absl.edits
            program.gone += absl.gone
            made = plan(program, index, home)
            must_draw_the_same(program, made, index)
            edits = Writer(program, made, index, tf, home).edits()
    except Refused as refused:
        return Conversion(None, refused.reason, refused.node)
    return Conversion(make_fix("Make it eager TensorFlow 2", edits, Applicability.UNSAFE))


def _blocker(index: Index) -> Conversion | None:
    """The first thing that no conversion can do, wherever it stands."""
    found = list[tuple[int, Conversion]]()
    for use in index.uses:
        call = use.call_node
        if use.namespace != "compat.v1" or call is None:
            continue
        shared = next((one for one in call.keywords if one.arg == "reuse"), None)
        if shared is not None:
            found.append((use.start, Conversion(None, "a scope shares its variables: `reuse`", shared.value)))
        elif use.symbol in BLOCKERS or use.symbol.startswith("nn.rnn_cell."):
            reason = BLOCKERS.get(use.symbol, f"`{use.symbol.rpartition('.')[2]}` makes variables where it is called")
            if "collection" in reason:
                reason += f": `{', '.join(ast.unparse(one) for one in call.args)}`"
            found.append((use.start, Conversion(None, reason, use.node)))
    for one in index.nodes:
        if isinstance(one, ast.Attribute) and one.attr in BY_NAME:
            start = index.source.span(one)[0]
            found.append((start, Conversion(None, f"by-name access to the graph: `{one.attr}`", one)))
    return min(found, key=lambda each: each[0])[1] if found else None
