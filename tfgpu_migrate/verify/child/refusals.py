"""What a placer answers: the device of each node, or that it found none for one."""

from __future__ import annotations

import re
from typing import Any

from .names import PREFIX

Placed = dict[str, tuple[str, str]]  # node -> its op and its device, such as `GPU:0`
_REASONS = (
    re.compile(r"Cannot assign a device for operation (?P<node>[^\s:]+): [^\n]*"),
    re.compile(r"No OpKernel was registered [^\n]*\{\{node (?P<node>[^\s}]+)\}\}[^\n]*"),
)


class Refused(Exception):
    """The placer found no device for a node. `reason` is TensorFlow's line for it, `node` the name of the node."""

    def __init__(self, message: str) -> None:
        super().__init__(message)
        found = next((match for match in (each.search(message) for each in _REASONS) if match), None)
        self.reason = message.strip().partition("\n")[0] if found is None else found[0].replace(PREFIX, "")
        self.node = "" if found is None else found["node"]


def place_anyway(placer: Any, graph: Any, *, soft: bool, inline: bool) -> tuple[Placed, Refused | None]:
    """Place a graph; where that is refused, softly, and with what was refused first."""
    try:
        return placer.place(graph, soft=soft, inline=inline), None
    except Refused as error:
        return placer.place(graph, soft=True, inline=inline), error
