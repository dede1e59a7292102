"""Optimizers of TensorFlow 1 and what they minimize."""

from __future__ import annotations

import ast
from typing import NamedTuple

from tfgpu_migrate.edit.diagnostics import Edit
from tfgpu_migrate.index.index import Index
from tfgpu_migrate.index.uses import Use
from tfgpu_migrate.native.expressions import Surroundings, read
from tfgpu_migrate.native.facts import OPTIMIZERS, OTHER_OPTIMIZERS, SGD, Optimizer
from tfgpu_migrate.native.model import Kind, Program, Refused, Step, Training, Value
from tfgpu_migrate.native.purity import must_be_pure
from tfgpu_migrate.native.spellings import Spellings


def optimizer_of(use: Use) -> Optimizer | None:
    """The Keras optimizer for a call; None where it makes no optimizer. Raises Refused where none computes the same."""
    if use.namespace != "compat.v1":
        return None
    if use.symbol in OTHER_OPTIMIZERS:
        raise Refused(use.node, f"no Keras optimizer is `{use.written}`: {OTHER_OPTIMIZERS[use.symbol]}")
    return OPTIMIZERS.get(use.symbol)


def optimizer_text(use: Use, around: Surroundings, spellings: Spellings) -> str:
    """The expression that makes the Keras optimizer. Raises Refused where an argument is a tensor or has no match."""
    call, row = use.call_node, optimizer_of(use)
    assert call is not None
    assert row is not None
    around.seen.add(id(use.node))
    if len(call.args) > len(row.arguments) or any(isinstance(one, ast.Starred) for one in call.args):
        raise Refused(call, f"`{use.written}` is given arguments that Keras does not take")
    native, texts = dict(row.arguments), list[str]()
    given = [(old, one, False) for (old, _), one in zip(row.arguments, call.args, strict=False)]
    given += [(one.arg or "", one.value, True) for one in call.keywords]
    for position, (old, value, named) in enumerate(given):
        if old == "name" or (old == "use_locking" and isinstance(value, ast.Constant)):
            continue
        if not native.get(old):
            raise Refused(call, f"`{use.written}` is given `{old}`")
        if old == "learning_rate" and rate_of(value, around) is not None:
            continue  # each step sets it
        if schedule_of(value, around) is None and not read(value, around).is_plain:
            raise Refused(value, f"the `{old}` of `{use.written}` is computed in the graph")
        plain = position == 0 and not named
        text = _as_float(value, spellings) if old in ("learning_rate", "momentum") else spellings.text(value)
        texts.append(text if plain else f"{native[old]}={text}")
    named_ones = {native.get(old) for old, _, _ in given}
    texts += [f"{name}={value}" for name, value in row.fixed if name not in named_ones]
    return f"{spellings.tf}.keras.optimizers.{row.name}({', '.join(texts)})"


def _as_float(node: ast.expr, spellings: Spellings) -> str:
    """A learning rate or a momentum as Keras takes it, which refuses all but Python's floats."""
    text = spellings.text(node)
    if isinstance(node, ast.Constant) and type(node.value) is int:
        return f"{text}.0"
    unseen = isinstance(node, (ast.Attribute, ast.Call, ast.Subscript))
    return f"float({text})" if unseen or spellings.may_be_integer(node) else text


def optimizer_edits(use: Use, around: Surroundings, spellings: Spellings) -> list[Edit]:
    """The edit that makes the Keras optimizer where that of TensorFlow 1 was made."""
    assert use.call_node is not None
    return [
        Edit(spellings.span(use.call_node)[0], spellings.text(use.call_node), optimizer_text(use, around, spellings))
    ]


