"""Names that generated lines bind: which are free in a scope, and where `gpus = ...` stands."""

from __future__ import annotations

import ast
from typing import TYPE_CHECKING

from tfgpu_migrate.index.index import Index
from tfgpu_migrate.index.scopes import Scope
from tfgpu_migrate.proto.fields import FIELDS, GROWTH
from tfgpu_migrate.proto.helper import NAME
from tfgpu_migrate.proto.life import Write

if TYPE_CHECKING:
    from tfgpu_migrate.proto.plan import Plan

_DEVICES = ("cpu", "gpu", "gpus")


def prefix_of_names(index: Index, home: Scope) -> str:
    """`physical_` where the scope uses `gpu`, `gpus` or `cpu` for something else than generated lines do, else ""."""
    names = index.variables(_DEVICES)
    owners = [found.scope.owner(found.name.id) for found in names.occurrences]
    if any(owner is None for owner in owners):
        return "physical_"
    mine = [scope for scope in names.scopes if scope.node is home.function.node]
    bindings = [binding for scope in mine for found in scope.bindings.values() for binding in found]
    return "" if all(_is_device_list(binding.statement) for binding in bindings) else "physical_"


def _is_device_list(statement: ast.AST) -> bool:
    """`for gpu in tf.config.list_physical_devices("GPU"):` and `gpus = ...`: bindings that mean what ours mean."""
    holds = isinstance(statement, (ast.For, ast.Assign))
    value = getattr(statement, "iter", getattr(statement, "value", None)) if holds else None
    text = ast.unparse(value) if isinstance(value, ast.AST) else ""
    return "list_physical_devices(" in text or text in ("gpus", "physical_gpus")


def taken_name(index: Index, needed: set[str]) -> str | None:
    """The first of the needed modules and helpers whose name the file gives to something else; None where all are free.

    Any other binding in the file counts, in whichever scope: a person can rename it, this tool cannot see why it is so.
    """
    names = index.variables(needed)
    for scope in names.scopes:
        for name, bindings in scope.bindings.items():
            if not all(_means(binding.statement, name) for binding in bindings):
                return name
    return None


def _means(statement: ast.AST, name: str) -> bool:
    if name == NAME:
        return isinstance(statement, ast.FunctionDef) and any(
            isinstance(node, ast.Attribute) and node.attr == "cuDeviceTotalMem_v2" for node in ast.walk(statement)
        )
    if not isinstance(statement, ast.Import):
        return False
    return all(alias.asname is None or alias.asname != name or alias.name == name for alias in statement.names)


def names_gpus(plan: Plan, write: Write) -> bool:
    """Whether the lines of a write use the name `gpus`."""
    known = FIELDS.get(write.path)
    return known is not None and known.names_gpus and (write.value.literal != "" or write.path in plan.several)


def gpus_named_at(index: Index, plan: Plan) -> dict[ast.stmt, set[ast.stmt]]:
    """The spots that begin with `gpus = ...`, each with the spots that may use the name.

    Once for all spots of the block of the first one that needs it, growth loops above it included; a spot in another
    block that needs it has its own.
    """
    wanting = [spot for spot, writes in plan.spots.items() if any(names_gpus(plan, write) for write in writes)]
    named: dict[ast.stmt, set[ast.stmt]] = {}
    served: set[ast.stmt] = set()
    for spot in wanting:
        if spot in served:
            continue
        block = index.block(spot)
        lists = [one for one in plan.spots if any(one is each for each in block) and _lists_gpus(plan, one)]
        holder = min((*lists, spot), key=lambda one: one.lineno)
        named[holder] = {one for one in plan.spots if one.lineno >= holder.lineno and _below(index, one, block)}
        served |= named[holder]
    return named


def _lists_gpus(plan: Plan, spot: ast.stmt) -> bool:
    growing = any(write.path == GROWTH and write.value.literal is not False for write in plan.spots[spot])
    return growing or any(names_gpus(plan, write) for write in plan.spots[spot])


def _below(index: Index, statement: ast.stmt, block: list[ast.stmt]) -> bool:
    inside = {id(one) for one in block}
    return id(statement) in inside or any(id(holder) in inside for holder, _ in index.holders(statement))
