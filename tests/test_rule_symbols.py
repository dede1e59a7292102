"""A file imports the rules about its names only, and no finding is lost by that."""

import subprocess
import sys
from pathlib import Path

import pytest

from tests.rule_symbols import FILE, table
from tests.test_fixtures import FOLDERS, file_of, path_of
from tfgpu_migrate.check import check_bytes
from tfgpu_migrate.settings import Settings

# In a process of its own, for this one has all rules.
_CHECK = """
import sys
from pathlib import Path
from tfgpu_migrate.check import check_bytes
from tfgpu_migrate.settings import Settings
print(check_bytes(sys.argv[2], Path(sys.argv[1]).read_bytes(), Settings()).diagnostics)
print(sum(one.startswith("tfgpu_migrate.rules.") for one in sys.modules))
"""
# One of each family of rules, and what several of them share.
CODES = ("TFM001", "TFM101", "TFM115", "TFM119", "TFM202", "TFM301", "TFM302", "TFM401", "TFM502", "TFM701", "TFM733")


def alone(path: str, name: str) -> tuple[str, int]:
    done = subprocess.run([sys.executable, "-c", _CHECK, path, name], capture_output=True, text=True, check=True)
    diagnostics, modules = done.stdout.splitlines()
    return diagnostics, int(modules)


def test_the_table_is_up_to_date() -> None:
    assert FILE.read_text(encoding="utf-8") == table(), "run `python -m tests.rule_symbols`"


@pytest.mark.parametrize("code", CODES)
def test_a_file_alone_has_the_same_findings(code: str) -> None:
    folder = next(one for name, one in FOLDERS.items() if name.startswith(code))
    path, name = file_of(folder, "before"), path_of(folder, "before")
    assert path is not None
    expected = check_bytes(name, path.read_bytes(), Settings()).diagnostics
    assert any(one.code == code for one in expected)
    assert alone(str(path), name)[0] == str(expected)


def test_a_clean_file_imports_few_rules(tmp_path: Path) -> None:
    file = tmp_path / "a.py"
    file.write_text('import tensorflow as tf\n\nprint(tf.config.list_physical_devices("GPU"))\n')
    diagnostics, modules = alone(str(file), "a.py")
    assert diagnostics == "()"
    assert modules < 15
