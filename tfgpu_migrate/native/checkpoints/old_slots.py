"""The state of optimizers in checkpoints of TensorFlow 1, and the function that restores it."""

from __future__ import annotations

import ast
from typing import NamedTuple

from tfgpu_migrate.index.index import Index
from tfgpu_migrate.native.facts import SGD
from tfgpu_migrate.native.model import Program, Refused, Saved, Saver

_SCOPES = ("name_scope", "variable_scope")
_ADAM, _RMSPROP = "train.AdamOptimizer", "train.RMSPropOptimizer"
_BEFORE_MOMENTUM, _WITH_NAME = 2, 4  # arguments by position


class Slot(NamedTuple):
    """What an optimizer remembers of each variable: its name in Keras, and in a graph behind that of the variable."""

    name: str
    old: str
    value: str = "{}"


# In the order in which Keras has them. Measured on 1.15 and 2.21: training goes on with the same numbers.
_SLOTS: dict[str, tuple[Slot, ...]] = {
    SGD: (),
    _ADAM: (Slot("momentum", "Adam"), Slot("velocity", "Adam_1")),
    "train.AdagradOptimizer": (Slot("accumulator", "Adagrad"),),
    _RMSPROP: (Slot("velocity", "RMSProp"),),
    # Keras multiplies what is summed up by the rate, and goes down with it.
    "train.MomentumOptimizer": (Slot("velocity", "Momentum", "-optimizer.learning_rate * {}"),),
}


def must_know_its_slots(saver: Saver, restored: Saved, program: Program, index: Index) -> None:
    """Raise Refused where it is not known how TensorFlow 1 saved the optimizer of a saver."""
    training, *more = saver.trainings
    made = [one.call_node for one in index.uses if one.symbol == training.symbol and one.call_node is not None]
    known = len(made) == 1 and not more and training.symbol in _SLOTS and _has_plain_slots(training.symbol, made[0])
    if known:
        names = {one.id for one in ast.walk(made[0]) if isinstance(one, ast.Name)}
        saver.follows = next((one.follows for one in program.schedules if one.name in names), "")
    if not known or _is_scoped(training.node, index) or (training.symbol == SGD and not saver.follows):
        raise Refused(
            restored.call,
            "a checkpoint of TensorFlow 1 may be restored here, which keeps the state of the optimizer in another way",
        )


def _has_plain_slots(symbol: str, call: ast.Call) -> bool:
    """Whether an optimizer has the slots and the name that one has which is told nothing of either."""
    given = {one.arg for one in call.keywords}
    if symbol == _RMSPROP and (len(call.args) > _BEFORE_MOMENTUM or not given.isdisjoint(("momentum", "centered"))):
        return False
    return "name" not in given and len(call.args) < _WITH_NAME


def _is_scoped(node: ast.stmt, index: Index) -> bool:
    """Whether a statement stands in a scope, which gives what it makes other names."""
    for one in index.nodes:
        for item in one.items if isinstance(one, ast.With) else ():
            use = index.calls.get(id(item.context_expr))
            if use is not None and use.symbol in _SCOPES and any(each is node for each in ast.walk(one)):
                return True
    return False


class Writing(NamedTuple):
    """What the function is made of: the names in the file, and how it is written."""

    tf: str
    step: str
    quote: str
    name: str
    checkpoint: str
    optimizer: str
    behind: str  # what is asked of a checkpoint that was read


def restoring(saver: Saver, trained: list[str], write: Writing) -> list[str]:
    """The lines of a function that restores a checkpoint, also one that TensorFlow 1 saved. Raises Refused."""
    (training,) = saver.trainings
    names, slots, quote = saver.old_names, _SLOTS[training.symbol], write.quote
    order = [name for one in trained for name in _names_of(one, names)]
    if not order:
        raise Refused(training.node, "which variables are trained is not known by their names")
    texts = {one: f"{quote}{name}{quote}" for one, name in names.items()}
    is_adam = training.symbol == _ADAM
    asked = "beta2_power" if is_adam else "/".join([order[0], *(one.old for one in slots[:1])])
    step, twice = write.step, write.step * 2
    known = ", and what the optimizer knows of each behind them" if slots else ""
    body = [
        f"{step}reader = {write.tf}.train.load_checkpoint(path)",
        f"{step}if not reader.has_tensor({quote}{asked}{quote}):",
        *(f"{twice}{line}" for line in _read(saver, write)),
        f"{twice}return",
        f"{step}# TensorFlow 1 saved variables by their names{known}.",
        f"{step}for name, variable in {{{', '.join(f'{texts[one]}: {one}' for one in names)}}}.items():",
        f"{twice}variable.assign(reader.get_tensor(name))",
        *(f"{step}{line}" for line in (_slots(saver, order, slots, write) if slots else ())),
    ]
    if saver.follows:
        body.append(f"{step}{write.optimizer}.iterations.assign(int({saver.follows}))")
    elif is_adam:
        power = f"{write.tf}.maximum(reader.get_tensor({quote}beta2_power{quote}), 1e-38)"
        steps = f"{write.tf}.math.log({power}) / {write.tf}.math.log({write.optimizer}.beta_2)"
        body += [
            f"{step}steps = {steps}",
            f"{step}{write.optimizer}.iterations.assign(round(float(steps)) - 1)",
        ]
    doc = f'{step}"""Restore a checkpoint of this program, or one that it saved with TensorFlow 1."""'
    return [f"def {write.name}(path):", doc, *body]


def _read(saver: Saver, write: Writing) -> list[str]:
    """The lines that restore a checkpoint of TensorFlow 2, and leave a learning rate as this run has it."""
    read = f"{write.checkpoint}.read(path){write.behind}"
    if saver.trainings[0].rate or saver.follows:
        return [read]  # each step sets it
    return [
        f"learning_rate = float({write.optimizer}.learning_rate)",
        read,
        f"{write.optimizer}.learning_rate = learning_rate  # not that of the run that saved it",
    ]


def _slots(saver: Saver, order: list[str], slots: tuple[Slot, ...], write: Writing) -> list[str]:
    """The lines that restore the slots."""
    quote = write.quote
    names = f"[{', '.join(f'{quote}{one}{quote}' for one in order)}]"
    count = len(slots)
    parts = [f"slots[{at or ''}::{count}]" for at in range(count)] if count > 1 else ["slots"]
    lines = [
        f"slots = {write.optimizer}.variables[{1 if saver.follows else 2}:]",
        f"for name, {', '.join(one.name for one in slots)} in zip({names}, {', '.join(parts)}):",
    ]
    for one in slots:
        value = one.value.format(f"reader.get_tensor(name + {quote}/{one.old}{quote})")
        lines.append(f"{write.step}{one.name}.assign({value.replace('optimizer', write.optimizer)})")
    return lines


def _names_of(trained: str, names: dict[str, str]) -> list[str]:
    """The names in a graph of what is trained, as it is written. Empty where one is not known."""
    if trained in names:
        return [names[trained]]
    holder = trained.removeprefix("*").removesuffix(".values()")
    return [name for one, name in names.items() if one.startswith(f"{holder}[")]
