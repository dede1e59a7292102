"""Errors of device configuration, also those that the script catches and prints.

Nearly every script that sets memory growth does so under `try: ... except RuntimeError`, so the error alone stops
nothing, and the configuration is not in effect.
"""

from __future__ import annotations

import functools
from typing import Any

from . import frames
from .modules import tensorflow
from .records import Complaint

# Methods of tensorflow/python/eager/context.py, Context, that check what `tf.config` is told (2.21).
_CHECKED = (
    "set_memory_growth",
    "set_visible_devices",
    "set_logical_device_configuration",
    "get_memory_growth",
    "get_logical_device_configuration",
    "set_virtual_device_configuration",
)


class Complaints:
    """What `tf.config` raised, in order."""

    def __init__(self) -> None:
        self.found: list[Complaint] = []

    def install(self) -> None:
        """Listen to the checks."""
        context_class = tensorflow("python.eager.context").Context
        for name in _CHECKED:
            method = getattr(context_class, name, None)
            if method is not None:
                setattr(context_class, name, self._listened(method))
        start = context_class.ensure_initialized

        def ensure_initialized(context: Any) -> None:
            if not context._initialized:
                started(context)

        started = self._listened(start)
        context_class.ensure_initialized = functools.wraps(start)(ensure_initialized)

    def _listened(self, method: Any) -> Any:
        @functools.wraps(method)
        def listened(*arguments: Any, **named: Any) -> Any:
            try:
                return method(*arguments, **named)
            except Exception as error:
                self._note(error)
                raise

        return listened

    def _note(self, error: Exception) -> None:
        complaint = Complaint(type(error).__name__, str(error), frames.users_place(3))
        if complaint not in self.found:
            self.found.append(complaint)
