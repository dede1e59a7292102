"""The recorder of a script that runs on TensorFlow 1.15: its sessions, and the graphs that they ran.

What is loaded there must be valid Python 3.7. The record has the layout of `writing.py`, without eager ops, and is
placed like any other, by TensorFlow 2.
"""

from __future__ import annotations

import dataclasses
import json
import os
from typing import Any

from . import border, cards, frames
from .guard import Guard
from .modules import tensorflow
from .names import Names
from .pretend import Machine

_EAGER = "eager ops on TensorFlow 1 are not recorded"


class Recording:
    """The pretended machine, and for each graph with the settings of its session what was run of it."""

    def __init__(self, settings: dict[str, Any], guard: Guard) -> None:
        self._guard = guard
        self._names = Names(settings["gpus"])
        self._machine = Machine(cards.Driver([settings["memory_mib"]] * settings["gpus"]), self._names)
        self._sessions: dict[Any, dict[str, Any]] = {}
        self._kept: list[Any] = []  # what the keys are made of must live

    def install(self) -> None:
        """Pretend the machine, then listen to its sessions."""
        cards.install(self._machine.driver)
        self._machine.install()
        border.install_for_graphs(self._names)
        module = tensorflow("python.client.session")
        session_class = module.BaseSession
        do_run, make_callable = session_class._do_run, session_class.make_callable

        def run(session: Any, handle: Any, targets: Any, fetches: Any, feeds: Any, *rest: Any) -> Any:
            self._guard(self._note, session, (*fetches, *targets), tuple(feeds or ()))
            return do_run(session, handle, targets, fetches, feeds, *rest)

        def callable_of(session: Any, fetches: Any, feed_list: Any = None, accept_options: bool = False) -> Any:
            made = make_callable(session, fetches, feed_list, accept_options)
            if feed_list is not None:  # goes through `run`
                return made

            handler = module._FetchHandler(session.graph, fetches, {})
            wanted = (*handler.fetches(), *handler.targets())

            def called(*arguments: Any, **named: Any) -> Any:
                self._guard(self._note, session, wanted, ())
                return made(*arguments, **named)

            return called

        session_class._do_run, session_class.make_callable = run, callable_of

    def _note(self, session: Any, fetches: tuple[Any, ...], feeds: tuple[Any, ...]) -> None:
        config, graph = session._config, session.graph
        soft = config.allow_soft_placement
        inline = config.graph_options.optimizer_options.do_function_inlining
        record = self._sessions.setdefault((id(graph), soft, inline), {"graph": graph, "soft": soft, "inline": inline})
        runs = record.setdefault("runs", {})
        key = (*map(id, fetches), None, *map(id, feeds))
        if key not in runs:
            names = sorted({getattr(each, "op", each).name for each in fetches})
            fed = sorted(each.name for each in feeds)
            place = frames.users_place(3)
            runs[key] = {"fetches": names, "feeds": fed, "place": place, "count": 0, "devices": {}}
            self._kept += (graph, fetches, feeds)
        runs[key]["count"] += 1

    def write(self, folder: str, uncaught: BaseException | None) -> None:
        """Write the record into a folder; `trace.json` comes last, so that where it is, the rest is."""
        self._guard(self._machine.finish)
        records = enumerate([*self._sessions.values()])
        sessions = [self._guard(_session, folder, number, record) for number, record in records]
        _write(folder, "library.pb", b"")
        names = self._names
        by_eager = any(each.by == "context" for each in self._machine.starts)
        trace = {
            "tensorflow": tensorflow("python.framework.versions").__version__,
            "base": names.base,
            "gpus": names.pretended if names.gpus is None else names.gpus,
            "peaks": None,
            "eager": [],
            "calls": [],
            "sessions": [each for each in sessions if each is not None],
            "lines": {},
            "complaints": [],
            "starts": [dataclasses.asdict(each) for each in self._machine.starts],
            "uncaught": None if uncaught is None else f"{type(uncaught).__name__}: {uncaught}",
            "stood_in": [_EAGER] if by_eager else [],
            "errors": self._guard.errors,
        }
        _write(folder, "trace.json.part", json.dumps(trace).encode())
        os.replace(os.path.join(folder, "trace.json.part"), os.path.join(folder, "trace.json"))


def _session(folder: str, number: int, record: dict[str, Any]) -> dict[str, Any]:
    graph, file = record["graph"], f"session{number}.pb"
    _write(folder, file, graph.as_graph_def().SerializeToString())
    places = ((operation.name, _place(operation)) for operation in graph.get_operations())
    lines = {name: place for name, place in places if place is not None}
    runs = [*record["runs"].values()]
    return {"graph": file, "soft": record["soft"], "inline": record["inline"], "runs": runs, "lines": {"": lines}}


def _place(operation: Any) -> frames.Place | None:
    """The line of an op; `Operation.traceback` would read the source of every frame (1.15)."""
    return frames.place_in(getattr(operation, "_traceback", None))


def _write(folder: str, name: str, data: bytes) -> None:
    with open(os.path.join(folder, name), "wb") as file:
        file.write(data)
