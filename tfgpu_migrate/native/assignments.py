"""What an assignment of a graph program binds."""

from __future__ import annotations

import ast

from tfgpu_migrate.edit.diagnostics import Edit
from tfgpu_migrate.index.uses import Use
from tfgpu_migrate.native.checkpoints.savers import bind_saver
from tfgpu_migrate.native.classes.aliases import names_again
from tfgpu_migrate.native.collected import collect_of_variable
from tfgpu_migrate.native.copies import copies
from tfgpu_migrate.native.expressions import Reading, read
from tfgpu_migrate.native.facts import SAVER
from tfgpu_migrate.native.inputs.iterators import bind_input
from tfgpu_migrate.native.inputs.queues import bind_queue
from tfgpu_migrate.native.layers.initializers import CONSTANT, constant_text
from tfgpu_migrate.native.layers.keras_layers import WITH_VARIABLES
from tfgpu_migrate.native.layers.layers import built_in, has_plain_sizes
from tfgpu_migrate.native.model import Kind, Refused, Step, Training, Value
from tfgpu_migrate.native.placeholders import default_edit, placeholder_edit
from tfgpu_migrate.native.plan import closure
from tfgpu_migrate.native.purity import must_be_pure
from tfgpu_migrate.native.seeds import must_be_free_to_draw
from tfgpu_migrate.native.sessions import made_for_runs
from tfgpu_migrate.native.state import State
from tfgpu_migrate.native.statements import keys_of
from tfgpu_migrate.native.summaries.summaries import SUMMARIZED, bind_summary
from tfgpu_migrate.native.training.applying import applying
from tfgpu_migrate.native.training.gradients import bind_gradients, is_about_gradients
from tfgpu_migrate.native.training.schedules import SCHEDULES, schedule
from tfgpu_migrate.native.training.trained import trainable
from tfgpu_migrate.native.training.training import is_variable, optimizer_edits, optimizer_of, training


def assign(state: State, node: ast.Assign, target: ast.expr) -> bool:
    """Bind what `target = value` binds; False where the statement is no such assignment of names. Raises Refused."""
    if bind_queue(state, node, target) or bind_input(state, node, target):
        return True
    if is_about_gradients(node.value, state) and not _applies(node.value):
        return _take_gradients(state, node, target)
    if state.home.model is not None and names_again(state, node, target):
        return True
    if isinstance(target, ast.Name):
        _assign_name(state, node, target.id, node.value)
        return True
    names = [one.id for one in ast.walk(target) if isinstance(one, ast.Name) and isinstance(one.ctx, ast.Store)]
    whole = isinstance(target, (ast.Tuple, ast.List)) and all(isinstance(one, ast.Name) for one in target.elts)
    if not whole:
        return False
    reading = read(node.value, state.around)
    if reading.is_plain:
        for name in names:
            state.bind_plain(name, node)
        return True
    if reading.makes_variable or (reading.draws and not reading.is_symbolic):
        raise Refused(node, "several names are bound to what is made of variables or draws")
    _bind_all(state, node, names, reading)
    return True


def _assign_name(state: State, node: ast.Assign, name: str, value: ast.expr) -> None:
    use = state.index.calls.get(id(value))
    symbol = use.symbol if use is not None and use.namespace == "compat.v1" else ""
    if use is not None and symbol in _MADE:
        _MADE[symbol](state, node, name, use)
    elif (kind := made_for_runs(state, value)) is not None:
        state.bind(Value(kind, name, node, number=state.sessions if kind is Kind.SESSION else 0))
        state.program.gone.append(node)
    elif use is not None and optimizer_of(use) is not None:
        state.program.edits += optimizer_edits(use, state.around, state.spellings)
        state.bind(Value(Kind.OPTIMIZER, name, node, value))
    elif state.runs.is_feed(node):
        state.runs.keep_feed(node)
    elif (trained := training(node, name, state.around, state.index, state.spellings, state.program)) is not None:
        _train(state, node, trained)
    elif (applied := applying(node, name, state)) is not None:
        _train(state, node, applied)
    elif copies(state, node, name):
        pass
    elif isinstance(value, ast.List) and value.elts and all(is_variable(one, state.around) for one in value.elts):
        state.bind(Value(Kind.LISTED, name, node, value))
    else:
        _bind_all(state, node, [name], read(value, state.around))


