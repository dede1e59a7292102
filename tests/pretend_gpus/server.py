"""The process that imports TensorFlow once and forks for each run.

    python -m tests.pretend_gpus.server

One JSON request a line on stdin, one JSON answer a line on stdout:
`{"script", "argv", "env", "gpus", "directory", "timeout"}` -> `{"exit"}`. The child leaves `stdout`, `stderr` and
`run.json` in the directory, whose folder `cwd` it runs in.
"""

from __future__ import annotations

import ctypes
import dataclasses
import importlib
import json
import os
import runpy
import signal
import sys
import time
import traceback
from collections.abc import Callable
from pathlib import Path
from typing import Any

from tests.pretend_gpus.values import MEMORY_MIB
from tfgpu_migrate.verify.child import border, cards
from tfgpu_migrate.verify.child.names import Names
from tfgpu_migrate.verify.child.pretend import Machine

_LIBC = ctypes.CDLL(None)  # Linux; the only system that TensorFlow 2.21 has GPU builds for
_LINE_BUFFERED = 1


def serve(work: Callable[[dict[str, Any]], int]) -> None:
    """Answer each request with the exit code of its work, until stdin ends."""
    answers = os.fdopen(os.dup(1), "w")
    os.dup2(2, 1)  # whatever TensorFlow prints while it is imported is no answer
    importlib.import_module("tensorflow")
    root = str(Path(__file__).resolve().parents[2])
    sys.path[:] = [entry for entry in sys.path if entry and Path(entry).resolve() != Path(root)]
    _answer(answers, {"ready": True})
    for line in sys.stdin:
        _answer(answers, {"exit": work(json.loads(line))})


def _answer(answers: Any, message: dict[str, Any]) -> None:
    answers.write(json.dumps(message) + "\n")
    answers.flush()


def forked(work: Callable[[dict[str, Any]], int], request: dict[str, Any], timeout: float) -> int:
    """Work in a process of its own, as long as it may; its exit code, or minus the signal that ended it."""
    process = os.fork()
    if process:
        return _wait(process, timeout)
    code = 1
    try:
        code = work(request)
    except BaseException:
        traceback.print_exc()
    finally:
        sys.stdout.flush()
        sys.stderr.flush()
        _LIBC.fflush(None)
        os._exit(code)


def _wait(process: int, timeout: float) -> int:
    deadline = time.monotonic() + timeout
    while True:
        ended, status = os.waitpid(process, os.WNOHANG)
        if ended:
            return os.WEXITSTATUS(status) if os.WIFEXITED(status) else -os.WTERMSIG(status)
        if time.monotonic() > deadline:
            os.kill(process, signal.SIGKILL)
            deadline = float("inf")
        time.sleep(0.005)


def _script(request: dict[str, Any]) -> int:
    directory = Path(request["directory"])
    redirect(directory)
    os.environ.update(request["env"])
    os.chdir(str(directory / "cwd"))
    sys.argv = [request["script"], *request["argv"]]
    sys.path.insert(0, str(Path(request["script"]).parent))
    machine = Machine(cards.Driver(MEMORY_MIB[: request["gpus"]]), Names(request["gpus"]))
    cards.install(machine.driver)
    machine.install()
    is_tf1 = sys.modules["tensorflow"].__version__.startswith("1.")
    (border.install_for_graphs if is_tf1 else border.install)(machine.names)
    code, error = _run(request["script"], machine)
    starts = [dataclasses.asdict(start) for start in machine.starts]
    (directory / "run.json").write_text(json.dumps({"error": error, "starts": starts}))
    return code


def _run(script: str, machine: Machine) -> tuple[int, str | None]:
    try:
        runpy.run_path(script, run_name="__main__")
        machine.finish()
    except SystemExit as stop:
        code = exit_code(stop)
        return code, f"SystemExit: {stop.code}" if code else None
    except BaseException as error:
        traceback.print_exc()
        return 1, f"{type(error).__name__}: {error}"
    return 0, None


def exit_code(stop: SystemExit) -> int:
    """The exit code of a process that ends so."""
    return stop.code if isinstance(stop.code, int) else 0 if stop.code is None else 1


def redirect(directory: Path) -> None:
    """Send the child's output to files: the file descriptors, for C++ writes too."""
    for number, name in ((1, "stdout"), (2, "stderr")):
        target = os.open(str(directory / name), os.O_WRONLY | os.O_CREAT | os.O_TRUNC)
        os.dup2(target, number)
    nothing = os.open(os.devnull, os.O_RDONLY)
    os.dup2(nothing, 0)
    # Whole lines from Python and from C++ (the placement log is written with printf), so that neither cuts the other's.
    sys.stdout = os.fdopen(1, "w", 1)
    sys.stderr = os.fdopen(2, "w", 1)
    _LIBC.setvbuf(ctypes.c_void_p.in_dll(_LIBC, "stdout"), None, _LINE_BUFFERED, 0)


if __name__ == "__main__":
    serve(lambda request: forked(_script, request, request["timeout"]))
