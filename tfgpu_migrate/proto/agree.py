"""Whether the protos of a file can move beside its other sessions: tf.config holds for the whole process."""

from collections.abc import Sequence

from tfgpu_migrate.index.index import Index
from tfgpu_migrate.index.mode import brings_graph
from tfgpu_migrate.index.uses import Use
from tfgpu_migrate.proto.fields import FIELDS
from tfgpu_migrate.proto.life import Problem
from tfgpu_migrate.proto.messages import CONSUMERS, MESSAGES
from tfgpu_migrate.proto.plan import Plan

# Calls that start the runtime in a graph program, so that devices cannot be configured below them any more.
# Source: tensorflow/python/framework/config.py and training/saver.py, 2.21.0: Saver(sharded=True) asks
# is_custom_device.
STARTERS = frozenset(
    (
        "config.experimental.list_logical_devices",
        "config.list_logical_devices",
        "contrib.distribute.MirroredStrategy",
        "distribute.MirroredStrategy",
        "python.client.device_lib.list_local_devices",
        "train.MonitoredSession",
        "train.MonitoredTrainingSession",
        "train.SingularMonitoredSession",
        "train.Supervisor",
    )
)

# Names that compute nothing: configuration, bookkeeping, protos.
_QUIET = (
    *(f"{name}." for name in "config compat app flags logging test keras.backend python core version".split()),
    *("Graph", "Session", "__version__", "float", "int", "uint", "bool", "string"),
)


def agree(index: Index, plans: Sequence[Plan], *, is_graph: bool) -> dict[Plan, Problem]:
    """The plans that cannot be made beside the other sessions of the file, with the reason.

    tf.config holds for the process: sessions that differ keep their protos, and so does one that would hand fields of
    its own to a later session without a configuration.
    """
    refused: dict[Plan, Problem] = {}
    fields = {plan: _effective(plan) for plan in plans}
    taken = {id(one.call) for plan in plans for one in plan.proto.consumptions}
    bare = [use for use in index.of(*CONSUMERS) if _takes_context(use) and id(use.call_node) not in taken]
    for plan, mine in fields.items():
        others = [other for other in plans if other is not plan and fields[other] != mine]
        first = plan.proto.first.use
        session_fields = {path for path in mine if FIELDS[path[0]].per_session}
        heirs = [use for use in bare if not _runs_before(use, plan)]
        if others:
            line = index.source.location(others[0].proto.first.use.start)[0]
            reason = f"sessions of this file want different settings (line {line}); a process has one: keep one"
            refused[plan] = Problem(first.start, first.end, reason)
        elif session_fields and heirs:
            line = index.source.location(heirs[0].start)[0]
            reason = f"the session on line {line} has no configuration and would inherit this one: give both the same"
            refused[plan] = Problem(first.start, first.end, reason)
        elif (starter := _starter_above(index, plan, is_graph=is_graph)) is not None:
            line = index.source.location(starter.start)[0]
            reason = f"`{starter.written}` on line {line} starts the runtime before: move the configuration above it"
            refused[plan] = Problem(first.start, first.end, reason)
    return refused


def _effective(plan: Plan) -> frozenset[tuple[str, str | None, str]]:
    writes = (one for spot in plan.spots.values() for one in spot if one not in plan.silent)
    return frozenset((one.path, one.key, one.value.text) for one in writes)


def _takes_context(use: Use) -> bool:
    call = use.call_node
    consumer = CONSUMERS[use.symbol]
    if call is None or not consumer.reads_context or consumer.goes:
        return False
    explicit = any(keyword.arg in (consumer.keyword, None) for keyword in call.keywords)
    return not explicit and len(call.args) <= consumer.position


def _runs_before(use: Use, plan: Plan) -> bool:
    """A session made above the proto, in the same straight line of code, was never its heir."""
    same = use.scope.function is plan.proto.first.use.scope.function
    return same and use.start < min(one.use.start for one in plan.proto.constructs)


def _starter_above(index: Index, plan: Plan, *, is_graph: bool) -> Use | None:
    first = min((index.source.span(statement)[0] for statement in plan.spots), default=0)
    for use in index.uses:
        if use.start >= first or use.call_node is None:
            continue
        sharded = use.symbol == "train.Saver" and any(one.arg == "sharded" for one in use.call_node.keywords)
        eager = not is_graph and _computes(use) and not brings_graph(index, use)
        starts = use.symbol in STARTERS or sharded or eager
        home = use.scope.function
        if starts and (home is plan.proto.first.use.scope.function or home.kind == "module"):
            return use
    return None


def _computes(use: Use) -> bool:
    """Whether an eager program runs an op here, as far as a name can tell: all but configuration and bookkeeping."""
    if use.symbol in CONSUMERS or use.symbol.partition(".")[0] in MESSAGES:
        return False
    return not use.symbol.startswith(_QUIET)
