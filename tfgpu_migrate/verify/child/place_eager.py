"""Eager ops: where the output said it was, or, for pretended GPUs, all of them in one question to the placer."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Any

from . import kernels
from .copies import eager_copies
from .modules import tensorflow
from .names import requested
from .refusals import Refused
from .rows import COLOCATED, NO_SUCH_GPU, Row, cause_of, refused
from .trace import Trace, node_of, type_lists


def eager_rows(trace: Trace, placer: Any, gpus: int) -> Iterator[Row]:
    """A row for each record."""
    placed = _place(trace, placer) if trace.is_pretended and placer is not None else {}
    for record in trace.eager:
        types, asked = type_lists(record["types"]), requested(record["asked"])
        known = record["chosen"] or record["device"] or kernels.choose(record["op"], types, record["asked"], gpus)
        device = placed.get(record["number"]) or known
        memory = _memory(record, types, device)
        row = Row(
            kind="eager",
            op=record["op"],
            dtype=kernels.dtype_name(record["op"], types),
            place=record["place"],
            asked=asked,
            device=device,
            memory=memory,
            count=record["count"],
            how="observed" if record["device"] or not gpus else "predicted",
            cause=cause_of(asked, device, record["op"], types, gpus),
            copies=_copies(record, types, device, memory),
        )
        yield _explained(row, record)


def _memory(record: dict[str, Any], types: kernels.Types, device: str) -> str:
    if record["backing"] and kernels.memory(record["op"], types, device, is_eager=True):
        return "device" if record["backing"].startswith("GPU") else "host"
    return kernels.memory(record["op"], types, device, is_eager=True)


def _copies(record: dict[str, Any], types: kernels.Types, device: str, memory: str) -> int:
    if record["op"] == "_EagerConst":
        return int(record["uploads"] and memory == "device")
    return eager_copies(record["op"], types, record["inputs"], device)


def _explained(row: Row, record: dict[str, Any]) -> Row:
    """The row with its culprit, and with the cause that only the record tells."""
    if record["refused"] or (row.cause == NO_SUCH_GPU and not record["soft"]):
        culprit = "" if record["refused"] else f"{row.asked} is not there"
        return replace(refused(row, culprit), count=max(row.count, 1))
    resource = _resource(record)
    if row.cause and resource and resource == row.device:
        return replace(row, cause=COLOCATED, culprit=f"the variable that it uses, which is on {resource}")
    return row


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
    node = node_of(record)
    device = _resource(record) or requested(record["asked"])
    node.device = f"/device:{device}" if device else ""
    inputs = []
    for position, (_, dtype, source) in enumerate(record["inputs"]):
        placeholder = type(node)(op="Placeholder", name=f"{node.name}_{position}")
        placeholder.attr["dtype"].type = dtype
        placeholder.attr["shape"].shape.unknown_rank = True
        # An eager op does not follow its inputs; the placer of graphs would, for ops that only look at metadata.
        follows = device if record["op"] in kernels.FOLLOWS_NO_INPUT or dtype != kernels.RESOURCE else source
        placeholder.device = f"/device:{follows or device or 'GPU:0'}"
        node.input.append(placeholder.name)
        inputs.append(placeholder)
    return [*inputs, node]
