"""When the `tf.config` calls of a plan run: behind what starts the runtime, or before CUDA reads its variables."""

import ast
from collections.abc import Container
from itertools import dropwhile, takewhile

from tfgpu_migrate.index.index import Index
from tfgpu_migrate.index.mode import brings_graph, has_v1_control_flow
from tfgpu_migrate.index.uses import Use
from tfgpu_migrate.placement.starts import READ_AT_FIRST_LOOK, STARTS_IN_GRAPHS, starts_in_graphs
from tfgpu_migrate.placement.steady import are_steady, may_change_objects, names_of
from tfgpu_migrate.placement.strategies import SUCCESSORS
from tfgpu_migrate.placement.timeline import Event, timelines
from tfgpu_migrate.proto.fields import FIELDS
from tfgpu_migrate.proto.life import CALL, Write
from tfgpu_migrate.proto.messages import CONSUMERS, MESSAGES
from tfgpu_migrate.proto.plan import Plan

# What creates the GPU devices beside what starts the runtime in a graph program, and what TFM404 makes of a strategy.
_STARTERS = {
    "python.client.device_lib.list_local_devices",
    *(name for name, one in SUCCESSORS.items() if one.name in STARTS_IN_GRAPHS),
}

# What nothing rises above: sessions, which would have another configuration, and a call that often becomes one which
# starts nothing (TFM401).
_STAYS_FIRST = {"python.client.device_lib.list_local_devices", "train.MonitoredSession", *CONSUMERS}

# Names that compute nothing: configuration, bookkeeping, protos.
_QUIET = (
    *(f"{name}." for name in "config compat app flags logging test keras.backend python core version".split()),
    *("Graph", "Session", "__version__", "float", "int", "uint", "bool", "string"),
)


def rise(index: Index, plan: Plan, *, is_graph: bool) -> None:
    """Set a plan above what starts the runtime before it, if all that it reads is known there and nothing can notice.

    A graph starts nothing in TF 1 where it may in TF 2 (`Saver(sharded=True)`, a strategy), so that is no change for
    the session that took the proto. A session above it did without, and stays so: then nothing moves.
    """
    starter = starter_above(index, plan, is_graph=is_graph)
    if starter is None or starter.symbol in _STAYS_FIRST or not _is_whole(plan):
        return
    around = {id(one) for one in (starter.statement, *index.all_holders(starter.statement))}
    above = next((one for one in plan.base if id(one) in around), None)
    if above is None:
        return
    last = max(plan.base.index(spot) for spot in plan.spots)
    between = [one for one in plan.base[plan.base.index(above) : last] if one not in plan.spots]
    if not any(_writes_environment(index, one) for one in between) and _reads_nothing_new(index, plan, between):
        plan.above = above


def _is_whole(plan: Plan) -> bool:
    """Whether a plan is one straight run of fields in one block, which only its session needs."""
    proto = plan.proto
    straight = all(plan.always(write) and write.path != CALL for write in plan.live)
    return bool(plan.spots) and straight and not (proto.returns or proto.lambdas or proto.parameter or proto.class_body)


def _writes_environment(index: Index, statement: ast.stmt) -> bool:
    return any(word in index.source.text[slice(*index.source.span(statement))] for word in ("environ", "putenv"))


def _reads_nothing_new(index: Index, plan: Plan, between: list[ast.stmt]) -> bool:
    """Whether no value of the plan can be another one above `between`."""
    computed = [write for write in plan.live if not write.value.is_literal]
    if any(not write.value.dotted for write in computed):
        return False
    bound = frozenset[str]().union(*(names_of(index, one).bound for one in between))
    roots = {write.value.dotted.partition(".")[0] for write in computed}
    if "*" in bound or roots & bound:
        return False
    changing = bool(computed) and any(may_change_objects(index, one) for one in between)
    return not changing or are_steady(index, [write.statement for write in computed], ())


def starter_above(index: Index, plan: Plan, *, is_graph: bool, alike: Container[int] = ()) -> Use | None:
    """The first call that starts the runtime before a plan sets anything, or that surely or perhaps runs before.

    `alike`: the calls (by id) of sessions that the same was set for; to set it again does no harm.
    """
    if not any(is_fixed_at_start(write) for write in plan.live):
        return None
    spots = plan.spots if plan.above is None else (plan.above,)
    first = min((index.source.span(statement)[0] for statement in spots), default=0)
    elsewhere = list[Use]()
    for use in starters(index, is_graph=is_graph):
        home = use.scope.function
        if id(use.call_node) in alike:
            continue
        if home.node is not plan.proto.first.use.scope.function.node and home.kind != "module":
            elsewhere.append(use)
        elif use.start < first:
            return use
    return _run_before(index, plan, elsewhere)


def starters(index: Index, *, is_graph: bool) -> list[Use]:
    """The calls of a file that start the runtime of eager code."""
    v1_control_flow = has_v1_control_flow(index, is_graph=is_graph)
    return [
        use
        for use in index.uses
        if use.call_node is not None
        and (
            use.symbol in _STARTERS
            or starts_in_graphs(use, v1_control_flow=v1_control_flow)
            or (not is_graph and _computes(use) and not brings_graph(index, use))
        )
    ]


def _run_before(index: Index, plan: Plan, uses: list[Use]) -> Use | None:
    """The first of these calls, of other functions, that runs before the proto of a plan is built."""
    found, built = {id(use): use for use in uses}, {id(one.use) for one in plan.proto.constructs}
    for line in timelines(index) if uses else ():
        before = takewhile(lambda event: id(event.use) not in built, line)
        known = next((event.use for event in before if id(event.use) in found), None)
        if known is not None and any(id(event.use) in built for event in line):
            return known
    return None


def variable_between(index: Index, plan: Plan) -> Event | None:
    """The write of a variable that CUDA reads when GPUs are first listed, between a proto and a session that takes it.

    TensorFlow 1 looked for GPUs when it made the session; `tf.config` lists them where the proto was.
    """
    listing = any(write.path in FIELDS and not FIELDS[write.path].per_session for write in plan.live)
    if not (listing or _has_calls(plan)) or not any(name in index.source.text for name in READ_AT_FIRST_LOOK):
        return None
    built = {id(one.use) for one in plan.proto.constructs} | {id(spot) for spot in plan.spots}
    takers = {id(one.use) for one in plan.proto.consumptions}
    for line in timelines(index):
        after = dropwhile(lambda event: not _is_at(event, built), line)
        elsewhere = all(not _is_at(event, built) for event in line)
        until = list(line if elsewhere else after)
        ends = [position for position, event in enumerate(until) if id(event.use) in takers]
        found = [event for event in until[: max(ends, default=0)] if event.variable in READ_AT_FIRST_LOOK]
        if found:
            return found[0]
    return None


def _is_at(event: Event, built: Container[int]) -> bool:
    return id(event.use) in built or any(id(one) in built for one in event.trail)


def _has_calls(plan: Plan) -> bool:
    """Whether a function that the plan calls sets fields."""
    return any(write.path == CALL for write in plan.live)


def is_fixed_at_start(write: Write) -> bool:
    """Whether a write becomes a setter that raises once the runtime runs: of devices, memory or threads."""
    return write.path not in FIELDS or not FIELDS[write.path].any_time


def _computes(use: Use) -> bool:
    """Whether an eager program runs an op here, as far as a name can tell: all but configuration and bookkeeping."""
    if use.symbol in CONSUMERS or use.symbol.partition(".")[0] in MESSAGES:
        return False
    return not use.symbol.startswith(_QUIET)