def _train(state: State, node: ast.Assign, made: Training) -> None:
    if state.device:
        raise Refused(node, "an optimizer is placed on a device")
    if state.runs.was_run:
        raise Refused(node, "an optimizer is added after the first run")
    state.program.trainings.append(made)
    state.bind(made.value)


def _schedule(state: State, node: ast.Assign, name: str, use: Use) -> None:
    edit, step = schedule(use, state.around, state.spellings)
    state.program.edits.append(edit)
    state.program.schedules.append(Value(Kind.SCHEDULE, name, node, node.value, follows=step))
    state.bind(state.program.schedules[-1])


def _list_variables(state: State, node: ast.Assign, name: str, use: Use) -> None:
    state.around.seen.add(id(use.node))
    variables = trainable(state.program)
    if not variables or (use.call_node is not None and (use.call_node.args or use.call_node.keywords)):
        raise Refused(node, "no variable is trainable, or they are asked for by their scope")
    if any(one.kind is Kind.LAYER for one in state.program.variables):
        raise Refused(node, "the variables of layers are listed before a layer is called")
    start = state.spellings.span(node.value)[0]
    state.program.edits.append(Edit(start, state.spellings.text(node.value), f"[{', '.join(variables)}]"))
    state.bind(Value(Kind.LISTED, name, node, node.value))


def _applies(node: ast.expr) -> bool:
    return isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.func.attr == "apply_gradients"


def _take_gradients(state: State, node: ast.Assign, target: ast.expr) -> bool:
    names = target.elts if isinstance(target, (ast.Tuple, ast.List)) else [target]
    plain = [one.id for one in names if isinstance(one, ast.Name)]
    if len(plain) != len(names) or state.device or state.runs.was_run:
        raise Refused(node, "gradients are taken on a device or after the first run, or kept in no names")
    bind_gradients(state, node, plain, is_unpacked=target is not names[0])
    return True


def _layer(state: State, node: ast.Assign, name: str, use: Use) -> None:
    if state.runs.was_run or state.runs.initialized or state.device:
        raise Refused(node, "a layer is made after the first run, or on a device")
    made = state.layers.read(node, name, use)
    _must_be_float32(made.inputs, node, state)
    lines = made.lines
    if state.home.model is not None and not all(has_plain_sizes(one) for one in state.values.values()):
        method = next(one for one in state.home.model.building if one.lineno <= node.lineno <= (one.end_lineno or 0))
        lines = [*lines, built_in(method, made)]
    layer, value = Value(Kind.LAYER, made.name, node, form=made.built), Value(Kind.SYMBOLIC, name, node, node.value)
    state.program.variables.append(layer)
    state.program.written_anew.append((node, lines))
    reads = [*made.inputs.values, layer]
    must_be_pure(made.inputs, state.index)
    if made.inputs.draws:
        must_be_free_to_draw(node.value, made.inputs.draws, state.functions, state.index)
    plain, sparse = frozenset(made.inputs.plain), made.inputs.slices
    step = Step(node, [value], reads, plain, sparse=sparse, called=made.called, draws=made.inputs.draws)
    state.program.add_step(step)
    state.bind(layer)
    state.bind(value)
    state.layers.widths.set(value, made.width)


def _must_be_float32(inputs: Reading, node: ast.Assign, state: State) -> None:
    """Raise Refused where the inputs of a layer may be doubles, which TensorFlow 1 computes with as such."""
    steps = closure(inputs.values, state.program)
    for one in {
        id(each): each for each in (*inputs.values, *(value for step in steps for value in step.reads))
    }.values():
        text = state.spellings.text(one.node) if one.node is not None else ""
        unknown = one.kind is Kind.ELEMENT and "float32" not in state.source.text
        if unknown or (one.kind is Kind.PLACEHOLDER and ".dtype" in text):
            raise Refused(node, f"a layer is given `{one.name}`, which may be no float32")


