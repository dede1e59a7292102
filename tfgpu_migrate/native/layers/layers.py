"""Layers of `tf.layers` that make variables where they are called: layers of Keras, which are made once."""

from __future__ import annotations

import ast
import re
from typing import NamedTuple

from tfgpu_migrate.edit.diagnostics import Edit
from tfgpu_migrate.index.index import Index
from tfgpu_migrate.index.uses import Use
from tfgpu_migrate.native.classes.marks import is_attribute
from tfgpu_migrate.native.expressions import Reading, Surroundings, read
from tfgpu_migrate.native.facts import is_elementwise
from tfgpu_migrate.native.layers.initializers import initializer_text
from tfgpu_migrate.native.layers.keras_layers import WITH_VARIABLES, WITHOUT_VARIABLES, Layer, arguments_of, told
from tfgpu_migrate.native.layout import in_lines
from tfgpu_migrate.native.model import Kind, Refused, Value
from tfgpu_migrate.native.names import Names
from tfgpu_migrate.native.seeds import has_program_seed
from tfgpu_migrate.native.spellings import Spellings

_MANY = 100
# An initializer of the kernel that gives the same each time: an op with a seed, or no random numbers.
_STEADY = re.compile(r"kernel_initializer=(?:lambda |(?:\w+\.)?(?:constant|ones|zeros)_)")


class Made(NamedTuple):
    """What one call of a layer becomes: the layer's name, the lines that make it, and the expression that calls it."""

    name: str
    lines: list[str]
    called: str
    inputs: Reading
    width: str  # of what it gives
    built: str  # the statement that makes its variables before it is called; empty where the width is not known


class Widths:
    """The size of the last dimension of tensors, as an expression."""

    def __init__(self) -> None:
        self._known: dict[int, str] = {}

    def set(self, value: Value, width: str) -> None:
        """Remember the width of a value."""
        self._known[id(value)] = width

    def of(self, node: ast.expr | None, around: Surroundings) -> str:
        """The width of an expression; empty where it is not known."""
        value = around.values.get(node.id) if isinstance(node, ast.Name) else None
        if value is not None and value.kind is Kind.PLACEHOLDER:
            return _last_size(value.node) if is_attribute(value.name) else f"{value.name}.shape[-1]"
        if value is not None:
            return self._known.get(id(value), "")
        use = around.uses.get(id(node.func)) if isinstance(node, ast.Call) else None
        if isinstance(node, ast.Call) and use is not None and node.args:
            pools = use.symbol in WITHOUT_VARIABLES and use.symbol != "layers.flatten"
            if is_elementwise(use.symbol) or pools:
                return self.of(node.args[0], around)
        return ""


def has_plain_sizes(value: Value) -> bool:
    """Whether a value is no placeholder, or one whose sizes are written as numbers: each object has the same."""
    if value.kind is not Kind.PLACEHOLDER or not isinstance(value.node, ast.Call):
        return True
    return all(isinstance(one, ast.Constant) for shape in _shapes(value.node) for one in shape.elts)


def _shapes(node: ast.Call) -> list[ast.List | ast.Tuple]:
    given = (*node.args, *(one.value for one in node.keywords))
    return [one for one in given if isinstance(one, (ast.List, ast.Tuple))]


def _last_size(node: ast.expr | None) -> str:
    """The last of the sizes that a placeholder of a class is made with, where its method ends without a name for it."""
    shapes = _shapes(node) if isinstance(node, ast.Call) else []
    last = shapes[0].elts[-1] if len(shapes) == 1 and shapes[0].elts else None
    known = isinstance(last, ast.Name) or (isinstance(last, ast.Constant) and isinstance(last.value, int))
    return ast.unparse(last) if last is not None and known else ""


def built_in(method: ast.FunctionDef, made: Made) -> str:
    """The statement that makes the variables of a layer in a method of a class. Raises Refused.

    The functions of a class are told no sizes that each object has for itself, so a layer must know its own before.
    """
    known = {one.id for one in ast.walk(method) if isinstance(one, ast.Name)}
    known |= {one.arg for one in ast.walk(method) if isinstance(one, ast.arg)}
    used = ast.walk(ast.parse(made.built)) if made.built else ()
    names = [one.id for one in used if isinstance(one, ast.Name) and one.id != made.name]
    if not made.built or not all(one in known or is_attribute(one) for one in names):
        raise Refused(method, "how wide the input of a layer is, is not known where it is made")
    return made.built


