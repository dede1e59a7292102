"""Node names: how the C++ passes that inline functions name the nodes of a body, and the way back."""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import Any

from .functions import called_by

# What lowering puts between the name of a call and that of a node of the called body.
_LOWERED = re.compile(r"^(then|else|body|cond|branch\d*|input|output)/_\d+/")


class Bodies:
    """The functions that a graph may call."""

    def __init__(self, functions: dict[str, Any]) -> None:
        self.functions = functions
        self._read: dict[str, tuple[dict[str, Any], dict[str, list[str]]]] = {}

    def node(self, function: str, name: str) -> Any:
        """A node of a body that was looked into; None if it has none of this name."""
        return self._read[function][0].get(name) if function in self._read else None

    def called(self, function: str, name: str) -> list[str]:
        """The functions that a node of a body calls."""
        return self._of(function, None)[1].get(name, [])

    def resolve(self, function: str, nodes: Iterable[Any] | None, name: str) -> tuple[str, str]:
        """The body and the node in it that a name after inlining stands for; itself, if nothing is known of it."""
        own, callers = self._of(function, nodes)
        if name in own:
            return function, name
        best: tuple[int, str, str] | None = None
        for caller, called in callers.items():
            if not name.startswith(caller + "/") or (best is not None and len(caller) <= best[0]):
                continue
            rest = name[len(caller) + 1 :]
            for body in called:
                for candidate in (_LOWERED.sub("", rest), rest):
                    inner, node = self.resolve(body, None, candidate)
                    if self.node(inner, node) is not None:
                        best = best if best and best[0] == len(caller) else (len(caller), inner, node)
        return (function, name) if best is None else best[1:]

    def _of(self, function: str, nodes: Iterable[Any] | None) -> tuple[dict[str, Any], dict[str, list[str]]]:
        if function not in self._read:
            found = list(self.functions[function].node_def if nodes is None else nodes)
            callers = {}
            for node in found:
                called = [name for name in called_by(node) if name in self.functions]
                if called:
                    callers[node.name] = called
            self._read[function] = {node.name: node for node in found}, callers
        return self._read[function]
