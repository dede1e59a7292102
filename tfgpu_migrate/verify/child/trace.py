"""The record of a run as it is read back, with the names that the script used for its devices."""

from __future__ import annotations

import json
import os
from typing import Any

from .collected import Collected
from .functions import all_nodes
from .modules import tensorflow
from .names import Names


class Trace:
    """What `writing.py` wrote into a folder."""

    def __init__(self, folder: str) -> None:
        self._folder = folder
        with open(os.path.join(folder, "trace.json"), encoding="utf-8") as file:
            data: dict[str, Any] = json.load(file)
        self.eager: list[dict[str, Any]] = data["eager"]
        self.calls: list[dict[str, Any]] = data["calls"]
        self.sessions: list[dict[str, Any]] = data["sessions"]
        self.lines: dict[str, dict[str, Any]] = data["lines"]
        self.gpus: int = data["gpus"]
        self.is_pretended: bool = data["base"] > 0
        self._names = Names(0, data["base"]) if data["base"] else None
        self.collected = Collected(folder)
        self.library = self.graph("library.pb")
        self.functions = {each.signature.name: each for each in self.library.library.function}

    def graph(self, file: str) -> Any:
        """A GraphDef of the folder."""
        with open(os.path.join(self._folder, file), "rb") as data:
            graph = tensorflow("core.framework.graph_pb2").GraphDef.FromString(data.read())
        if self._names is not None:
            for node in all_nodes(graph):
                node.device = self._names.to_user(node.device)
        return graph


def node_of(record: dict[str, Any]) -> Any:
    """The NodeDef of an eager op."""
    return tensorflow("core.framework.node_def_pb2").NodeDef.FromString(bytes.fromhex(record["node"]))


def type_lists(types: list[list[Any]]) -> tuple[Any, ...]:
    """Types as `kernels` takes them, from JSON."""
    return tuple((name, tuple(value) if isinstance(value, list) else value) for name, value in types)
