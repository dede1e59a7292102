"""What becomes of each proto of a file: a fix, or the problem that keeps it."""

from dataclasses import dataclass

from tfgpu_migrate.edit.diagnostics import Fix
from tfgpu_migrate.edit.statements import SharedLine
from tfgpu_migrate.index.index import Index
from tfgpu_migrate.proto.agree import agree, first_of
from tfgpu_migrate.proto.apart import set_apart
from tfgpu_migrate.proto.fields import FRACTION
from tfgpu_migrate.proto.life import CALL, Problem, Proto, Write
from tfgpu_migrate.proto.plan import COUNTED_TWICE, Plan, counted_twice, plan_move
from tfgpu_migrate.proto.read import read_protos
from tfgpu_migrate.proto.timing import rise
from tfgpu_migrate.proto.write import write_fix
from tfgpu_migrate.settings import Settings


@dataclass(frozen=True, eq=False)
class Decision:
    """A proto with either the fix that moves it or the problem that keeps it; `silent` writes set a default."""

    proto: Proto
    fix: Fix | None
    problem: Problem | None
    silent: frozenset[Write] = frozenset()


def decide(index: Index, settings: Settings, *, is_graph: bool) -> list[Decision]:
    """One decision for every proto that a file builds, parts of it in other functions included, in source order."""
    families = read_protos(index)
    if not families:
        return []
    plans = [_plans(index, family) for family in families]
    for made in plans:
        if isinstance(made, list) and len(made) == 1:
            rise(index, made[0], is_graph=is_graph)
    whole = [proto for family in families for proto in family]
    fixes = [made if isinstance(made, Problem) else _fix(index, made, settings, whole) for made in plans]
    moving = [
        (position, made)
        for position, made in enumerate(plans)
        if not isinstance(made, Problem) and isinstance(fixes[position], Fix)
    ]
    if set_apart(index, [family for _, family in moving], is_graph=is_graph):
        together = _fix(index, [plan for _, family in moving for plan in family], settings, whole)
        fixes = [together if one in dict(moving) else made for one, made in enumerate(fixes)]
    refused = agree(index, [family for _, family in moving], is_graph=is_graph)
    for place, problem in refused.items():
        position = moving[place][0]
        fixes[position] = fixes[position] if isinstance(fixes[position], Problem) else problem
    decisions = []
    for family, made, outcome in zip(families, plans, fixes, strict=True):
        fix = outcome if isinstance(outcome, Fix) else None
        kept = outcome if isinstance(outcome, Problem) else None
        silent = frozenset(write for plan in made for write in plan.silent) if isinstance(made, list) else frozenset()
        decisions.append(Decision(_whole(family), fix, kept, silent))
    return decisions


def _plans(index: Index, family: list[Proto]) -> list[Plan] | Problem:
    made = [plan_move(index, proto) for proto in family]
    problems = [one for one in made if isinstance(one, Problem)]
    if problems:
        return min(problems, key=lambda one: one.start)
    plans = [one for one in made if isinstance(one, Plan)]
    paths = [(plan, write.path) for plan in plans for write in plan.live]
    if len(plans) > 1 and (again := counted_twice(index, [one for plan in plans for one in plan.live])) is not None:
        return Problem(again.start, again.end, COUNTED_TWICE)
    for plan in plans:  # a function may set what its caller takes back
        plan.several |= {path for other, path in paths if other is not plan and path != CALL}
    return plans


def _whole(family: list[Proto]) -> Proto:
    """All parts of a configuration as one proto, without what only hands it on."""
    whole = Proto()
    for proto in family:
        whole.constructs += [one for one in proto.constructs if not one.by_function]
        whole.writes += proto.writes
        whole.consumptions += proto.consumptions
        whole.definitions += proto.definitions
    whole.writes.sort(key=lambda write: write.start)
    return whole


def _fix(index: Index, plans: list[Plan], settings: Settings, protos: list[Proto]) -> Fix | Problem:
    fractions = [write.value for proto in protos for write in proto.writes if write.path == FRACTION]
    varies = any(not value.is_literal for value in fractions)
    try:
        return write_fix(index, plans, settings, fraction_varies=varies)
    except SharedLine:
        use = first_of(plans)
        return Problem(use.start, use.end, "a line that would have to change is shared with another statement")
