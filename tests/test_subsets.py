"""Fixing with some rules first and with all of them later ends where fixing with all of them at once does."""

import ast
import random
from pathlib import Path

import pytest

from tests.test_fixtures import FOLDERS
from tfgpu_migrate import rules
from tfgpu_migrate.check import fix_bytes
from tfgpu_migrate.settings import Settings

SUBSETS = 4  # of the rules, for each fixture
CODES = sorted(code for code, rule in rules.load().items() if rule.fix is not None)
SCRIPTS = (Path(__file__).parent.parent / "fixtures" / "scripts").iterdir()
# The comment behind an import of several names stands on a line of its own where they all move in one pass.
ONE_IN_CODE = ("TFM108_tf_slim_imports",)
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
        chosen = random.Random(f"{folder.name} {seed}").sample(CODES, k=1 + seed * len(CODES) // SUBSETS)
        partly = _fixed(before, Settings(select=tuple(chosen)))
        after = _fixed(partly, Settings())
        if folder.name in ONE_IN_CODE:
            assert ast.dump(ast.parse(after)) == ast.dump(ast.parse(whole))
            continue
        assert after.decode() == whole.decode(), f"{' '.join(sorted(chosen))}\n{partly.decode()}"


TEXT = b"import tensorflow as tf\nx = tf.while_loop(c, b, [y])\ntf.Session().run(x)\n"
RENAMED = "tf.compat.v1.Session().run(x)\n"


@pytest.mark.parametrize(
    ("settings", "after"),
    [
        (
            Settings(select=("TFM201",)),
            "import tensorflow as tf\n\ntf.compat.v1.disable_v2_behavior()\n\n"
            "x = tf.compat.v1.while_loop(c, b, [y])\n" + RENAMED,
        ),
        (
            Settings(select=("TFM201",), ignore=("TFM202",)),
            "import tensorflow as tf\nx = tf.compat.v1.while_loop(c, b, [y])\n" + RENAMED,
        ),
        (
            Settings(select=("TFM201",), ignore=("TFM1",), unfixable=("TFM202",)),
            "import tensorflow as tf\nx = tf.while_loop(c, b, [y])\n" + RENAMED,
        ),
        (Settings(select=("TFM202",)), "import tensorflow as tf\n\ntf.compat.v1.disable_v2_behavior()\n\n"
         "x = tf.while_loop(c, b, [y])\ntf.Session().run(x)\n"),
    ],
)  # fmt: skip
def test_the_last_name_takes_what_is_known_by_it_along(settings: Settings, after: str) -> None:
    report = fix_bytes("a.py", TEXT, settings)
    assert report.after is not None
    assert report.after.decode() == after


def test_what_went_along_is_counted_and_not_reported() -> None:
    report = fix_bytes("a.py", TEXT + b"y = tf.nn.dropout(*x)\n", Settings(select=("TFM201",)))
    assert report.fixed == ("TFM101", "TFM104", "TFM201", "TFM202")
    assert report.diagnostics == ()
