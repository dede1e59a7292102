"""Queues, readers and their coordinator: what they deliver is a dataset, and what runs them is not needed."""

from __future__ import annotations

import ast
from collections.abc import Mapping

from tfgpu_migrate.edit.diagnostics import Edit
from tfgpu_migrate.index.uses import Use
from tfgpu_migrate.native.expressions import read
from tfgpu_migrate.native.model import Dataset, Kind, Prepared, Refused, Source, Step, Value
from tfgpu_migrate.native.plan import closure
from tfgpu_migrate.native.purity import must_be_pure
from tfgpu_migrate.native.single import is_single
from tfgpu_migrate.native.state import State

_READERS = {"TextLineReader": "data.TextLineDataset", "TFRecordReader": "data.TFRecordDataset"}
_PRODUCERS = ("train.slice_input_producer", "train.string_input_producer")
_BATCHES = ("train.batch", "train.shuffle_batch")
_COORDINATORS = ("train.Coordinator", "train.start_queue_runners")
_OF_COORDINATORS = frozenset(("join", "request_stop", "wait_for_stop"))
# What only says how a queue works; the parameters of a producer and of a batch that say what it gives.
_WORKINGS = frozenset(("capacity", "min_after_dequeue", "name", "num_threads"))
_OF_PRODUCERS = frozenset(("num_epochs", "shuffle", "string_tensor", "tensor_list"))
_LONG = 90  # characters of a dataset that is made in one statement
_OF_BATCHES = frozenset(("allow_smaller_final_batch", "batch_size", "tensors"))


def bind_queue(state: State, node: ast.Assign, target: ast.expr) -> bool:
    """Bind what a statement makes of queues; False where it makes nothing of them. Raises Refused."""
    use = state.index.calls.get(id(node.value))
    if isinstance(target, ast.Name) and use is not None:
        kind = _kind_of(use)
        if kind is not None:
            _must_be_at_home(state, node)
            state.around.seen.add(id(use.node))
            if kind is Kind.COORDINATOR:
                _must_be_given_coordinators(state, use)
            state.bind(Value(kind, target.id, node, node.value))
            state.program.gone.append(node)
            return True
    if use is not None and use.symbol == "train.slice_input_producer" and use.namespace == "compat.v1":
        state.around.seen.add(id(use.node))
        _slices(state, node, use, _names_of(target, node))
        return True
    if use is not None and use.symbol in _BATCHES and use.namespace == "compat.v1":
        state.around.seen.add(id(use.node))
        _batch(state, node, use, target)
        return True
    return _reads(state, node, target)


def _kind_of(use: Use) -> Kind | None:
    if use.symbol == "train.string_input_producer" and use.namespace == "compat.v1":
        return Kind.QUEUE
    if use.symbol in _READERS and use.namespace == "compat.v1":
        return Kind.READER
    return Kind.COORDINATOR if use.symbol in _COORDINATORS else None


def _must_be_at_home(state: State, node: ast.stmt) -> None:
    if state.device or state.runs.was_run:
        raise Refused(node, "a queue is made on a device, or after the first run")


def _names_of(target: ast.expr, node: ast.stmt) -> list[str]:
    parts = target.elts if isinstance(target, (ast.Tuple, ast.List)) else []
    names = [one.id for one in parts if isinstance(one, ast.Name)]
    if not names or len(names) < len(parts):
        raise Refused(node, "what a queue gives is not kept in a name for each tensor")
    return names


def _given(call: ast.Call, parameters: tuple[str, ...], known: frozenset[str]) -> dict[str, ast.expr]:
    """The arguments of a call. Raises Refused for others than those that are known."""
    given = dict(zip(parameters, call.args, strict=False)) | {one.arg or "": one.value for one in call.keywords}
    other = given.keys() - known - _WORKINGS
    if other or len(call.args) > len(parameters):
        raise Refused(call, f"a queue is given `{min(other, default='more by position')}`")
    return given


# What fills the first queue


def _slices(state: State, node: ast.Assign, use: Use, names: list[str]) -> None:
    call = node.value
    assert isinstance(call, ast.Call)
    given = _given(call, ("tensor_list", "num_epochs", "shuffle"), _OF_PRODUCERS)
    over = given.get("tensor_list")
    if not isinstance(over, (ast.List, ast.Tuple)) or len(over.elts) != len(names):
        raise Refused(call, "the slices of a queue are not those of a list of as many arrays as names")
    texts = [_plain(state, one) for one in over.elts]
    listed = texts[0] if len(texts) == 1 else f"({', '.join(texts)})"
    shuffled = f".shuffle(len({texts[0]}))" if _shuffles(state, given, call) else ""
    if shuffled and not isinstance(over.elts[0], ast.Name):
        raise Refused(call, "the slices of a queue are shuffled, and have no name")
    text = f"{_tf(state)}.data.Dataset.from_tensor_slices({listed}){shuffled}{_repeated(state, given)}"
    _add(state, node, text, names, is_unpacked=len(names) > 1)


