"""What is remembered of files between runs: what nobody touched is not read again, and all else is."""

import os
import time
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.command import LOG
from tfgpu_migrate import looks
from tfgpu_migrate.cache import FOLDER
from tfgpu_migrate.commands import run_command

CLEAN = LOG.replace("tf.log", "tf.abs")
TREE = {"a.py": LOG, "b.py": CLEAN, "c.py": "x = 1\n", "user.py": f"{CLEAN}import helper\n", "helper.py": "y = 2\n"}
Check = Callable[..., tuple[int, str, list[str]]]


@pytest.fixture(name="check")
def _check(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]) -> Check:
    """Run check on a tree: exit code, output, and which files were read by it. Files settle at once."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(looks, "_MANY", 1)
    monkeypatch.setattr(looks, "_SETTLED", 0)
    was_read, read = list[str](), looks.read

    def noted(path: str) -> tuple[bytes, looks.Status]:
        was_read.append(path)
        return read(path)

    monkeypatch.setattr(looks, "read", noted)
    for name, text in TREE.items():
        Path(name).write_text(text)

    def check(*arguments: str) -> tuple[int, str, list[str]]:
        time.sleep(0.02)  # a later change has another time
        was_read.clear()
        code = run_command(["check", "--output-format", "concise", *arguments])
        return code, capfd.readouterr().out, sorted(set(was_read))

    return check


def test_what_nobody_touched_is_not_read_again(check: Check) -> None:
    code, out, was_read = check()
    assert (code, was_read) == (1, sorted(TREE))
    assert check() == (1, out, ["a.py"])  # whose finding a format may show with its line
    Path("c.py").write_text("x = 3\n")
    assert check() == (1, out, ["a.py", "c.py"])
    assert check() == (1, out, ["a.py"])


@pytest.mark.parametrize("name", ["b.py", "c.py"])
def test_a_change_that_hides_is_seen(check: Check, name: str) -> None:
    Path("c.py").write_text(CLEAN.replace("tensorflow", "tensor_few"))
    check()
    before, out = Path(name).stat(), check()[1]
    Path(name).write_text(LOG)
    os.utime(name, ns=(before.st_atime_ns, before.st_mtime_ns))
    after = Path(name).stat()
    assert (after.st_size, after.st_mtime_ns, after.st_ino) == (before.st_size, before.st_mtime_ns, before.st_ino)
    assert check()[1].count("TFM") == out.count("TFM") + LOG.count("tf.log")


def test_another_file_of_the_same_name_is_seen(check: Check) -> None:
    other = Path("b.new")
    other.write_text(LOG)
    os.utime(other, ns=(1, 1))
    os.utime("b.py", ns=(1, 1))
    out = check()[1]
    other.replace("b.py")
    assert check()[1].count("TFM") == 2 * out.count("TFM")


def test_what_was_just_changed_is_not_trusted(check: Check, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(looks, "_SETTLED", 3_600_000_000_000)
    check()
    assert check()[2] == sorted(TREE)


def test_times_of_the_future_are_not_trusted(check: Check) -> None:
    later = time.time_ns() + 3_600_000_000_000
    os.utime("c.py", ns=(later, later))
    check()
    assert check()[2] == ["a.py", "c.py"]


def test_a_system_that_does_not_tell_changes_is_not_trusted(check: Check, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(looks, "_TELLS_CHANGES", False)
    check()
    assert check()[2] == sorted(TREE)


def test_a_run_of_few_files_remembers_nothing(check: Check, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(looks, "_MANY", len(TREE) + 1)
    check()
    assert check()[2] == sorted(TREE)


def test_a_helper_is_told_once_somebody_imports_it(check: Check) -> None:
    old = "import numpy as np\n\nkinds = np.float\n"
    Path("helper.py").write_text(old)
    Path("c.py").write_text(old)
    out = check()[1]
    assert "helper.py" in out
    assert "c.py" not in out
    assert check()[1] == out
    Path("user.py").write_text(f"{CLEAN}import c\n")
    out = check()[1]
    assert "c.py" in out
    assert "helper.py" not in out


def test_files_that_a_run_does_not_name_stay_remembered(check: Check) -> None:
    check()
    Path("c.py").write_text("x = 3\n")
    check("b.py", "c.py", "user.py")
    assert check()[2] == ["a.py"]
    Path("helper.py").unlink()
    Path("user.py").write_text(CLEAN)
    check()
    assert "helper.py" not in "".join(entry.read_text() for entry in Path(FOLDER).glob("??/*"))


def test_a_project_without_tensorflow_gets_no_cache(check: Check) -> None:
    for name in TREE:
        Path(name).write_text("x = 1\n")
    check()
    assert not Path(FOLDER).exists()


def test_fixes_are_made_where_files_are_remembered(check: Check) -> None:
    check()
    check()
    assert check("--fix")[0] == 0
    assert "tf.math.log" in Path("a.py").read_text()
    assert check()[0] == 0
    assert check()[2] == []
