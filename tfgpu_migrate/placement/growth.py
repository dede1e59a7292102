"""Memory growth that a file sets for one GPU where all of them must agree, and the loop that sets it for all."""

import ast
from typing import NamedTuple

from tfgpu_migrate.edit.diagnostics import Edit
from tfgpu_migrate.edit.fragment import Expression
from tfgpu_migrate.edit.statements import has_own_line, indented
from tfgpu_migrate.index.index import Index
from tfgpu_migrate.index.uses import Use
from tfgpu_migrate.placement.picks import Pick, picks
from tfgpu_migrate.placement.setters import GROWTH, LOGICAL, VISIBLE
from tfgpu_migrate.placement.timeline import is_script_guard

# With fewer GPUs in sight, or limits on them, one call may be right.
_NARROWS = (*LOGICAL, *VISIBLE)
_ITEMS = ("gpu", "each_gpu", "one_gpu")


class OneGpu(NamedTuple):
    """A call that lets the memory of one GPU grow, and which."""

    use: Use
    pick: Pick


def growth_of_one_gpu(index: Index) -> OneGpu | None:
    """The only call of the file that lets memory grow, where it names one element of a list of GPUs."""
    uses = [one for one in index.of(GROWTH) if one.call_node is not None]
    if len(uses) != 1 or index.of(*_NARROWS) or "CUDA_VISIBLE_DEVICES" in index.source.text:
        return None
    (use,) = uses
    device = use.first_argument("device")
    for pick in picks(index):
        direct = device is pick.node
        if pick.number is not None and (direct or _is_named(device, pick)):
            return OneGpu(use, pick) if not _is_narrowed(index, use) else None
    return None


def _is_named(device: ast.expr | None, pick: Pick) -> bool:
    """`gpu = gpus[0]` before `set_memory_growth(gpu, True)`."""
    match pick.statement:
        case ast.Assign(targets=[ast.Name(id=name)], value=value) if value is pick.node:
            return isinstance(device, ast.Name) and device.id == name
    return False


def _is_narrowed(index: Index, use: Use) -> bool:
    """Whether a loop lets the GPUs grow one after the other, or a test says how many there are: `len(gpus) == 1`."""
    holders = [one for one, _ in index.holders(use.statement)]
    tests = (one.test for one in holders if isinstance(one, ast.If) and not is_script_guard(one))
    counted = any(isinstance(node, ast.Eq) for test in tests for node in ast.walk(test))
    return counted or any(isinstance(one, (ast.For, ast.While)) for one in holders)


def for_every_gpu(index: Index, one: OneGpu) -> Edit | None:
    """Replace the statement by a loop over the list; None where it is more than the call."""
    device = one.use.first_argument("device")
    return loop_over(index, one.use, device, one.pick.listed) if device is one.pick.node else None


def loop_over(index: Index, use: Use, device: ast.expr, listed: ast.expr) -> Edit | None:
    """Replace a call that is a statement by a loop over a list, with its item in place of `device`."""
    statement = use.statement
    whole = isinstance(statement, ast.Expr) and statement.value is use.call_node
    item = next((name for name in _ITEMS if not index.variables([name]).occurrences), None)
    if not whole or item is None or not has_own_line(index, statement):
        return None
    source = index.source
    start, end = source.line_start(source.span(statement)[0]), source.span(statement)[1]
    first, last = source.span(device)
    body = indented(source, f"{source.text[start:first]}{item}{source.text[last:end]}")
    text = Expression.at(source, *source.span(listed)).text
    loop = f"{source.indent(start)}for {item} in {text}:{source.newline}{body}"
    return Edit(start, source.text[start:end], loop) if body else None