def _reads(state: State, node: ast.Assign, target: ast.expr) -> bool:
    """`key, value = reader.read(queue)`."""
    call = node.value
    if not isinstance(call, ast.Call) or not isinstance(call.func, ast.Attribute) or call.func.attr != "read":
        return False
    reader = _value(state, call.func.value, Kind.READER)
    if reader is None:
        return False
    queue = _value(state, call.args[0], Kind.QUEUE) if len(call.args) == 1 and not call.keywords else None
    names = _names_of(target, node)
    if queue is None or len(names) != 2 or names[0] == names[1]:
        raise Refused(node, "a reader reads what is not known to be a queue of file names")
    key = [one for one in state.index.nodes if isinstance(one, ast.Name) and one.id == names[0]]
    if any(isinstance(one.ctx, ast.Load) for one in key):
        raise Refused(node, f"`{names[0]}`, the place that a reader reads, is used")
    made, used = state.index.calls[id(reader.node)], queue.node
    assert isinstance(used, ast.Call)
    given = _given(used, ("string_tensor", "num_epochs", "shuffle"), _OF_PRODUCERS)
    files = given.get("string_tensor")
    if files is None:
        raise Refused(used, "a queue of file names has none")
    made_of: list[ast.expr] = [files]
    if isinstance(files, ast.Name):
        named = [one for one in state.index.nodes if isinstance(one, ast.Name) and one.id == files.id]
        made_of = state.spellings.values_of(files.id) if len(named) == 2 else []  # bound and read once
    alone = len(made_of) == 1 and isinstance(made_of[0], (ast.List, ast.Tuple)) and len(made_of[0].elts) == 1
    if not alone and _shuffles(state, given, used):
        raise Refused(used, "a queue shuffles its files")
    headed = _skipped(made, alone=alone)
    text = f"{_tf(state)}.{_READERS[made.symbol]}({_plain(state, files)}){headed}{_repeated(state, given)}"
    _add(state, node, text, [names[1]], is_unpacked=False)
    return True


def _skipped(reader: Use, *, alone: bool) -> str:
    call = reader.call_node
    assert call is not None
    given = _given(call, ("skip_header_lines",), frozenset(("skip_header_lines",)))
    lines = given.get("skip_header_lines")
    if lines is None:
        return ""
    if not alone or not isinstance(lines, ast.Constant) or not isinstance(lines.value, int):
        raise Refused(call, "a reader skips lines of several files")
    return f".skip({lines.value})"


def _shuffles(state: State, given: Mapping[str, ast.expr], node: ast.AST) -> bool:
    said = given.get("shuffle")
    if said is not None and not isinstance(said, ast.Constant):
        raise Refused(node, "whether a queue shuffles is found out at run time")
    if isinstance(said, ast.Constant) and not said.value:
        return False
    _must_not_be_seeded(state, node)
    return True


def _must_not_be_seeded(state: State, node: ast.AST) -> None:
    if any(use.symbol.endswith(("set_random_seed", "random.set_seed")) for use in state.index.uses):
        raise Refused(node, "a queue shuffles by the seed of the program: its order would be another")


def _repeated(state: State, given: Mapping[str, ast.expr]) -> str:
    epochs = given.get("num_epochs")
    if epochs is None or (isinstance(epochs, ast.Constant) and epochs.value is None):
        return ".repeat()"
    once = isinstance(epochs, ast.Constant) and epochs.value == 1
    return "" if once else f".repeat({_plain(state, epochs)})"


def _plain(state: State, node: ast.expr) -> str:
    """The text of what a queue is given. Raises Refused where it is a tensor."""
    reading = read(node, state.around)
    if not reading.is_plain:
        raise Refused(node, "a queue is given a tensor")
    must_be_pure(reading, state.index)
    return " ".join(one.strip() for one in state.spellings.text(node).splitlines())


def _tf(state: State) -> str:
    return state.spellings.tf


def _value(state: State, node: ast.expr, kind: Kind) -> Value | None:
    value = state.values.get(node.id) if isinstance(node, ast.Name) else None
    return value if value is not None and value.kind is kind else None


