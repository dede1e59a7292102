"""How calls that are left on `tf.compat.v1` are said natively."""

from __future__ import annotations

import ast
import math
import re

from tfgpu_migrate.api.table import renamed_calls
from tfgpu_migrate.edit.calls import native
from tfgpu_migrate.edit.diagnostics import Edit
from tfgpu_migrate.edit.fragment import Fragment
from tfgpu_migrate.index.index import Index
from tfgpu_migrate.index.uses import Use
from tfgpu_migrate.native.division import DIVISION, quotient
from tfgpu_migrate.native.dropout import DROPOUT, dropout_text
from tfgpu_migrate.native.expressions import Rewritten
from tfgpu_migrate.native.facts import CHANGES, DTYPES, INITIAL_VALUES, draws, is_op
from tfgpu_migrate.native.layers.keras_layers import WITHOUT_VARIABLES, applied_text
from tfgpu_migrate.native.model import Refused

_SAMPLED = ("weights", "biases", "labels", "inputs", "num_sampled", "num_classes", "num_true", "sampled_values",
            "remove_accidental_hits", "name")  # fmt: skip
_VARIABLE_KEYWORDS = frozenset(("initial_value", "trainable", "name", "dtype"))
# Same function under both names; the arguments of these names mean the same natively.
_SAME = {
    "set_random_seed": ("random.set_seed", {"seed": "seed"}),
    "nn.softmax_cross_entropy_with_logits_v2": (
        "nn.softmax_cross_entropy_with_logits",
        {"labels": "labels", "logits": "logits", "dim": "axis", "axis": "axis"},
    ),
    "nn.embedding_lookup": ("nn.embedding_lookup", {"params": "params", "ids": "ids"}),
    # The shards of several variables are chosen otherwise natively; one variable is all of them.
    "nn.nce_loss": ("nn.nce_loss", {one: one for one in _SAMPLED}),
    "nn.sampled_softmax_loss": ("nn.sampled_softmax_loss", {one: one for one in (*_SAMPLED, "seed")}),
}
# How many arguments stand at the same places in both.
_BY_POSITION = {"nn.embedding_lookup": 2, "nn.nce_loss": 9, "nn.sampled_softmax_loss": 9}
_GLOROT = "glorot_uniform_initializer"  # what a variable gets that names no initializer


