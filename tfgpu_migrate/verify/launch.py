"""Child processes that leave nothing behind: a session of their own, an end that comes, and no orphans.

Not a sandbox: the script may do whatever its user may do.
"""

from __future__ import annotations

import contextlib
import ctypes
import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import IO, NamedTuple

_POLL = 0.02
_PR_SET_CHILD_SUBREAPER = 36


class Ended(NamedTuple):
    """How a process ended. `code` is its exit code; None where a signal, or the end of its time, ended it."""

    code: int | None
    signal: str | None
    timed_out: bool
    seconds: float

    @property
    def text(self) -> str:
        """One sentence without its subject."""
        if self.timed_out:
            return f"was stopped after {self.seconds:.0f} s"
        if self.signal:
            return f"was ended by {self.signal}"
        return f"exited with {self.code}"


class Deadline(NamedTuple):
    """When time is up, `last_words` is called, and the process has until `is_done` says so, or `grace` seconds."""

    seconds: float
    last_words: Callable[[], None] = lambda: None
    is_done: Callable[[], bool] = lambda: True
    grace: float = 60.0


def run(
    command: Sequence[str],
    environment: Mapping[str, str],
    deadline: Deadline,
    *,
    stdout: IO[bytes] | int | None = None,
    stderr: IO[bytes] | int | None = None,
    keep: Sequence[int] = (),
    folder: Path | None = None,
) -> Ended:
    """Run a program to its end, then end what it left running.

    `keep`: file descriptors that it inherits. `folder`: its working directory, where that is not this one's.

    Raises OSError where the program cannot be started.
    """
    before = _children()
    _adopt_orphans()
    started = time.monotonic()
    process = subprocess.Popen(
        command,
        env=dict(environment),
        cwd=folder,
        stdin=subprocess.DEVNULL,
        stdout=stdout,
        stderr=stderr,
        start_new_session=True,
        pass_fds=tuple(keep),
    )
    timed_out = False
    try:
        with _ending_on_sigterm():
            timed_out = not _wait(process, started + deadline.seconds)
            if timed_out:
                deadline.last_words()
                end = time.monotonic() + deadline.grace
                while not deadline.is_done() and time.monotonic() < end and not _has_ended(process):
                    time.sleep(_POLL)
    finally:
        seconds = time.monotonic() - started
        _end_group(process)
        code = process.wait()
        _end_orphans(before)
    if timed_out or code < 0:
        return Ended(None, None if timed_out else _signal_name(-code), timed_out, seconds)
    return Ended(code, None, False, seconds)


def _wait(process: subprocess.Popen[bytes], until: float) -> bool:
    """Whether the process ended in time. It is not reaped yet, so its number is still its own."""
    pause = 0.001
    while not _has_ended(process):
        if time.monotonic() > until:
            return False
        time.sleep(pause)
        pause = min(pause * 2, _POLL)
    return True


def _has_ended(process: subprocess.Popen[bytes]) -> bool:
    return os.waitid(os.P_PID, process.pid, os.WEXITED | os.WNOHANG | os.WNOWAIT) is not None


def _end_group(process: subprocess.Popen[bytes]) -> None:
    with contextlib.suppress(ProcessLookupError, PermissionError):
        os.killpg(process.pid, signal.SIGKILL)


def _signal_name(number: int) -> str:
    try:
        return signal.Signals(number).name
    except ValueError:
        return f"signal {number}"


@contextlib.contextmanager
def _ending_on_sigterm() -> Iterator[None]:
    """Let SIGTERM and SIGHUP unwind this process, so that it ends its children."""

    def leave(number: int, _: object) -> None:
        sys.exit(128 + number)

    try:
        before = {number: signal.signal(number, leave) for number in (signal.SIGTERM, signal.SIGHUP)}
    except ValueError:  # not the main thread
        before = {}
    try:
        yield
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)


def _adopt_orphans() -> None:
    """Become the parent of what loses its own, also in a session of its own (Linux)."""
    if sys.platform == "linux":
        ctypes.CDLL(None).prctl(_PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0)


def _end_orphans(before: set[int]) -> None:
    """End the children that were not there before; their own come to us in turn."""
    while orphans := _children() - before:
        for orphan in orphans:
            with contextlib.suppress(ProcessLookupError, PermissionError):
                os.kill(orphan, signal.SIGKILL)
            with contextlib.suppress(ChildProcessError):
                os.waitpid(orphan, 0)


def _children() -> set[int]:
    """Processes that this one is the parent of."""
    if sys.platform != "linux":
        return set()
    return {
        int(entry.name) for entry in Path("/proc").iterdir() if entry.name.isdecimal() and _parent(entry) == os.getpid()
    }


def _parent(entry: Path) -> int:
    try:
        return int((entry / "stat").read_text("utf-8", "replace").rpartition(")")[2].split()[1])
    except (OSError, IndexError, ValueError):  # it is gone
        return 0
