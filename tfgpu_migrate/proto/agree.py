"""Whether the protos of a file can move beside its other sessions: tf.config holds for the whole process."""

from collections.abc import Sequence

from tfgpu_migrate.index.index import Index
from tfgpu_migrate.index.uses import Use
from tfgpu_migrate.proto.fields import FIELDS
from tfgpu_migrate.proto.life import CALL, Problem, Write
from tfgpu_migrate.proto.messages import CONSUMERS
from tfgpu_migrate.proto.places import class_of, exclude_each_other, may_be_none
from tfgpu_migrate.proto.plan import Plan
from tfgpu_migrate.proto.shared import LOOPS, times_called
from tfgpu_migrate.proto.timing import is_fixed_at_start, starter_above, starters, variable_between


def agree(index: Index, families: Sequence[Sequence[Plan]], *, is_graph: bool) -> dict[int, Problem]:
    """The families (by position) that cannot move beside the other sessions of the file, with the reason.

    tf.config holds for the process: sessions that differ keep their protos, and so does one that would hand fields of
    its own to a later session without a configuration.
    """
    refused: dict[int, Problem] = {}
    fields = [effective(family) for family in families]
    taken = {id(one.call) for family in families for plan in family for one in plan.proto.consumptions}
    bare = [use for use in index.of(*CONSUMERS) if _takes_context(index, use) and id(use.call_node) not in taken]
    for position, (family, mine) in enumerate(zip(families, fields, strict=True)):
        apart = all(plan.apart for plan in family)
        others = [
            other
            for other, theirs in zip(families, fields, strict=True)
            if theirs != mine and not apart and not _never_both(index, family, other)
        ]
        if others:
            line = index.source.named_line(first_of(others[0]).start)
            first = first_of(family)
            reason = f"sessions of this file want different settings ({line}); a process has one: keep one"
            refused[position] = Problem(first.start, first.end, reason)
            continue
        problem = _called_otherwise(family) or next(
            filter(None, (_alone(index, plan, mine, bare, taken, is_graph=is_graph) for plan in family)), None
        )
        if problem is not None:
            refused[position] = problem
    return refused


Effect = frozenset[tuple[str, str | None, str]]


def first_of(family: Sequence[Plan]) -> Use:
    """The construct of a family that the file comes to first."""
    return min((plan.proto.first.use for plan in family), key=lambda use: use.start)


def _alone(
    index: Index, plan: Plan, mine: Effect, bare: Sequence[Use], taken: set[int], *, is_graph: bool
) -> Problem | None:
    """What hinders one plan: a session that would inherit its fields, a run that leaves some unset, an early start."""
    first = plan.proto.first.use
    per_session = any(path in FIELDS and FIELDS[path].per_session for path, _, _ in mine)
    wide = per_session or any(one.elsewhere for one in plan.proto.consumptions)
    heirs = [
        use
        for use in bare
        if (wide or _on_another_path(index, use, plan))
        and not _runs_before(use, plan)
        and not _excludes(index, plan, use)
    ]
    if mine and heirs and plan.proto.consumptions:
        line = index.source.named_line(heirs[0].start)
        reason = f"the session on {line} has no configuration and would inherit this one: give both the same"
        return Problem(first.start, first.end, reason)
    if (again := _set_for_the_next_call(index, plan)) is not None:
        reason = "it is set under a condition in code that runs more than once: it would stay for the next run"
        return Problem(again.start, again.end, reason)
    if (again := _set_anew(index, plan, is_graph=is_graph)) is not None:
        reason = "it is set again with another value when the runtime has started: make all sessions alike"
        return Problem(again.start, again.end, reason)
    if (variable := variable_between(index, plan)) is not None:
        line = index.source.named_line(index.source.span(variable.node)[0])
        reason = f"`{variable.variable}` is set on {line}, before its session: build it below that"
        return Problem(first.start, first.end, reason)
    if (starter := starter_above(index, plan, is_graph=is_graph, alike=taken)) is not None:
        line = index.source.named_line(starter.start)
        reason = f"`{starter.written}` on {line} starts the runtime before: move the configuration above it"
        return Problem(first.start, first.end, reason, comes_late=True)
    return None


def _never_both(index: Index, family: Sequence[Plan], other: Sequence[Plan]) -> bool:
    """Whether a process that builds one of two protos never builds the other."""
    return len(family) == len(other) == 1 and _excludes(index, family[0], first_of(other))


