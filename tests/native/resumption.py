"""Programs that run again in the folder where they ran, and records what they print on TensorFlow 1.15.

python -m tests.native.resumption /path/to/tf1/bin/python
"""

from __future__ import annotations

import shutil
import sys
import tempfile
from pathlib import Path

from tests.native.programs import Program
from tests.pretend_gpus import PretendGpus

FOLDER = Path(__file__).parent / "resumed"
RUNS = 3
_BETWEEN = "---- run again"


def resumed() -> list[Program]:
    """All programs that run again."""
    return [Program(path) for path in sorted(FOLDER.glob("*.py"))]


def left(program: Program) -> Path:
    """The folder with what the first run on TensorFlow 1.15 left."""
    return program.path.with_suffix("")


def recorded(program: Program) -> list[list[str]]:
    """What each of its runs printed on TensorFlow 1.15."""
    runs: list[list[str]] = [[]]
    for line in program.recording.read_text(encoding="utf-8").splitlines():
        if line == _BETWEEN:
            runs.append([])
        else:
            runs[-1].append(line)
    return runs


def main(python: str) -> int:
    """Record all programs. 1 if one of them fails."""
    failed = 0
    with PretendGpus(python) as pretend:
        for program in resumed():
            with tempfile.TemporaryDirectory() as folder:
                script = Path(folder) / program.path.name
                shutil.copy(program.path, script)
                outputs = list[str]()
                for number in range(RUNS):
                    run = pretend.run(script)
                    failed += not run.ok
                    outputs.append("".join(f"{line}\n" for line in run.output))
                    if number == 0:
                        _keep(Path(folder), left(program))
            program.recording.write_text(f"{_BETWEEN}\n".join(outputs), encoding="utf-8")
    return 1 if failed else 0


def _keep(folder: Path, kept: Path) -> None:
    """Keep what a run left: without the graph, which is large and which nothing reads."""
    shutil.rmtree(kept, ignore_errors=True)
    shutil.copytree(folder, kept, ignore=shutil.ignore_patterns("*.py", "*.meta", "__pycache__"))


if __name__ == "__main__":
    sys.exit(main(sys.argv[1]))
