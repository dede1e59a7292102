"""`optimizer.apply_gradients(pairs)`: a training op with the gradients of the program."""

from __future__ import annotations

import ast

from tfgpu_migrate.native.model import Kind, Refused, Step, Training, Value
from tfgpu_migrate.native.plan import closure
from tfgpu_migrate.native.purity import must_be_pure
from tfgpu_migrate.native.state import State
from tfgpu_migrate.native.training.gradients import Taken
from tfgpu_migrate.native.training.training import global_step_of, maker_of, rate_for

_PARAMETERS = ("grads_and_vars", "global_step", "name")


def applying(node: ast.Assign, name: str, state: State) -> Training | None:
    """What `name = optimizer.apply_gradients(pairs)` trains; None for another statement. Raises Refused."""
    call = node.value
    if (
        not isinstance(call, ast.Call)
        or not isinstance(call.func, ast.Attribute)
        or call.func.attr != "apply_gradients"
    ):
        return None
    maker = maker_of(call.func.value, state.around, state.index, state.spellings)
    if maker is None:
        return None
    given = dict(zip(_PARAMETERS, call.args, strict=False))
    given |= {one.arg: one.value for one in call.keywords if one.arg}
    if set(given) - set(_PARAMETERS) or "grads_and_vars" not in given:
        raise Refused(call, "`apply_gradients` is given more than gradients and a step")
    applied, taken = given["grads_and_vars"], Taken(state, node)
    if taken.form(applied) != "pairs":
        raise Refused(applied, "what is applied is no list of gradients with their variables")
    must_be_pure(taken.reading, state.index)
    if taken.reading.plain:
        raise Refused(applied, "what is applied is computed where it is applied")
    loss, variables = _origin(taken, state, applied)
    state.program.edits += taken.edits()
    step = global_step_of(given.get("global_step"), state.around)
    rate = rate_for(maker, call, step, state.around, state.spellings, state.program)
    value = Value(Kind.TRAIN, name, node, call)
    made = Training(node, value, loss, maker.name, maker.made_here, maker.symbol, variables, step, rate)
    made.applied, made.reads = applied, list(taken.reading.values)
    return made


def _origin(taken: Taken, state: State, place: ast.expr) -> tuple[Value, list[str]]:
    """The loss whose gradients are applied, and the variables. Raises Refused where there are several."""
    found: list[Step] = [one for one in closure(taken.reading.values, state.program) if one.gradient_of is not None]
    losses = {id(one.gradient_of): one.gradient_of for one in found}
    losses |= {id(taken.loss): taken.loss} if taken.loss is not None else {}
    (loss, *more) = losses.values()
    if loss is None or more:
        raise Refused(place, "gradients of several losses are applied")
    return loss, taken.variables or found[0].of_variables
