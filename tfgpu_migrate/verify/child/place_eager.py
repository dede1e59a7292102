"""Eager ops: where the output said it was, or, for pretended GPUs, all of them in one question to the placer."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from . import kernels
from .copies import eager_copies
from .modules import tensorflow
from .names import requested
from .placer import Refused
from .rows import COLOCATED, NO_SUCH_GPU, REFUSED, Row, cause_of
from .trace import Trace, type_lists


def eager_rows(trace: Trace, placer: Any, gpus: int) -> Iterator[Row]:
    """A row for each record."""
    placed = _place(trace, placer) if trace.is_pretended and placer is not None else {}
    for record in trace.eager:
        types = type_lists(record["types"])
        known = record["chosen"] or record["device"] or kernels.choose(record["op"], types, record["asked"], gpus)
        device = placed.get(record["number"]) or known
        row = Row(
            kind="eager",
            op=record["op"],
            dtype=kernels.dtype_name(record["op"], types),
            place=record["place"],
            asked=requested(record["asked"]),
            device=device,
            memory=_memory(record, types, device),
            count=record["count"],
            how="observed" if record["device"] or not gpus else "predicted",
        )
        _explain(row, record, types, gpus)
        row.copies = eager_copies(record["op"], types, record["inputs"], device)
        if record["op"] == "_EagerConst":
            row.copies = int(record["uploads"] and row.memory == "device")
        yield row


def _memory(record: dict[str, Any], types: kernels.Types, device: str) -> str:
    if record["backing"] and kernels.memory(record["op"], types, device, is_eager=True):
        return "device" if record["backing"].startswith("GPU") else "host"
    return kernels.memory(record["op"], types, device, is_eager=True)


def _explain(row: Row, record: dict[str, Any], types: kernels.Types, gpus: int) -> None:
    resource = _resource(record)
    row.cause = cause_of(row.asked, row.device, row.op, types, gpus)
    if record["refused"] or (row.cause == NO_SUCH_GPU and not record["soft"]):
        row.culprit = "" if record["refused"] else f"{row.asked} is not there"
        row.cause, row.device, row.memory, row.count = REFUSED, "", "", max(row.count, 1)
    elif row.cause and resource and resource == row.device:
        row.cause, row.culprit = COLOCATED, f"the variable that it uses, which is on {resource}"


def _resource(record: dict[str, Any]) -> str:
    """The device of the handle that the op follows."""
    if record["op"] in kernels.FOLLOWS_NO_INPUT:
        return ""
    return next((device for _, dtype, device in record["inputs"] if dtype == kernels.RESOURCE and device), "")


def _place(trace: Trace, placer: Any) -> dict[int, str]:
    """Place all records as small components of one graph. What the placer refuses is halved until it is alone."""
    nodes = {record["number"]: _component(record) for record in trace.eager if record["node"]}
    placed: dict[int, str] = {}

    def place(numbers: list[int]) -> None:
        graph = tensorflow("core.framework.graph_pb2").GraphDef()
        graph.library.CopyFrom(trace.library.library)
        for number in numbers:
            graph.node.extend(nodes[number])
        try:
            found = placer.place(graph)
        except (Refused, ValueError):
            if len(numbers) > 1:
                half = len(numbers) // 2
                place(numbers[:half])
                place(numbers[half:])
            return
        placed.update((number, found[f"e{number}"][1]) for number in numbers if f"e{number}" in found)

    if nodes:
        place(list(nodes))
    return placed


def _component(record: dict[str, Any]) -> list[Any]:
    """The op and a placeholder for each input. A resource input pins the op: the runtime goes where the handle is."""
    node_def = tensorflow("core.framework.node_def_pb2").NodeDef
    node = node_def.FromString(bytes.fromhex(record["node"]))
    device = _resource(record) or requested(record["asked"])
    node.device = f"/device:{device}" if device else ""
    inputs = []
    for position, (_, dtype, source) in enumerate(record["inputs"]):
        placeholder = node_def(op="Placeholder", name=f"{node.name}_{position}")
        placeholder.attr["dtype"].type = dtype
        placeholder.attr["shape"].shape.unknown_rank = True
        # An eager op does not follow its inputs; the placer of graphs would, for ops that only look at metadata.
        follows = device if record["op"] in kernels.FOLLOWS_NO_INPUT or dtype != kernels.RESOURCE else source
        placeholder.device = f"/device:{follows or device or 'GPU:0'}"
        node.input.append(placeholder.name)
        inputs.append(placeholder)
    return [*inputs, node]
