"""Graphs of sessions: each is placed whole, with the soft placement of its session; what was run is counted."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import replace
from typing import Any

from .bodies import Bodies
from .copies import graph_copies
from .refusals import Refused, place_anyway
from .rows import COLOCATED, Row, culprit_in, refused, row_of
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
        placed, refusal = place_anyway(self._placer, graph, soft=session["soft"], inline=session["inline"])
        if refusal is not None:
            yield self._refused(session, nodes, refusal)
        observed = {name: device for run in session["runs"] for name, device in run["devices"].items()}
        bodies, groups = Bodies({each.signature.name: each for each in graph.library.function}), Groups(graph.node)
        for name, (op, device) in placed.items():
            body, inner = bodies.resolve("", graph.node, name)
            node = nodes.get(name) or bodies.node(body, inner)
            count = counts[name] or max((counts[outer] for outer in _outer(name)), default=0)
            if node is None or not count or (refusal is not None and name == refusal.node):
                continue
            place, how = session["lines"].get(body, {}).get(inner), "observed" if name in observed else self._how
            device = observed.get(name, device)
            row = row_of("session", node, op, device, place=place, count=count, how=how, gpus=self._gpus)
            row = replace(
                row,
                culprit=culprit_in(groups, name) if row.cause == COLOCATED else "",
                graph=str(number),
                name=name,
                copies=graph_copies(nodes[name], placed, nodes) if name in nodes else 0,
            )
            yield refused(row) if row.cause and refusal is not None else row  # the next that TensorFlow would refuse

    def _refused(self, session: dict[str, Any], nodes: dict[str, Any], error: Refused) -> Row:
        node = nodes.get(error.node)
        place = session["lines"].get("", {}).get(error.node) or session["runs"][0]["place"]
        if node is None:
            row = Row("session", "", "", place, "", "", "", 1, self._how)
        else:
            row = row_of("session", node, node.op, "", place=place, count=1, how=self._how, gpus=self._gpus)
        return refused(replace(row, name=error.node), error.reason)


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
