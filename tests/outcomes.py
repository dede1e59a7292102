"""What a script does that its migration must keep: exit, output, device configuration, each session's configuration."""

from __future__ import annotations

import dataclasses
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from tests.pretend_gpus import DeviceConfig, GraphConfig, Run


@dataclass(frozen=True)
class Outcome:
    """One run, without what differs between TensorFlow versions for no fault of the script: the text of errors."""

    exit: int
    error: str | None
    """The type of the exception that ended it."""
    output: tuple[str, ...]
    devices: DeviceConfig | None
    graphs: tuple[GraphConfig, ...]

    @classmethod
    def of(cls, run: Run) -> Outcome:
        """Keep of a run what can be compared."""
        error = run.error.partition(":")[0] if run.error else None
        return cls(run.exit, error, tuple(run.output), run.devices, run.graphs)

    @classmethod
    def from_json(cls, data: Mapping[str, Any]) -> Outcome:
        """Read what `to_json` and JSON made."""
        devices = data["devices"] and DeviceConfig.from_json(data["devices"])
        graphs = tuple(GraphConfig.from_json(graph) for graph in data["graphs"])
        return cls(data["exit"], data["error"], tuple(data["output"]), devices, graphs)

    def to_json(self) -> dict[str, Any]:
        """Make plain dicts and lists."""
        return dataclasses.asdict(self)


def differences(expected: Outcome, actual: Outcome) -> list[str]:
    """Every value that is not as expected, by its path; nothing where the migration kept all."""
    old, new = dict(_leaves(expected.to_json())), dict(_leaves(actual.to_json()))
    return [
        f"{path}: {old.get(path, 'absent')!r} became {new.get(path, 'absent')!r}"
        for path in sorted({*old, *new})
        if old.get(path, "absent") != new.get(path, "absent")
    ]


def _leaves(value: Any, path: str = "") -> Iterator[tuple[str, Any]]:
    if isinstance(value, Mapping):
        for key, item in value.items():
            yield from _leaves(item, f"{path}.{key}" if path else key)
    elif isinstance(value, (list, tuple)):
        for number, item in enumerate(value):
            yield from _leaves(item, f"{path}[{number}]")
    else:
        yield path, value