def _initializer(state: State, node: ast.Assign, name: str, use: Use) -> None:
    """`name = tf.constant_initializer(value)`, for layers."""
    call = use.call_node
    assert call is not None
    if not all(read(one, state.around).is_plain for one in (*call.args, *(each.value for each in call.keywords))):
        raise Refused(call, "an initializer is made of tensors")
    state.around.seen.add(id(use.node))
    start = state.spellings.span(call)[0]
    state.program.edits.append(Edit(start, state.spellings.text(call), constant_text(call, state.spellings)))
    state.bind_plain(name, node)
    state.around.initializers.add(name)


def _bind_all(state: State, node: ast.Assign, names: list[str], reading: Reading) -> None:
    state.program.edits += reading.edits
    if reading.is_plain:
        for name in names:
            state.bind_plain(name, node)
    elif reading.makes_variable:
        _bind_variable(state, node, names[0], reading)
    elif reading.is_symbolic or (reading.draws and not _begins_variables(names, state)):
        if reading.draws:
            must_be_free_to_draw(node.value, reading.draws, state.functions, state.index)
        must_be_pure(reading, state.index)
        values = [Value(Kind.SYMBOLIC, name, node, node.value) for name in names if name != "_"]
        step = Step(
            node, values, list(reading.values), frozenset(reading.plain), frozenset(reading.assigns), reading.slices
        )
        step.device, step.draws = state.device, reading.draws
        state.program.add_step(step)
        width = state.layers.widths.of(node.value, state.around)
        for value in values:
            state.bind(value)
            state.layers.widths.set(value, width)
    else:
        for name in names:
            state.bind(Value(Kind.EAGER, name, node, node.value, drawn=bool(reading.draws)))


def _bind_variable(state: State, node: ast.Assign, name: str, reading: Reading) -> None:
    if state.runs.was_run or state.runs.initialized:
        raise Refused(node, "a variable is made after the first run")
    is_one = isinstance(node.value, ast.Call)
    kind = Kind.VARIABLE if is_one else Kind.HOLDER
    if not is_one:
        if name in state.program.keys:
            raise Refused(node, f"`{name}` holds other variables than before")
        state.program.keys[name] = keys_of(node.value)
    if reading.is_symbolic:
        raise Refused(node, "variables and what runs in the session are made in one statement")
    value = Value(kind, name, node, node.value)
    made = state.index.calls.get(id(node.value))
    if made is not None and made.symbol.endswith("create_global_step"):
        state.program.frozen.add(name)
    if isinstance(node.value, ast.Call):
        for one in node.value.keywords:
            if one.arg == "trainable":
                if not isinstance(one.value, ast.Constant):
                    raise Refused(one.value, "whether a variable is trained is found out at run time")
                if not one.value.value:
                    state.program.frozen.add(name)
    state.program.variables.append(value)
    state.bind(value)
    collect_of_variable(state, node, value)


def _placeholder(state: State, node: ast.Assign, name: str, use: Use) -> None:
    if name in state.program.defaults:
        raise Refused(node, f"`{name}` has a default in the graph before")
    if use.symbol == "placeholder":
        state.program.edits.append(placeholder_edit(use, state.around, state.spellings))
    else:
        made = default_edit(use, state.around, state.spellings)
        state.program.edits.append(made.edit)
        state.program.defaults[name] = made.value
    value = Value(Kind.PLACEHOLDER, name, node, node.value)
    state.bind(value)
    state.program.placeholders[name] = value


def _begins_variables(names: list[str], state: State) -> bool:
    """Whether what is drawn begins variables, and maybe more: it is drawn once then, before anything runs."""
    made = [use.call_node for use in state.index.uses if use.symbol in ("Variable", "get_variable") and use.call_node]
    return any(isinstance(one, ast.Name) and one.id in names for call in made for one in ast.walk(call))


# What the calls make that have a name of their own in the conversion.
_MADE = {
    "placeholder": _placeholder,
    "placeholder_with_default": _placeholder,
    "trainable_variables": _list_variables,
    SAVER: bind_saver,
    CONSTANT: _initializer,
    **dict.fromkeys(WITH_VARIABLES, _layer),
    **dict.fromkeys(SCHEDULES, _schedule),
    **dict.fromkeys(SUMMARIZED, bind_summary),
}
