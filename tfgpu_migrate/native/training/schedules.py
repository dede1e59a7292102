"""Learning rates that follow the global step."""

from __future__ import annotations

import ast
from typing import NamedTuple

from tfgpu_migrate.edit.diagnostics import Edit
from tfgpu_migrate.index.uses import Use
from tfgpu_migrate.native.expressions import Surroundings, read
from tfgpu_migrate.native.model import Kind, Refused, Value
from tfgpu_migrate.native.spellings import Spellings


class Schedule(NamedTuple):
    """The Keras schedule for a function of TensorFlow 1: its parameters in order, with their names in Keras."""

    name: str
    step: str  # the parameter that is the global step
    parameters: tuple[tuple[str, str], ...]
    needed: int  # how many of them have no default


# Measured on 1.15 and 2.21 for the steps 0 to 13: each pair gives the same rates, at the boundaries too.
SCHEDULES = {
    "train.exponential_decay": Schedule(
        "ExponentialDecay", "global_step",
        (("learning_rate", "initial_learning_rate"), ("global_step", ""), ("decay_steps", "decay_steps"),
         ("decay_rate", "decay_rate"), ("staircase", "staircase")), 4,
    ),
    "train.inverse_time_decay": Schedule(
        "InverseTimeDecay", "global_step",
        (("learning_rate", "initial_learning_rate"), ("global_step", ""), ("decay_steps", "decay_steps"),
         ("decay_rate", "decay_rate"), ("staircase", "staircase")), 4,
    ),
    "train.polynomial_decay": Schedule(
        "PolynomialDecay", "global_step",
        (("learning_rate", "initial_learning_rate"), ("global_step", ""), ("decay_steps", "decay_steps"),
         ("end_learning_rate", "end_learning_rate"), ("power", "power"), ("cycle", "cycle")), 3,
    ),
    "train.cosine_decay": Schedule(
        "CosineDecay", "global_step",
        (("learning_rate", "initial_learning_rate"), ("global_step", ""), ("decay_steps", "decay_steps"),
         ("alpha", "alpha")), 3,
    ),
    "train.piecewise_constant": Schedule(
        "PiecewiseConstantDecay", "x", (("x", ""), ("boundaries", "boundaries"), ("values", "values")), 3,
    ),
}  # fmt: skip


def schedule(use: Use, around: Surroundings, spellings: Spellings) -> tuple[Edit, str]:
    """`tf.train.exponential_decay(...)` as a Keras schedule, and the name of its global step. Raises Refused."""
    call, row = use.call_node, SCHEDULES[use.symbol]
    assert call is not None
    around.seen.add(id(use.node))
    names = [name for name, _ in row.parameters]
    given = dict(zip(names, call.args, strict=False))
    given |= {one.arg: one.value for one in call.keywords if one.arg}
    if row.name == "PiecewiseConstantDecay" and "x" not in given and "global_step" in given:
        given["x"] = given.pop("global_step")
    known = set(names[: row.needed]) <= set(given) <= {*names, "name"}
    if not known or len(call.args) > len(names):
        raise Refused(call, f"`{use.written}` is given other arguments than a step, a rate and its decay")
    step = given.pop(row.step)
    value = around.values.get(step.id) if isinstance(step, ast.Name) else None
    if value is None or value.kind is not Kind.VARIABLE:
        raise Refused(call, f"`{use.written}` follows something else than a variable")
    if not _begins_at_zero(value, around):
        raise Refused(call, f"the step that `{use.written}` follows does not begin at zero")
    native, by_position = dict(row.parameters), {names[at] for at in range(len(call.args))}
    texts = list[str]()
    for name, argument in given.items():
        if name == "name":
            continue
        if not read(argument, around).is_plain:
            raise Refused(argument, f"the `{name}` of `{use.written}` is made of tensors")
        text = spellings.text(argument)
        texts.append(text if name in by_position else f"{native[name]}={text}")
    new = f"{spellings.tf}.keras.optimizers.schedules.{row.name}({', '.join(texts)})"
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
