"""Inputs that an op gets from the other side: values in host memory that a GPU needs, or the other way round."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from . import kernels

_NEVER_COPIED = (*kernels.HOST_TYPES, kernels.RESOURCE, kernels.VARIANT)


def eager_copies(op: str, types: kernels.Types, inputs: Iterable[Any], device: str) -> int:
    """How many inputs of an eager op are copied each time. `inputs`: (argument, type, device)."""
    kernel = kernels.gpu_kernel(op, types)
    in_host_memory = kernel.host_arguments if kernel is not None else frozenset()
    copied = 0
    for argument, dtype, source in inputs:
        if dtype in _NEVER_COPIED or not source or argument in in_host_memory:
            continue
        copied += source.startswith("GPU") != device.startswith("GPU")
    return copied


def graph_copies(node: Any, placed: Mapping[str, tuple[str, str]], nodes: Mapping[str, Any]) -> int:
    """How many inputs of a node of a graph come from an op on the other side."""
    definition = kernels.op_def(node.op)
    if definition is None or node.name not in placed:
        return 0
    if any(argument.number_attr or argument.type_list_attr for argument in definition.input_arg):
        arguments = [""] * len(node.input)
    else:
        arguments = [argument.name for argument in definition.input_arg]
    inputs = []
    for argument, given in zip(arguments, node.input, strict=False):
        name = given.partition(":")[0]
        source = nodes.get(name)
        if given.startswith("^") or name not in placed or source is None:
            continue
        types = kernels.types_of(source)
        device = placed[name][1]
        on_host = kernels.memory(source.op, types, device, is_eager=False) == "host"
        dtype = kernels.output_type(source.op, types)
        inputs.append((argument, 0 if isinstance(dtype, tuple) else dtype, "CPU:0" if on_host else device))
    return eager_copies(node.op, kernels.types_of(node), inputs, placed[node.name][1])
