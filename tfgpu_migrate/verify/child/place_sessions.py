"""Graphs of sessions: each is placed whole, with the soft placement of its session; what was run is counted."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from typing import Any

from . import kernels
from .bodies import Bodies
from .copies import graph_copies
from .names import requested
from .placer import Refused
from .rows import COLOCATED, REFUSED, Row, cause_of, culprit_in
from .rules import Groups
from .trace import Trace


class SessionPlacer:
    """Places graphs; `problems` are those it could not."""

    def __init__(self, trace: Trace, placer: Any, gpus: int) -> None:
        self._trace, self._placer, self._gpus = trace, placer, gpus
        self._how = "observed" if not gpus else "predicted"
        self.problems: list[str] = []

    def rows(self) -> Iterator[Row]:
        """A row for each node that was run."""
        for number, session in enumerate(self._trace.sessions):
            yield from self._guarded(number, session)

    def _guarded(self, number: int, session: dict[str, Any]) -> list[Row]:
        try:
            return list(self._session(number, session))
        except Exception as error:
            self.problems.append(f"graph {number}: {error!r}"[:400])
            return []

    def _session(self, number: int, session: dict[str, Any]) -> Iterator[Row]:
        graph = self._trace.graph(session["graph"])
        nodes = {node.name: node for node in graph.node}
        counts: Counter[str] = Counter()
        for run in session["runs"]:
            for name in reached(nodes, run["fetches"], run["feeds"]):
                counts[name] += run["count"]
        refused = None
        try:
            placed = self._placer.place(graph, soft=session["soft"], inline=session["inline"])
        except Refused as error:
            refused = error.node
            yield self._refused(session, nodes, error)
            placed = self._placer.place(graph, soft=True, inline=session["inline"])
        observed = {name: device for run in session["runs"] for name, device in run["devices"].items()}
        bodies, groups = Bodies({each.signature.name: each for each in graph.library.function}), Groups(graph.node)
        for name, (op, device) in placed.items():
            body, inner = bodies.resolve("", graph.node, name)
            node = nodes.get(name) or bodies.node(body, inner)
            count = counts[name] or max((counts[outer] for outer in _outer(name)), default=0)
            if node is None or not count or name == refused:
                continue
            device = observed.get(name, device)
            types, asked = kernels.types_of(node), requested(node.device)
            cause = cause_of(asked, device, op, types, self._gpus)
            if cause and refused is not None:  # the next that TensorFlow would refuse
                cause, device = REFUSED, ""
            yield Row(
                kind="session",
                op=op,
                dtype=kernels.dtype_name(op, types),
                place=session["lines"].get(body, {}).get(inner),
                asked=asked,
                device=device,
                memory=kernels.memory(op, types, device, is_eager=False),
                count=count,
                how="observed" if name in observed else self._how,
                cause=cause,
                culprit=culprit_in(groups, name) if cause == COLOCATED else "",
                graph=str(number),
                name=name,
                copies=graph_copies(nodes[name], placed, nodes) if name in nodes else 0,
            )

    def _refused(self, session: dict[str, Any], nodes: dict[str, Any], error: Refused) -> Row:
        name = error.node
        node = nodes.get(name)
        types = () if node is None else kernels.types_of(node)
        place = session["lines"].get("", {}).get(name) or session["runs"][0]["place"]
        return Row(
            kind="session",
            op="" if node is None else node.op,
            dtype="" if node is None else kernels.dtype_name(node.op, types),
            place=place,
            asked="" if node is None else requested(node.device),
            device="",
            memory="",
            count=1,
            how=self._how,
            cause=REFUSED,
            culprit=error.reason,
            name=name,
        )


def reached(nodes: dict[str, Any], fetches: Iterable[str], feeds: Iterable[str]) -> set[str]:
    """The nodes that a run needs: from the fetches back to what is fed."""
    fed = {name.partition(":")[0] for name in feeds}
    seen: set[str] = set()
    waiting = list(fetches)
    while waiting:
        name = waiting.pop()
        if name in seen or name not in nodes:
            continue
        seen.add(name)
        if name not in fed:
            waiting += (each.lstrip("^").partition(":")[0] for each in nodes[name].input)
    return seen


def _outer(name: str) -> Iterator[str]:
    """The names of the nodes that a node of an inlined body may belong to."""
    parts = name.split("/")
    return ("/".join(parts[:length]) for length in range(1, len(parts)))
