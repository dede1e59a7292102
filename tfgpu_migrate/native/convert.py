"""One file: the fix that makes its graph code eager TensorFlow 2, or the place that keeps it a graph."""

from __future__ import annotations

import ast
from typing import NamedTuple

from tfgpu_migrate.api.packages import TENSORBOARD, WITHOUT_TENSORBOARD
from tfgpu_migrate.edit.diagnostics import Applicability, Fix, make_fix
from tfgpu_migrate.index.index import Index
from tfgpu_migrate.native.absl import of_absl
from tfgpu_migrate.native.collected import own_collections
from tfgpu_migrate.native.drawing import must_draw_the_same
from tfgpu_migrate.native.eager import EAGER_SWITCH, eager_edits
from tfgpu_migrate.native.event_files import name_summarized
from tfgpu_migrate.native.facts import BLOCKERS, BY_NAME
from tfgpu_migrate.native.home import home_of
from tfgpu_migrate.native.loops import settle_sources
from tfgpu_migrate.native.model import Refused
from tfgpu_migrate.native.notebooks import must_be_told_apart, must_reach_python_only
from tfgpu_migrate.native.plan import plan
from tfgpu_migrate.native.reader import read_program
from tfgpu_migrate.native.write import Writer
from tfgpu_migrate.release import Release


class Obstacle(NamedTuple):
    """What keeps a file a graph, and its place; None for the whole file."""

    reason: str
    place: ast.AST | None = None


class Conversion(NamedTuple):
    """The fix; or why there is none, in source order."""

    fix: Fix | None
    obstacles: tuple[Obstacle, ...] = ()


def convert(index: Index, target: Release) -> Conversion:
    """What becomes of a module whose graph code is spelled for TensorFlow 2 already, where it is to run on `target`."""
    requires = tuple[str, ...]()
    tf = next((one.root for one in index.uses if one.prefix == "tensorflow" and not one.is_import), "")
    v1_import = next((one for one in index.uses if one.is_import and one.namespace == "compat.v1"), None)
    if v1_import is not None:
        return Conversion(None, (Obstacle("names come from an import of `compat.v1`", v1_import.node),))
    if not tf and any(one.prefix == "tensorflow.compat.v1" for one in index.uses):
        return Conversion(None, (Obstacle("TensorFlow's only name is that of `compat.v1`"),))
    if not tf:
        return Conversion(None, (Obstacle("TensorFlow has no name in this file"),))
    if blockers := _blockers(index):
        return Conversion(None, blockers)
    try:
        must_be_told_apart(index)
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
            settle_sources(program, made, index)
            name_summarized(program, index)
            if program.writes and target >= WITHOUT_TENSORBOARD:
                requires = (TENSORBOARD,)
            edits = Writer(program, made, index, tf, home).edits()
        must_reach_python_only(index, edits)
    except Refused as refused:
        return Conversion(None, (Obstacle(refused.reason, refused.node),))
    return Conversion(make_fix("Make it eager TensorFlow 2", edits, Applicability.UNSAFE, requires))


def _blockers(index: Index) -> tuple[Obstacle, ...]:
    """What no conversion can do, each thing at its first place; with it, where the sessions are if not followed."""
    found, own = dict[str, Obstacle](), own_collections(index)
    for use in index.uses:
        call = use.call_node
        if use.namespace != "compat.v1" or call is None:
            continue
        shared = next((one for one in call.keywords if one.arg == "reuse"), None)
        if shared is not None:
            _note(Obstacle("a scope shares its variables: `reuse`", shared.value), found)
        elif use.symbol == "get_collection" and len(call.args) == 1 and ast.unparse(call.args[0]) in own:
            continue
        elif use.symbol in BLOCKERS or use.symbol.startswith("nn.rnn_cell."):
            reason = BLOCKERS.get(use.symbol, f"`{use.symbol.rpartition('.')[2]}` makes variables where it is called")
            if "collection" in reason:
                reason += f": `{', '.join(ast.unparse(one) for one in call.args)}`"
            _note(Obstacle(reason, use.node), found)
    for one in index.nodes:
        if isinstance(one, ast.Attribute) and one.attr in BY_NAME:
            _note(Obstacle(f"by-name access to the graph: `{one.attr}`", one), found)
    if found:
        try:
            home_of(index)
        except Refused as refused:
            _note(Obstacle(refused.reason, refused.node), found)
    return tuple(sorted(found.values(), key=lambda one: index.source.span(one.place)[0] if one.place else 0))


def _note(obstacle: Obstacle, found: dict[str, Obstacle]) -> None:
    found.setdefault(obstacle.reason, obstacle)
