"""The most memory that TensorFlow gave out on each real GPU."""

from __future__ import annotations

import contextlib
import os
from collections.abc import Iterable, Iterator
from typing import Any

from .modules import tensorflow
from .records import SessionRecord


def peaks(sessions: Iterable[SessionRecord]) -> dict[str, int]:
    """Peak MiB by GPU, at the end of the script.

    Only the eager runtime tells them (`TFE_GetMemoryInfo`), but a GPU has one allocator, which outlives sessions
    (common_runtime/gpu/gpu_process_state.cc, TensorFlow 2.21): where only sessions ran, the runtime is started now.
    Where that fails, as where they numbered the GPUs otherwise, nothing is known.
    """
    context = tensorflow("python.eager.context").context()
    if context._context_handle is None and not (_are_on_gpus(sessions) and _has_started(context)):
        return {}
    gpus = [f"GPU:{number}" for number in range(context._num_gpus)]
    return {name: context.get_memory_info(name)["peak"] >> 20 for name in gpus}


def _are_on_gpus(sessions: Iterable[SessionRecord]) -> bool:
    """Whether one was seen there: a script that kept away from the GPUs must not meet them at its end."""
    runs = (run for session in sessions for run in [*session.runs.values()])
    return any(device.startswith("GPU") for run in runs for device in [*run.devices.values()])


def _has_started(context: Any) -> bool:
    try:
        with _silence():
            context.ensure_initialized()
    except Exception:
        return False
    return True


@contextlib.contextmanager
def _silence() -> Iterator[None]:
    """TensorFlow logs the devices that it makes; these are not the script's."""
    stderr = os.dup(2)
    nowhere = os.open(os.devnull, os.O_WRONLY)
    os.dup2(nowhere, 2)
    os.close(nowhere)
    try:
        yield
    finally:
        os.dup2(stderr, 2)
        os.close(stderr)