def training(
    node: ast.Assign, name: str, around: Surroundings, index: Index, spellings: Spellings, program: Program
) -> Training | None:
    """What `name = optimizer.minimize(loss)` trains; None for another statement. Raises Refused."""
    call = node.value
    if not isinstance(call, ast.Call) or not isinstance(call.func, ast.Attribute) or call.func.attr != "minimize":
        return None
    maker = call.func.value
    known = maker_of(maker, around, index, spellings)
    if known is None:
        return None
    given = {one.arg: one.value for one in call.keywords if one.arg}
    if len(call.args) == 1:
        given["loss"] = call.args[0]
    if len(call.args) > 1 or set(given) - {"loss", "global_step", "var_list", "name"} or "loss" not in given:
        raise Refused(call, "`minimize` is given more than a loss and variables")
    loss = loss_of(given["loss"], node, around, index, program)
    variables = named_variables(given["var_list"], around) if "var_list" in given else None
    if variables is not None:
        must_be_trainable(given["var_list"], around, program)
    step = global_step_of(given.get("global_step"), around)
    value = Value(Kind.TRAIN, name, node, call)
    rate = rate_for(known, call, step, around, spellings, program)
    return Training(node, value, loss, known.name, known.made_here, known.symbol, variables, step, rate)


def has_state(training: Training, program: Program) -> bool:
    """Whether an optimizer remembers anything between its steps: slots, or how many steps a schedule has followed."""
    return training.symbol != SGD or training.global_step in {one.follows for one in program.schedules}


class Maker(NamedTuple):
    """The optimizer of a training op: its call, its name where it has one, else the expression that makes it."""

    call: ast.Call
    symbol: str
    name: str
    made_here: str


def maker_of(node: ast.expr, around: Surroundings, index: Index, spellings: Spellings) -> Maker | None:
    """What an expression says of an optimizer; None where it is none. Raises Refused."""
    use = index.calls.get(id(node))
    if isinstance(node, ast.Call) and use is not None and optimizer_of(use) is not None:
        return Maker(node, use.symbol, "", optimizer_text(use, around, spellings))
    value = around.values.get(node.id) if isinstance(node, ast.Name) else None
    if value is None or value.kind is not Kind.OPTIMIZER or not isinstance(value.node, ast.Call):
        return None
    known = index.calls.get(id(value.node))
    return Maker(value.node, known.symbol if known else "", value.name, "")


def rate_for(
    maker: Maker, call: ast.Call, step: str, around: Surroundings, spellings: Spellings, program: Program
) -> str:
    """The placeholder or variable that is the rate of a training op; empty where it is none. Raises Refused."""
    given = (*maker.call.args, *(each.value for each in maker.call.keywords))
    schedules = [one for one in (schedule_of(one, around) for one in given) if one is not None]
    if any(one.follows != step for one in schedules):
        raise Refused(call, "the learning rate follows another step than this op counts")
    rate = _rate(maker.call, around, spellings, program)
    if OPTIMIZERS[maker.symbol].sums_rates and (rate or schedules):
        name = maker.symbol.removeprefix("train.")
        raise Refused(call, f"`{name}` and its Keras optimizer differ where the rate changes")
    return rate


def rate_of(node: ast.expr, around: Surroundings) -> Value | None:
    """The placeholder or variable that an argument names; None where it names none."""
    value = around.values.get(node.id) if isinstance(node, ast.Name) else None
    return value if value is not None and value.kind in (Kind.PLACEHOLDER, Kind.VARIABLE) else None


def _rate(maker: ast.Call, around: Surroundings, spellings: Spellings, program: Program) -> str:
    """The placeholder or variable that is the rate of an optimizer; empty where it is none.

    Keras takes no tensor of unknown rank for it, so the specification of such a placeholder is made that of a number:
    anything else was an error in TensorFlow 1.
    """
    given = [one.value for one in maker.keywords if one.arg == "learning_rate"] or maker.args[:1]
    value = rate_of(given[0], around) if given else None
    if value is None:
        return ""
    if value.kind is Kind.VARIABLE and value.node is not None and "64" in spellings.text(value.node):
        raise Refused(given[0], f"`{value.name}`, a learning rate, may be no float32")
    start = spellings.span(value.node)[0] if value.node is not None else -1
    for at, edit in enumerate(program.edits):
        if edit.start == start and value.kind is Kind.PLACEHOLDER:
            program.edits[at] = edit._replace(
                new=edit.new.replace("(None, ", "([], ").replace("shape=None", "shape=[]")
            )
    return value.name


