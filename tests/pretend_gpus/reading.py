"""From a ConfigProto to what TensorFlow's GPU runtime makes of it."""

from __future__ import annotations

import os
from collections.abc import Iterator, Sequence
from typing import Any

from tests.pretend_gpus.values import MEMORY_MIB, Card, DeviceConfig, GraphConfig

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


class DeviceListError(Exception):
    """A `visible_device_list` that names no card."""


def device_config(config: Any, visible: Sequence[int]) -> DeviceConfig:
    """Read the process-wide part, on a process that sees the cards `visible`."""
    options = config.gpu_options
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
            limits = [fraction * MEMORY_MIB[card]]
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
            text = f"'visible_device_list' listed an invalid GPU id '{entry}' but visible device count is {count}"
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
