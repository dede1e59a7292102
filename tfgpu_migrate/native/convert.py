"""One file: the fix that makes its graph code eager TensorFlow 2, or the place that keeps it a graph."""

from __future__ import annotations

import ast
from typing import NamedTuple

from tfgpu_migrate.api.packages import TENSORBOARD, WITHOUT_TENSORBOARD
from tfgpu_migrate.edit.diagnostics import Applicability, Edit, Fix, make_fix
from tfgpu_migrate.index.index import Index
from tfgpu_migrate.native.absl import of_absl
from tfgpu_migrate.native.checkpoints.resuming import must_resume
from tfgpu_migrate.native.checkpoints.saved import settle_savers
from tfgpu_migrate.native.classes.classes import Model, class_with_sessions, model_of
from tfgpu_migrate.native.classes.handed import class_with_handed_session, session_of, without
from tfgpu_migrate.native.classes.marks import marked, unmarked
from tfgpu_migrate.native.collected import own_collections
from tfgpu_migrate.native.drawing import must_draw_the_same
from tfgpu_migrate.native.eager import EAGER_SWITCH, eager_edits
from tfgpu_migrate.native.facts import BLOCKERS, BY_NAME
from tfgpu_migrate.native.frozen.frozen import frozen_edits, imports_graph
from tfgpu_migrate.native.home import Home, home_of
from tfgpu_migrate.native.inputs.loops import settle_sources
from tfgpu_migrate.native.logging import of_logging
from tfgpu_migrate.native.model import Program, Refused
from tfgpu_migrate.native.notebooks import must_be_told_apart, must_reach_python_only, stay_quiet
from tfgpu_migrate.native.plan import Plan, plan
from tfgpu_migrate.native.reader import read_program
from tfgpu_migrate.native.summaries.event_files import name_summarized
from tfgpu_migrate.native.write import Writer
from tfgpu_migrate.release import Release
from tfgpu_migrate.source import Source


class Obstacle(NamedTuple):
    """What keeps a file a graph, and where its place begins and ends; None for the whole file."""

    reason: str
    place: tuple[int, int] | None = None


class Conversion(NamedTuple):
    """The fix; or why there is none, in source order."""

    fix: Fix | None
    obstacles: tuple[Obstacle, ...] = ()


def convert(index: Index, target: Release, *, tensorboard: bool) -> Conversion:
    """What becomes of a module whose graph code is spelled for TensorFlow 2 already, where it is to run on `target`.

    `tensorboard`: that package is installed where it will run, also if TensorFlow does not bring it.
    """
    requires = tuple[str, ...]()
    tf = next((one.root for one in index.uses if one.prefix == "tensorflow" and not one.is_import), "")
    imported = next((one for one in index.uses if one.is_import and one.namespace == "compat.v1"), None)
    if imported is not None:
        place = imported.start, imported.end
        return Conversion(None, (Obstacle("names come from an import of `compat.v1`", place),))
    if not tf and any(one.prefix == "tensorflow.compat.v1" for one in index.uses):
        return Conversion(None, (Obstacle("TensorFlow's only name is that of `compat.v1`"),))
    if not tf:
        return Conversion(None, (Obstacle("TensorFlow has no name in this file"),))
    if not imports_graph(index) and (blockers := _blockers(index)):
        return Conversion(None, blockers)
    try:
        must_be_told_apart(index)
        if any(use.symbol == EAGER_SWITCH and not use.is_import for use in index.uses):
            edits = eager_edits(index, tf)
        elif imports_graph(index):
            edits = frozen_edits(index, tf)
        else:
            model = class_with_sessions(index) or class_with_handed_session(index)
            edits, program = _of_module(index, tf) if model is None else _of_class(index, tf, model)
            if program.writes and target >= WITHOUT_TENSORBOARD:
                _must_have_tensorboard(program, tensorboard=tensorboard)
                requires = (TENSORBOARD,)
        must_reach_python_only(index, edits)
        edits = stay_quiet(index, edits)
    except Refused as refused:
        return Conversion(None, (_obstacle(refused, index.source),))
    except _Placed as placed:
        return Conversion(None, (placed.obstacle,))
    return Conversion(make_fix("Make it eager TensorFlow 2", edits, Applicability.UNSAFE, requires))


