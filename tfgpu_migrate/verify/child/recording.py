"""Everything that is installed in the script's TensorFlow, and what is written of it at the end."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from . import border, cards, collected, complaints, hide, hooks, writing
from .direct import Pretending
from .functions import Functions
from .guard import Guard
from .modules import tensorflow
from .names import Names
from .pretend import Machine
from .recorder import Recorder


class Recording:
    """The recorder, and on a machine that pretends GPUs the machine."""

    def __init__(self, settings: dict[str, Any], guard: Guard) -> None:
        self._guard = guard
        gpus = settings["gpus"]
        self.names = None if gpus is None else Names(gpus)
        self._hides_gpus = settings["hide_gpus"]
        self._memory_mib = [settings["memory_mib"]] * (gpus or 0)
        self.functions = Functions()
        self.director = None if self.names is None else Pretending(self.names, self.functions, guard)
        self.recorder = Recorder(guard, border.DeviceOf(self.names))
        self.complaints = complaints.Complaints()
        self._machine: Machine | None = None
        self._collected: Callable[[], Any] = lambda: None

    def install(self) -> None:
        """Pretend the machine first: the hooks lie over what it puts in place."""
        if self._hides_gpus:
            hide.install()
        if self.names is not None:
            driver = cards.Driver(self._memory_mib)
            cards.install(driver)
            self._machine = Machine(driver, self.names)
            self._machine.install()
            border.install(self.names)
        else:
            self._collected = collected.start()
        hooks.install(self.recorder, self.functions, self.director)
        self.complaints.install()
        _leave_out_of_tracebacks()

    def write(self, folder: str, uncaught: BaseException | None) -> None:
        """Write the record into a folder."""
        stood_in = [] if self.director is None else self.director.stood_in
        graphs = self._guard(self._collected)
        if graphs is not None:
            collected.write(folder, graphs)
        if self._machine is not None:
            self._guard(self._machine.finish)
        starts = [] if self._machine is None else self._machine.starts
        writing.write(folder, self.recorder, self.functions, self.names, self.complaints, starts, stood_in, uncaught)


def _leave_out_of_tracebacks() -> None:
    """TensorFlow takes its own frames out of the tracebacks of user errors; ours go with them."""
    module = tensorflow("python.util.traceback_utils")
    module._EXCLUDED_PATHS = (*module._EXCLUDED_PATHS, __file__.rpartition("/")[0])
