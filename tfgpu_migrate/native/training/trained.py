"""Which variables a loss trains."""

from __future__ import annotations

import ast

from tfgpu_migrate.index.index import Index
from tfgpu_migrate.native.model import Kind, Program, Refused, Step, Value
from tfgpu_migrate.native.plan import closure


def trained(loss: Value, place: ast.AST, program: Program, index: Index) -> list[str]:
    """The trainable variables that a loss reaches, as they are written in a list. Raises Refused where it is none."""
    steps = closure([loss], program)
    reached = {id(value) for step in steps for value in step.variables()}
    found = list[str]()
    for one in program.variables:
        if id(one) in reached and one.name not in program.frozen:
            found += _held(one, steps, program, index) if one.kind is Kind.HOLDER else [_written(one)]
    if not found:
        raise Refused(place, "the loss reaches no variable")
    return found


def trainable(program: Program) -> list[str]:
    """All trainable variables of this graph that were made so far, as they are written in a list."""
    here = len(program.resets)
    return [_written(one) for one in program.variables if one.name not in program.frozen and one.part == here]


def listed(variables: list[str]) -> str:
    """A list of variables as an expression."""
    (first, *more) = variables
    is_list = not more and first.startswith("*") and not first.endswith(")")  # a view of a dictionary is none
    return first.removeprefix("*") if is_list else f"[{', '.join(variables)}]"


def _written(value: Value) -> str:
    if value.kind is Kind.HOLDER:
        return f"*{value.name}.values()"
    return value.name if value.kind is Kind.VARIABLE else f"*{value.name}.trainable_variables"


def _held(holder: Value, steps: list[Step], program: Program, index: Index) -> list[str]:
    """The variables of a dictionary. Raises Refused where not all of them are read."""
    keys = program.keys[holder.name]
    texts = {one.value for step in steps for one in ast.walk(step.node) if isinstance(one, ast.Constant)}
    called = {one.id for step in steps for one in ast.walk(step.node) if isinstance(one, ast.Name)}
    for name in called & set(index.definitions):
        inside = (one for each in index.definitions[name] for one in ast.walk(each))
        texts |= {one.value for one in inside if isinstance(one, ast.Constant)}
    if not set(keys) <= {str(one) for one in texts}:
        raise Refused(holder.step, f"not every variable of `{holder.name}` is read by its name")
    return [_written(holder)]
