"""Where the recorder listens to sessions: one door for `run` and `partial_run`, and one for each kind of callable."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from .modules import tensorflow
from .names import short
from .recorder import Recorder
from .records import SessionRun


def install(recorder: Recorder, *, observes: bool) -> None:
    """Listen to every session. `observes`: where the machine has GPUs, ask the first run of a kind for its graphs."""
    module = tensorflow("python.client.session")
    _runs(recorder, module, _Observer(module) if observes else None)
    _callables(recorder, module)


def _runs(recorder: Recorder, module: Any, observer: _Observer | None) -> None:
    session_class = module.BaseSession
    do_run = session_class._do_run

    def note(session: Any, fetches: Any, targets: Any, feeds: Any) -> SessionRun:
        return recorder.sessions.note(session, fetches, targets, [each.deref() for each in feeds or ()])

    def run(session: Any, handle: Any, targets: Any, fetches: Any, feeds: Any, options: Any, metadata: Any) -> Any:
        noted = recorder.guard(note, session, fetches, targets, feeds)
        is_free = handle is None and options is None and metadata is None
        if observer is None or noted is None or noted.count > 1 or not is_free or not recorder.guard(observer.has_gpus):
            return do_run(session, handle, targets, fetches, feeds, options, metadata)
        options, metadata = observer.buffers()
        try:
            return do_run(session, handle, targets, fetches, feeds, options, metadata)
        finally:
            recorder.guard(observer.read, noted, options, metadata)

    session_class._do_run = run


def _callables(recorder: Recorder, module: Any) -> None:
    session_class = module.BaseSession
    make_callable, with_options = session_class.make_callable, session_class._make_callable_from_options

    def callable_of(session: Any, fetches: Any, feed_list: Any = None, accept_options: bool = False) -> Any:
        made = make_callable(session, fetches, feed_list, accept_options)

        def note() -> None:
            handler = module._FetchHandler(session.graph, fetches, {})
            recorder.sessions.note(session, handler.fetches(), handler.targets(), feed_list or ())

        return _noted(recorder, made, note)

    def callable_from_options(session: Any, options: Any) -> Any:
        made = with_options(session, options)

        def note() -> None:
            lists = (options.fetch, options.target, options.feed)
            recorder.sessions.note(
                session, *([session.graph.as_graph_element(name) for name in names] for names in lists)
            )

        return _noted(recorder, made, note)

    session_class.make_callable = callable_of
    session_class._make_callable_from_options = callable_from_options


def _noted(recorder: Recorder, made: Any, note: Callable[[], None]) -> Any:
    def called(*arguments: Any, **named: Any) -> Any:
        recorder.guard(note)
        return made(*arguments, **named)

    return called


class _Observer:
    """Asks a run for the graphs that each device got."""

    def __init__(self, module: Any) -> None:
        self._runtime = module.tf_session
        self._protos = tensorflow("core.protobuf.config_pb2")

    def has_gpus(self) -> bool:
        """Whether TensorFlow sees a GPU, which on a machine without one is not worth asking for."""
        return bool(tensorflow("python.eager.context").context().list_physical_devices("GPU"))

    def buffers(self) -> tuple[Any, Any]:
        """The options of such a run, and where its answer goes."""
        options = self._protos.RunOptions(output_partition_graphs=True)
        return self._runtime.TF_NewBufferFromString(options.SerializeToString()), self._runtime.TF_NewBuffer()

    def read(self, run: SessionRun, options: Any, answer: Any) -> None:
        """Keep the devices of the nodes."""
        metadata = self._protos.RunMetadata.FromString(bytes(self._runtime.TF_GetBuffer(answer)))
        self._runtime.TF_DeleteBuffer(options)
        self._runtime.TF_DeleteBuffer(answer)
        for graph in metadata.partition_graphs:
            run.devices.update((node.name, short(node.device)) for node in graph.node)
