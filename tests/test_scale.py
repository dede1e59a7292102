"""The recipes of docs/scale.md find in a folder of repositories what the command line finds there."""

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

from tests.command import tool
from tests.readme import ROOT

PAGE = (ROOT / "docs" / "scale.md").read_text(encoding="utf-8")
FIXTURES = ROOT / "fixtures"
RAY = os.environ.get("TFGPU_MIGRATE_RAY_PYTHON") or sys.executable


def recipe(name: str, folder: Path) -> None:
    (text,) = re.findall(rf'```python title="{name}"\n(.*?)```', PAGE, re.DOTALL)
    (folder / name).write_text(text, encoding="utf-8")


def run(folder: Path, python: str, script: str) -> dict[str, int]:
    environment = {**os.environ, "PYTHONPATH": str(ROOT), "RAY_USAGE_STATS_ENABLED": "0"}
    done = subprocess.run(
        [python, script, str(FIXTURES)],
        cwd=folder,
        env=environment,
        capture_output=True,
        text=True,
        timeout=300,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    return counts(done.stdout)


def counts(printed: str) -> dict[str, int]:
    return {code: int(number) for number, code in re.findall(r"^ *(\d+)\s+(TFM\d+)\b", printed, re.MULTILINE)}


@pytest.fixture(scope="module")
def told(tmp_path_factory: pytest.TempPathFactory) -> dict[str, int]:
    """What the command line finds."""
    folder = tmp_path_factory.mktemp("command")
    out = tool(folder, "check", "--no-cache", "--statistics", "--quiet", str(FIXTURES)).stdout
    found = counts(out)
    assert sum(found.values()) > 500
    return found


def test_processes_that_are_started_anew(tmp_path: Path, told: dict[str, int]) -> None:
    recipe("scan.py", tmp_path)
    assert run(tmp_path, sys.executable, "scan.py") == told


def test_ray(tmp_path: Path, told: dict[str, int]) -> None:
    if subprocess.run([RAY, "-c", "import ray"], capture_output=True, check=False).returncode:
        pytest.skip(f"{RAY} has no Ray: pip install '.[scale]', or TFGPU_MIGRATE_RAY_PYTHON names another")
    recipe("scan.py", tmp_path)
    recipe("scan_ray.py", tmp_path)
    assert run(tmp_path, RAY, "scan_ray.py") == told