def schedule_of(node: ast.expr, around: Surroundings) -> Value | None:
    """The schedule that an argument names; None where it names none."""
    value = around.values.get(node.id) if isinstance(node, ast.Name) else None
    return value if value is not None and value.kind is Kind.SCHEDULE else None


def global_step_of(node: ast.expr | None, around: Surroundings) -> str:
    """The variable that counts the steps of a training op; empty where none does. Raises Refused."""
    if node is None or (isinstance(node, ast.Constant) and node.value is None):
        return ""
    value = around.values.get(node.id) if isinstance(node, ast.Name) else None
    if value is None or value.kind is not Kind.VARIABLE:
        raise Refused(node, "the global step is no variable of this file")
    return value.name


def loss_of(
    node: ast.expr, statement: ast.stmt, around: Surroundings, index: Index, program: Program, *others: str
) -> Value:
    """What is minimized: a name, or an expression that becomes a step, called unlike `others`. Raises Refused."""
    if isinstance(node, ast.Name):
        named = around.values.get(node.id)
        if named is None or named.kind is not Kind.SYMBOLIC:
            raise Refused(node, f"`{node.id}`, which is minimized, is no op that runs in the session")
        return named
    reading = read(node, around)
    if not reading.is_symbolic or reading.draws or reading.assigns or reading.makes_variable:
        raise Refused(node, "what is minimized draws, changes a variable, or is no op")
    must_be_pure(reading, index)
    taken = {one.id for one in index.nodes if isinstance(one, ast.Name)}
    taken |= set(others)
    name = next((one for one in ("loss", "cost", "objective") if one not in taken), "")
    if not name:
        raise Refused(node, "no name is free for what is minimized")
    value = Value(Kind.SYMBOLIC, name, statement, node, part=len(program.resets))
    program.edits += reading.edits
    program.add_step(
        Step(statement, [value], list(reading.values), frozenset(reading.plain), sparse=reading.slices, expression=node)
    )
    return value


def named_variables(node: ast.expr, around: Surroundings) -> list[str]:
    """Variables that are listed, as they are written. Raises Refused."""
    if isinstance(node, ast.Name) and (value := around.values.get(node.id)) and value.kind is Kind.LISTED:
        return [f"*{node.id}"]
    if isinstance(node, ast.BinOp) and isinstance(node.op, ast.Add):
        return [*named_variables(node.left, around), *named_variables(node.right, around)]
    elements = node.elts if isinstance(node, (ast.List, ast.Tuple)) else [node]
    if not all(is_variable(one, around) for one in elements):
        raise Refused(node, "the variables to train are not listed by their names")
    return [ast.unparse(one) for one in elements]


def must_be_trainable(node: ast.expr, around: Surroundings, program: Program) -> None:
    """Raise Refused where a list of variables names one that a tape does not watch."""
    for one in ast.walk(node):
        value = around.values.get(one.id) if isinstance(one, ast.Name) else None
        listed = value.node if value is not None and value.kind is Kind.LISTED else None
        names = {each.id for each in ast.walk(listed) if isinstance(each, ast.Name)} if listed is not None else set()
        if isinstance(one, ast.Name) and not program.frozen.isdisjoint({one.id, *names}):
            raise Refused(node, "variables are listed that may not be trainable")


def is_variable(node: ast.expr, around: Surroundings) -> bool:
    """Whether an expression is a variable by its name, or by its key in a dictionary of variables."""
    if isinstance(node, ast.Subscript) and isinstance(node.slice, ast.Constant) and isinstance(node.value, ast.Name):
        held = around.values.get(node.value.id)
        return held is not None and held.kind is Kind.HOLDER
    value = around.values.get(node.id) if isinstance(node, ast.Name) else None
    return value is not None and value.kind is Kind.VARIABLE
