"""Blocks that name what stands in them, or place it on a device."""

from __future__ import annotations

import ast

from tfgpu_migrate.index.index import Index
from tfgpu_migrate.index.uses import Use
from tfgpu_migrate.native.expressions import read
from tfgpu_migrate.native.model import Refused
from tfgpu_migrate.native.state import State

# Those of names, and of variables where nothing shares them: each variable of a scope is made once there.
_SCOPES = frozenset(("device", "name_scope", "variable_scope"))


def scopes_of(node: ast.With, index: Index) -> list[Use]:
    """The uses that open scopes of names or devices in a header which has nothing else."""
    found = [index.calls.get(id(item.context_expr)) for item in node.items]
    known = [one for one in found if one is not None and one.symbol in _SCOPES]
    kept = [item.optional_vars for item in node.items if item.optional_vars is not None]
    return known if len(known) == len(node.items) and all(_is_unread(one, index) for one in kept) else []


def _is_unread(target: ast.expr, index: Index) -> bool:
    """Whether nothing reads the name that a scope is given."""
    if not isinstance(target, ast.Name):
        return False
    return not any(
        isinstance(one, ast.Name) and one.id == target.id and isinstance(one.ctx, ast.Load) for one in index.nodes
    )


def enter_scopes(state: State, node: ast.With, scopes: list[Use]) -> None:
    """Enter a block of scopes: those of names go, a device is that of what stands in them. Raises Refused."""
    for use in scopes:
        call = use.call_node
        if call is None or len(call.args) != 1 or call.keywords:
            raise Refused(use.node, f"`{use.written}` is given more than a name")
        if not read(call.args[0], state.around).is_plain:
            raise Refused(node, "the name of a scope is made of tensors")
        state.around.seen.add(id(use.node))
        if use.symbol != "device":
            state.tags.enter(use, call.args[0])
    devices = [one for one in scopes if one.symbol == "device"]
    if not devices:
        state.program.unwrapped.append(node)
        return
    name = devices[0].call_node.args[0] if devices[0].call_node else None
    if len(scopes) > 1 or state.device or devices[0].namespace or not isinstance(name, ast.Constant):
        raise Refused(node, "devices are nested, stand beside other scopes, or are not named by a string")
    if state.runs.was_run:
        raise Refused(node, "a device is entered after the first run")
    state.device = state.spellings.text(name)
    state.program.devices.append(node)
