"""What sessions ran, as it is kept and as it is written; valid Python 3.7, for sessions of TensorFlow 1.15 too."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from . import frames
from .records import SessionRecord, SessionRun
from .tracefile import write_bytes


class Sessions:
    """A record for each graph with the settings of its session."""

    def __init__(self) -> None:
        self._records: dict[Any, SessionRecord] = {}

    def all(self) -> list[SessionRecord]:
        """Every record so far, in a list of its own."""
        return list(self._records.values())

    def note(self, session: Any, fetches: Sequence[Any], targets: Sequence[Any], feeds: Sequence[Any]) -> SessionRun:
        """Note a run: fetched tensors, operations, and the tensors that are fed."""
        config = session._config
        soft = bool(config is not None and config.allow_soft_placement)
        inline = bool(config is not None and config.graph_options.optimizer_options.do_function_inlining)
        new = SessionRecord(session.graph, soft, inline)
        record = self._records.setdefault((id(session.graph), soft, inline), new)
        key = (tuple(map(id, fetches)), tuple(map(id, targets)), tuple(map(id, feeds)))
        run = record.runs.get(key)
        if run is None:
            names = {str(getattr(each, "op", each).name) for each in (*fetches, *targets)}
            fed = {each.name for each in feeds}
            run = SessionRun(tuple(sorted(names)), tuple(sorted(fed)), frames.users_place())
            record.runs[key] = run
            record.kept += (*fetches, *targets, *feeds)
        run.count += 1
        return run


def write(folder: str, number: int, record: SessionRecord, lines: Mapping[str, Any]) -> dict[str, Any]:
    """Write the graph; what the trace says of it. `lines`: those of the graph's ops, and of the bodies it calls."""
    file = f"session{number}.pb"
    write_bytes(folder, file, record.graph.as_graph_def().SerializeToString())
    return {
        "graph": file,
        "soft": record.soft,
        "inline": record.inline,
        "runs": [each.__dict__ for each in list(record.runs.values())],
        "lines": lines,
    }
