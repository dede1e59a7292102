"""Names of a class for what has a name already: `self.loss = loss`, parameters, and what methods return."""

from __future__ import annotations

import ast

from tfgpu_migrate.edit.diagnostics import Edit
from tfgpu_migrate.native.classes.marks import is_attribute, is_local
from tfgpu_migrate.native.model import Kind, Refused, Value
from tfgpu_migrate.native.state import State

_NAMED = (Kind.PLACEHOLDER, Kind.SYMBOLIC, Kind.TRAIN)  # what has no value outside of runs


def is_alias(state: State, name: str, value: ast.expr) -> bool:
    """Bind a name to what another stands for; False where that is nothing of the graph."""
    known = state.values.get(value.id) if isinstance(value, ast.Name) else None
    if known is None or known.kind not in _NAMED or not (is_attribute(name) or is_local(name)):
        return False
    if not _is_bound_once(state, name) or known.drawn:
        raise Refused(value, f"`{name}` is another name of a part of the graph, and bound again")
    state.values[name] = known
    state.functions.pop(name, None)
    state.ever.setdefault(name, set()).add(known.kind)
    state.program.aliases[name] = known.name
    return True


def names_again(state: State, node: ast.Assign, target: ast.expr) -> bool:
    """Take `name = name` of a part of the graph, or several such; False for any other statement. Raises Refused."""
    several = isinstance(target, ast.Tuple) and isinstance(node.value, ast.Tuple)
    targets = target.elts if isinstance(target, ast.Tuple) and several else [target]
    values = node.value.elts if isinstance(node.value, ast.Tuple) and several else [node.value]
    pairs = [(one, value) for one, value in zip(targets, values, strict=False) if isinstance(one, ast.Name)]
    known = [_stands_for(state, value) for _, value in pairs]
    named = [one is not None and one.kind in _NAMED for one in known]
    if len(pairs) < max(len(targets), len(values)) or not all(named):
        return False
    if any(not _is_bound_once(state, one.id) for one, _ in pairs):
        return False
    for one, value in pairs:
        is_alias(state, one.id, value)
    state.program.gone.append(node)
    return True


def take_returned(state: State, node: ast.Assign, returned: ast.Return) -> None:
    """Bind what a building method returns, to the names that the statement has which calls it. Raises Refused."""
    (target,) = node.targets
    several = isinstance(target, ast.Tuple) and isinstance(returned.value, ast.Tuple)
    targets = target.elts if isinstance(target, ast.Tuple) and several else [target]
    values = returned.value.elts if isinstance(returned.value, ast.Tuple) and several else [returned.value]
    if len(targets) != len(values):
        raise Refused(returned, "what is returned has other parts than names")
    for one, value in zip(targets, values, strict=True):
        if not isinstance(one, ast.Name) or value is None or not is_alias(state, one.id, value):
            raise Refused(value or returned, "a method that builds returns more than parts of the graph by their names")
    state.program.gone.append(returned)
    start, end = state.source.span(node)[0], state.source.span(node.value)[0]
    state.program.edits.append(Edit(start, state.source.text[start:end], ""))


def _stands_for(state: State, node: ast.expr) -> Value | None:
    return state.values.get(node.id) if isinstance(node, ast.Name) else None


def _is_bound_once(state: State, name: str) -> bool:
    """Whether a name has one meaning: it is bound at one place, or a parameter that nothing binds."""
    names = (one for one in state.index.nodes if isinstance(one, ast.Name) and one.id == name)
    stores = sum(not isinstance(one.ctx, ast.Load) for one in names)
    given = sum(isinstance(one, ast.arg) and one.arg == name for one in state.index.nodes)
    return stores + given == 1
