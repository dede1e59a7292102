"""The test's end of the bed: starts the TensorFlow process when first needed, and asks it for runs."""

from __future__ import annotations

import functools
import json
import os
import subprocess
import sys
import tempfile
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from tests.pretend_gpus.values import Run, Start

_ROOT = Path(__file__).resolve().parents[2]
_FIND = "import importlib.util, sys; sys.exit(importlib.util.find_spec(sys.argv[1]) is None)"
# Variables of the caller that would reach into the pretended machine.
_NOT_INHERITED = ("CUDA_VISIBLE_DEVICES", "TF_FORCE_GPU_ALLOW_GROWTH", "TF_XLA_FLAGS", "PYTHONPATH", "KERAS_BACKEND")


def tensorflow_python() -> str:
    """Return the interpreter that has TensorFlow: TFGPU_MIGRATE_TF_PYTHON, else the running one."""
    return os.environ.get("TFGPU_MIGRATE_TF_PYTHON") or sys.executable


@functools.lru_cache(maxsize=8)
def has_package(python: str, package: str) -> bool:
    """Tell whether an interpreter has a package, without importing it."""
    return subprocess.run([python, "-c", _FIND, package], check=False).returncode == 0


def has_tensorflow(python: str) -> bool:
    """Tell whether an interpreter has TensorFlow, without importing it."""
    return has_package(python, "tensorflow")


class TensorFlowProcess:
    """A process that has TensorFlow, started when first asked: one JSON request a line, one JSON answer a line."""

    def __init__(self, module: str, python: str | None, environment: Mapping[str, str] | None = None) -> None:
        """The module that answers, the Python that runs it, and what its environment has besides the caller's."""
        self.python = python or tensorflow_python()
        self._module = module
        self._environment = dict(environment or {})
        self._process: subprocess.Popen[str] | None = None

    def ask(self, request: dict[str, Any]) -> dict[str, Any]:
        """Return the answer. Raises RuntimeError where the process has ended."""
        if self._process is None:
            self._process = self._start()
        assert self._process.stdin is not None
        self._process.stdin.write(json.dumps(request) + "\n")
        self._process.stdin.flush()
        return _read_answer(self._process)

    def close(self) -> None:
        """End the process, if it was started."""
        if self._process is not None:
            self._process.kill()  # it has nothing to save, and TensorFlow takes its time to end
            self._process.communicate()
            self._process = None

    def _start(self) -> subprocess.Popen[str]:
        env = {name: value for name, value in os.environ.items() if name not in _NOT_INHERITED}
        env.update({"PYTHONPATH": str(_ROOT), "PYTHONDONTWRITEBYTECODE": "1", "TF_CPP_MIN_LOG_LEVEL": "3"})
        env.update(self._environment)
        command = [self.python, "-m", self._module]
        # stderr goes to a file without a name, so that a full pipe cannot block TensorFlow.
        with tempfile.TemporaryFile("w+") as errors:
            process = subprocess.Popen(
                command, env=env, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=errors, text=True
            )
            try:
                _read_answer(process)
            except RuntimeError as error:
                errors.seek(0)
                raise RuntimeError(f"{error}\n{errors.read()[-4000:]}") from None
        return process


def _read_answer(process: subprocess.Popen[str]) -> dict[str, Any]:
    assert process.stdout is not None
    line = process.stdout.readline()
    if not line:
        raise RuntimeError(f"the TensorFlow process ended with {process.wait()}")
    answer: dict[str, Any] = json.loads(line)
    return answer


class PretendGpus:
    """Runs scripts on pretended machines, one after the other."""

    def __init__(self, python: str | None = None) -> None:
        self._process = TensorFlowProcess("tests.pretend_gpus.server", python)

    def __enter__(self) -> PretendGpus:
        return self

    def __exit__(self, *_: object) -> None:
        self._process.close()

    def run(
        self,
        script: Path,
        gpus: int = 2,
        argv: Sequence[str] = (),
        env: Mapping[str, str] | None = None,
        timeout: float = 60,
    ) -> Run:
        """Run a script as `__main__` on a machine with `gpus` cards, in an empty working directory."""
        with tempfile.TemporaryDirectory() as name:
            directory = Path(name)
            (directory / "cwd").mkdir()
            request = {
                "script": str(script.resolve()),
                "argv": list(argv),
                "env": dict(env or {}),
                "gpus": gpus,
                "directory": name,
                "timeout": timeout,
            }
            return _read(directory, self._process.ask(request)["exit"])

    def run_text(self, text: str, gpus: int = 2, argv: Sequence[str] = (), env: Mapping[str, str] | None = None) -> Run:
        """Run source text as a script called `script.py`."""
        with tempfile.TemporaryDirectory() as name:
            script = Path(name, "script.py")
            script.write_text(text, encoding="utf-8")
            return self.run(script, gpus, argv, env)


def _read(directory: Path, code: int) -> Run:
    """Make a Run of what the child left; one that crashed or ran out of time leaves no run.json."""
    stdout, stderr = ((directory / name).read_text("utf-8", "replace") for name in ("stdout", "stderr"))
    result = directory / "run.json"
    if not result.exists():
        return Run(code, f"ended by signal {-code}" if code < 0 else "left no result", stdout, stderr, ())
    data = json.loads(result.read_text("utf-8"))
    return Run(code, data["error"], stdout, stderr, tuple(Start.from_json(start) for start in data["starts"]))
