"""What TensorFlow 1 makes of the values of a ConfigProto: a model that shares nothing with the tool or with TensorFlow.

Source: core/common_runtime/gpu/gpu_device.cc, direct_session.cc and python/client/session.py, 1.15.5.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from tests.configurations import EAGER, Program, Segment
from tests.pretend_gpus import Card, DeviceConfig, GraphConfig
from tests.pretend_gpus.values import MEMORY_MIB

_JIT = "graph_options.optimizer_options.global_jit_level"
_GPU = "gpu_options."


class Fails(Exception):
    """The session cannot be made on this machine."""


def devices(program: Program, gpus: int) -> DeviceConfig:
    """The devices that the first session of the process creates. Raises Fails."""
    segment = program.segments[0]
    return _devices(_values(program, segment), gpus)


def graphs(program: Program) -> list[GraphConfig]:
    """The part that each session has for itself, in the order in which they are made."""
    return [graph for segment in program.segments for graph in _graphs(program, segment)]


def _values(program: Program, segment: Segment) -> dict[str, object]:
    values: dict[str, object] = {one.path: one.value for one in program.applied(segment)}
    bare = segment.form == "none_then" and not program.switch  # config=None
    if segment.consumer == "interactive" and bare:
        values[f"{_GPU}allow_growth"] = True
    return values


def _devices(values: Mapping[str, object], gpus: int) -> DeviceConfig:
    count = values.get("device_count.GPU", gpus)
    assert isinstance(count, int)
    listed = str(values.get(f"{_GPU}visible_device_list", ""))
    cards = [int(entry) for entry in listed.split(",")] if listed else list(range(gpus))
    if not gpus or not count:
        cards = []
    if any(card >= gpus for card in cards):
        raise Fails
    fraction = values.get(f"{_GPU}per_process_gpu_memory_fraction", 0.0)
    assert isinstance(fraction, float)
    limits = [(round(fraction * MEMORY_MIB[card]),) if fraction else () for card in cards[:count]]
    made = tuple(Card(card, limit) for card, limit in zip(cards, limits, strict=False))
    cpus = values.get("device_count.CPU", 1)
    assert isinstance(cpus, int)
    return DeviceConfig(made, bool(made) and bool(values.get(f"{_GPU}allow_growth")), cpus)


def _graphs(program: Program, segment: Segment) -> Iterator[GraphConfig]:
    values = _values(program, segment)
    others = {path: str(value) for path, value in values.items() if _is_other(path) and value not in (False, 0)}
    if segment.consumer == "interactive":
        others["graph_options.place_pruned_graph"] = "True"
    # Eager code of TensorFlow 2 softens placement unless told otherwise; that is how it runs at all.
    soft = values.get("allow_soft_placement", segment.consumer in EAGER)
    graph = GraphConfig(
        soft_placement=bool(soft),
        log_placement=bool(values.get("log_device_placement")),
        intra_threads=_number(values, "intra_op_parallelism_threads"),
        inter_threads=_number(values, "inter_op_parallelism_threads"),
        jit=str(values.get(_JIT, "default")),
        others=others,
    )
    yield from [graph] * (2 if segment.consumer in ("twice", "loop") else 1)


def _is_other(path: str) -> bool:
    return path.startswith("graph_options.rewrite_options.") or path in (
        "gpu_options.force_gpu_compatible",
        "operation_timeout_in_ms",
    )


def _number(values: Mapping[str, object], path: str) -> int:
    value = values.get(path, 0)
    assert isinstance(value, int)
    return value
