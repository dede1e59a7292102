"""Where sessions are made, entered and left, and variables initialized."""

from __future__ import annotations

import ast

from tfgpu_migrate.api.table import GRAPH_SWITCHES
from tfgpu_migrate.edit.legacy_keras import VARIABLE
from tfgpu_migrate.index.uses import Use
from tfgpu_migrate.native.facts import INITIALIZERS, SAVER, SESSIONS
from tfgpu_migrate.native.model import Kind, Refused, Value
from tfgpu_migrate.native.state import SECOND_TIME, State
from tfgpu_migrate.native.statements import import_that_goes, unused_import

_PARAMETERS = ("target", "graph", "config")  # of a session
_RESETS = ("reset_default_graph", "python.framework.ops.reset_default_graph")


def is_session_header(state: State, node: ast.With) -> bool:
    """Whether a block is entered with a session or a graph, new or known, and with nothing else."""
    return all(_is_session(state, one.context_expr) or _is_graph(state, one.context_expr) for one in node.items)


def only_enters_again(state: State, node: ast.With) -> bool:
    """Whether a block of a method is entered with the session or the graph that is known, under no new name."""
    entered = [one.context_expr for one in node.items if one.optional_vars is None]
    parts = [
        one.func.value if isinstance(one, ast.Call) and isinstance(one.func, ast.Attribute) else one for one in entered
    ]
    known = [_kind(state, one) in (Kind.SESSION, Kind.GRAPH) for one in parts]
    return len(known) == len(node.items) and all(known) and is_session_header(state, node)


def enter_session(state: State, node: ast.With) -> None:
    """Enter a block whose header has sessions and graphs: the header goes. Raises Refused."""
    for item in node.items:
        if _is_session(state, item.context_expr):
            _enter_session(state, node, item)
        else:
            _enter_graph(state, node, item)
    state.program.unwrapped.append(node)


def made_for_runs(state: State, node: ast.expr) -> Kind | None:
    """What an expression makes that only serves runs: a session, a graph, an initializer; else None. Raises Refused."""
    use = state.index.calls.get(id(node))
    if use is None:
        return Kind.SESSION if _kind(state, node) is Kind.SESSION else None
    if _is_new_graph(state, node):
        _make_graph(state, node)
        return Kind.GRAPH
    if _session_call(state, node) and not state.device:
        _plain_session(state, use)
        return Kind.SESSION
    if use.symbol in INITIALIZERS and use.namespace == "compat.v1":
        state.around.seen.add(id(use.node))
        return Kind.INITIALIZER
    return None


def _is_new_graph(state: State, node: ast.expr) -> bool:
    """Whether an expression is `tf.Graph()`."""
    use = state.index.calls.get(id(node))
    return use is not None and use.symbol == "Graph" and isinstance(node, ast.Call) and not (node.args or node.keywords)


def _make_graph(state: State, node: ast.expr) -> None:
    """Take the one graph that a file makes. Raises Refused for a second one, or where something was built before."""
    built = {kind for kinds in state.ever.values() for kind in kinds} - {Kind.SESSION}
    if state.graph is not None or built:
        raise Refused(node, "a second graph is made")
    state.graph = node
    state.around.seen.add(id(state.index.calls[id(node)].node))


def _is_session(state: State, node: ast.expr) -> bool:
    if _session_call(state, node):
        return True
    named = node.func.value if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) else node
    return _kind(state, named) is Kind.SESSION


def _is_graph(state: State, node: ast.expr) -> bool:
    if not isinstance(node, ast.Call) or not isinstance(node.func, ast.Attribute) or node.func.attr != "as_default":
        return False
    return _is_new_graph(state, node.func.value) or _kind(state, node.func.value) is Kind.GRAPH


def _kind(state: State, node: ast.expr) -> Kind | None:
    value = state.values.get(node.id) if isinstance(node, ast.Name) else None
    return value.kind if value is not None else None


def _enter_graph(state: State, node: ast.With, item: ast.withitem) -> None:
    call = item.context_expr
    assert isinstance(call, ast.Call)
    assert isinstance(call.func, ast.Attribute)
    if _is_new_graph(state, call.func.value):
        _make_graph(state, call.func.value)
    if item.optional_vars is not None:
        if not isinstance(item.optional_vars, ast.Name):
            raise Refused(node, "the graph is kept in something else than a name")
        state.bind(Value(Kind.GRAPH, item.optional_vars.id, node))
    state.in_graph = True


def _enter_session(state: State, node: ast.With, item: ast.withitem) -> None:
    use = _session_call(state, item.context_expr)
    if state.device:
        raise Refused(node, "a session is entered on a device")
    if use is not None:
        _plain_session(state, use)
    name = item.optional_vars
    if name is not None and not isinstance(name, ast.Name):
        raise Refused(node, "the session is kept in something else than a name")
    entered = item.context_expr
    known = entered.func.value if isinstance(entered, ast.Call) and isinstance(entered.func, ast.Attribute) else entered
    number = state.sessions if use is not None else session_number(state, known)
    if isinstance(name, ast.Name):
        state.bind(Value(Kind.SESSION, name.id, node, number=number))
    state.entered.append(number)
    state.in_graph = True
    state.runs.has_default = True


