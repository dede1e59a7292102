"""`writer.add_summary(summary, step)`: where event files get what a run fetched, or numbers of plain Python."""

from __future__ import annotations

import ast
from collections.abc import Iterable

from tfgpu_migrate.native.expressions import read
from tfgpu_migrate.native.model import Kind, Refused, Run, Value, Written
from tfgpu_migrate.native.state import State
from tfgpu_migrate.native.statements import names_bound_in
from tfgpu_migrate.native.summaries.summarized import added_to

_PROTO = "Summary"
_METHODS = frozenset(("close", "flush"))  # which both writers have
_PARAMETERS = ("summary", "global_step")
_ENTERED_ONCE = (ast.If, ast.With, ast.Try)


def read_writes(state: State, node: ast.stmt) -> set[int]:
    """Read what the statements in a statement do to writers; the ids of the nodes that they explain. Raises Refused."""
    found = set[int]()
    for one in [each for each in ast.walk(node) if isinstance(each, ast.Expr)]:
        call = one.value
        holder = call.func.value if isinstance(call, ast.Call) and isinstance(call.func, ast.Attribute) else None
        value = state.values.get(holder.id) if isinstance(holder, ast.Name) else None
        if value is None or value.kind is not Kind.WRITER or not isinstance(call, ast.Call):
            continue
        assert isinstance(call.func, ast.Attribute)
        found.add(id(holder))
        if call.func.attr == "add_summary":
            found |= _add(state, one, call)
        elif call.func.attr not in _METHODS or call.args or call.keywords:
            raise Refused(call, f"`{value.name}.{call.func.attr}` is not followed")
    return found


def _add(state: State, statement: ast.Expr, call: ast.Call) -> set[int]:
    given = dict(zip(_PARAMETERS, call.args, strict=False))
    given |= {one.arg: one.value for one in call.keywords if one.arg}
    if set(given) - set(_PARAMETERS) or "summary" not in given or len(call.args) > len(_PARAMETERS):
        raise Refused(call, "`add_summary` is given more than a summary and a step")
    assert isinstance(call.func, ast.Attribute)
    step = given.get("global_step")
    if step is not None and any(isinstance(one, ast.Div) for one in ast.walk(step)):
        raise Refused(step, "the step of a summary may be no whole number")
    made, writer = given["summary"], ast.unparse(call.func.value)
    if isinstance(made, ast.Name):
        written = _of_name(state, made, statement)
    elif (run := _run_at(state, made)) is not None and run.summary is not None:
        written = Written(statement, "", None, run)
    else:
        written = Written(statement, "", None, None, _numbers(state, made))
    written.writer, written.step = writer, step
    state.program.writes.append(written)
    explained = [made] if written.made is None else [made, written.made]
    return {id(each) for one in explained for each in ast.walk(one)}


def _run_at(state: State, call: ast.expr) -> Run | None:
    return next((one for one in state.program.runs if one.call is call), None)


def _of_name(state: State, name: ast.Name, statement: ast.Expr) -> Written:
    """What a name holds: the summary of the run above, or numbers that were put together right above."""
    binder, between = _bound_above(state, name, statement)
    run = next((one for one in state.program.runs if one.statement is binder), None)
    if run is None:
        alone = all(_only_writes(state, one) for one in between)
        if not isinstance(binder, ast.Assign) or len(binder.targets) != 1 or not alone:
            raise Refused(name, f"what `{name.id}` holds is not known")
        pairs = _numbers(state, binder.value)
        loads = [one for one in state.index.nodes if isinstance(one, ast.Name) and one.id == name.id]
        if sum(isinstance(one.ctx, ast.Load) for one in loads) != sum(isinstance(one.ctx, ast.Store) for one in loads):
            raise Refused(name, f"`{name.id}` is used for more than being written")
        state.program.gone.append(binder)
        return Written(statement, "", None, None, pairs, binder)
    if run.summary is None or run.summary.name != name.id:
        raise Refused(name, f"`{name.id}` is no summary that a run fetched")
    _must_stay(run, run.summary.value, between, state)
    return Written(statement, "", None, run)


def _only_writes(state: State, node: ast.stmt) -> bool:
    """Whether a statement only puts numbers together, or writes them."""
    made = getattr(node, "value", None)
    if isinstance(node, ast.Assign):
        use = state.index.calls.get(id(node.value))
        return use is not None and use.symbol == _PROTO
    return isinstance(node, ast.Expr) and made is not None and added_to(made) is not None


def _bound_above(state: State, name: ast.Name, statement: ast.stmt) -> tuple[ast.stmt, list[ast.stmt]]:
    """The statement that surely bound a name last, and those between. Raises Refused where there is none."""
    between, current = list[ast.stmt](), statement
    while True:
        block = state.index.block(current)
        at = next(at for at, one in enumerate(block) if one is current)
        for one in reversed(block[:at]):
            if any(bound == name.id for bound, _ in names_bound_in(one)):
                return one, between
            between.append(one)
        holder = next(state.index.all_holders(current), None)
        if not isinstance(holder, _ENTERED_ONCE) or (isinstance(holder, ast.Try) and block is not holder.body):
            raise Refused(name, f"what `{name.id}` holds is bound in another block, or a loop lies between")
        current = holder


def _must_stay(run: Run, summary: Value, between: Iterable[ast.stmt], state: State) -> None:
    """Raise Refused where something between a run and the writing of its summary changes what it is about."""
    assert run.summary is not None
    targets = {one.id for one in run.summary.targets if isinstance(one, ast.Name)}
    has_variables = any(one.value.kind is Kind.VARIABLE for one in summary.summaries)
    for one in between:
        bound = {name for name, _ in names_bound_in(one)}
        bound |= {
            each.value.id
            for each in ast.walk(one)
            if isinstance(each, ast.Subscript) and isinstance(each.value, ast.Name) and isinstance(each.ctx, ast.Store)
        }
        if bound & targets:
            raise Refused(one, f"`{min(bound & targets)}`, which is summarized, is bound again")
        if state.runs.has_run(one) and (has_variables or len(targets) < len(run.summary.targets)):
            raise Refused(one, "another run lies between a summary and where it is written")


def _numbers(state: State, node: ast.expr) -> list[tuple[ast.expr, ast.expr]]:
    """The tags and numbers of `tf.Summary(value=[tf.Summary.Value(tag=..., simple_value=...)])`. Raises Refused."""
    use = state.index.calls.get(id(node))
    given = {one.arg: one.value for one in node.keywords} if isinstance(node, ast.Call) and not node.args else {}
    values = given.get("value")
    if use is None or use.symbol != _PROTO or set(given) != {"value"} or not isinstance(values, (ast.List, ast.Tuple)):
        raise Refused(node, "what is written is no summary that is followed")
    pairs = []
    for one in values.elts:
        part = state.index.calls.get(id(one))
        if part is None or part.symbol != f"{_PROTO}.Value" or not isinstance(one, ast.Call) or one.args:
            raise Refused(one, "a summary is put together in a way that is not followed")
        fields = {each.arg: each.value for each in one.keywords}
        if set(fields) != {"tag", "simple_value"}:
            raise Refused(one, "a summary has more than a tag and a number")
        if any(state.runs.has_run(each) or not read(each, state.around).is_plain for each in fields.values()):
            raise Refused(one, "a summary is put together of tensors")
        state.around.seen.add(id(part.node))
        pairs.append((fields["tag"], fields["simple_value"]))
    state.around.seen.add(id(use.node))
    return pairs
