"""What answers where there is no placer: the registry of kernels, and that nodes of one variable stay together."""

from __future__ import annotations

from collections import defaultdict
from typing import Any

from . import kernels
from .refusals import Placed


class KernelRules:
    """Has the methods of `placer.Placer`. Bodies of called functions are not looked into."""

    source = "kernel registry"

    def __init__(self, gpus: int) -> None:
        self._gpus = gpus

    def place(self, graph_def: Any, soft: bool = True, inline: bool = False) -> Placed:
        """Place every node of the graph, softly, whatever `soft` says."""
        groups = Groups(graph_def.node)
        placed = {}
        for members in groups.all():
            wanted = min(map(self._device, members))  # CPU:0 drags the others along
            for node in members:
                placed[node.name] = (node.op, wanted)
        return placed

    def _device(self, node: Any) -> str:
        return kernels.choose(node.op, kernels.types_of(node), node.device, self._gpus)


class Groups:
    """Nodes that must share a device: those of one resource or reference, and those a `_class` attribute ties."""

    def __init__(self, nodes: Any) -> None:
        self._nodes = {node.name: node for node in nodes}
        self._leader = {name: name for name in self._nodes}
        for node in nodes:
            for other in self._tied(node):
                self._leader[self._find(node.name)] = self._find(other)
        self._members: dict[str, list[Any]] = defaultdict(list)
        for name, node in self._nodes.items():
            self._members[self._find(name)].append(node)

    def all(self) -> list[list[Any]]:
        """Every group; a node that nothing ties is one by itself."""
        return list(self._members.values())

    def of(self, name: str) -> list[Any]:
        """The group of a node."""
        return self._members[self._find(name)] if name in self._leader else []

    def _find(self, name: str) -> str:
        while self._leader[name] != name:
            self._leader[name] = name = self._leader[self._leader[name]]
        return name

    def _tied(self, node: Any) -> list[str]:
        classes = node.attr["_class"].list.s if "_class" in node.attr else ()
        names = [each.decode().partition("@")[2] for each in classes]
        definition = kernels.op_def(node.op)
        if definition is not None and node.op not in kernels.FOLLOWS_NO_INPUT:
            arguments = definition.input_arg
            is_plain = not any(each.number_attr or each.type_list_attr for each in arguments)
            for argument, given in zip(arguments, node.input, strict=False) if is_plain else ():
                if argument.type == kernels.RESOURCE or argument.is_ref:
                    names.append(given.partition(":")[0])
        return [name for name in names if name in self._nodes]
