"""Learning rates that follow the global step."""

from __future__ import annotations

import ast

from tfgpu_migrate.edit.diagnostics import Edit
from tfgpu_migrate.index.uses import Use
from tfgpu_migrate.native.expressions import Surroundings, read
from tfgpu_migrate.native.model import Kind, Refused, Value
from tfgpu_migrate.native.spellings import Spellings

DECAY = "train.exponential_decay"
_PARAMETERS = ("learning_rate", "global_step", "decay_steps", "decay_rate", "staircase")
_NATIVE = {
    "learning_rate": "initial_learning_rate",
    "decay_steps": "decay_steps",
    "decay_rate": "decay_rate",
    "staircase": "staircase",
}


def schedule(use: Use, around: Surroundings, spellings: Spellings) -> tuple[Edit, str]:
    """`tf.train.exponential_decay(...)` as a Keras schedule, and the name of its global step. Raises Refused.

    Both compute rate * decay_rate ** (step / decay_steps), the quotient rounded down for a staircase
    (learning_rate_decay.py, 1.15; learning_rate_schedule.py of Keras 3).
    """
    call = use.call_node
    assert call is not None
    around.seen.add(id(use.node))
    given = dict(zip(_PARAMETERS, call.args, strict=False))
    given |= {one.arg: one.value for one in call.keywords if one.arg}
    step = given.pop("global_step", None)
    known = step is not None and {"learning_rate", "decay_steps", "decay_rate"} <= set(given) <= {*_NATIVE, "name"}
    if not known or len(call.args) > len(_PARAMETERS):
        raise Refused(call, f"`{use.written}` is given other arguments than a step, a rate and its decay")
    value = around.values.get(step.id) if isinstance(step, ast.Name) else None
    if value is None or value.kind is not Kind.VARIABLE:
        raise Refused(call, f"`{use.written}` follows something else than a variable")
    if not _begins_at_zero(value, around):
        raise Refused(call, f"the step that `{use.written}` follows does not begin at zero")
    texts, by_position = list[str](), {_PARAMETERS[at] for at in range(len(call.args))}
    for name, argument in given.items():
        if name == "name":
            continue
        if not read(argument, around).is_plain:
            raise Refused(argument, f"the `{name}` of `{use.written}` is made of tensors")
        text = spellings.text(argument)
        texts.append(text if name in by_position else f"{_NATIVE[name]}={text}")
    new = f"{spellings.tf}.keras.optimizers.schedules.ExponentialDecay({', '.join(texts)})"
    return Edit(spellings.span(call)[0], spellings.text(call), new), value.name


def _begins_at_zero(value: Value, around: Surroundings) -> bool:
    made = value.node if isinstance(value.node, ast.Call) else None
    if made is None:
        return False
    use = around.uses.get(id(made.func))
    if use is not None and use.symbol.endswith("create_global_step"):
        return True
    first = made.args[0] if made.args else None
    return isinstance(first, ast.Constant) and first.value == 0
