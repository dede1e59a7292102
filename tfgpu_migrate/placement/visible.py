"""Which GPUs `set_visible_devices` leaves in sight, as far as the call tells."""

import ast

from tfgpu_migrate.index.index import Index
from tfgpu_migrate.index.uses import Use
from tfgpu_migrate.placement.picks import picks

SETTERS = ("config.experimental.set_visible_devices", "config.set_visible_devices")


def _devices(use: Use) -> ast.expr | None:
    call = use.call_node
    if call is None or use.given.starred:
        return None
    named = (one.value for one in call.keywords if one.arg == "devices")
    return call.args[0] if call.args else next(named, None)


def is_reordered(index: Index, use: Use) -> bool:
    """`[gpus[1], gpus[0]]`, `gpus[::-1]`, `reversed(gpus)`: an order that is not that of the list."""
    devices = _devices(use)
    match devices:
        case ast.List(elts=elements) | ast.Tuple(elts=elements):
            numbers = _numbers(index, elements)
            return numbers is not None and numbers != sorted(numbers)
        case ast.Subscript(slice=ast.Slice(step=ast.UnaryOp(op=ast.USub()))):
            return True
    return False


def visible_count(index: Index, use: Use) -> int | None:
    """How many GPUs a call leaves: `gpus[0]`, `[gpus[0], gpus[2]]`, `gpus[:2]`, `[]`; None where it does not tell."""
    devices = _devices(use)
    match devices:
        case ast.List(elts=elements) | ast.Tuple(elts=elements):
            numbers = _numbers(index, elements)
            return len(set(numbers)) if numbers is not None else None
        case ast.Subscript(slice=ast.Slice(lower=None, upper=ast.Constant(value=int(count)), step=None)):
            return count if count >= 0 else None
        case ast.Subscript():
            return 1 if _numbers(index, [devices]) is not None else None
    return None


def _numbers(index: Index, elements: list[ast.expr]) -> list[int] | None:
    known = {id(pick.node): pick.number for pick in picks(index)}
    numbers = [known.get(id(one)) for one in elements]
    return [one for one in numbers if one is not None] if None not in numbers else None
