"""Fixing with some rules first and with all of them later ends where fixing with all of them at once does."""

import random
from pathlib import Path

import pytest

from tests.test_fixtures import FOLDERS
from tfgpu_migrate import rules
from tfgpu_migrate.check import fix_bytes
from tfgpu_migrate.settings import Settings

SUBSETS = 3  # of the rules, for each fixture
# Once only its names are changed, a file cannot be told from one that was written for TensorFlow 2 and means its calls
# so, or leaves graph mode to its callers.
WITH_NAMES = ("TFM104", "TFM202")
CODES = sorted(code for code, rule in rules.load().items() if rule.fix is not None)
SCRIPTS = (Path(__file__).parent.parent / "fixtures" / "scripts").iterdir()
SCRIPT_FOLDERS = [folder for folder in (*FOLDERS.values(), *sorted(SCRIPTS)) if (folder / "before.py").exists()]


def _fixed(data: bytes, settings: Settings) -> bytes:
    report = fix_bytes("before.py", data, settings)
    assert report.internal_error is None
    return report.before if report.after is None else report.after


@pytest.mark.parametrize("folder", SCRIPT_FOLDERS, ids=lambda folder: folder.name)
def test_some_rules_first_end_at_the_same_text(folder: Path) -> None:
    before = (folder / "before.py").read_bytes()
    whole = _fixed(before, Settings())
    for seed in range(SUBSETS):
        chosen = random.Random(f"{folder.name} {seed}").sample(CODES, k=len(CODES) // 2)
        partly = _fixed(before, Settings(select=(*chosen, *WITH_NAMES)))
        assert _fixed(partly, Settings()).decode() == whole.decode(), f"{' '.join(sorted(chosen))}\n{partly.decode()}"
