"""From a ConfigProto to what TensorFlow's GPU runtime makes of it: the device configuration in effect."""

from __future__ import annotations

import dataclasses
import os
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from .cards import Driver

# Read elsewhere in this module, or the same for everyone: not `others` of a GraphConfig.
_OWN_FIELDS = (
    "device_count",
    "gpu_options.allow_growth",
    "gpu_options.per_process_gpu_memory_fraction",
    "gpu_options.visible_device_list",
    "gpu_options.experimental.virtual_devices",
    "allow_soft_placement",
    "log_device_placement",
    "intra_op_parallelism_threads",
    "inter_op_parallelism_threads",
    "graph_options.optimizer_options.global_jit_level",
)


@dataclass(frozen=True)
class Card:
    """A GPU the process uses."""

    index: int
    """The card's number on the machine, whatever CUDA_VISIBLE_DEVICES calls it."""
    limits_mib: tuple[int, ...] = ()
    """A cap for each logical device on it; empty: no cap."""


@dataclass(frozen=True)
class DeviceConfig:
    """What a process decides once, when it creates its devices."""

    cards: tuple[Card, ...]
    growth: bool
    cpus: int

    @classmethod
    def from_json(cls, data: Mapping[str, Any]) -> DeviceConfig:
        """Read what `dataclasses.asdict` and JSON made."""
        cards = tuple(Card(card["index"], tuple(card["limits_mib"])) for card in data["cards"])
        return cls(cards, data["growth"], data["cpus"])


@dataclass(frozen=True)
class GraphConfig:
    """What each session, or the eager context, decides for itself."""

    soft_placement: bool
    log_placement: bool
    intra_threads: int
    inter_threads: int
    jit: str
    """`default`, `off` or `on`: both of ON_1 and ON_2, between which a CPU or GPU build sees no difference."""
    others: Mapping[str, str] = dataclasses.field(default_factory=dict)
    """Every other field of the ConfigProto that was set, by its path."""

    @classmethod
    def from_json(cls, data: Mapping[str, Any]) -> GraphConfig:
        """Read what `dataclasses.asdict` and JSON made."""
        return cls(**data)


@dataclass(frozen=True)
class Start:
    """One creation of devices in the process, with the configuration it was given."""

    by: str
    """`session`, `context` (eager), `list_local_devices`, or `exit`: never started, this is what would have been."""
    devices: DeviceConfig
    graph: GraphConfig

    @classmethod
    def from_json(cls, data: Mapping[str, Any]) -> Start:
        """Read what `dataclasses.asdict` and JSON made."""
        return cls(data["by"], DeviceConfig.from_json(data["devices"]), GraphConfig.from_json(data["graph"]))


class DeviceListError(Exception):
    """A `visible_device_list` that names no card."""


def device_config(config: Any, driver: Driver) -> DeviceConfig:
    """Read the process-wide part, on a machine with these cards. Raises DeviceListError."""
    options, visible = config.gpu_options, driver.cards
    count = config.device_count.get("GPU", len(visible))
    # core/common_runtime/gpu/gpu_device.cc, CreateDevices: on a machine without cards, or with device_count GPU 0, it
    # returns before the list is read; a smaller count takes the first ones; with virtual devices the count is of those.
    ordinals = _ordinals(options.visible_device_list, len(visible)) if count and visible else []
    virtual = list(options.experimental.virtual_devices)
    if not virtual:
        ordinals = ordinals[:count]
    fraction = options.per_process_gpu_memory_fraction
    cards = []
    for position, ordinal in enumerate(ordinals):
        card = visible[ordinal]
        limits = list(virtual[position].memory_limit_mb) if position < len(virtual) else []
        if not limits and fraction:
            limits = [fraction * driver.memory_mib(ordinal)]
        cards.append(Card(card, tuple(round(limit) for limit in limits)))
    cpus = config.device_count.get("CPU", 1)
    return DeviceConfig(tuple(cards), bool(cards) and _growth(options.allow_growth), cpus)


def graph_config(config: Any) -> GraphConfig:
    """Read the part that each session has for itself."""
    level = config.graph_options.optimizer_options.global_jit_level
    return GraphConfig(
        soft_placement=config.allow_soft_placement,
        log_placement=config.log_device_placement,
        intra_threads=config.intra_op_parallelism_threads,
        inter_threads=config.inter_op_parallelism_threads,
        jit="default" if level == 0 else "off" if level < 0 else "on",
        others={path: str(value) for path, value in _set_fields(config, "") if path not in _OWN_FIELDS},
    )


def _ordinals(device_list: str, count: int) -> list[int]:
    """Read `visible_device_list` as ParseVisibleDeviceList of gpu_device.cc does, with its texts."""
    if not device_list:
        return list(range(count))
    ordinals = []
    for entry in device_list.split(","):
        if not entry.strip().isdigit():
            raise DeviceListError(f"Could not parse entry in 'visible_device_list': '{entry}'.")
        if int(entry) >= count:
            text = f"'visible_device_list' listed an invalid Device id '{entry}' but visible device count is {count}"
            raise DeviceListError(text)
        ordinals.append(int(entry))
    return ordinals


def _growth(asked: bool) -> bool:
    """TF_FORCE_GPU_ALLOW_GROWTH beats the proto (gpu_process_state / gpu_bfc_allocator.cc, GetAllowGrowthValue)."""
    forced = {"true": True, "false": False}.get(os.environ.get("TF_FORCE_GPU_ALLOW_GROWTH", ""))
    return asked if forced is None else forced


def _set_fields(message: Any, prefix: str) -> Iterator[tuple[str, Any]]:
    for field, value in message.ListFields():
        path = prefix + field.name
        if path not in _OWN_FIELDS and hasattr(value, "ListFields"):
            yield from _set_fields(value, path + ".")
        else:
            yield path, value