def _add(state: State, node: ast.Assign, text: str, names: list[str], *, is_unpacked: bool) -> Source:
    """Add what a statement delivers, one element in each run."""
    _must_be_at_home(state, node)
    if state.program.first_op is None:
        state.program.first_op = node
    iterator, dataset = state.names.first("iterator", "the_iterator"), state.names.first("dataset", "the_dataset")
    if not iterator or not dataset:
        raise Refused(node, "no name is free for a dataset")
    parts = len(names) if is_unpacked else 0
    source = Source(iterator, dataset, node, text=text, begins=True, known=Dataset(parts))
    source.elements, source.is_unpacked, source.named_by = names, is_unpacked, node
    state.program.sources.append(source)
    for name in names:
        value = Value(Kind.ELEMENT, name, node)
        state.bind(value)
        state.program.placeholders[name] = value
    return source


# Batches


def _batch(state: State, node: ast.Assign, use: Use, target: ast.expr) -> None:
    call = node.value
    assert isinstance(call, ast.Call)
    given = _given(call, ("tensors", "batch_size"), _OF_BATCHES)
    tensors, size = given.get("tensors"), given.get("batch_size")
    if tensors is None or size is None:
        raise Refused(call, "a batch has no tensors or no size")
    parts = tensors.elts if isinstance(tensors, (ast.List, ast.Tuple)) else [tensors]
    names = _names_of(target, node) if len(parts) > 1 or not isinstance(target, ast.Name) else [target.id]
    if len(names) != len(parts) or len(set(names)) < len(names) or (len(parts) == 1 and tensors is not parts[0]):
        raise Refused(call, "the tensors of a batch are not as many as its names")
    readings = [read(one, state.around) for one in parts]
    values = [value for reading in readings for value in reading.values]
    steps = closure(values, state.program)
    read_by = {value.name for value in (*values, *(each for step in steps for each in step.reads))}
    sources = [one for one in state.program.sources if set(one.elements) & read_by]
    others = {value.kind for value in (*values, *(each for one in steps for each in one.reads))}
    if len(sources) != 1 or others - {Kind.ELEMENT, Kind.SYMBOLIC, Kind.EAGER} or sources[0].prepared:
        raise Refused(call, "a batch is not made of what one queue delivers")
    acts = any(one.draws or one.assigns for one in steps) or any(one.draws or one.assigns for one in readings)
    if acts or any(one.device for one in steps):
        raise Refused(call, "what a batch is made of draws, changes a variable or is placed on a device")
    for reading in readings:
        must_be_pure(reading, state.index)
        state.program.edits += reading.edits
    (source,) = sources
    state.program.sources.remove(source)
    mapped = _mapped(state, source, parts, steps, node)
    small = given.get("allow_smaller_final_batch")
    if small is not None and not isinstance(small, ast.Constant):
        raise Refused(call, "whether the last batch may be smaller is found out at run time")
    keep = "" if isinstance(small, ast.Constant) and small.value else ", drop_remainder=True"
    shuffled = ""
    if use.symbol == "train.shuffle_batch":
        _must_not_be_seeded(state, call)
        shuffled = f".shuffle({_plain(state, given['capacity'])})" if "capacity" in given else ""
        if not shuffled:
            raise Refused(call, "a queue that shuffles has no capacity")
    _must_stay(state, source, steps, node)
    more = f"{mapped[0]}{shuffled}.batch({_plain(state, size)}{keep})"
    text = f"{source.text}{more}" if len(source.text + more) < _LONG else f"{source.text}\n{source.dataset}{more}"
    for name in source.elements:
        state.values[name] = Value(Kind.GONE, name, source.made)
        del state.program.placeholders[name]
    if source.made is not node:
        state.program.gone.append(source.made)
    state.names.release(source.name, source.dataset)
    made = _add(state, node, text, names, is_unpacked=len(names) > 1)
    made.prepared = mapped[1]


