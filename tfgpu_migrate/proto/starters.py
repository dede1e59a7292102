"""What starts the runtime above a proto, so that its `tf.config` calls would be late, and setting them above it."""

import ast
from collections.abc import Container

from tfgpu_migrate.index.index import Index
from tfgpu_migrate.index.mode import brings_graph
from tfgpu_migrate.index.uses import Use
from tfgpu_migrate.placement.starts import STARTS_IN_GRAPHS
from tfgpu_migrate.placement.steady import are_steady, may_change_objects, names_of
from tfgpu_migrate.placement.strategies import SUCCESSORS
from tfgpu_migrate.proto.fields import FIELDS
from tfgpu_migrate.proto.life import CALL, Write
from tfgpu_migrate.proto.messages import CONSUMERS, MESSAGES
from tfgpu_migrate.proto.plan import Plan

# Calls that start the runtime in a graph program, so that devices cannot be configured below them any more.
# Source: tensorflow/python/framework/config.py and training/saver.py, 2.21.0: Saver(sharded=True) asks
# is_custom_device.
STARTERS = (
    STARTS_IN_GRAPHS
    | {name for name, one in SUCCESSORS.items() if one.name in STARTS_IN_GRAPHS}
    | {
        "python.client.device_lib.list_local_devices",
        "train.MonitoredSession",
        "train.MonitoredTrainingSession",
        "train.SingularMonitoredSession",
    }
)

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
    """The first call that starts the runtime before a plan sets anything.

    `alike`: the calls (by id) of sessions that the same was set for; to set it again does no harm.
    """
    if not any(_is_fixed_at_start(write) for write in plan.live):
        return None
    spots = plan.spots if plan.above is None else (plan.above,)
    first = min((index.source.span(statement)[0] for statement in spots), default=0)
    for use in index.uses:
        if use.start >= first or use.call_node is None or id(use.call_node) in alike:
            continue
        sharded = use.symbol == "train.Saver" and any(one.arg == "sharded" for one in use.call_node.keywords)
        eager = not is_graph and _computes(use) and not brings_graph(index, use)
        starts = use.symbol in STARTERS or sharded or eager
        home = use.scope.function
        if starts and (home.node is plan.proto.first.use.scope.function.node or home.kind == "module"):
            return use
    return None


def _is_fixed_at_start(write: Write) -> bool:
    """Whether a write becomes a setter that raises once the runtime runs: of devices, memory or threads."""
    return write.path not in FIELDS or not FIELDS[write.path].any_time


def _computes(use: Use) -> bool:
    """Whether an eager program runs an op here, as far as a name can tell: all but configuration and bookkeeping."""
    if use.symbol in CONSUMERS or use.symbol.partition(".")[0] in MESSAGES:
        return False
    return not use.symbol.startswith(_QUIET)
