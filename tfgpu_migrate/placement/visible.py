"""Which GPUs `set_visible_devices` leaves in sight, as far as the call tells, and who names others."""

import ast
import re
from collections.abc import Iterator
from typing import NamedTuple

from tfgpu_migrate.context import Context
from tfgpu_migrate.index.index import Index
from tfgpu_migrate.index.uses import Use
from tfgpu_migrate.placement.picks import picks
from tfgpu_migrate.placement.setters import LOGICAL, VISIBLE

_GPU = re.compile(r"/?(?:device:)?gpu:(\d+)$", re.IGNORECASE)


class Beyond(NamedTuple):
    """A device string that names a GPU behind the last visible one; `visible` says how many those are."""

    node: ast.expr
    setter: Use
    visible: str


def replicas_beyond(context: Context, strategy: Use) -> Iterator[Beyond]:
    """The devices of a strategy that are not visible, where `set_visible_devices` surely ran before it."""
    index = context.index
    if not index.of(*VISIBLE) or index.of(*LOGICAL):
        return
    for line in context.timelines:
        at = next((position for position, one in enumerate(line) if one.use is strategy), None)
        if at is None:
            continue
        before = [one for one in line[:at] if one.use is not None and one.use.symbol in VISIBLE]
        if not before or not before[-1].runs_with(line[at]) or not before[-1].use:
            continue
        count = _visible_count(index, before[-1].use)
        for node, number in _named_gpus(strategy):
            if count is not None and number >= count:
                yield Beyond(node, before[-1].use, f"{count} GPU{'' if count == 1 else 's'}")


def _named_gpus(strategy: Use) -> Iterator[tuple[ast.expr, int]]:
    value = strategy.first_argument("devices", "device")
    for one in value.elts if isinstance(value, (ast.List, ast.Tuple)) else [value]:
        named = _GPU.match(one.value) if isinstance(one, ast.Constant) and isinstance(one.value, str) else None
        if named is not None and one is not None:
            yield one, int(named.group(1))


def is_reordered(index: Index, use: Use) -> bool:
    """`[gpus[1], gpus[0]]`, `gpus[::-1]`: an order that is not that of the list."""
    devices = use.first_argument("devices")
    match devices:
        case ast.List(elts=elements) | ast.Tuple(elts=elements):
            numbers = _numbers(index, elements)
            return numbers is not None and numbers != sorted(numbers)
        case ast.Subscript(slice=ast.Slice(step=ast.UnaryOp(op=ast.USub()))):
            return True
    return False


def _visible_count(index: Index, use: Use) -> int | None:
    """How many GPUs a call leaves: `gpus[0]`, `[gpus[0], gpus[2]]`, `gpus[:2]`, `[]`; None where it does not tell."""
    call, devices = use.call_node, use.first_argument("devices")
    of_gpus = [one.value for one in (call.args[1:] if call else []) if isinstance(one, ast.Constant)] == ["GPU"]
    match devices:
        case ast.List(elts=elements) | ast.Tuple(elts=elements) if of_gpus:
            numbers = _numbers(index, elements)
            return len(set(numbers)) if numbers is not None else None
        case ast.Subscript(slice=ast.Slice(lower=None, upper=ast.Constant(value=int(count)), step=None)) if of_gpus:
            return count if count >= 0 else None
        case ast.Subscript() if of_gpus:
            return 1 if _numbers(index, [devices]) is not None else None
    return None


def _numbers(index: Index, elements: list[ast.expr]) -> list[int] | None:
    known = {id(pick.node): pick.number for pick in picks(index)}
    numbers = [known.get(id(one)) for one in elements]
    return [one for one in numbers if one is not None] if None not in numbers else None
