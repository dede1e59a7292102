"""Placeholders become the specifications of what functions take."""

from __future__ import annotations

import ast

from tfgpu_migrate.edit.diagnostics import Edit
from tfgpu_migrate.index.uses import Use
from tfgpu_migrate.native.expressions import Surroundings, read
from tfgpu_migrate.native.model import Refused
from tfgpu_migrate.native.spellings import Spellings

_NAMED = {"float": "float32", "int": "int32"}


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
