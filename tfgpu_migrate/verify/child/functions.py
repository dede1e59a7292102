"""Graphs that became functions, by name: the bodies that calls run, and the lines that their ops come from."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

from . import frames
from .kernels import op_def
from .modules import tensorflow


class Functions:
    """Keeps every concrete function alive, so that its body can still be asked for when the script has ended."""

    def __init__(self) -> None:
        self._known: dict[str, tuple[Any, Any]] = {}

    def install(self) -> None:
        """From now on, note each function as it is made."""
        module = tensorflow("python.eager.polymorphic_function.atomic_function")
        make = module.from_func_graph

        def from_func_graph(name: Any, graph: Any, *arguments: Any, **named: Any) -> Any:
            function = make(name, graph, *arguments, **named)
            self._known[function.name.decode()] = (function, graph)
            return function

        module.from_func_graph = from_func_graph

    def graph(self, name: str) -> Any:
        """The graph that a function was made of; None for one that TensorFlow made itself."""
        return self._known.get(name, (None, None))[1]

    def outputs(self, name: str) -> list[Any] | None:
        """The symbolic outputs of a function."""
        graph = self.graph(name)
        return None if graph is None else list(graph.outputs)

    def definitions(self, names: Iterable[str]) -> dict[str, Any]:
        """The FunctionDefs of these functions and of all that they call."""
        context = tensorflow("python.eager.context").context()
        found: dict[str, Any] = {}
        waiting = list(names)
        while waiting:
            name = waiting.pop()
            if name in found:
                continue
            try:
                known = self._known.get(name)
                definition = context.get_function_def(name) if known is None else known[0].definition
            except Exception:  # a function of a session's graph, or one that is gone
                continue
            found[name] = definition
            for node in definition.node_def:
                waiting += called_by(node)
        return found


def all_nodes(graph: Any) -> Iterator[Any]:
    """The nodes of a GraphDef and of the bodies in its library."""
    yield from graph.node
    for function in graph.library.function:
        yield from function.node_def


def called_by(node: Any) -> Iterator[str]:
    """Names of the functions that a NodeDef calls."""
    if op_def(node.op) is None:
        yield node.op
    for attribute in node.attr.values():
        if attribute.HasField("func"):
            yield attribute.func.name
        for each in attribute.list.func:
            yield each.name


def lines(graph: Any) -> dict[str, frames.Place]:
    """The line that each op of a graph comes from, by the op's name."""
    found = {}
    for operation in graph.get_operations():
        place = frames.place_in(_stack(operation))
        if place is not None:
            found[operation.name] = place
    return found


def _stack(operation: Any) -> Any:
    try:
        return operation.traceback
    except Exception:  # imported from a GraphDef
        return None
