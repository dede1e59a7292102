"""The recorder's life in the script's process: begins with Python, looks on once TensorFlow is imported, ends with it.

The parent process says what to do in the variable TFGPU_VERIFY, as JSON: `folder` (where the record goes), `gpus` (how
many to pretend; null: none), `memory_mib` (of each), `stop` (a file descriptor: when it ends, time is up), `as_tf1`
(whether `import tensorflow` means `tensorflow.compat.v1`), `hide_gpus` (whether TensorFlow is to see no GPU). Valid
Python 3.7, which TensorFlow 1.15 runs on.
"""

from __future__ import annotations

import _thread
import atexit
import ctypes
import importlib.abc
import importlib.util
import json
import os
import resource
import signal
import sys
import threading
import time
from collections.abc import Callable, Sequence
from types import ModuleType, TracebackType
from typing import Any, NoReturn

from .clock import Clock
from .guard import Guard

_HERE = os.path.dirname(os.path.abspath(__file__)) + os.sep
_PR_SET_PDEATHSIG = 1
_open = open  # before a script puts another function in its place


def begin() -> None:
    """Arrange for everything; called before the script's first line."""
    settings = json.loads(os.environ.pop("TFGPU_VERIFY"))
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    if sys.platform == "linux":
        ctypes.CDLL(None).prctl(_PR_SET_PDEATHSIG, signal.SIGKILL, 0, 0, 0)
    os.set_inheritable(settings["stop"], False)
    life = _Life(settings, os.fstat(settings["stop"]))
    sys.meta_path.insert(0, _AfterImport("tensorflow", life.look_on))
    atexit.register(life.end)
    _hide_frames(life)
    _at_exit_without_goodbye(life)
    life.clock.start()


class _Life:
    """What was recorded, and the one time that it is written."""

    def __init__(self, settings: dict[str, Any], stop: os.stat_result) -> None:
        self._settings = settings
        self._stop = stop
        self._process = os.getpid()
        self._writing = threading.Lock()
        self.guard = Guard()
        self.record: Any = None  # a Recording, once TensorFlow is there
        self.uncaught: BaseException | None = None
        self.clock = Clock()

    def look_on(self, _: ModuleType, seconds: float) -> None:
        """TensorFlow has been imported, which took so long: install the hooks."""
        self.clock.imported(seconds)
        with self.clock.paused():
            self.guard(self._install)

    def _install(self) -> None:
        is_tf1 = sys.modules["tensorflow"].__version__.startswith("1.")
        recording = importlib.import_module(".recording_tf1" if is_tf1 else ".recording", __package__)
        self.record = recording.Recording(self._settings, self.guard)
        self.record.install()
        if self._settings["as_tf1"]:
            be_tensorflow_1()
        _thread.start_new_thread(self._wait_for_the_end_of_time, ())
        with open(os.path.join(self._settings["folder"], "began"), "w"):
            pass  # from here on there is something to wait for when time is up

    def end(self) -> None:
        """Write the record, once, and not in a process that was forked from this one."""
        if os.getpid() != self._process or not self._writing.acquire(blocking=False):
            return
        self.guard(self.clock.write, self._settings["folder"])
        if self.record is None:
            return
        try:
            self.record.write(self._settings["folder"], self.uncaught)
        except BaseException as error:
            with _open(os.path.join(self._settings["folder"], "failed.txt"), "w") as file:
                file.write(f"{error!r}")

    def _wait_for_the_end_of_time(self) -> None:
        try:
            # A script may close what it did not open, and the number is that of a file of its own then.
            if not os.path.samestat(os.fstat(self._settings["stop"]), self._stop):
                return
            os.read(self._settings["stop"], 1)
        except OSError:
            return
        self.end()


class _AfterImport(importlib.abc.MetaPathFinder):
    """Calls back when a module has been imported, with the seconds; the script imports it, not this."""

    def __init__(self, name: str, callback: Callable[[ModuleType, float], None]) -> None:
        self._name = name
        self._callback = callback
        self._is_looking = False

    def find_spec(self, name: str, path: Any, target: Any = None) -> Any:
        """Find the module as it would be found without this finder, with a loader that calls back."""
        if name != self._name or self._is_looking:
            return None
        self._is_looking = True
        try:
            spec = importlib.util.find_spec(name)
        finally:
            self._is_looking = False
        if spec is None or spec.loader is None:
            return None
        execute = spec.loader.exec_module

        def exec_module(module: ModuleType) -> None:
            sys.meta_path[:] = [each for each in sys.meta_path if each is not self]
            started = time.monotonic()
            execute(module)
            self._callback(module, time.monotonic() - started)

        setattr(spec.loader, "exec_module", exec_module)  # noqa: B010 - a method of this one loader
        return spec


def be_tensorflow_1() -> None:
    """Let `import tensorflow` mean `tensorflow.compat.v1`, for a script that was never moved."""
    v1 = sys.modules["tensorflow"].compat.v1
    v1.disable_v2_behavior()
    sys.modules["tensorflow"] = v1


def _hide_frames(life: _Life) -> None:
    """Show tracebacks of uncaught errors without the frames of this package."""
    shown = sys.excepthook
    shown_of_thread: Any = getattr(threading, "excepthook", None)  # not in Python 3.7

    def excepthook(kind: type[BaseException], error: BaseException, trace: TracebackType | None) -> None:
        life.uncaught = error
        shown(kind, error.with_traceback(without_our_frames(trace)), error.__traceback__)

    def thread_excepthook(arguments: Any) -> None:
        error = arguments.exc_value
        if error is not None:
            error.__traceback__ = without_our_frames(arguments.exc_traceback)
            arguments = type(arguments)((arguments.exc_type, error, error.__traceback__, arguments.thread))
        shown_of_thread(arguments)

    sys.excepthook = excepthook
    if shown_of_thread is not None:
        threading.excepthook = thread_excepthook


def without_our_frames(trace: TracebackType | None) -> TracebackType | None:
    """The same traceback without the frames of this package."""
    kept: list[TracebackType] = []
    while trace is not None:
        if not trace.tb_frame.f_code.co_filename.startswith(_HERE):
            kept.append(trace)
        trace = trace.tb_next
    return _chained(kept)


def _chained(traces: Sequence[TracebackType]) -> TracebackType | None:
    chain: TracebackType | None = None
    for each in reversed(traces):
        chain = TracebackType(chain, each.tb_frame, each.tb_lasti, each.tb_lineno)
    return chain


def _at_exit_without_goodbye(life: _Life) -> None:
    """`os._exit` runs no exit handlers."""
    leave = os._exit

    def _exit(status: int) -> NoReturn:
        life.end()
        leave(status)

    os._exit = _exit
