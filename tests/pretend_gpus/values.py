"""What a run is: the values a test compares, and their JSON."""

from __future__ import annotations

import dataclasses
import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

# What log_device_placement writes to stdout (core/common_runtime/placer.cc and direct_session.cc, 1.15 and 2.21):
# one line a node, and before them the map of devices. The only place that knows these lines.
_PLACEMENT_LOG = re.compile(r"\S+: \(\w+\): ?/job:|Device mapping:|/job:\S+ -> ")


# No two cards alike, so that a cap computed from the wrong card shows.
MEMORY_MIB = (11264, 24576, 40960, 81920)


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


@dataclass(frozen=True)
class Run:
    """What became of one script."""

    exit: int
    """As the shell sees it; negative: the signal that ended it."""
    error: str | None
    """`Type: message` of what ended the script, or of why its configuration could not start."""
    stdout: str
    stderr: str
    starts: tuple[Start, ...]

    @property
    def ok(self) -> bool:
        """The script ended well, and its configuration can start."""
        return self.exit == 0 and self.error is None

    @property
    def output(self) -> list[str]:
        """The lines the script itself printed: stdout without TensorFlow's placement log."""
        return [line.rstrip() for line in self.stdout.splitlines() if not _PLACEMENT_LOG.match(line)]

    @property
    def devices(self) -> DeviceConfig | None:
        """The effective device configuration: the first start of a process decides for all later ones."""
        return self.starts[0].devices if self.starts else None

    @property
    def graphs(self) -> tuple[GraphConfig, ...]:
        """The sessions' configurations in order; of a script without any, the eager context's."""
        sessions = tuple(start.graph for start in self.starts if start.by == "session")
        return sessions or tuple(start.graph for start in self.starts if start.by in ("context", "exit"))
