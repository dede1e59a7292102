"""Layers of `tf.layers`, which make variables where they are called: a module, and its call."""

from __future__ import annotations

import ast
from typing import NamedTuple

from tfgpu_migrate.edit.diagnostics import Edit
from tfgpu_migrate.index.uses import Use
from tfgpu_migrate.native.expressions import Reading, Surroundings, read
from tfgpu_migrate.native.facts import is_elementwise
from tfgpu_migrate.native.model import Kind, Refused, Value
from tfgpu_migrate.native.names import Names
from tfgpu_migrate.native.spellings import Spellings

DENSE = "layers.dense"
_PARAMETERS = ("inputs", "units", "activation")


class Layer(NamedTuple):
    """What one call of a layer becomes: its module's name, the edit that makes it, and the expression that calls it."""

    name: str
    edit: Edit
    called: str
    inputs: Reading
    width: str  # of what it gives


class Widths:
    """The size of the last dimension of tensors, as an expression."""

    def __init__(self) -> None:
        self._known: dict[int, str] = {}

    def set(self, value: Value, width: str) -> None:
        """Remember the width of a value."""
        self._known[id(value)] = width

    def of(self, node: ast.expr, around: Surroundings) -> str:
        """The width of an expression. Raises Refused where it is not known."""
        value = around.values.get(node.id) if isinstance(node, ast.Name) else None
        if value is not None and value.kind is Kind.PLACEHOLDER:
            return f"{value.name}.shape[-1]"
        if value is not None and id(value) in self._known:
            return self._known[id(value)]
        use = around.uses.get(id(node.func)) if isinstance(node, ast.Call) else None
        if isinstance(node, ast.Call) and use is not None and is_elementwise(use.symbol) and node.args:
            return self.of(node.args[0], around)
        raise Refused(node, "how wide the input of a layer is, is not known")


def dense(
    node: ast.Assign, name: str, use: Use, around: Surroundings, spellings: Spellings, names: Names, widths: Widths
) -> Layer:
    """`name = tf.layers.dense(inputs, units, activation)`. Raises Refused for any other arguments."""
    call = use.call_node
    assert call is not None
    given = dict(zip(_PARAMETERS, call.args, strict=False))
    given |= {one.arg: one.value for one in call.keywords if one.arg}
    if (
        set(given) - {*_PARAMETERS, "name"}
        or not {"inputs", "units"} <= set(given)
        or len(call.args) > len(_PARAMETERS)
    ):
        raise Refused(call, f"`{use.written}` is given more than inputs, units and an activation")
    around.seen.add(id(use.node))
    inputs = read(given["inputs"], around)
    if not inputs.is_symbolic or inputs.draws or inputs.edits or inputs.assigns:
        raise Refused(call, f"`{use.written}` is given inputs that are not followed")
    for key in ("units", "activation"):
        if key in given and read(given[key], around).values:
            raise Refused(call, f"the `{key}` of `{use.written}` is made of tensors")
    layer = names.first(f"{name}_layer", f"{name}_dense", f"dense_{name}")
    if not layer:
        raise Refused(call, "no name is free for the layer")
    units = spellings.text(given["units"])
    activation = f", {spellings.text(given['activation'])}" if "activation" in given else ""
    made = f"{layer} = Dense({widths.of(given['inputs'], around)}, {units}{activation})"
    start = spellings.span(node)[0]
    width = units if isinstance(given["units"], (ast.Constant, ast.Name)) else f"({units})"
    return Layer(
        layer, Edit(start, spellings.text(node), made), f"{layer}({spellings.text(given['inputs'])})", inputs, width
    )
