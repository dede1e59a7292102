"""Blocks that name what stands in them, or place it on a device."""

from __future__ import annotations

import ast

from tfgpu_migrate.index.index import Index
from tfgpu_migrate.index.uses import Use
from tfgpu_migrate.native.expressions import read
from tfgpu_migrate.native.model import Refused
from tfgpu_migrate.native.state import State


def scopes_of(node: ast.With, index: Index) -> list[Use]:
    """The uses that open scopes of names or devices in a header which has nothing else."""
    found = [index.calls.get(id(item.context_expr)) for item in node.items]
    known = [one for one in found if one is not None and one.symbol in ("name_scope", "device")]
    return known if len(known) == len(node.items) and not any(item.optional_vars for item in node.items) else []


def enter_scopes(state: State, node: ast.With, scopes: list[Use]) -> None:
    """Enter a block of scopes: those of names go, a device is that of what stands in them. Raises Refused."""
    call = scopes[0].call_node
    if len(scopes) > 1 or call is None or len(call.args) != 1 or call.keywords:
        raise Refused(node, "several scopes are entered at once")
    if not read(call.args[0], state.around).is_plain:
        raise Refused(node, "the name of a scope is made of tensors")
    state.around.seen.add(id(scopes[0].node))
    if scopes[0].symbol == "device":
        if state.device or scopes[0].namespace or not isinstance(call.args[0], ast.Constant) or state.runs.was_run:
            raise Refused(node, "devices are nested, or not named by a string")
        state.device = state.spellings.text(call.args[0])
        state.program.devices.append(node)
    else:
        state.program.unwrapped.append(node)
