"""Names of devices: short ones, and those of pretended GPUs, which are CPUs to the runtime.

On a machine that pretends, `GPU:i` of the script is `CPU:base+i` of the runtime; texts are translated where they cross
the border between Python and C++.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

PREFIX = "/job:localhost/replica:0/task:0/device:"
_GPU = re.compile(r"(?i)(?<![A-Za-z_])GPU:(\d+|\*)")
_CPU = re.compile(r"(?i)(?<![A-Za-z_])CPU:(\d+)")
_SPEC = re.compile(r"(?i)(CPU|GPU)(?::(\d+|\*))?$")


def short(device: str | None) -> str:
    """`/job:localhost/replica:0/task:0/device:GPU:0` as `GPU:0`; "" where there is none."""
    return (device or "").rsplit("device:", 1)[-1]


def requested(device: str | None) -> str:
    """What a device string asks for: `GPU:1`, `GPU` (any), `CPU:0`, or "" (nothing, or another kind of device)."""
    found = _SPEC.search(device or "")
    if found is None:
        return ""
    kind, index = found[1].upper(), found[2]
    if index in (None, "*"):
        return "CPU:0" if kind == "CPU" else kind
    return f"{kind}:{index}"


def index_of(device: str) -> int:
    """The number in `GPU:1`; 0 where there is none."""
    return int(device.partition(":")[2] or 0)


@dataclass
class Names:
    """How many devices the runtime has: `gpus` is None until it starts, and then that of the logical GPUs."""

    pretended: int
    base: int = 1
    gpus: int | None = None

    @property
    def count(self) -> int:
        """How many GPUs the script has."""
        return self.pretended if self.gpus is None else self.gpus

    def to_runtime(self, name: str, soft: bool = False) -> str:
        """Write GPUs as the CPUs that stand for them. `soft`: one that is not there becomes one that is."""
        count = self.count

        def cpu(found: re.Match[str]) -> str:
            index = 0 if found[1] == "*" else int(found[1])
            if index >= count and soft:
                if count == 0:
                    return "CPU:0"
                index = 0
            return f"CPU:{self.base + index}"

        return _GPU.sub(cpu, name)

    def to_user(self, text: str) -> str:
        """Write the CPUs that stand for GPUs as GPUs."""

        def gpu(found: re.Match[str]) -> str:
            index = int(found[1]) - self.base
            return f"GPU:{index}" if index >= 0 else found[0]

        return _CPU.sub(gpu, text)
