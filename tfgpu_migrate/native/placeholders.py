"""Placeholders become the specifications of what functions take."""

from __future__ import annotations

import ast
from typing import NamedTuple

from tfgpu_migrate.edit.diagnostics import Edit
from tfgpu_migrate.index.uses import Use
from tfgpu_migrate.native.expressions import Surroundings, read
from tfgpu_migrate.native.model import Refused
from tfgpu_migrate.native.spellings import Spellings

_NAMED = {"float": "float32", "int": "int32"}


_TYPES = {bool: "bool", int: "int32", float: "float32", str: "string"}  # of what TensorFlow makes of a literal


class Default(NamedTuple):
    """A placeholder that need not be fed: its specification, and its value as Python."""

    edit: Edit
    value: str


def default_edit(use: Use, around: Surroundings, spellings: Spellings) -> Default:
    """`tf.TensorSpec` instead of a placeholder with a default. Raises Refused where that is no literal."""
    call = use.call_node
    assert call is not None
    around.seen.add(id(use.node))
    given = dict(zip(("input", "shape", "name"), call.args, strict=False))
    given |= {one.arg: one.value for one in call.keywords if one.arg}
    if set(given) - {"input", "shape", "name"} or not {"input", "shape"} <= set(given):
        raise Refused(call, "a placeholder is given more than a default, shape and name")
    value, dtype = given["input"], ""
    maker = around.uses.get(id(value.func)) if isinstance(value, ast.Call) else None
    if isinstance(value, ast.Call) and maker is not None and maker.symbol == "constant":
        around.seen.add(id(maker.node))
        types = [*value.args[1:], *(one.value for one in value.keywords if one.arg == "dtype")]
        if not value.args or len(types) + 1 < len(value.args) + len(value.keywords) or len(types) > 1:
            raise Refused(value, "the default of a placeholder is no literal")
        around.seen.update(id(one) for each in types for one in ast.walk(each))
        dtype, value = "".join(map(spellings.text, types)), value.args[0]
    parts = [one for one in ast.walk(value) if isinstance(one, ast.Constant)]
    known = {type(one.value) for one in parts}
    if not _is_literal(value) or len(known) != 1 or not known <= set(_TYPES):
        raise Refused(value, "the default of a placeholder is no literal")
    dtype = dtype or f"{spellings.tf}.{_TYPES[known.pop()]}"
    if not read(given["shape"], around).is_plain:
        raise Refused(call, "the shape of a placeholder is made of tensors")
    named = next((one for one in call.keywords if one.arg == "shape"), None)
    shape = spellings.text(given["shape"])
    arguments = f"shape={shape}, dtype={dtype}" if named is not None else f"{shape}, {dtype}"
    edit = Edit(spellings.span(call)[0], spellings.text(call), f"{spellings.tf}.TensorSpec({arguments})")
    return Default(edit, spellings.text(value))


def _is_literal(node: ast.expr) -> bool:
    plain = (ast.Constant, ast.List, ast.Tuple, ast.UnaryOp, ast.USub, ast.expr_context)
    return all(isinstance(one, plain) for one in ast.walk(node))


def placeholder_edit(use: Use, around: Surroundings, spellings: Spellings) -> Edit:
    """`tf.TensorSpec` instead of a placeholder. Raises Refused."""
    call = use.call_node
    assert call is not None
    around.seen.add(id(use.node))
    given = dict(zip(("dtype", "shape", "name"), call.args, strict=False))
    given |= {one.arg: one.value for one in call.keywords if one.arg}
    if set(given) - {"dtype", "shape", "name"} or "dtype" not in given or len(call.args) > 3:
        raise Refused(call, "a placeholder is given more than dtype, shape and name")
    for key in ("dtype", "shape"):
        if key in given and not read(given[key], around).is_plain:
            raise Refused(call, "the shape of a placeholder is made of tensors")
    dtype = spellings.text(given["dtype"])
    if isinstance(given["dtype"], ast.Constant):
        named = str(given["dtype"].value)
        dtype = f"{spellings.tf}.{_NAMED.get(named, named)}"
    shape = spellings.text(given["shape"]) if "shape" in given else "None"
    by_name = any(one.arg == "shape" for one in call.keywords)
    arguments = f"shape={shape}, dtype={dtype}" if by_name else f"{shape}, {dtype}"
    return Edit(spellings.span(call)[0], spellings.text(call), f"{spellings.tf}.TensorSpec({arguments})")