def _excludes(index: Index, plan: Plan, use: Use) -> bool:
    """Whether a process that builds a proto never comes to a use, of the same function."""
    first = plan.proto.first.use
    same = first.scope.function.node is use.scope.function.node
    return same and not _runs_again(index, plan) and exclude_each_other(index, first.statement, use.statement)


def effective(family: Sequence[Plan]) -> Effect:
    """What a family sets, by field, key and value.

    A session's own field that is set under a condition is like no other: the session before may have left it otherwise.
    """
    return frozenset(
        (one.path, one.key, f"{one.value.text} #{id(one)}" if _is_sometimes(plan, one) else one.value.text)
        for plan in family
        for one in plan.live
        if one not in plan.silent and one.path != CALL
    )


def _is_sometimes(plan: Plan, write: Write) -> bool:
    return not plan.always(write) and FIELDS[write.path].per_session


def _called_otherwise(family: Sequence[Plan]) -> Problem | None:
    """A function that brings or takes the proto and is called with other values for another session."""
    ends = [
        plan for plan in family if not plan.proto.parameter and any(not one.fills for one in plan.proto.consumptions)
    ]
    for plan in ends[1:]:
        if effective([plan]) != effective(ends[:1]):
            use = plan.proto.first.use
            return Problem(use.start, use.end, "sessions of this file want different settings: keep one")
    first: dict[str, str] = {}
    for write in (one for plan in family for one in plan.live if one.path == CALL):
        callee = write.value.text.partition("(")[0]
        if first.setdefault(callee, write.value.text) != write.value.text:
            reason = f"sessions of this file want different settings (`{first[callee]}` elsewhere): keep one"
            return Problem(write.start, write.end, reason)
    return None


def _takes_context(index: Index, use: Use) -> bool:
    """Whether a session is given no configuration of its own, or may be given None, which is the same."""
    call = use.call_node
    consumer = CONSUMERS[use.symbol]
    if call is None or not consumer.reads_context or consumer.goes:
        return False
    given = [one.value for one in call.keywords if one.arg in (consumer.keyword, None)]
    given += call.args[consumer.position : consumer.position + 1]
    return not given or any(may_be_none(index, one) for one in given)


def _runs_before(use: Use, plan: Plan) -> bool:
    """A session made above the proto, in the same straight line of code, was never its heir."""
    same = use.scope.function.node is plan.proto.first.use.scope.function.node
    first = min([*plan.spots, *(one.statement for one in plan.proto.constructs)], key=lambda one: one.lineno)
    return same and use.statement is not first and use.start < min(one.use.start for one in plan.proto.constructs)


def _on_another_path(index: Index, use: Use, plan: Plan) -> bool:
    """A bare session that can be the first of a run that came through the proto's writes, in the same function.

    Devices are made by the first session: below one that takes the proto, a bare session changes nothing.
    """
    if use.scope.function.node is not plan.proto.first.use.scope.function.node:
        return False
    around = {id(node) for node in (use.statement, *index.all_holders(use.statement))}
    outside = not any(id(one) in around for one in plan.base)
    for one in plan.proto.consumptions:
        block = index.block(one.statement)
        if one.use.start < use.start and (
            any(id(each) in around for each in block) or (outside and block is plan.base)
        ):
            return False
    return True


def _set_for_the_next_call(index: Index, plan: Plan) -> Write | None:
    """A field that the next round of a loop, or the next call of the function, may leave unwritten.

    Devices are made once, so one conditional write of theirs is harmless; two may set what excludes the other.
    """
    if not _runs_again(index, plan):
        return None
    live = [one for one in plan.live if one not in plan.silent and one.path in FIELDS]
    sometimes = [one for one in live if not plan.always(one)]
    devices = [one for one in sometimes if not FIELDS[one.path].per_session]
    found = [one for one in sometimes if FIELDS[one.path].per_session] or (devices if len(devices) > 1 else [])
    return found[0] if found else None


def _set_anew(index: Index, plan: Plan, *, is_graph: bool) -> Write | None:
    """A computed field that the next round of a loop or call of the function sets, with the runtime started by then."""
    if not _runs_again(index, plan) or not starters(index, is_graph=is_graph):
        return None
    computed = (one for one in plan.live if not one.value.is_literal and one.path in FIELDS)
    return next(filter(is_fixed_at_start, computed), None)


def _runs_again(index: Index, plan: Plan) -> bool:
    home = plan.proto.first.use.scope.function
    looped = any(isinstance(holder, LOOPS) for holder, _ in index.holders(plan.base[0]))
    made = class_of(index, home.node) if getattr(home.node, "name", "") == "__init__" else None
    return looped or (home.kind == "function" and times_called(index, made or home.node) > 1)
