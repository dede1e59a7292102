"""Sessions that differ in what each decides for itself: every one gets its own values before it, defaults included."""

import ast
from collections.abc import Sequence

from tfgpu_migrate.edit.fragment import Expression
from tfgpu_migrate.index.index import Index
from tfgpu_migrate.proto.agree import effective
from tfgpu_migrate.proto.fields import FIELDS
from tfgpu_migrate.proto.life import Write
from tfgpu_migrate.proto.plan import Plan
from tfgpu_migrate.proto.results import own_calls
from tfgpu_migrate.proto.timing import starters
from tfgpu_migrate.source import Source


def set_apart(index: Index, families: Sequence[Sequence[Plan]], *, is_graph: bool) -> bool:
    """Let the plans of sessions that differ write all that any of them sets; whether that was needed and can be done.

    Not where a device field differs (the first session of a process decides those), where one proto is built while
    another is in use, or where something starts the runtime, below which threads cannot be set.
    """
    effects = [effective(family) for family in families]
    if len(set(effects)) < 2 or not is_graph or starters(index, is_graph=is_graph):
        return False
    shared = frozenset.intersection(*effects)
    differing = {path for effect in effects for path, _, _ in effect - shared}
    wanted = {path for effect in effects for path, _, _ in effect if path in FIELDS and FIELDS[path].per_session}
    if not differing <= wanted or any(FIELDS[path].default is None for path in wanted):
        return False
    if any(len(family) > 1 for family in families):
        return False
    plans = [family[0] for family in families]
    anchors = [_anchor(index, plan) for plan in plans]
    if None in anchors or any(_meets(index, plan, other) for plan in plans for other in plans if plan is not other):
        return False
    for plan, anchor in zip(plans, anchors, strict=True):
        assert anchor is not None
        plan.apart = True
        plan.several |= wanted
        missing = wanted - {write.path for write in plan.live if plan.always(write)}
        defaults = [_default(index, path, anchor) for path in FIELDS if path in missing]
        plan.spots = dict(sorted({**plan.spots, anchor: [*defaults, *plan.spots.get(anchor, ())]}.items(), key=_line))
    return True


def _line(item: tuple[ast.stmt, list[Write]]) -> int:
    return item[0].lineno


def _anchor(index: Index, plan: Plan) -> ast.stmt | None:
    """The statement whose lines come first in every run that builds the proto."""
    known = [*plan.spots, *plan.proto.definitions]
    here = [one for one in known if any(one is each for each in plan.base)]
    takers = [one for one in plan.proto.consumptions if one.elsewhere]
    anchor = min(here, key=lambda one: one.lineno, default=None)
    return None if takers or anchor is None or any(one.lineno < anchor.lineno for one in known) else anchor


def _meets(index: Index, plan: Plan, other: Plan) -> bool:
    """Whether the other proto is built or used between the first line of this one and its last session.

    A function of the file that is called there may be where the other stands.
    """
    first, last = _region(index, plan)
    spots = (*other.spots, *other.proto.definitions, *(one.statement for one in other.proto.consumptions))
    if any(first <= index.source.span(one)[0] <= last for one in spots):
        return True
    calls = own_calls(index, (node for one in plan.base for node in ast.walk(one)))
    return any(first <= index.source.span(call)[0] < last for call in calls)


def _region(index: Index, plan: Plan) -> tuple[int, int]:
    statements = (*plan.spots, *plan.proto.definitions, *(one.statement for one in plan.proto.constructs))
    return min(index.source.span(one)[0] for one in statements), max(one.use.start for one in plan.proto.consumptions)


def _default(index: Index, path: str, anchor: ast.stmt) -> Write:
    text = FIELDS[path].default or ""
    start, _ = index.source.span(anchor)
    value = Expression.at(Source(index.source.path, text), 0, len(text))
    return Write(path, value, anchor, start, start, by_keyword=True)
