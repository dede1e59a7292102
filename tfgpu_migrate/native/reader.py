"""Reads a module of graph code statement by statement into a `Program`, or says why it cannot."""

from __future__ import annotations

import ast
from contextlib import suppress

from tfgpu_migrate.edit.diagnostics import Edit
from tfgpu_migrate.index.index import Index
from tfgpu_migrate.native.assignments import assign
from tfgpu_migrate.native.checkpoints.savers import begins_in, is_about_checkpoints, must_run_on_what_began, saving_in
from tfgpu_migrate.native.classes.aliases import is_alias, take_returned
from tfgpu_migrate.native.classes.classes import Model
from tfgpu_migrate.native.classes.handed import without
from tfgpu_migrate.native.classes.marks import attribute
from tfgpu_migrate.native.classes.owning import must_be_its_own, must_configure_once, must_not_be_bound_again
from tfgpu_migrate.native.collected import collects
from tfgpu_migrate.native.configuration import can_move, configures
from tfgpu_migrate.native.expressions import OF_MODULES, Followed, read
from tfgpu_migrate.native.facts import draws, is_op
from tfgpu_migrate.native.functions_of_file import added_in, is_plain_python, made_by
from tfgpu_migrate.native.home import Home
from tfgpu_migrate.native.inputs.iterators import begins_beside, ends_datasets, is_for_datasets, must_be_one_graph
from tfgpu_migrate.native.inputs.queues import coordinates, coordination_in, only_ends_queues
from tfgpu_migrate.native.model import Kind, Program, Refused, Value
from tfgpu_migrate.native.nesting import merged
from tfgpu_migrate.native.scopes import enter_scopes, scopes_of
from tfgpu_migrate.native.seeds import must_have_own_seeds
from tfgpu_migrate.native.sessions import (
    closes,
    enter_session,
    initialize_late,
    is_session_header,
    is_settled,
    only_enters_again,
)
from tfgpu_migrate.native.state import State
from tfgpu_migrate.native.statements import binds, is_harmless, is_printed, names_bound_in, nodes_outside
from tfgpu_migrate.native.summaries.summaries import summarizes
from tfgpu_migrate.native.summaries.writes import read_writes

_SHOWN = (Kind.PLACEHOLDER, Kind.EAGER)


def read_program(index: Index, tf: str, home: Home) -> Program:
    """The program of a module. Raises Refused at the first place that is not understood."""
    state = State(index, tf, home)
    model = home.model.node if home.model is not None else None
    if home.model is not None and home.session:
        _build_model(state, home.model)
    _read_block(state, [one for one in home.module.body if one not in (home.function, *home.callers, model)])
    for caller in home.callers:
        _read_caller(state, caller)
    if home.function is not None:
        _enter_function(state, home.function)
    if home.model is not None:
        _enter_model(state, home.model)
    _finish(state)
    return state.program


def _read_block(state: State, block: list[ast.stmt]) -> None:
    """Read statements that run once, one after the other."""
    for one in block:
        state.program.straight.append(one)
        state.tags.note(one)
        if (builder := state.home.builder(one)) is not None:
            _read_builder(state, one, builder)
        else:
            _read_statement(state, one)


def _read_caller(state: State, function: ast.FunctionDef) -> None:
    """A function on the way to that of the program: it may set the seed, and make nothing. Raises Refused."""
    state.bind_plain(function.name, function)
    for one in ast.walk(function):
        use = state.uses.get(id(one))
        if isinstance(one, ast.Name) and state.functions.get(one.id) is not None:
            raise Refused(one, f"`{one.id}` makes ops outside of the function that runs them")
        if use is None or id(one) in state.around.seen:
            continue
        if use.symbol == "set_random_seed" and (rewritten := state.spellings.native(use)) is not None:
            state.program.edits += rewritten.edits
        elif not is_harmless(use):
            raise Refused(one, f"`{use.written}` stands outside of the function that runs the graph")
        state.around.seen.add(id(one))


def _enter_function(state: State, function: ast.FunctionDef) -> None:
    for name in sorted(state.home.local):
        state.bind_plain(name, function)
    _read_block(state, function.body)
    if not state.runs.was_run and state.home.model is None:
        raise Refused(function, f"nothing is run in `{function.name}`")


def _build_model(state: State, model: Model) -> None:
    """What builds the graph of a class."""
    if session := state.home.session:
        state.bind(Value(Kind.SESSION, session, model.building[0]))
        state.around.going.update(map(id, state.home.handed))
    for one in model.helpers():
        _read_function(state, one, attribute(one.name))
    _read_block(state, model.building[0].body)
    if model.entry is not None:
        _read_block(state, model.entry.body)


