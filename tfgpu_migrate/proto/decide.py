"""What becomes of each proto of a file: a fix, or the problem that keeps it."""

from dataclasses import dataclass

from tfgpu_migrate.edit.diagnostics import Fix
from tfgpu_migrate.edit.statements import SharedLine
from tfgpu_migrate.index.index import Index
from tfgpu_migrate.proto.agree import agree
from tfgpu_migrate.proto.fields import FRACTION
from tfgpu_migrate.proto.life import Problem, Proto, Write
from tfgpu_migrate.proto.plan import Plan, plan_move
from tfgpu_migrate.proto.read import read_protos
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
    """One decision for every proto that a file builds, in source order."""
    protos = read_protos(index)
    plans = {proto: plan_move(index, proto) for proto in protos}
    moving = [plan for plan in plans.values() if isinstance(plan, Plan)]
    fixes = {plan: _fix(index, plan, settings, protos) for plan in moving}
    refused = agree(index, [plan for plan in moving if isinstance(fixes[plan], Fix)], is_graph=is_graph)
    decisions = []
    for proto, plan in plans.items():
        made = plan if isinstance(plan, Problem) else refused.get(plan, fixes[plan])
        fix, problem = (made, None) if isinstance(made, Fix) else (None, made)
        silent = frozenset(plan.silent) if isinstance(plan, Plan) else frozenset[Write]()
        decisions.append(Decision(proto, fix, problem, silent))
    return decisions


def _fix(index: Index, plan: Plan, settings: Settings, protos: list[Proto]) -> Fix | Problem:
    fractions = [write.value for proto in protos for write in proto.writes if write.path == FRACTION]
    varies = any(not value.is_literal for value in fractions)
    try:
        return write_fix(index, plan, settings, fraction_varies=varies)
    except SharedLine:
        use = plan.proto.first.use
        return Problem(use.start, use.end, "a line that would have to change is shared with another statement")
