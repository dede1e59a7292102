"""Modules without TensorFlow: which of them a file with TensorFlow imports, and what is found in them."""

from pathlib import Path

import pytest

from tfgpu_migrate.discover import Found
from tfgpu_migrate.helpers import helpers, imported_modules
from tfgpu_migrate.run import Mode, Outcome, run
from tfgpu_migrate.settings import Settings

OLD = "import numpy as np\n\nkinds = np.float, np.int\n"
OTHERS = ("load.py", "data/load.py")


@pytest.fixture(autouse=True)
def _here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)


def imported(
    statement: str, user: str = "train.py", others: tuple[str, ...] = ("load.py", "data/load.py")
) -> list[str]:
    return helpers([user], others, lambda path: imported_modules(statement.encode() if path == user else b""))


@pytest.mark.parametrize(
    ("statement", "found"),
    [
        ("import load", ["load.py"]),
        ("import os, load as reader", ["load.py"]),
        ("import data.load", ["data/load.py"]),
        ("from data import load", ["data/load.py"]),
        ("from data.load import rows", ["data/load.py"]),
        ("from data import (\n    walk,\n    load as reader,  # of files\n)", ["data/load.py"]),
        ("def main():\n    from load import rows", ["load.py"]),
        ("from . import load", ["load.py"]),
        ("from .data import load", ["data/load.py"]),
        ("from .. import load", []),
        ("import os, \\\n    load", ["load.py"]),
        ("from data import \\\r\n    load", ["data/load.py"]),
        ("if True: from data import load", ["data/load.py"]),
        ("import os; import load; x = 1", ["load.py"]),
        ("import numpy", []),
        ("# import load", []),
        ("x = 'import load'", []),
        ("from data import walk", []),
    ],
)
def test_which_module_an_import_means(statement: str, found: list[str]) -> None:
    assert imported(f"import tensorflow as tf\n{statement}\n") == found


def test_the_nearest_folder_above_counts() -> None:
    others = ("load.py", "models/load.py", "other/load.py")
    assert imported("import load", "models/train.py", others) == ["models/load.py"]
    assert imported("import load", "tests/train.py", others) == ["load.py"]
    assert imported("from models import load", "models/deep/train.py", others) == ["models/load.py"]


def test_a_package_is_its_init_file() -> None:
    others = ("data/__init__.py", "data/load.py")
    assert imported("import data", others=others) == ["data/__init__.py"]
    assert imported("from data import load", others=others) == ["data/__init__.py", "data/load.py"]


def test_helpers_of_helpers_are_helpers() -> None:
    others = {"a.py": b"import b\n", "b.py": b"import a, c\n", "c.py": b"", "d.py": b"import a\n"}
    texts = {"train.py": b"import a\n", **others}
    assert helpers(["train.py"], others, lambda path: imported_modules(texts[path])) == ["a.py", "b.py", "c.py"]


def run_on(mode: Mode, **texts: str) -> Outcome:
    for name, text in texts.items():
        Path(f"{name}.py").write_text(text)
    return run([Found(f"{name}.py", Settings()) for name in sorted(texts)], mode)


def test_a_helper_is_checked_and_another_module_is_not() -> None:
    outcome = run_on(Mode.CHECK, train="import tensorflow as tf\nimport load\n", load=OLD, other=OLD)
    found = [(report.path, [one.code for one in report.diagnostics]) for report in outcome.reports]
    assert found == [("load.py", ["TFM701", "TFM701"]), ("train.py", [])]


def test_without_tensorflow_nothing_is_a_helper() -> None:
    assert run_on(Mode.CHECK, train="import load\n", load=OLD).reports == ()


def test_a_helper_is_fixed() -> None:
    before = "from __future__ import division\nimport numpy as np\n\nx = reduce(max, np.zeros(3, np.int))\n"
    run_on(Mode.FIX, train="import tensorflow as tf\nimport load\n", load=before)
    assert Path("load.py").read_text() == (
        "from __future__ import division\n\nimport functools\n\nimport numpy as np\n\n"
        "x = functools.reduce(max, np.zeros(3, int))\n"
    )


def test_a_helper_without_imports_is_told() -> None:
    outcome = run_on(Mode.FIX, train="import tensorflow as tf\nimport load\n", load="x = reduce(max, [1])\n")
    assert [(one.code, one.fix) for one in outcome.reports[0].diagnostics] == [("TFM733", None)]


def test_a_helper_in_python_2_is_told() -> None:
    outcome = run_on(Mode.CHECK, train="import tensorflow as tf\nimport load\n", load="print 'x'\n")
    assert [one.code for one in outcome.reports[0].diagnostics] == ["TFM900"]
