"""Physical devices, or their names, where TensorFlow wants a logical device."""

import ast
from collections.abc import Iterator
from typing import NamedTuple

from tfgpu_migrate.index.contexts import only_loads
from tfgpu_migrate.index.index import Index
from tfgpu_migrate.index.uses import Use
from tfgpu_migrate.placement.setters import PHYSICAL_LISTS

_NAME = "ValueError: Unknown attribute 'physical_device' is encountered while parsing the device spec"
# What each call says to a physical device, and to a list of them (seen on 2.21.0).
ERRORS = {
    "device": "ValueError: Expecting a string device name. Got PhysicalDevice",
    "distribute.MirroredStrategy": "AttributeError: 'PhysicalDevice' object has no attribute 'split'",
    "distribute.OneDeviceStrategy": "AttributeError: 'PhysicalDevice' object has no attribute 'split'",
}


class Mistaken(NamedTuple):
    """The argument that is a physical device or its name, and the error that it raises."""

    node: ast.expr
    error: str


def mistaken(index: Index, use: Use) -> Mistaken | None:
    """What a call of `ERRORS` is given, where it surely is a physical device, a list of them, or a name."""
    value = use.first_argument("device", "device_name", "devices")
    if value is None:
        return None
    lists = set(lists_of(index, *PHYSICAL_LISTS))
    if is_element(value, lists) or (use.symbol != "device" and id(value) in lists):
        return Mistaken(value, ERRORS[use.symbol])
    return Mistaken(value, _NAME) if is_name(value, lists) or are_names(value, lists) else None


def lists_of(index: Index, *symbols: str) -> Iterator[int]:
    """The expressions that are what one of these calls returns: the call, or a name that only holds its value."""
    for use in index.of(*symbols):
        if use.call_node is not None and not index.is_guarded(use):
            yield id(use.call_node)
            loads = only_loads(index, use.statement, use.call_node) or ()
            yield from (id(one.name) for one in loads)


def is_element(node: ast.expr, lists: set[int]) -> bool:
    """`gpus[0]`."""
    match node:
        case ast.Subscript(value=listed, slice=ast.Constant(value=int()) | ast.UnaryOp()):
            return id(listed) in lists
    return False


def is_name(node: ast.expr, lists: set[int]) -> bool:
    """`gpus[0].name`."""
    match node:
        case ast.Attribute(value=device, attr="name"):
            return is_element(device, lists)
    return False


def are_names(node: ast.expr, lists: set[int]) -> bool:
    """`[gpu.name for gpu in gpus]`."""
    match node:
        case ast.ListComp(
            elt=ast.Attribute(value=ast.Name(id=one), attr="name"),
            generators=[ast.comprehension(target=ast.Name(id=target), iter=listed)],
        ):
            return one == target and id(listed) in lists
        case ast.List(elts=elements) if elements:
            return all(is_name(one, lists) for one in elements)
    return False
