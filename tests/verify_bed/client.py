"""The test's end of the bed."""

from __future__ import annotations

import tempfile
from collections.abc import Mapping
from pathlib import Path
from typing import NamedTuple

from tests.pretend_gpus.client import TensorFlowProcess
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
        self._process = TensorFlowProcess("tests.verify_bed.server", python, environment)

    def __enter__(self) -> VerifyBed:
        return self

    def __exit__(self, *_: object) -> None:
        self._process.close()

    def run(
        self,
        script: Path,
        gpus: int | None,
        memory_mib: int = 16384,
        *,
        as_tf1: bool = False,
        hide_gpus: bool = False,
        broken: str = "",
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
                "hide_gpus": hide_gpus,
                "broken": broken,
            }
            code = self._process.ask(request)["exit"]
            interpreter = Interpreter(self._process.python, "3", "2.21.0")
            result = read_result(folder, str(script), interpreter, Ended(code, None, False, 1.0), gpus)
            return Seen(result, *((folder / each).read_text("utf-8", "replace") for each in ("stdout", "stderr")))

    def run_text(self, text: str, gpus: int | None) -> Seen:
        """Run source text as a script called `script.py`."""
        with tempfile.TemporaryDirectory() as name:
            script = Path(name, "script.py")
            script.write_text(text, encoding="utf-8")
            return self.run(script, gpus)
