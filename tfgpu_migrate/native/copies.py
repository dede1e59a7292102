"""`[tf.assign(t, e) for t, e in zip(target, source)]`: a list of variables that takes its values from another."""

from __future__ import annotations

import ast
from typing import NamedTuple

from tfgpu_migrate.index.uses import Use
from tfgpu_migrate.native.expressions import OF_MODULES, read
from tfgpu_migrate.native.model import Kind, Refused, Step, Value
from tfgpu_migrate.native.purity import must_be_pure
from tfgpu_migrate.native.state import State


class _Copy(NamedTuple):
    """The comprehension, the assignment that it makes for each pair, and the names of the two variables."""

    node: ast.ListComp
    call: ast.Call
    use: Use
    target: str
    source: str


def copies(state: State, node: ast.Assign, name: str) -> bool:
    """Bind what assigns each variable of a list; False for another statement. Raises Refused."""
    found = _copy(state, node.value)
    if found is None:
        return False
    zipped = found.node.generators[0].iter
    assert isinstance(zipped, ast.Call)
    changed, taken = (_variables(state, one) for one in zipped.args)
    if not changed or not taken:
        raise Refused(zipped, "variables are copied from or to what is no list of variables by their names")
    if len(set(changed)) < len(changed) or set(changed) & set(taken):
        raise Refused(zipped, "a variable is copied to twice, or from and to")
    if state.device or state.runs.was_run:
        raise Refused(node, "variables are copied on a device, or by what is made after the first run")
    reading = read(found.call.args[1], state.around)
    others = {one for one in reading.plain if one not in (found.target, found.source)}
    if reading.draws or reading.assigns or any(one.kind not in OF_MODULES for one in reading.values):
        raise Refused(found.call, "what is assigned draws, or is computed from what is fed")
    if {*changed, *taken} & set(reading.values):
        raise Refused(found.call, "what is assigned reads a variable that is copied")
    must_be_pure(reading, state.index)
    value = Value(Kind.SYMBOLIC, name, node, node.value, is_update=True)
    state.around.seen.add(id(found.use.node))
    step = Step(node, [value], [*reading.values, *changed, *taken], frozenset(others), frozenset(changed))
    step.lines = _lines(state, found)
    state.program.add_step(step)
    state.bind(value)
    return True


def _copy(state: State, node: ast.expr) -> _Copy | None:
    """What a comprehension assigns for each pair of `zip`; None for any other expression."""
    if not isinstance(node, ast.ListComp) or len(node.generators) != 1 or node.generators[0].ifs:
        return None
    loop, call = node.generators[0], node.elt
    use = state.index.calls.get(id(call))
    if use is None or use.symbol != "assign" or not isinstance(call, ast.Call) or len(call.args) != 2 or call.keywords:
        return None
    pair = loop.target.elts if isinstance(loop.target, ast.Tuple) else []
    names = [one.id for one in pair if isinstance(one, ast.Name)]
    zipped = loop.iter
    is_zip = isinstance(zipped, ast.Call) and isinstance(zipped.func, ast.Name) and zipped.func.id == "zip"
    if len(names) != 2 or len(pair) != 2 or not is_zip or len(getattr(zipped, "args", ())) != 2:
        return None
    to = call.args[0]
    if not isinstance(to, ast.Name) or to.id != names[0] or names[0] == names[1]:
        return None
    return _Copy(node, call, use, *names)


def _variables(state: State, node: ast.expr) -> list[Value]:
    """The variables of a list that has a name; none where it is not such a list."""
    held = state.values.get(node.id) if isinstance(node, ast.Name) else None
    if held is None or held.kind is not Kind.LISTED or not isinstance(held.node, ast.List):
        return []
    found = [state.values.get(one.id) for one in held.node.elts if isinstance(one, ast.Name)]
    known = [one for one in found if one is not None and one.kind is Kind.VARIABLE]
    return known if len(known) == len(held.node.elts) else []


def _lines(state: State, found: _Copy) -> list[str]:
    text = state.spellings.text
    loop = found.node.generators[0]
    start, value = state.spellings.span(found.call.args[1])[0], text(found.call.args[1])
    for edit in sorted(read(found.call.args[1], state.around).edits, key=lambda one: -one.start):
        value = value[: edit.start - start] + edit.new + value[edit.end - start :]
    step = state.source.indent_unit
    return [f"for {text(loop.target)} in {text(loop.iter)}:", f"{step}{found.target}.assign({' '.join(value.split())})"]
