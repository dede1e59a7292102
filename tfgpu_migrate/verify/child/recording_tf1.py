"""The recorder of a script that runs on TensorFlow 1.15: its sessions, and the graphs that they ran.

What is loaded there must be valid Python 3.7. The record has the layout of `writing.py`, without eager ops, and is
placed like any other, by TensorFlow 2.
"""

from __future__ import annotations

import dataclasses
from typing import Any

from . import border, cards, frames, sessions
from .guard import Guard
from .modules import tensorflow
from .names import Names
from .pretend import Machine
from .records import SessionRecord
from .tracefile import write_bytes, write_trace

_EAGER = "eager ops on TensorFlow 1 are not recorded"


class Recording:
    """The pretended machine, and what its sessions ran."""

    def __init__(self, settings: dict[str, Any], guard: Guard) -> None:
        self._guard = guard
        self._names = Names(settings["gpus"])
        self._machine = Machine(cards.Driver([settings["memory_mib"]] * settings["gpus"]), self._names)
        self._sessions = sessions.Sessions()

    def install(self) -> None:
        """Pretend the machine, then listen to its sessions."""
        cards.install(self._machine.driver)
        self._machine.install()
        border.install_for_graphs(self._names)
        module = tensorflow("python.client.session")
        session_class = module.BaseSession
        do_run, make_callable = session_class._do_run, session_class.make_callable

        def run(session: Any, handle: Any, targets: Any, fetches: Any, feeds: Any, *rest: Any) -> Any:
            self._guard(self._sessions.note, session, fetches, targets, tuple(feeds or ()))
            return do_run(session, handle, targets, fetches, feeds, *rest)

        def callable_of(session: Any, fetches: Any, feed_list: Any = None, accept_options: bool = False) -> Any:
            made = make_callable(session, fetches, feed_list, accept_options)
            if feed_list is not None:  # goes through `run`
                return made

            handler = module._FetchHandler(session.graph, fetches, {})
            wanted = handler.fetches(), handler.targets()

            def called(*arguments: Any, **named: Any) -> Any:
                self._guard(self._sessions.note, session, *wanted, ())
                return made(*arguments, **named)

            return called

        session_class._do_run, session_class.make_callable = run, callable_of

    def write(self, folder: str, uncaught: BaseException | None) -> None:
        """Write the record into a folder."""
        self._guard(self._machine.finish)
        records = enumerate(self._sessions.all())
        written = [self._guard(_session, folder, number, record) for number, record in records]
        write_bytes(folder, "library.pb", b"")
        names, starts = self._names, self._machine.starts
        write_trace(
            folder,
            uncaught,
            base=names.base,
            gpus=names.count,
            peaks=None,
            eager=[],
            calls=[],
            sessions=[each for each in written if each is not None],
            lines={},
            complaints=[],
            starts=[dataclasses.asdict(each) for each in starts],
            stood_in=[_EAGER] if any(each.by == "context" for each in starts) else [],
            errors=self._guard.errors,
        )


def _session(folder: str, number: int, record: SessionRecord) -> dict[str, Any]:
    places = ((operation.name, _place(operation)) for operation in record.graph.get_operations())
    return sessions.write(folder, number, record, {"": {name: place for name, place in places if place is not None}})


def _place(operation: Any) -> frames.Place | None:
    """The line of an op; `Operation.traceback` would read the source of every frame (1.15)."""
    return frames.place_in(getattr(operation, "_traceback", None))