class Spellings:
    """The native spellings in one file, where TensorFlow is called `tf`."""

    def __init__(self, index: Index, tf: str) -> None:
        self._index, self._source, self.tf = index, index.source, tf
        self._uses = {id(use.node): use for use in index.uses}

    def text(self, node: ast.AST) -> str:
        """The text of a node."""
        return self._source.text_of(node)

    def span(self, node: ast.AST) -> tuple[int, int]:
        """The offsets of a node."""
        return self._source.span(node)

    def may_be_integer(self, node: ast.expr) -> bool:
        """Whether a name is bound to a whole number somewhere in the file."""
        values = self.values_of(node.id) if isinstance(node, ast.Name) else []
        return any(isinstance(one, ast.Constant) and type(one.value) is int for one in values)

    def values_of(self, name: str) -> list[ast.expr]:
        """What a name is bound to by plain assignments, anywhere in the file."""
        assigned = (one for one in ast.walk(self._source.tree) if isinstance(one, ast.Assign))
        pairs = [(target, one.value) for one in assigned for target in one.targets]
        for target, value in list(pairs):
            if isinstance(target, ast.Tuple) and isinstance(value, ast.Tuple):
                pairs += zip(target.elts, value.elts, strict=False)
        return [value for target, value in pairs if isinstance(target, ast.Name) and target.id == name]

    def native(self, use: Use) -> Rewritten | None:
        """How a call is said natively; None where it is native, or nothing is known. Raises Refused."""
        call = use.call_node
        if call is None or (use.namespace != "compat.v1" and use.symbol != "Variable"):
            return None
        if use.symbol == "Variable":
            return Rewritten(tuple(self._variable(use, call)))
        if use.symbol == "get_variable":
            return self._got_variable(use, call)
        if use.symbol in ("train.create_global_step", "train.get_or_create_global_step"):
            if call.args or call.keywords:
                raise Refused(call, f"`{use.written}` is given a graph")
            made = f'{self.tf}.Variable(0, trainable=False, dtype={self.tf}.int64, name="global_step")'
            return Rewritten((self.replace(call, made.replace('"', self._source.quote)),))
        if use.symbol in CHANGES:
            return self._changed(use, call)
        if use.symbol in _SAME:
            name, parameters = _SAME[use.symbol]
            return Rewritten(tuple(self._renamed(use, call, name, parameters)))
        if use.symbol == DIVISION and len(call.args) == 2 and not call.keywords:
            name = quotient(call.args[0], call.args[1], self._uses, self.values_of)
            return Rewritten((self.callee(use, name),)) if name else None
        if use.symbol == "constant":
            return Rewritten((self.callee(use, "constant"),)) if _fills_its_shape(call) else None
        if (text := self._text_of(use, call)) is not None:
            return Rewritten((self.replace(call, text),))
        return self._renamed_op(use, call)

    def _text_of(self, use: Use, call: ast.Call) -> str | None:
        """The expression that says natively what has no function of its own there; None where it has."""
        if use.symbol in WITHOUT_VARIABLES:
            return applied_text(use, self.tf, self.text)
        if use.symbol == DROPOUT:
            return dropout_text(use, call, self.tf, self.text)
        return self._loss(use, call) if use.symbol in LOSSES else None

    def _renamed_op(self, use: Use, call: ast.Call) -> Rewritten | None:
        """An op that has another name and other parameters natively, and takes the call as it is meant."""
        row = renamed_calls().get(use.symbol)
        if row is None or not is_op(row.native) or draws(row.native) or any(one.how for one in row.parameters):
            return None
        made = native(self._index, use, Fragment(self._source, *self._source.span(call)))
        return None if made is None else Rewritten((self.callee(use, made.name), *made.edits))

    def callee(self, use: Use, name: str) -> Edit:
        """The edit that calls `name` below TensorFlow instead."""
        return Edit(use.start, self._source.text[use.start : use.end], f"{self.tf}.{name}")

    def replace(self, node: ast.AST, text: str) -> Edit:
        """The edit that lets a text stand where a node stands."""
        start, end = self._source.span(node)
        return Edit(start, self._source.text[start:end], text)

    def _renamed(self, use: Use, call: ast.Call, name: str, parameters: dict[str, str]) -> list[Edit]:
        edits = [self.callee(use, name)]
        for one in call.keywords:
            if one.arg not in parameters:
                raise Refused(call, f"`{use.written}` is given `{one.arg}`")
            if parameters[one.arg] != one.arg:
                start = self._source.span(one)[0]
                edits.append(Edit(start, one.arg, parameters[one.arg]))
        many = len(call.args) > _BY_POSITION.get(use.symbol, 1)
        if many or any(isinstance(one, ast.Starred) for one in call.args):
            raise Refused(call, f"`{use.written}` is given arguments by position")
        weights = [*call.args[:1], *(one.value for one in call.keywords if one.arg in ("weights", "params"))]
        if use.symbol in _BY_POSITION and not all(isinstance(one, (ast.Name, ast.Subscript)) for one in weights):
            raise Refused(call, f"`{use.written}` is given variables that are not named")
        return edits

    def _variable(self, use: Use, call: ast.Call) -> list[Edit]:
        edits = [self.callee(use, "Variable")] if use.namespace else []
        if any(one.arg not in _VARIABLE_KEYWORDS for one in call.keywords) or not (call.args or call.keywords):
            raise Refused(call, f"`{use.written}` is given more than its value")
        if len(call.args) == 2 and self._is_dtype(call.args[1]):
            # Its second parameter is `trainable`: a number type there only said "true".
            start, end = self._source.span(call.args[0])[1], self._source.span(call.args[1])[1]
            return [*edits, Edit(start, self._source.text[start:end], "")]
        if len(call.args) > 1 or any(isinstance(one, ast.Starred) for one in call.args):
            raise Refused(call, f"`{use.written}` is given arguments by position")
        return edits

    def _is_dtype(self, node: ast.expr) -> bool:
        return isinstance(node, ast.Attribute) and self.text(node) in {f"{self.tf}.{one}" for one in DTYPES}

    def _changed(self, use: Use, call: ast.Call) -> Rewritten:
        if len(call.args) != 2 or call.keywords or not isinstance(call.args[0], ast.Name):
            raise Refused(call, f"`{use.written}` is not given a variable and a value alone")
        start, end = self._source.span(call)[0], self._source.span(call.args[1])[0]
        new = f"{self.text(call.args[0])}.{use.symbol}("
        return Rewritten((Edit(start, self._source.text[start:end], new),), call.args[0])

    def _got_variable(self, use: Use, call: ast.Call) -> Rewritten:
        given = dict(zip(("name", "shape", "dtype", "initializer"), call.args, strict=False))
        given |= {one.arg: one.value for one in call.keywords if one.arg}
        if set(given) - {"name", "shape", "dtype", "initializer"} or "shape" not in given:
            raise Refused(call, f"`{use.written}` is given other arguments than name, shape and initializer")
        if "dtype" in given and self.text(given["dtype"]) != f"{self.tf}.float32":
            raise Refused(call, f"`{use.written}` of another number type than float32")
        start = given.get("initializer")
        value = self._initial_value(start, given["shape"])
        if value is None:
            raise Refused(call, f"`{use.written}` with an initializer that is not known")
        name = f", name={self.text(given['name'])}" if "name" in given else ""
        edit = self.replace(call, f"{self.tf}.Variable({value}{name})")
        return Rewritten((edit,), replaced=start)

    def _initial_value(self, start: ast.expr | None, shape: ast.expr) -> str | None:
        """The value that an initializer gives for a shape; None where it is not known."""
        call = start if isinstance(start, ast.Call) else None
        written = self.text(call.func if call else start).removeprefix(f"{self.tf}.") if start else _GLOROT
        name = written.removeprefix("compat.v1.")
        if name == _GLOROT and (call is None or not (call.args or call.keywords)):
            return self._glorot(shape)
        known = INITIAL_VALUES.get(name)
        if known is None:
            return None
        given: dict[str, str] = {}
        if call is not None:
            if len(call.args) > len(known.parameters) or any(one.arg not in known.parameters for one in call.keywords):
                return None
            given = {name: self.text(one) for name, one in zip(known.parameters, call.args, strict=False)}
            given |= {one.arg: self.text(one.value) for one in call.keywords if one.arg}
        if name == written and not set(known.natively_needs) <= set(given):
            return None  # the class of TensorFlow 2 has another default
        arguments = "".join(f", {name}={value}" for name, value in given.items())
        return f"{self.tf}.{known.function}({self.text(shape)}{arguments})"

    def _glorot(self, shape: ast.expr) -> str | None:
        """Glorot's uniform values, for a shape whose sizes are written out."""
        if not isinstance(shape, (ast.List, ast.Tuple)) or len(shape.elts) < 2:
            return None
        if any(isinstance(part, ast.Call) for one in shape.elts for part in ast.walk(one)):
            return None
        plain = (ast.Constant, ast.Name, ast.Attribute)
        texts = [self.text(one) if isinstance(one, plain) else f"({self.text(one)})" for one in shape.elts]
        *field, fan_in, fan_out = texts
        sizes = f"({fan_in} + {fan_out})"
        if field:
            sizes = f"({' * '.join(field)} * {sizes})"
        limit = f"{self.tf}.sqrt(6 / {sizes})"
        return f"{limit} * {self.tf}.random.uniform({self.text(shape)}, -1.0, 1.0)"

    def _loss(self, use: Use, call: ast.Call) -> str:
        parameters, text = LOSSES[use.symbol]
        given = dict(zip(parameters, call.args, strict=False))
        given |= {one.arg: one.value for one in call.keywords if one.arg and one.arg != "scope"}
        if set(given) != set(parameters) or len(call.args) > len(parameters):
            raise Refused(call, f"`{use.written}` is given more than {' and '.join(f'`{one}`' for one in parameters)}")
        texts = {name: self.text(one) for name, one in given.items()}
        if "sparse" in use.symbol:
            if not self._is_row(given["labels"]):
                raise Refused(call, f"`{use.written}` takes labels in a column, too, and theirs may be one")
        elif not self._is_float32(texts[parameters[0]]):
            if "cross_entropy" in use.symbol:
                raise Refused(call, f"`{use.written}` makes float32 of its arguments, whose types are not known")
            # labels and predictions become float32 there
            texts = {name: f"{self.tf}.cast({one}, {self.tf}.float32)" for name, one in texts.items()}
        return text.format(tf=self.tf, **texts)

    def _is_row(self, node: ast.expr) -> bool:
        """Whether an expression surely has one dimension: a placeholder of such a shape, or `argmax`."""
        values = self.values_of(node.id) if isinstance(node, ast.Name) else [node]
        for one in values:
            use = self._uses.get(id(one.func)) if isinstance(one, ast.Call) else None
            if not isinstance(one, ast.Call) or use is None:
                return False
            keywords = {each.arg: each.value for each in one.keywords}
            shape = keywords.get("shape", one.args[1] if len(one.args) > 1 else None)
            is_row = isinstance(shape, (ast.List, ast.Tuple)) and len(shape.elts) == 1
            if not (use.symbol == "argmax" or (use.symbol == "placeholder" and is_row)):
                return False
        return bool(values)

    def _is_float32(self, labels: str) -> bool:
        """Whether a name is a placeholder of float32, in a file that names no other type of numbers."""
        made = rf"""^\s*{re.escape(labels)}\s*=\s*[\w.]+\((?:dtype=)?(?:\w+\.float32|['"]float(?:32)?['"])\s*[,)]"""
        others = re.search(r"\b(?:float64|double|float16|complex\d+)\b|\.dtype\b", self._source.text)
        return re.search(made, self._source.text, re.MULTILINE) is not None and others is None