def _enter_model(state: State, model: Model) -> None:
    """What builds the graph of a class, where no session had to be known for that, then what its other methods run."""
    if not state.home.session:
        _build_model(state, model)
    helpers = model.helpers()
    must_not_be_bound_again(state, model)
    for method in model.later:
        if method not in helpers or state.functions.get(attribute(method.name)) is None:
            _read_method(state, method.body, may_begin=model.runs_once(method, state.index))
    if not state.runs.was_run:
        raise Refused(model.node, f"no method of `{model.node.name}` runs the graph")
    must_be_its_own(state, model)


def _read_method(state: State, block: list[ast.stmt], *, may_begin: bool) -> None:
    """Statements of a method that runs the graph, and may initialize the variables. Raises Refused."""
    for one in block:
        call = one.value if isinstance(one, ast.Expr) else None
        if may_begin and isinstance(call, ast.Call) and state.runs.is_initialization(call):
            initialize_late(state, one)
            state.program.gone.append(one)
        elif closes(state, one):
            state.program.closed.append(one)
        elif isinstance(one, ast.With) and only_enters_again(state, one):
            had_default = state.runs.has_default
            enter_session(state, one)
            _read_method(state, one.body, may_begin=may_begin)
            state.runs.has_default = had_default
        else:
            _read_opaque(state, one)


def _read_builder(state: State, node: ast.stmt, method: ast.FunctionDef) -> None:
    """A call of a method that builds a part of the graph."""
    assert state.home.model is not None
    for name, value in state.home.model.arguments(node, method):
        if is_alias(state, name, value):
            state.program.edits += without(name, method, [value], state.index)
        elif not read(value, state.around).is_plain:
            raise Refused(value, f"`{method.name}` is given what is computed in its call")
    returned = method.body[-1] if isinstance(node, ast.Assign) else None
    _read_block(state, [one for one in method.body if one is not returned])
    if isinstance(returned, ast.Return) and isinstance(node, ast.Assign):
        take_returned(state, node, returned)


def _read_statement(state: State, node: ast.stmt) -> None:
    if isinstance(node, (ast.Import, ast.ImportFrom)):
        for alias in node.names:
            state.bind_plain(alias.asname or alias.name.partition(".")[0], node)
    elif isinstance(node, ast.FunctionDef):
        _read_function(state, node, node.name)
    elif isinstance(node, ast.With) and is_session_header(state, node):
        was_in_graph, entered = state.in_graph, [*state.entered]
        enter_session(state, node)
        _read_block(state, node.body)
        state.in_graph, state.entered = was_in_graph, entered
    elif isinstance(node, ast.With) and (scopes := scopes_of(node, state.index)):
        outer, scope = state.device, state.tags.scope
        enter_scopes(state, node, scopes)
        _read_block(state, node.body)
        state.device, state.tags.scope = outer, scope
    elif isinstance(node, ast.Assign) and len(node.targets) == 1 and not _holds_run(state, node):
        if not assign(state, node, node.targets[0]):
            _read_opaque(state, node)
    elif isinstance(node, ast.Expr) and (
        begins_beside(state, node) or summarizes(state, node) or collects(state, node)
    ):
        pass
    elif isinstance(node, ast.Expr) and coordinates(state, node):
        state.program.gone.append(node)
    elif isinstance(node, ast.Try) and only_ends_queues(state, node):
        state.program.untried.append(node)
        _read_block(state, node.body)
    elif isinstance(node, ast.Expr) and is_settled(state, node):
        state.program.gone.append(node)
    else:
        _read_opaque(state, node)


def _holds_run(state: State, node: ast.Assign) -> bool:
    return state.runs.has_run(node) or is_about_checkpoints(state, node)


def _read_function(state: State, node: ast.FunctionDef, name: str) -> None:
    """A function, or a method of this name, that makes ops or is plain Python."""
    state.bind_plain(name, node)
    state.functions[name] = None
    if is_for_datasets(state, node):
        state.pipelines.add(name)
    elif not is_plain_python(node, state.uses, state.functions):
        state.functions[name] = made_by(node, state.uses, state.functions)
        state.making.add(node)
        adding = added_in(node, state.uses)
        state.program.gone += [one for one in node.body if any(getattr(one, "value", None) is each for each in adding)]
    else:
        with suppress(Refused):
            state.around.followed[name] = Followed(node, made_by(node, state.uses, state.functions))
    state.runs.functions[name] = node
    state.around.seen.update(id(one) for one in ast.walk(node))
    edits = list[Edit]()
    for one in ast.walk(node):
        use = state.uses.get(id(one.func)) if isinstance(one, ast.Call) else None
        rewritten = state.spellings.native(use) if use is not None else None
        edits += rewritten.edits if rewritten else ()
    state.program.edits += merged(edits, node)


