"""The record on disk: `trace.json`, `library.pb` (bodies of functions) and a `sessionN.pb` for each session's graph."""

from __future__ import annotations

import dataclasses
from collections import Counter
from typing import Any

from . import functions as graphs
from . import sessions
from .complaints import Complaints
from .effective import Start
from .functions import Functions
from .guard import Guard
from .kernels import op_def
from .modules import tensorflow
from .names import Names
from .peaks import peaks
from .recorder import Recorder
from .records import EagerRecord, SessionRecord
from .tracefile import write_bytes, write_trace


def write(
    folder: str,
    recorder: Recorder,
    functions: Functions,
    names: Names | None,
    complaints: Complaints,
    starts: list[Start],
    stood_in: list[str],
    uncaught: BaseException | None,
) -> None:
    """Write all of it."""
    guard = recorder.guard
    # Other threads of a script whose time is up still add records, and so does what is done here: look at copies.
    calls, recorded, run = [*recorder.calls.values()], [*recorder.eager.values()], recorder.sessions.all()
    complained = [each.__dict__ for each in complaints.found]
    needed: set[str] = {record.name for record in calls}
    eager = [_eager(record, guard, needed) for record in recorded if record.count or record.refused]
    definitions = functions.definitions(needed)
    library = tensorflow("core.framework.graph_pb2").GraphDef()
    library.library.function.extend(definitions.values())
    write_bytes(folder, "library.pb", library.SerializeToString())
    lines = {name: graphs.lines(functions.graph(name)) for name in definitions if functions.graph(name) is not None}
    written = [guard(_session, folder, number, each, functions) for number, each in enumerate(run)]
    write_trace(
        folder,
        uncaught,
        base=names.base if names else 0,
        gpus=_gpus(names),
        peaks=guard(peaks, run) if names is None else None,
        eager=eager,
        calls=[record.__dict__ for record in calls],
        sessions=[each for each in written if each is not None],
        lines=lines,
        complaints=complained,
        starts=[dataclasses.asdict(each) for each in starts],
        stood_in=stood_in,
        errors=guard.errors,
    )


def _eager(record: EagerRecord, guard: Guard, needed: set[str]) -> dict[str, Any]:
    node = guard(node_of, record)
    if node is not None and "Dataset" in record.op:
        needed.update(name for name in graphs.called_by(node) if name)
    kept = {name: value for name, value in record.__dict__.items() if name != "attributes"}
    return {**kept, "node": None if node is None else node.SerializeToString().hex()}


def node_of(record: EagerRecord) -> Any:
    """The NodeDef of an eager op, with every attribute that the op has; inputs are left to whoever places it."""
    value_of = tensorflow("python.framework.op_def_library").value_to_attr_value
    definition = op_def(record.op)
    node = tensorflow("core.framework.node_def_pb2").NodeDef(op=record.op, name=f"e{record.number}")
    types, counts = dict(record.types), Counter(each.name for each in record.inputs)
    for argument in definition.input_arg:
        if argument.number_attr:
            node.attr[argument.number_attr].i = counts[argument.name]
    for attribute in definition.attr:
        name = attribute.name
        if name in types:
            given = types[name]
            if isinstance(given, tuple):
                node.attr[name].list.type.extend(given)
            else:
                node.attr[name].type = given
        elif name in record.attributes:
            value = record.attributes[name]
            if attribute.type == "func":
                node.attr[name].func.name = _function_name(value)
            elif value is not None or attribute.type == "shape":
                node.attr[name].CopyFrom(value_of(value, attribute.type, name))
        if name not in node.attr and attribute.HasField("default_value"):
            node.attr[name].CopyFrom(attribute.default_value)
    return node


def _function_name(value: Any) -> str:
    name = value if isinstance(value, (str, bytes)) else getattr(value, "name", value)
    return name.decode() if isinstance(name, bytes) else str(name)


def _session(folder: str, number: int, record: SessionRecord, functions: Functions) -> dict[str, Any]:
    lines = {"": graphs.lines(record.graph)}
    for name in record.graph._functions:
        body = functions.graph(name)
        if body is not None:
            lines[name] = graphs.lines(body)
    return sessions.write(folder, number, record, lines)


def _gpus(names: Names | None) -> int:
    """How many GPUs the script's devices are: those of the runtime, or, where it never started it, of the machine."""
    if names is not None:
        return names.count
    context = tensorflow("python.eager.context").context()
    if context._context_handle is None:
        return len(context.list_physical_devices("GPU"))
    return sum(device.device_type == "GPU" for device in context._logical_devices)
