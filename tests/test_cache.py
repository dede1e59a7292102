"""The cache: the same findings without the work, and never stale ones."""

import io
import json
import os
import subprocess
import sys
from collections.abc import Callable
from hashlib import sha256
from pathlib import Path

import pytest

from tfgpu_migrate import check, file_report, progress
from tfgpu_migrate import run as run_module
from tfgpu_migrate.cache import FOLDER, Cache
from tfgpu_migrate.commands import run_command
from tfgpu_migrate.settings import Settings

TF = "import tensorflow as tf\n"
GROWTH = f"{TF}c = tf.ConfigProto()\nc.gpu_options.allow_growth = True\nwith tf.Session(config=c):\n    tf.log(1.0)\n"
Tool = Callable[..., tuple[int, str]]


@pytest.fixture(name="tool")
def _tool(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]) -> Tool:
    monkeypatch.chdir(tmp_path)

    def call(*arguments: str) -> tuple[int, str]:
        code = run_command(["check", *arguments])
        return code, capfd.readouterr().out

    return call


def entries() -> list[Path]:
    return sorted(Path(FOLDER).glob("*/*"))


def no_work(monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(*_: object) -> None:
        raise AssertionError("a file was checked again")

    monkeypatch.setattr(run_module, "do_job", fail)


@pytest.mark.parametrize("form", ["full", "json", "sarif"])
def test_a_second_run_says_the_same_without_the_work(tool: Tool, monkeypatch: pytest.MonkeyPatch, form: str) -> None:
    Path("a.py").write_text(GROWTH)
    Path("b.py").write_text(f"{TF}x = tf.log(1)  # noqa\n")
    Path("c.py").write_text(f"{TF}print 1\n")
    Path("e.py").write_text("from tensorflow.contrib import cudnn_rnn\n\ncudnn_rnn.CudnnLSTM(1, 2)\n")
    Path("d.ipynb").write_text(json.dumps({"cells": [{"cell_type": "code", "source": GROWTH}], "nbformat": 4}))
    first = tool("--output-format", form)
    assert len(entries()) == 5
    no_work(monkeypatch)
    assert tool("--output-format", form) == first


def test_places_are_known_without_the_text(tool: Tool, monkeypatch: pytest.MonkeyPatch) -> None:
    Path("a.py").write_text(GROWTH)
    first = tool("--output-format", "concise")

    def fail(*_: object) -> None:
        raise AssertionError("a file was decoded for nothing")

    monkeypatch.setattr(file_report, "shown_source", fail)
    assert tool("--output-format", "concise") == first
    with pytest.raises(AssertionError):
        tool("--output-format", "full")


def test_what_findings_depend_on_is_in_the_key(tmp_path: Path) -> None:
    cache = Cache(str(tmp_path))
    key = cache.key("a.py", "x", Settings())
    assert cache.key("b/a.py", "x", Settings()) == key
    others = [
        cache.key("a.py", "y", Settings()),
        cache.key("a.ipynb", "x", Settings()),
        cache.key("b/__init__.py", "x", Settings()),
        cache.key("a.py", "x", Settings(ignore=("TFM1",))),
        cache.key("a.py", "x", Settings(graph_mode="never")),
        cache.key("a.py", "x", Settings(unsafe_fixes=True)),
        cache.key("a.py", "x", Settings(per_file_ignores=(("a.py", ("TFM1",)),))),
        cache.key("b.py", "x", Settings(per_file_ignores=(("a.py", ("TFM1",)),))),
    ]
    assert len({key, *others}) == 9
    assert cache.key("a.py", "x", Settings(exclude=("y",))) == key


def test_a_file_with_the_bytes_of_another_has_its_own_findings(tool: Tool) -> None:
    Path("b").mkdir()
    for name in ("a.py", "b/__init__.py"):
        Path(name).write_text("from tensorflow.contrib import slim\n")
    for name in ("requirements.txt", "constraints.txt"):
        Path(name).write_text("tensorflow-gpu==1.15\n")
    uncached = tool("--no-cache")
    assert tool() == tool() == uncached


def test_a_change_of_file_settings_or_entry_is_seen(tool: Tool) -> None:
    Path("a.py").write_text(f"{TF}tf.log(1)\n")
    before = tool()
    assert tool("--ignore", "TFM102")[0] == 0
    Path("a.py").write_text(f"{TF}tf.math.log(1)\n")
    assert tool()[0] == 0
    Path("a.py").write_text(f"{TF}tf.log(1)\n")
    for entry in entries():
        entry.write_text('{"found": 1}')
    assert tool() == before
    for entry in entries():
        entry.write_bytes(b"\xff")
    assert tool() == before


def test_fix_and_diff_do_the_work_where_there_is_some(tool: Tool, monkeypatch: pytest.MonkeyPatch) -> None:
    Path("a.py").write_text(GROWTH)
    tool()
    assert "+for gpu in" in tool("--diff")[1]
    assert tool("--fix")[0] == 0
    assert "set_memory_growth" in Path("a.py").read_text()
    tool()
    no_work(monkeypatch)
    assert tool("--fix") == (0, "All checks passed!\n1 name in 1 file stays on `tf.compat.v1`.\n")


def test_what_is_asked_for_with_unsafe_fixes_only_is_not_remembered_for_other_runs(tool: Tool) -> None:
    graph = f"{TF}tf.compat.v1.disable_v2_behavior()\nx = tf.constant(1)\nprint(tf.compat.v1.Session().run(x))\n"
    Path("a.py").write_text(graph)
    plain, asked = tool("--no-cache"), tool("--no-cache", "--unsafe-fixes")
    assert plain != asked
    assert [tool(), tool("--unsafe-fixes"), tool(), tool("--unsafe-fixes")] == [plain, asked, plain, asked]


def test_flags_of_the_cache(tool: Tool) -> None:
    Path("a.py").write_text(GROWTH)
    tool("--no-cache")
    tool("-n")
    assert not Path(FOLDER).exists()
    tool("--cache-dir", "kept")
    assert not Path(FOLDER).exists()
    assert Path("kept/CACHEDIR.TAG").read_text().startswith("Signature: 8a477f597d28d172789f06886806bc55")
    assert Path("kept/.gitignore").read_text() == "*\n"


def test_a_folder_that_cannot_be_written_costs_nothing(tool: Tool) -> None:
    Path("a.py").write_text(GROWTH)
    Path(FOLDER).write_text("a file in the way")
    assert tool("-q") == tool("-q", "--no-cache")


def test_clean(tool: Tool, capfd: pytest.CaptureFixture[str]) -> None:
    Path("deep").mkdir()
    Path("deep/a.py").write_text(GROWTH)
    Path("deep/pyproject.toml").write_text("[tool.tfgpu-migrate]\n")
    Path("other", FOLDER).mkdir(parents=True)
    tool("deep")
    assert run_command(["clean"]) == 0
    assert capfd.readouterr().err == f"Removed ./deep/{FOLDER}\n"
    assert not Path("deep", FOLDER).exists()
    assert Path("other", FOLDER).exists()  # made by nobody we know


def test_runs_at_the_same_time_share_a_cache(tmp_path: Path) -> None:
    for number in range(30):
        (tmp_path / f"a{number}.py").write_text(f"{GROWTH}x = {number}\n")
    environment = {**os.environ, "PYTHONPATH": str(Path(check.__file__).parent.parent)}
    command = [sys.executable, "-m", "tfgpu_migrate", "check", "--isolated", "-j", "1", "--output-format", "concise"]
    runs = [subprocess.Popen(command, cwd=tmp_path, env=environment, stdout=subprocess.PIPE) for _ in range(3)]
    printed = {run.communicate()[0] for run in runs}
    assert len(printed) == 1
    kept = list((tmp_path / FOLDER).glob("*/*"))
    assert len(kept) == 30
    assert all(sha256(path.read_bytes()[65:]).hexdigest().encode() == path.read_bytes()[:64] for path in kept)


class _Terminal(io.StringIO):
    def isatty(self) -> bool:
        return True


def test_progress_is_for_long_runs_on_a_terminal(monkeypatch: pytest.MonkeyPatch) -> None:
    clock = iter([0.0, 0.1, 0.6, 0.65, 0.8])
    monkeypatch.setattr("tfgpu_migrate.progress.time.monotonic", lambda: next(clock))
    terminal = _Terminal()
    with progress.shown_on(terminal, quiet=False) as show:
        for done in (1, 10, 11, 20):
            show(done, 20)
    half, full = progress.bar(10, 20), progress.bar(20, 20)
    assert half == f"[{'#' * 15}{' ' * 15}] 10/20 files"
    assert terminal.getvalue() == f"\r{half}\r{full}\r\x1b[K"
    for stream, quiet in ((io.StringIO(), False), (_Terminal(), True)):
        with progress.shown_on(stream, quiet=quiet) as show:
            show(1, 2)
        assert stream.getvalue() == ""