def _read_opaque(state: State, node: ast.stmt) -> None:
    """A statement that runs plain Python around runs of the session."""
    saved = begins_in(state, node) | saving_in(state, node)
    found = state.runs.read_statement(node, saved) | coordination_in(state, node) | read_writes(state, node)
    must_run_on_what_began(state, node)
    if found and state.device:
        raise Refused(node, "a session runs on a device")
    for one in nodes_outside(node, found):
        _must_be_plain(state, one, node)
    if configures(node, state.uses, state.index):
        _configure(state, node, runs=bool(found))
    for name, place in names_bound_in(node):
        if name in state.ever and isinstance(getattr(place, "ctx", None), ast.Del):
            raise Refused(place, f"`{name}` is deleted")
        if name in state.values and isinstance(node, (ast.For, ast.While, ast.If, ast.Try, ast.With)):
            raise Refused(place, f"`{name}`, {state.values[name].kind.value}, is bound again in a block")
        state.bind_plain(name, place)


def _configure(state: State, node: ast.stmt, *, runs: bool) -> None:
    """A statement that configures devices: it comes before the first op, or moves there. Raises Refused."""
    first, model = state.program.first_op, state.home.model
    if model is not None:
        must_configure_once(model, node)
        if not model.has(node):
            return
        first = model.above(node, first) if first is not None else None
    if state.program.first_op is None:
        return
    if runs or first is None or not can_move(node, first, state.index, state.home):
        raise Refused(node, "devices are configured below the first op, which starts the runtime eagerly")
    state.program.hoisted.append(node)


def _must_be_plain(state: State, node: ast.AST, statement: ast.stmt) -> None:
    """Raise Refused where a node outside the runs builds a graph or hands a tensor to Python."""
    use = state.uses.get(id(node))
    if id(node) in state.around.going:
        return
    if use is not None:
        if id(node) in state.around.seen:
            return
        if use.namespace == "compat.v1" and use.symbol == "set_random_seed":
            rewritten = state.spellings.native(use)
            state.program.edits += rewritten.edits if rewritten else ()
        elif use.symbol == "errors.OutOfRangeError" and ends_datasets(state, node, statement):
            state.program.edits.append(Edit(use.start, state.source.text[use.start : use.end], "StopIteration"))
        elif not is_harmless(use):
            builds = use.namespace == "" and (is_op(use.symbol) or draws(use.symbol))
            raise Refused(node, f"`{use.written}` " + ("builds a graph here" if builds else "is not followed"))
        state.around.seen.add(id(node))
    if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Load) and node.id in state.values:
        value = state.values[node.id]
        if value.kind in _SHOWN and not value.drawn and is_printed(node, statement):
            return
        instead = "; print what a run of it gives, or nothing" if is_printed(node, statement) else ""
        raise Refused(node, f"`{node.id}`, {value.kind.value}, is used outside of the session's runs{instead}")


def _finish(state: State) -> None:
    """Raise Refused where some use of TensorFlow was not understood, or a function reads what moves."""
    for use in state.index.uses:
        if use.is_import or id(use.node) in state.around.seen or is_harmless(use):
            continue
        raise Refused(use.node, f"`{use.written}` is not followed")
    for function in state.index.nodes:
        is_own = isinstance(function, (ast.FunctionDef, ast.Lambda, ast.ClassDef, ast.AsyncFunctionDef))
        if is_own and not state.home.runs_in(function):
            _must_not_read(state, function)
        if isinstance(function, (ast.Global, ast.Nonlocal)) and not state.ever.keys().isdisjoint(function.names):
            raise Refused(function, "a function binds what the graph is made of")
    must_have_own_seeds(state.index, state.home)
    must_be_one_graph(state)
    state.must_be_initialized()
    state.must_wait_no_more()
    state.runs.finish()


def _must_not_read(state: State, function: ast.AST) -> None:
    """Raise Refused where a function reads what moves; one that makes ops may read what stays."""
    for one in ast.walk(function):
        if not isinstance(one, ast.Name) or one.id not in state.ever or binds(function, one.id):
            continue
        if function not in state.making | state.around.given_tensors or not state.ever[one.id] <= set(OF_MODULES):
            raise Refused(one, f"`{one.id}` is used in a function or class")