def _must_have_tensorboard(program: Program, *, tensorboard: bool) -> None:
    """Raise Refused for summaries that could not be written: a graph needs no package for them."""
    if not tensorboard:
        raise Refused(
            program.writes[0].statement,
            "TensorFlow 2.21 writes summaries with the package tensorboard, which it does not bring: "
            "`tensorboard = true` in the settings says that it is installed",
        )


class _Placed(Exception):
    """An obstacle in a class, whose place is known already."""

    def __init__(self, obstacle: Obstacle) -> None:
        super().__init__(obstacle.reason)
        self.obstacle = obstacle


def _of_module(index: Index, tf: str) -> tuple[list[Edit], Program]:
    """The edits for a program that stands in the module, or in a function of it. Raises Refused."""
    home = home_of(index)
    program, made = _planned(index, tf, home)
    return Writer(program, made, index, tf, home).edits(), program


def _of_class(index: Index, tf: str, model: ast.ClassDef) -> tuple[list[Edit], Program]:
    """The edits for a class that keeps its session. Raises Refused, or an obstacle of the text with marks."""
    twin = Index(marked(index.source, model))
    try:
        found = model_of(twin, model.name)
        home = _home_of_class(twin, found)
        program, made = _planned(twin, tf, home)
        writer = Writer(program, made, twin, tf, home)
        edits = writer.edits()
        assert writer.methods is not None
        return writer.methods.edits(edits, index.source.text), program
    except Refused as refused:
        raise _Placed(_obstacle(refused, twin.source)) from None


def _home_of_class(twin: Index, model: Model) -> Home:
    """Where the program of a class stands: it makes its session, or is handed that of the module or of a function."""
    given = model.given()
    session = session_of(given, twin)
    if not session:
        return Home(twin.tree, None, given, model=model)
    outside = home_of(twin)
    return outside._replace(given={**outside.given, **given}, model=model, session=session)


def _planned(index: Index, tf: str, home: Home) -> tuple[Program, Plan]:
    program = read_program(index, tf, home)
    absl = of_absl(index)
    program.edits += (*absl.edits, *of_logging(index, tf))
    program.gone += absl.gone
    made = plan(program, index, home)
    if home.model is not None and home.session:
        program.edits += without(home.session, home.model.building[0], home.handed, index)
    must_draw_the_same(program, made, index)
    settle_sources(program, made, index)
    if home.model is not None and program.savers:
        raise Refused(program.savers[0].node, "a class saves its variables")
    if home.model is not None and program.writes:
        raise Refused(home.model.node, "a class writes summaries")
    settle_savers(program, index)
    must_resume(program, home, index)
    name_summarized(program, index)
    return program, made


def _obstacle(refused: Refused, source: Source) -> Obstacle:
    return Obstacle(unmarked(refused.reason), source.span(refused.node) if refused.node is not None else None)


def _blockers(index: Index) -> tuple[Obstacle, ...]:
    """What no conversion can do, each thing at its first place; with it, where the sessions are if not followed."""
    found, own = dict[str, Refused](), own_collections(index)
    for use in index.uses:
        call = use.call_node
        if use.namespace != "compat.v1" or call is None:
            continue
        shared = next((one for one in call.keywords if one.arg == "reuse"), None)
        if shared is not None:
            _note(Refused(shared.value, "a scope shares its variables: `reuse`"), found)
        elif use.symbol == "get_collection" and len(call.args) == 1 and ast.unparse(call.args[0]) in own:
            continue
        elif use.symbol in BLOCKERS or use.symbol.startswith("nn.rnn_cell."):
            reason = BLOCKERS.get(use.symbol, f"`{use.symbol.rpartition('.')[2]}` makes variables where it is called")
            if "collection" in reason:
                reason += f": `{', '.join(ast.unparse(one) for one in call.args)}`"
            _note(Refused(use.node, reason), found)
    for one in index.nodes:
        if isinstance(one, ast.Attribute) and one.attr in BY_NAME:
            _note(Refused(one, f"by-name access to the graph: `{one.attr}`"), found)
    if found:
        try:
            home_of(index)
        except Refused as refused:
            _note(refused, found)
    return tuple(sorted((_obstacle(one, index.source) for one in found.values()), key=lambda one: one.place or (0, 0)))


def _note(refused: Refused, found: dict[str, Refused]) -> None:
    found.setdefault(refused.reason, refused)
