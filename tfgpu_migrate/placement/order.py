"""Which device configuration of a file runs after the runtime has started, and therefore comes too late."""

import ast
from collections.abc import Iterator
from typing import NamedTuple

from tfgpu_migrate.context import Context
from tfgpu_migrate.index.contexts import catches
from tfgpu_migrate.index.index import Index
from tfgpu_migrate.index.mode import brings_graph
from tfgpu_migrate.index.uses import Use
from tfgpu_migrate.placement.setters import GROWTH, PHYSICAL_LISTS, SETTERS, THREADS
from tfgpu_migrate.placement.starts import READ_AT_FIRST_LOOK, STARTS, VARIABLES, starts_in_graphs
from tfgpu_migrate.placement.timeline import Event

# What creates the GPU devices without the runtime of eager code.
_OPENS = frozenset(
    (
        "InteractiveSession",
        "Session",
        "python.client.device_lib.list_local_devices",
        "test.gpu_device_name",
        "test.is_gpu_available",
    )
)
_BUILT = frozenset(
    f"keras.layers.{name}"
    for name in "BatchNormalization Conv1D Conv2D Conv3D Dense DepthwiseConv2D Embedding LayerNormalization".split()
)
_WITH_SHAPE = frozenset(("batch_input_shape", "batch_shape", "input_dim", "input_shape"))
READERS = STARTS | _OPENS | _BUILT | {*PHYSICAL_LISTS, "keras.Sequential", "keras.models.Sequential"}
_PASSED_ON = ("subprocess", "multiprocessing", "Popen", "os.system", "os.exec", "os.spawn")  # children inherit it


class Late(NamedTuple):
    """A setting or write that has no chance any more, and the call that came first."""

    event: Event
    after: Event


def late_settings(context: Context) -> Iterator[Late]:
    """The calls of `SETTERS` that surely come after the devices were created, unless the same setter ran before."""
    for line in context.timelines:
        started, opened, tried = list[Event](), list[Event](), set[str]()
        for event in line:
            if event.use is None or context.index.is_guarded(event.use):
                continue
            symbol = event.use.symbol
            if symbol in SETTERS and symbol not in tried:
                first = started + [one for one in opened if _decides(one, symbol)]
                before = next((one for one in first if one.surely_before(event)), None)
                if before is not None:
                    yield Late(event, before)
                else:
                    tried.add(symbol)
            elif starts_runtime(context, event.use):
                started.append(event)
            elif symbol in _OPENS:
                opened.append(event)


def _decides(opened: Event, setter: str) -> bool:
    """Whether the devices that a session or a probe created leave nothing to a setter; threads are each session's own.

    InteractiveSession lets memory grow by itself.
    """
    grows = opened.use is not None and opened.use.symbol == "InteractiveSession"
    return setter not in THREADS and not (grows and setter == GROWTH)


def is_silent(context: Context, late: Late) -> bool:
    """Whether the late setting raises nothing, because the runtime of eager code does not run yet."""
    return late.after.use is not None and not starts_runtime(context, late.after.use)


def first_reader(context: Context) -> Use | None:
    """The first use of what may read an environment variable about GPUs; None where the file names no such variable."""
    if not context.device_variables:
        return None
    return next((one for one in context.index.uses if one.symbol in READERS), None)


def late_variables(context: Context) -> Iterator[Late]:
    """The writes of `VARIABLES` that surely come after they were read."""
    if any(word in context.source.text for word in _PASSED_ON):
        return
    for line in context.timelines:
        for position, event in enumerate(line):
            if event.variable in VARIABLES:
                reads = _looks if event.variable in READ_AT_FIRST_LOOK else _creates
                earlier = (one for one in line[:position] if one.use and reads(context, one.use))
                before = next((one for one in earlier if one.surely_before(event)), None)
                if before is not None:
                    yield Late(event, before)


def _creates(context: Context, use: Use) -> bool:
    return not context.index.is_guarded(use) and (use.symbol in _OPENS or starts_runtime(context, use))


def _looks(context: Context, use: Use) -> bool:
    return (use.symbol in PHYSICAL_LISTS and not context.index.is_guarded(use)) or _creates(context, use)


def starts_runtime(context: Context, use: Use) -> bool:
    """Whether a call starts the runtime of eager code, after which devices cannot be configured."""
    if starts_in_graphs(use, v1_control_flow=context.has_v1_control_flow):
        return True
    in_graph = context.is_graph_file or brings_graph(context.index, use)
    return not in_graph and (use.symbol in STARTS or _builds_layers(use))


def _builds_layers(use: Use) -> bool:
    """`Dense(1)(x)`, `Sequential([..., Dense(1, input_shape=...)])`: the weights are made at once."""
    call = use.call_node
    if call is None:
        return False
    if use.symbol in _BUILT:
        return any(isinstance(one, ast.Call) and one.func is call for one in ast.walk(use.statement))
    if use.symbol in ("keras.Sequential", "keras.models.Sequential"):
        inner = [one for one in ast.walk(call) if isinstance(one, ast.Call) and one is not call]
        return any(word.arg in _WITH_SHAPE for one in inner for word in one.keywords)
    return False


def catches_runtime_error(index: Index, use: Use) -> bool:
    """Whether a handler around a use catches what a late setter raises."""
    tries = (one for one, block in index.holders(use.statement) if isinstance(one, ast.Try) and block == "body")
    return any(catches(handler, "RuntimeError") for one in tries for handler in one.handlers)
