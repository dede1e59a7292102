"""Where sessions are made, entered and left, and variables initialized."""

from __future__ import annotations

import ast

from tfgpu_migrate.api.table import GRAPH_SWITCHES
from tfgpu_migrate.edit.legacy_keras import VARIABLE
from tfgpu_migrate.index.uses import Use
from tfgpu_migrate.native.facts import SESSIONS
from tfgpu_migrate.native.model import Kind, Refused, Value
from tfgpu_migrate.native.state import State
from tfgpu_migrate.native.statements import import_that_goes, unused_import

_RESETS = ("reset_default_graph", "python.framework.ops.reset_default_graph")


def is_session_header(state: State, node: ast.With) -> bool:
    """Whether a block is entered with a session, new or known."""
    (item, *more) = node.items
    if more:
        return False
    call = item.context_expr
    if _session_call(state, call):
        return True
    named = call.func.value if isinstance(call, ast.Call) and isinstance(call.func, ast.Attribute) else call
    known = state.values.get(named.id) if isinstance(named, ast.Name) else None
    return known is not None and known.kind is Kind.SESSION


def enter_session(state: State, node: ast.With) -> None:
    """Enter a block whose header has a session: the header goes. Raises Refused."""
    item = node.items[0]
    use = _session_call(state, item.context_expr)
    if state.device:
        raise Refused(node, "a session is entered on a device")
    if use is not None:
        plain_session(state, use)
    name = item.optional_vars
    if name is not None and not isinstance(name, ast.Name):
        raise Refused(node, "the session is kept in something else than a name")
    if isinstance(name, ast.Name):
        state.bind(Value(Kind.SESSION, name.id, node))
    state.program.unwrapped.append(node)
    state.runs.has_default = True


def plain_session(state: State, use: Use) -> None:
    """Take a session that is given nothing. Raises Refused for any other."""
    call = use.call_node
    state.around.seen.add(id(use.node))
    if call is None or call.args or call.keywords:
        raise Refused(use.node, "the session is given a target, a graph or a configuration")
    if use.symbol == "InteractiveSession":
        state.runs.has_default = True


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
            raise Refused(node, "the graph is built a second time")
        state.around.seen.add(id(use.node))
        if use.symbol in GRAPH_SWITCHES:
            state.program.switch = node
        return True
    if use is not None and use.symbol in SESSIONS and use.namespace == "compat.v1":
        plain_session(state, use)
        return True
    if VARIABLE in state.spellings.text(call) and state.spellings.text(call.func) == "os.environ.setdefault":
        state.program.gone += unused_import("os", node, state.index)
        return True
    callee = call.func
    if isinstance(callee, ast.Attribute) and isinstance(callee.value, ast.Name):
        value = state.values.get(callee.value.id)
        if value is not None and value.kind is Kind.SESSION and callee.attr == "close":
            return True
        if value is not None and value.kind is Kind.INITIALIZER and callee.attr == "run":
            return _initialize(state, node)
    if state.runs.is_initialization(call):
        return _initialize(state, node)
    return False


def _initialize(state: State, node: ast.stmt) -> bool:
    again = state.initialized is not None and state.program.runs
    changed = [
        one
        for one in state.program.runs
        if any(each.value and each.value.kind is not Kind.EAGER for each in one.fetches)
    ]
    if again or changed:
        raise Refused(node, "the variables are initialized a second time, or after they were used")
    state.initialized = node
    state.runs.initialized = True
    return True


def _session_call(state: State, node: ast.expr) -> Use | None:
    use = state.index.calls.get(id(node))
    return use if use is not None and use.symbol in SESSIONS and use.namespace == "compat.v1" else None