def session_number(state: State, node: ast.expr | None) -> int:
    """Which session of the file an expression names, counted from 1; None is the default one. 0 where it names none."""
    if node is None:
        return state.entered[-1] if state.entered else state.sessions
    value = state.values.get(node.id) if isinstance(node, ast.Name) else None
    return value.number if value is not None else 0


def _plain_session(state: State, use: Use) -> None:
    """Take a session in this process that is given a known graph or none. Raises Refused for any other."""
    call = use.call_node
    state.sessions += 1
    state.around.seen.add(id(use.node))
    given = [] if call is None else [*zip(_PARAMETERS, call.args, strict=False)]
    given += [] if call is None else [(one.arg or "", one.value) for one in call.keywords]
    if call is None or not all(_says_nothing(state, name, value) for name, value in given):
        raise Refused(use.node, "the session is given a target, a graph or a configuration")
    if use.symbol == "InteractiveSession":
        state.entered.append(state.sessions)
        state.runs.has_default = True


def _says_nothing(state: State, parameter: str, value: ast.expr) -> bool:
    """Whether an argument of a session asks for what it gets anyway: this process, and the graph of the file."""
    if isinstance(value, ast.Constant):
        return value.value is None or (parameter, value.value) == ("target", "")
    return parameter == "graph" and _is_known(state, value)


def _is_known(state: State, graph: ast.expr) -> bool:
    """Whether a session gets the graph of the file, by its name or as the default one."""
    use = state.index.calls.get(id(graph))
    if use is not None and use.symbol == "get_default_graph" and (state.graph is None or state.in_graph):
        state.around.seen.add(id(use.node))
        return True
    return _kind(state, graph) is Kind.GRAPH


def is_settled(state: State, node: ast.Expr) -> bool:
    """Whether a statement has nothing to do in TensorFlow 2: it goes. Raises Refused."""
    call = node.value
    if not isinstance(call, ast.Call):
        return False
    use = state.index.calls.get(id(call))
    if use is not None and (use.symbol in GRAPH_SWITCHES or use.symbol in _RESETS):
        if use.symbol.endswith("reset_default_graph"):
            state.program.gone += import_that_goes(use, state.index)
        if use.symbol in _RESETS and state.ever:
            state.begin_again(node)
        state.around.seen.add(id(use.node))
        if use.symbol in GRAPH_SWITCHES:
            state.program.switch = node
        return True
    if use is not None and use.symbol in SESSIONS and use.namespace == "compat.v1":
        _plain_session(state, use)
        return True
    if VARIABLE in state.spellings.text(call) and state.spellings.text(call.func) == "os.environ.setdefault":
        state.program.gone += unused_import("os", node, state.index)
        return True
    callee = call.func
    if closes(state, node):
        assert isinstance(callee, ast.Attribute)
        assert isinstance(callee.value, ast.Name)
        state.runs.closed.add(id(state.values[callee.value.id]))
        return True
    if isinstance(callee, ast.Attribute) and isinstance(callee.value, ast.Name):
        value = state.values.get(callee.value.id)
        if value is not None and value.kind is Kind.INITIALIZER and callee.attr == "run":
            return initialize(state, node)
    if state.runs.is_initialization(call):
        return initialize(state, node)
    return False


def closes(state: State, node: ast.stmt) -> bool:
    """Whether a statement closes a session."""
    call = node.value if isinstance(node, ast.Expr) else None
    if not isinstance(call, ast.Call) or not isinstance(call.func, ast.Attribute) or call.func.attr != "close":
        return False
    return _kind(state, call.func.value) is Kind.SESSION


def initialize(state: State, node: ast.stmt) -> bool:
    """Take the place where the variables are initialized. Raises Refused where that is done again, or late."""
    restored = any(saver.restores for saver in state.program.savers if saver.part == state.part)
    again = state.initialized is not None and (state.runs.was_run or state.sessions > 1 or restored)
    changed = [
        one
        for one in state.program.runs[state.runs.since :]
        if any(each.value and each.value.kind is not Kind.EAGER for each in one.fetches)
    ]
    if again or changed:
        if not any(one.symbol == SAVER for one in state.index.uses):
            raise Refused(node, SECOND_TIME)
        state.waiting = node
        return True
    state.initialized, state.begun = node, state.sessions
    state.runs.initialized = True
    return True


def initialize_late(state: State, node: ast.stmt) -> None:
    """Take the place where a method initializes the variables, once: nothing can have run before. Raises Refused."""
    if state.initialized is not None or state.sessions > 1:
        raise Refused(node, "the variables are initialized a second time, or after they were used")
    state.initialized = node
    state.runs.initialized = True


def _session_call(state: State, node: ast.expr) -> Use | None:
    use = state.index.calls.get(id(node))
    return use if use is not None and use.symbol in SESSIONS and use.namespace == "compat.v1" else None
