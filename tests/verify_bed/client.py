"""The test's end of the bed."""

from __future__ import annotations

import json
import os
import subprocess
import tempfile
from collections.abc import Mapping
from pathlib import Path
from types import TracebackType
from typing import Any, NamedTuple

from tests.pretend_gpus.client import NOT_INHERITED, ROOT, read_answer, tensorflow_python
from tfgpu_migrate.verify.interpreter import Interpreter
from tfgpu_migrate.verify.launch import Ended
from tfgpu_migrate.verify.result import Result
from tfgpu_migrate.verify.running import read_result


class Seen(NamedTuple):
    """What became of one script."""

    result: Result
    stdout: str
    stderr: str


class VerifyBed:
    """Runs scripts as `verify` does, one after the other."""

    def __init__(self, python: str | None = None, environment: Mapping[str, str] | None = None) -> None:
        """The Python that has TensorFlow, and what its environment has besides the caller's."""
        self._python = python or tensorflow_python()
        self._environment = dict(environment or {})
        self._process: subprocess.Popen[str] | None = None

    def __enter__(self) -> VerifyBed:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        if self._process is not None:
            self._process.communicate()  # closes stdin, which ends the server's loop
            self._process = None

    def run(
        self, script: Path, gpus: int | None, memory_mib: int = 16384, *, as_tf1: bool = False, broken: str = ""
    ) -> Seen:
        """Run a script as `__main__` in an empty working directory. `broken`: a key of the server's."""
        with tempfile.TemporaryDirectory() as name:
            folder = Path(name)
            (folder / "cwd").mkdir()
            request = {
                "script": str(script),
                "gpus": gpus,
                "memory_mib": memory_mib,
                "folder": name,
                "as_tf1": as_tf1,
                "broken": broken,
            }
            code = self._ask(request)["exit"]
            interpreter = Interpreter(self._python, "3", "2.21.0")
            result = read_result(folder, str(script), interpreter, Ended(code, None, False, 1.0), gpus)
            return Seen(result, *((folder / each).read_text("utf-8", "replace") for each in ("stdout", "stderr")))

    def run_text(self, text: str, gpus: int | None) -> Seen:
        """Run source text as a script called `script.py`."""
        with tempfile.TemporaryDirectory() as name:
            script = Path(name, "script.py")
            script.write_text(text, encoding="utf-8")
            return self.run(script, gpus)

    def _ask(self, request: dict[str, Any]) -> dict[str, Any]:
        if self._process is None:
            self._process = _start(self._python, self._environment)
        assert self._process.stdin is not None
        self._process.stdin.write(json.dumps(request) + "\n")
        self._process.stdin.flush()
        return read_answer(self._process)


def _start(python: str, environment: Mapping[str, str]) -> subprocess.Popen[str]:
    env = {name: value for name, value in os.environ.items() if name not in NOT_INHERITED}
    env.update(PYTHONPATH=str(ROOT), PYTHONDONTWRITEBYTECODE="1", TF_CPP_MIN_LOG_LEVEL="3", **environment)
    with tempfile.TemporaryFile("w+") as errors:
        process = subprocess.Popen(
            [python, "-m", "tests.verify_bed.server"],
            env=env, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=errors, text=True,
        )  # fmt: skip
        try:
            read_answer(process)
        except RuntimeError as error:
            errors.seek(0)
            raise RuntimeError(f"{error}\n{errors.read()[-4000:]}") from None
    return process
