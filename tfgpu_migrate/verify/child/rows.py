"""One row for each op that was placed, and the reason where it is not on the device that was asked for."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any

from . import kernels
from .frames import Place
from .names import index_of, requested
from .rules import Groups

# Why an op is not where it was asked to be.
NO_KERNEL = "no-kernel"  # the op has GPU kernels, but none for this type
HOST_ONLY = "host-only"  # the op has no GPU kernel for any type: strings, files, datasets
COLOCATED = "colocated"  # shares the device of a variable
NO_SUCH_GPU = "no-such-gpu"  # the index is not there
REFUSED = "refused"  # soft placement is off: TensorFlow raises


@dataclass(frozen=True)
class Row:
    """An op as the report shows it. `culprit`: what a colocated op follows, or TensorFlow's words of a refused one."""

    kind: str  # eager, function, session, data (a body that tf.data runs), xla (inside a compiled cluster)
    op: str
    dtype: str
    place: Place | None
    asked: str
    device: str
    memory: str
    count: int
    how: str  # observed or predicted
    cause: str = ""
    culprit: str = ""
    graph: str = ""  # the function, with the device scope of its call, or the number of the session's graph
    name: str = ""  # of a node, in its graph
    copies: int = 0  # inputs that come from the other side, host or device


def row_of(kind: str, node: Any, op: str, device: str, *, place: Place | None, count: int, how: str, gpus: int) -> Row:
    """The row of a node of a graph, of which lowering may have made another op."""
    types, asked = kernels.types_of(node), requested(node.device)
    return Row(
        kind=kind,
        op=op,
        dtype=kernels.dtype_name(op, types),
        place=place,
        asked=asked,
        device=device,
        memory=kernels.memory(op, types, device, is_eager=False) if node.op == op else "",
        count=count,
        how=how,
        cause=cause_of(asked, device, op, types, gpus),
    )


def refused(row: Row, culprit: str = "") -> Row:
    """The row of an op that TensorFlow raises at, which is nowhere."""
    return replace(row, cause=REFUSED, culprit=culprit, device="", memory="", copies=0)


def cause_of(asked: str, device: str, op: str, types: kernels.Types, gpus: int) -> str:
    """Why an op that asks for a GPU is elsewhere; "" if it is where it asked to be."""
    wanted = requested(asked)
    if not wanted.startswith("GPU"):
        return ""
    if index_of(wanted) >= gpus:
        return NO_SUCH_GPU
    if device.startswith("GPU"):  # the one asked for, or the one that its variable is on: a copy from there
        return ""
    if kernels.gpu_kernel(op, types) is None:
        return NO_KERNEL if kernels.has_gpu_kernel(op) else HOST_ONLY
    return COLOCATED


def culprit_in(groups: Groups, name: str) -> str:
    """What keeps the group of a node off the GPU: an op that has no kernel there, or a variable that is elsewhere."""
    members = groups.of(name)
    for member in members:
        types = kernels.types_of(member)
        if kernels.gpu_kernel(member.op, types) is None:
            return f"{member.op} ({kernels.dtype_name(member.op, types)}) of `{member.name}`"
    for member in members:
        if member.op == "VarHandleOp" and member.device:
            return f"the variable `{_text(member)}`"
    return ""


def _text(node: Any) -> str:
    shared = node.attr["shared_name"].s.decode("utf-8", "replace") if "shared_name" in node.attr else ""
    return shared or str(node.name)