def _must_stay(state: State, source: Source, steps: list[Step], node: ast.stmt) -> None:
    """Raise Refused where what a queue or a step reads may change before the statement that batches it."""
    moving = [source.made, *(one.node for one in steps)]
    queues = [one.step for one in state.values.values() if one.kind is Kind.QUEUE]
    read_at = [
        (one.id, one.lineno) for each in (*moving, *queues) for one in ast.walk(each) if isinstance(one, ast.Name)
    ]
    inside = {id(one) for each in (*moving, *queues) for one in ast.walk(each)}
    for one in state.index.nodes:
        at = getattr(one, "lineno", 0)
        first = min((line for name, line in read_at if isinstance(one, ast.Name) and one.id == name), default=at)
        if not source.made.lineno <= at < node.lineno and not first < at < node.lineno:
            continue
        changes = isinstance(one, (ast.Subscript, ast.Attribute)) and not isinstance(one.ctx, ast.Load)
        if isinstance(one, ast.Name) and not isinstance(one.ctx, ast.Load):
            changes = any(name == one.id and line < at for name, line in read_at)
        called = isinstance(one, ast.Expr) and one not in state.program.gone and not isinstance(one.value, ast.Constant)
        if id(one) not in inside and (changes or called or isinstance(one, ast.AugAssign)):
            raise Refused(one, "something may change between a queue and its batches")


def _mapped(
    state: State, source: Source, parts: list[ast.expr], steps: list[Step], node: ast.stmt
) -> tuple[str, Prepared | None]:
    """What a dataset maps before its elements are batched, and the function that this takes."""
    texts = [" ".join(one.strip() for one in state.spellings.text(each).splitlines()) for each in parts]
    if any("#" in state.spellings.text(one) for one in parts):
        raise Refused(node, "what is batched has comments in it")
    if texts == source.elements:
        return "", None
    if any(not isinstance(one, (ast.Name, ast.Subscript)) and not is_single(one, state.uses, {}) for one in parts):
        raise Refused(node, "what is batched may be several tensors")
    name = state.names.first("parse" if "from_tensor_slices" not in source.text else "prepare", "prepare_element")
    if not name:
        raise Refused(node, "no name is free for a function")
    return f".map({name})", Prepared(name, list(source.elements), steps, parts)


# What runs the queues


def _must_be_given_coordinators(state: State, use: Use) -> None:
    """Raise Refused where what runs the queues is given more than a session and a coordinator."""
    call = use.call_node
    given = [*call.args, *(one.value for one in call.keywords)] if call is not None else []
    known = (Kind.SESSION, Kind.COORDINATOR)
    if any(not isinstance(one, ast.Name) or one.id not in state.values for one in given) or any(
        state.values[one.id].kind not in known for one in given if isinstance(one, ast.Name)
    ):
        raise Refused(use.node, "what runs the queues is given more than a session and a coordinator")


def coordinates(state: State, node: ast.stmt) -> bool:
    """Whether a statement only starts or stops what runs the queues: it goes."""
    call = node.value if isinstance(node, ast.Expr) else None
    if not isinstance(call, ast.Call):
        return False
    use = state.index.calls.get(id(call))
    if use is not None and use.symbol == "train.start_queue_runners" and use.namespace == "compat.v1":
        _must_be_given_coordinators(state, use)
        state.around.seen.add(id(use.node))
        return True
    return _of_coordinator(state, call, _OF_COORDINATORS)


def _of_coordinator(state: State, node: ast.AST, methods: frozenset[str]) -> bool:
    if not isinstance(node, ast.Call) or not isinstance(node.func, ast.Attribute) or node.func.attr not in methods:
        return False
    return _value(state, node.func.value, Kind.COORDINATOR) is not None


def only_ends_queues(state: State, node: ast.Try) -> bool:
    """Whether a `try` has no handlers, and at last only stops what runs the queues."""
    if node.handlers or node.orelse or not node.finalbody or not all(coordinates(state, one) for one in node.finalbody):
        return False
    return node.body[0].lineno > node.lineno


def coordination_in(state: State, node: ast.stmt) -> set[int]:
    """The ids of the nodes in a statement that only run the queues. Raises Refused where one has an `else`."""
    explained = set[int]()
    stops = frozenset(("should_stop",))
    for one in ast.walk(node):
        if isinstance(one, ast.Try) and one.finalbody and all(coordinates(state, each) for each in one.finalbody):
            (state.program.ended if one.handlers else state.program.untried).append(one)
            explained.update(id(each) for part in one.finalbody for each in ast.walk(part))
            if one.orelse:
                raise Refused(one, "a block that ends queues has an `else`")
        elif isinstance(one, ast.If) and _of_coordinator(state, one.test, stops) and not one.orelse:
            if len(state.index.block(one)) == 1:
                raise Refused(one, "a block only asks whether queues stop")
            state.program.gone.append(one)
            explained.update(map(id, ast.walk(one)))
        elif isinstance(one, ast.UnaryOp) and _of_coordinator(state, one.operand, stops):
            start, end = state.source.span(one)
            state.program.edits.append(Edit(start, state.source.text[start:end], "True"))
            explained.update(map(id, ast.walk(one)))
    return explained