def _fills_its_shape(call: ast.Call) -> bool:
    """Whether a constant lists as many numbers as its shape has: TensorFlow 1 repeats the last one of fewer."""
    given = dict(zip(("value", "dtype", "shape", "name"), call.args, strict=False))
    given |= {one.arg: one.value for one in call.keywords if one.arg}
    if set(given) - {"value", "dtype", "shape", "name"} or len(call.args) > 4:
        return False
    shape = given.get("shape")
    sizes = shape.elts if isinstance(shape, (ast.List, ast.Tuple)) else [shape]
    numbers = [one.value for one in sizes if isinstance(one, ast.Constant) and isinstance(one.value, int)]
    if len(numbers) < len(sizes) or "value" not in given:
        return False
    return _count(given["value"]) == math.prod(numbers)


def _count(node: ast.expr) -> int:
    """How many numbers a nested list has; -1 where that is not known."""
    if isinstance(node, (ast.List, ast.Tuple)):
        parts = [_count(one) for one in node.elts]
        return -1 if -1 in parts else sum(parts)
    number = node.operand if isinstance(node, ast.UnaryOp) else node
    return 1 if isinstance(number, ast.Constant) else -1


# Losses of tf.losses with every weight 1: the mean over all elements (tensorflow/python/ops/losses/losses_impl.py).
LOSSES = {
    "losses.mean_squared_error": (
        ("labels", "predictions"),
        "{tf}.reduce_mean({tf}.math.squared_difference({predictions}, {labels}))",
    ),
    "losses.absolute_difference": (
        ("labels", "predictions"),
        "{tf}.reduce_mean({tf}.abs({predictions} - {labels}))",
    ),
    "losses.sparse_softmax_cross_entropy": (
        ("labels", "logits"),
        "{tf}.reduce_mean({tf}.nn.sparse_softmax_cross_entropy_with_logits(labels={labels}, logits={logits}))",
    ),
    "losses.sigmoid_cross_entropy": (
        ("multi_class_labels", "logits"),
        "{tf}.reduce_mean({tf}.nn.sigmoid_cross_entropy_with_logits(labels={multi_class_labels}, logits={logits}))",
    ),
    "losses.softmax_cross_entropy": (
        ("onehot_labels", "logits"),
        "{tf}.reduce_mean({tf}.nn.softmax_cross_entropy_with_logits("
        "labels={tf}.stop_gradient({onehot_labels}), logits={logits}))",
    ),
}
