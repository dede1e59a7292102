"""The process that has TensorFlow: one JSON request a line, one JSON answer a line.

    python -m tests.verify_bed.server

`{"script", "gpus", "memory_mib", "folder", "as_tf1", "hide_gpus", "broken"}` -> `{"exit"}`. The folder
gets `stdout`, `stderr` and what `verify` keeps. `broken` is a key of _BREAK, or "" for a placer that is whole.
"""

from __future__ import annotations

import os
import runpy
import sys
import traceback
from pathlib import Path
from typing import Any

from tests.pretend_gpus import server as forks

_TIMEOUT = 120.0


def _work(request: dict[str, Any]) -> int:
    code = forks.forked(_script, request, _TIMEOUT)
    if Path(request["folder"], "trace.json").exists():
        forks.forked(_placing, request, _TIMEOUT)
    return code


def _script(request: dict[str, Any]) -> int:
    from tfgpu_migrate.verify.child.guard import Guard
    from tfgpu_migrate.verify.child.recording import Recording
    from tfgpu_migrate.verify.child.startup import be_tensorflow_1

    folder, script = Path(request["folder"]), request["script"]
    forks.redirect(folder)
    os.chdir(folder / "cwd")
    sys.argv = [script]
    sys.path.insert(0, str(Path(script).parent))
    recording = Recording({name: request[name] for name in ("gpus", "memory_mib", "hide_gpus")}, Guard())
    recording.install()
    if request["as_tf1"]:
        be_tensorflow_1()
    uncaught, code = None, 0
    try:
        runpy.run_path(script, run_name="__main__")
    except SystemExit as stop:
        code = forks.exit_code(stop)
    except BaseException as error:
        traceback.print_exc()
        uncaught, code = error, 1
    recording.write(str(folder), uncaught)
    return code


def _placing(request: dict[str, Any]) -> int:
    folder = request["folder"]
    with Path(folder, "placing.log").open("w") as log:
        os.dup2(log.fileno(), 1)
        os.dup2(log.fileno(), 2)
    if request["broken"]:
        _BREAK[request["broken"]]()
    from tfgpu_migrate.verify.child import predict  # where it is broken, it is already broken here

    predict.main(folder)
    return 0


def _without_grpc() -> None:
    sys.modules["grpc"] = None  # type: ignore[assignment]


def _without_gpus() -> None:
    """The worker says that it has a CPU only: what is put on a GPU is not where the placer's test wants it."""
    from tfgpu_migrate.verify.child import worker

    begin = worker.Worker.__init__
    worker.Worker.__init__ = lambda self, gpus: begin(self, 0)  # type: ignore[method-assign]


_BREAK = {"no grpc": _without_grpc, "wrong answer": _without_gpus}


if __name__ == "__main__":
    forks.serve(_work)
