"""Iterators over datasets: what makes them, names their elements, and lets them begin."""

from __future__ import annotations

import ast

from tfgpu_migrate.index.uses import Use
from tfgpu_migrate.native.inputs.datasets import TAKES_FUNCTION, dataset_of
from tfgpu_migrate.native.inputs.starting import begin, starters
from tfgpu_migrate.native.model import Dataset, Kind, Refused, Source, Value
from tfgpu_migrate.native.sessions import initialize
from tfgpu_migrate.native.state import State

_MAKERS = {"data.make_one_shot_iterator": True, "data.make_initializable_iterator": False}  # whether it begins itself
_WRITTEN = frozenset(("iter", "len", "next", "tuple"))
_TYPES = ("data.get_output_types", "data.get_output_shapes")


def bind_input(state: State, node: ast.Assign, target: ast.expr) -> bool:
    """Bind what a statement makes of datasets; False where it makes nothing of them. Raises Refused."""
    if _names_elements(state, node.value):
        _bind_elements(state, node, target)
        return True
    if not isinstance(target, ast.Name):
        return False
    if (use := _maker(state, node.value)) is not None:
        source = _make(state, node, use, target.id)
        state.bind(Value(Kind.ITERATOR, target.id, node))
        state.program.sources.append(source)
        return True
    if (source_of_types := _from_structure(state, node, target.id)) is not None:
        state.bind(Value(Kind.ITERATOR, target.id, node))
        state.program.sources.append(source_of_types)
        return True
    if _bind_starter(state, node, target.id):
        return True
    found = dataset_of(node.value, state)
    if found is None:
        return False
    _begins_runtime(state, node)
    value = Value(Kind.DATASET, target.id, node, node.value)
    state.datasets[id(value)] = found
    state.bind(value)
    return True


def _begins_runtime(state: State, node: ast.stmt) -> None:
    if state.device:
        raise Refused(node, "a dataset is made on a device")
    if state.program.first_op is None:
        state.program.first_op = node


def _maker(state: State, node: ast.expr) -> Use | None:
    use = state.index.calls.get(id(node))
    return use if use is not None and use.symbol in _MAKERS and use.namespace == "compat.v1" else None


def _make(state: State, node: ast.Assign, use: Use, name: str) -> Source:
    """The iterator that a call makes. Raises Refused."""
    call = use.call_node
    assert call is not None
    if len(call.args) != 1 or call.keywords:
        raise Refused(call, f"`{use.written}` is given more than a dataset")
    known = dataset_of(call.args[0], state)
    if known is None:
        raise Refused(call.args[0], "what an iterator goes over is not known to be a dataset")
    _begins_runtime(state, node)
    state.around.seen.add(id(use.node))
    (over,) = call.args
    shown = None if isinstance(over, ast.Name) else over
    dataset = over.id if isinstance(over, ast.Name) else state.names.first("dataset", "the_dataset", "elements")
    if not dataset:
        raise Refused(over, "no name is free for the dataset")
    return Source(name, dataset, node, shown, begins=_MAKERS[use.symbol], known=known)


def _from_structure(state: State, node: ast.Assign, name: str) -> Source | None:
    """An iterator for what has the types and shapes of a dataset. Raises Refused for other types and shapes."""
    use = state.index.calls.get(id(node.value))
    call = node.value
    if use is None or not use.symbol.endswith("data.Iterator.from_structure") or not isinstance(call, ast.Call):
        return None
    arguments = [*call.args, *(one.value for one in call.keywords)]
    asked = [state.index.calls.get(id(one)) for one in arguments]
    names = {ast.unparse(one.args[0]) for one in arguments if isinstance(one, ast.Call) and one.args}
    value = state.values.get(next(iter(names), ""))
    right = [one.symbol for one in asked if one is not None] == list(_TYPES)
    if not right or len(names) != 1 or value is None or value.kind is not Kind.DATASET:
        raise Refused(call, "an iterator is made for types and shapes that are not those of one dataset")
    state.around.seen.update(id(one.node) for one in (use, *asked) if one is not None)
    return Source(name, value.name, node, known=state.datasets[id(value)])


def _bind_starter(state: State, node: ast.Assign, name: str) -> bool:
    """`name = iterator.initializer`, or `name = iterator.make_initializer(dataset)`."""
    made = node.value.func if isinstance(node.value, ast.Call) else node.value
    if not isinstance(made, ast.Attribute) or not isinstance(made.value, ast.Name):
        return False
    iterator = state.values.get(made.value.id)
    if iterator is None or iterator.kind is not Kind.ITERATOR:
        return False
    source = next(one for one in state.program.sources if one.name == iterator.name)
    if made.attr == "initializer" and made is node.value:
        dataset = source.dataset
    elif made.attr == "make_initializer" and isinstance(node.value, ast.Call) and len(node.value.args) == 1:
        (over,) = node.value.args
        value = state.values.get(over.id) if isinstance(over, ast.Name) else None
        if value is None or value.kind is not Kind.DATASET:
            raise Refused(node, "what an iterator goes over has no name")
        known = state.datasets[id(value)]
        parts = source.known.parts if source.known.parts == known.parts else None
        source.known = Dataset(
            parts, source.known.fed or known.fed, source.known.shuffles or known.shuffles, known.draws
        )
        dataset = value.name
    else:
        raise Refused(node, f"`{made.attr}` of an iterator is not followed")
    state.bind(Value(Kind.STARTER, name, node, follows=iterator.name, form=dataset))
    state.program.gone.append(node)
    return True