class Layers:
    """Reads the layers of one program."""

    def __init__(self, index: Index, around: Surroundings, spellings: Spellings, names: Names, widths: Widths) -> None:
        self.index, self.around, self.spellings, self.names, self.widths = index, around, spellings, names, widths

    def read(self, node: ast.Assign, name: str, use: Use) -> Made:
        """`name = tf.layers.dense(inputs, ...)`. Raises Refused for arguments that are not followed."""
        layer, call = WITH_VARIABLES[use.symbol], use.call_node
        assert call is not None
        if re.search(r"\b(?:float64|double|float16)\b", self.index.source.text):
            raise Refused(call, f"`{use.written}` computes in the type of its inputs, which may be no float32")
        given = arguments_of(use, layer)
        self.around.seen.add(id(use.node))
        inputs = read(given["inputs"], self.around)
        if not inputs.is_symbolic or inputs.assigns or inputs.makes_variable:
            raise Refused(call, f"`{use.written}` is given inputs that are not followed")
        parts = told(use, layer, lambda key, value: self._argument(key, value, use))
        if has_program_seed(self.index) and not self._is_steady(parts):
            why = f"`{use.written}` draws its initial values by the seed of the program: they would be others"
            raise Refused(call, f"{why}; give it a `kernel_initializer` with a `seed=`")
        called = self._name(name, given.get("name"), layer)
        if not called:
            raise Refused(call, "no name is free for the layer")
        width = self._width(given, layer)
        inner = self.widths.of(given["inputs"], self.around)
        indent = self.index.source.indent_unit
        shape = ", ".join(["None"] * (layer.rank - 1) + [inner])
        return Made(
            called,
            in_lines(f"{called} = {self.spellings.tf}.keras.layers.{layer.name}(", parts, ")", indent, node.col_offset),
            f"{called}({self._rewritten(given['inputs'], inputs.edits)})",
            inputs,
            width,
            f"{called}.build([{shape}])" if inner else "",
        )

    def _is_steady(self, parts: list[str]) -> bool:
        """Whether a layer has the same initial values each time, by what it is told itself."""
        named = {f"kernel_initializer={one}" for one in self.around.initializers}
        return any(_STEADY.match(one) or one in named for one in parts)

    def _argument(self, key: str, node: ast.expr, use: Use) -> str:
        if key == "name":
            is_plain = isinstance(node, ast.Constant) and re.fullmatch(r"[A-Za-z]\w*", str(node.value))
            return self.spellings.text(node) if is_plain else ""
        if key.endswith("_initializer"):
            return initializer_text(node, key, self.around, self.spellings)
        reading = read(node, self.around)
        if reading.values or reading.edits or reading.draws:
            raise Refused(node, f"the `{key}` of `{use.written}` is made of tensors")
        return self.spellings.text(node)

    def _name(self, name: str, named: ast.expr | None, layer: Layer) -> str:
        """The name of a layer: the one that it is given, or that of what it gives, where that is bound once."""
        text = named.value if isinstance(named, ast.Constant) and isinstance(named.value, str) else ""
        stored = (one for one in self.index.nodes if isinstance(one, ast.Name) and isinstance(one.ctx, ast.Store))
        kind = re.sub(r"\d?[dD]?(?:Transpose)?$", "", layer.name).lower()
        own = [f"{name}_layer"] if sum(one.id == name for one in stored) == 1 else []
        given = [text, f"{text}_layer"] if text.isidentifier() else []
        return self.names.first(*given, *own, *(f"{kind}_{number}" for number in range(1, _MANY)))

    def _width(self, given: dict[str, ast.expr], layer: Layer) -> str:
        node = given.get(layer.width)
        if node is None:
            return ""
        text = self.spellings.text(node)
        return text if isinstance(node, (ast.Constant, ast.Name)) else f"({text})"

    def _rewritten(self, node: ast.expr, edits: list[Edit]) -> str:
        start, end = self.spellings.span(node)
        text, last = "", start
        whole = self.index.source.text
        for one in sorted(edits, key=lambda each: each.start):
            text += whole[last : one.start] + one.new
            last = one.end
        return text + whole[last:end]