# Elements


def _names_elements(state: State, node: ast.expr) -> bool:
    """Whether an expression is the next element of an iterator."""
    if not isinstance(node, ast.Call) or not isinstance(node.func, ast.Attribute) or node.func.attr != "get_next":
        return False
    over = node.func.value
    value = state.values.get(over.id) if isinstance(over, ast.Name) else None
    return _maker(state, over) is not None or (value is not None and value.kind is Kind.ITERATOR)


def _bind_elements(state: State, node: ast.Assign, target: ast.expr) -> None:
    call = node.value
    assert isinstance(call, ast.Call)
    assert isinstance(call.func, ast.Attribute)
    over = call.func.value
    if isinstance(over, ast.Name):
        source = next(one for one in reversed(state.program.sources) if one.name == over.id)
        state.program.gone.append(node)
    else:
        use = _maker(state, over)
        name = state.names.first("iterator", "the_iterator")
        if use is None or not name:
            raise Refused(over, "no name is free for the iterator")
        source = _make(state, node, use, name)
        state.program.sources.append(source)
    unpacked = isinstance(target, (ast.Tuple, ast.List))
    parts = target.elts if isinstance(target, (ast.Tuple, ast.List)) else [target]
    names = [one.id for one in parts if isinstance(one, ast.Name)]
    if source.elements or state.device or len(names) < len(parts):
        raise Refused(node, "an iterator has several elements at once, or they are not kept in names")
    if {source.name, source.dataset} & set(names):
        raise Refused(node, "an element of a dataset has the name of the dataset or its iterator")
    source.elements, source.is_unpacked, source.named_by = names, unpacked, node
    for name in dict.fromkeys(names):
        if name != "_":
            value = Value(Kind.ELEMENT, name, node)
            state.bind(value)
            state.program.placeholders[name] = value


# Beginning and end


def begins_beside(state: State, node: ast.Expr) -> bool:
    """Whether a statement that runs once lets an iterator begin, maybe with the variables. Raises Refused."""
    call = node.value
    if not isinstance(call, ast.Call) or not state.runs.has_run(call) or not call.args:
        return False
    parts = starters(call.args[0], state.values)
    found = [one for one in parts if one is not None]
    if not found:
        return False
    rest = [one for one, part in zip(_parts(call.args[0]), parts, strict=True) if part is None]
    if rest:
        if not all(map(state.runs.is_initializer, rest)):
            raise Refused(call, "an iterator begins beside other ops")
        initialize(state, node)
    begin(state.program, call, node, found)
    return True


def _parts(node: ast.expr) -> list[ast.expr]:
    return node.elts if isinstance(node, (ast.List, ast.Tuple)) else [node]


def ends_datasets(state: State, node: ast.AST, statement: ast.stmt) -> bool:
    """Whether a node is what a handler catches when a dataset has ended. Raises Refused where that is kept."""
    handlers = [one for one in ast.walk(statement) if isinstance(one, ast.ExceptHandler)]
    handler = next((one for one in handlers if one.type is node), None)
    if handler is None or not state.program.sources:
        return False
    if handler.name:
        raise Refused(handler, "what says that a dataset has ended is kept")
    return True


def is_for_datasets(state: State, function: ast.FunctionDef) -> bool:
    """Whether only datasets call a function, or others of that kind."""
    named = [one for one in state.index.nodes if isinstance(one, ast.Name) and one.id == function.name]
    handed = {
        id(each)
        for one in state.index.nodes
        if isinstance(one, ast.Call) and isinstance(one.func, ast.Attribute) and one.func.attr in TAKES_FUNCTION
        for each in (*one.args[:1], *(keyword.value for keyword in one.keywords))
    }
    return bool(named) and all(id(one) in handed for one in named)


def must_be_one_graph(state: State) -> None:
    """Raise Refused where iterators would have to begin again by themselves: in a second session or graph."""
    if state.program.sources and (state.sessions > 1 or state.program.resets):
        raise Refused(state.program.sources[0].made, "each session has an iterator of its own")
    for source in state.program.sources:
        for one in state.index.nodes:
            bound = getattr(one, "id", getattr(one, "arg", None)) if not isinstance(one, ast.keyword) else None
            if bound in _WRITTEN and not isinstance(getattr(one, "ctx", None), ast.Load):
                raise Refused(one, f"`{bound}`, which takes elements of a dataset, has another meaning in this file")
            stored = isinstance(one, ast.Name) and not isinstance(one.ctx, ast.Load)
            if stored and one.id in (source.dataset, source.name) and one.lineno > source.made.lineno:  # type: ignore[attr-defined]
                raise Refused(one, f"`{one.id}` is bound again")  # type: ignore[attr-defined]
