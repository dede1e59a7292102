"""Wrong only never: whatever changes between runs, the cache says what a run without it says."""

import os
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager, redirect_stderr, redirect_stdout
from io import BytesIO, TextIOWrapper
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest
from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, invariant, precondition, rule

from tests.command import GROWTH, LOG
from tests.readme import ROOT
from tfgpu_migrate import cache, looks
from tfgpu_migrate.commands import run_command

TEXTS = [
    LOG,
    GROWTH,
    "import tensorflow as tf\n",
    "from tensorflow.contrib import slim\n",
    f"{LOG[:-1]}  # noqa: TFM102\n",
    f"{LOG}print 1\n",
    "import torch\n",
    "tensorflow-gpu==1.15\n",
    f'{{"cells": [{{"cell_type": "code", "source": {LOG!r}}}], "nbformat": 4}}'.replace("'", '"'),
]
AS_LONG = [LOG.replace("tf.log", "tf.abs"), LOG.replace("tensorflow", "tensor_few")]  # as LOG, with nothing to find
NAMES = [
    "a.py",
    "b.py",
    "d/a.py",
    "d/__init__.py",
    "requirements.txt",
    "d/requirements-dev.txt",
    "n.ipynb",
    "d/setup.py",
]
SETTINGS = [
    "",
    'ignore = ["TFM1"]',
    'select = ["TFM3"]',
    'per-file-ignores = { "d/*" = ["TFM1"] }',
    'per-file-ignores = { "a.py" = ["TFM1"] }',
    'extend-unsafe-fixes = ["TFM102"]',
    'unfixable = ["TFM102"]',
    'graph-mode = "never"',
    'target-version = "2.8"',
    'exclude = ["d"]',
    "gpu-memory-mb = 11000",
]
_SETTLED = 15_000_000  # nanoseconds: longer than a tick of the clock of the disk
FLAGS = [[], ["--unsafe-fixes"], ["--ignore", "TFM3"], ["--ignore-noqa"], ["-j", "2"], ["--select", "ALL"], ["--diff"]]


class Edits(RuleBasedStateMachine):
    """A tree that is edited between runs."""

    def __init__(self) -> None:
        super().__init__()
        self.scratch = TemporaryDirectory()
        self.before = Path.cwd()
        os.chdir(self.scratch.name)
        Path("d").mkdir()
        for name, text in (("a.py", LOG), ("d/a.py", GROWTH), ("d/__init__.py", TEXTS[3]), ("n.ipynb", TEXTS[-1])):
            Path(name).write_text(text)
        self.flags: list[str] = []

    def teardown(self) -> None:
        os.chdir(self.before)
        self.scratch.cleanup()

    @rule(name=st.sampled_from(NAMES), text=st.sampled_from([*TEXTS, *AS_LONG]), keeps_time=st.booleans())
    def write(self, name: str, text: str, keeps_time: bool) -> None:
        file = Path(name)
        times = (file.stat().st_atime_ns, file.stat().st_mtime_ns) if file.exists() and keeps_time else (1, 1)
        file.write_text(text)
        os.utime(file, ns=times)

    @rule()
    def wait(self) -> None:
        """Until what was read counts as settled; without it, edits are quick ones."""
        time.sleep(3 * _SETTLED / 1e9)

    @rule(name=st.sampled_from(NAMES), to=st.sampled_from(NAMES))
    def rename(self, name: str, to: str) -> None:
        if Path(name).exists():
            Path(name).replace(to)

    @rule(name=st.sampled_from(NAMES))
    def remove(self, name: str) -> None:
        Path(name).unlink(missing_ok=True)

    @rule(text=st.sampled_from(SETTINGS), folder=st.sampled_from([".", "d"]))
    def configure(self, text: str, folder: str) -> None:
        Path(folder, "tfgpu-migrate.toml").write_text(f"{text}\n")

    @rule(flags=st.sampled_from(FLAGS))
    def flag(self, flags: list[str]) -> None:
        self.flags = flags

    @rule()
    def fix(self) -> None:
        printed("--fix", *(flag for flag in self.flags if flag != "--diff"))

    @precondition(lambda self: Path(cache.FOLDER).exists())
    @rule(which=st.integers(0, 99), kept=st.integers(0, 99))
    def spoil(self, which: int, kept: int) -> None:
        """What a power cut or a full disk leaves of an entry."""
        entries = sorted(Path(cache.FOLDER).glob("??/*"))
        if entries:
            entry = entries[which * len(entries) // 100]
            whole = entry.read_bytes()
            entry.write_bytes(whole[: kept * len(whole) // 100])

    @precondition(lambda self: Path(cache.FOLDER).exists())
    @rule()
    def tidy(self) -> None:
        for folder in Path(cache.FOLDER).glob("??"):
            cache._make_room(folder)

    @invariant()
    def both_say_the_same(self) -> None:
        assert printed(*self.flags) == printed("-n", *self.flags)


def printed(*arguments: str) -> tuple[int, bytes]:
    """Exit code and what `check` prints."""
    out = BytesIO()
    stream = TextIOWrapper(out)
    with redirect_stdout(stream), redirect_stderr(stream):
        code = run_command(["check", "--output-format", "json", *arguments])
    stream.flush()
    return code, out.getvalue()


@contextmanager
def small_cache(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """A cache that is soon full, and remembers the files of small trees that rest for a moment."""
    with monkeypatch.context() as patch:
        patch.setattr(cache, "_FULL", 2 * cache._BLOCK)
        patch.setattr(looks, "_MANY", 1)
        patch.setattr(looks, "_SETTLED", _SETTLED)
        yield


def test_the_cache_is_never_wrong(monkeypatch: pytest.MonkeyPatch) -> None:
    runs = int(os.environ.get("TFGPU_MIGRATE_CACHE_RUNS", "20"))
    profile = settings(
        max_examples=runs, stateful_step_count=12, deadline=None, suppress_health_check=list(HealthCheck)
    )
    Edits.TestCase.settings = profile
    with small_cache(monkeypatch):
        Edits.TestCase("runTest").debug()


def test_what_was_found_is_kept_for_the_bytes_that_were_read(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    clean = "import tensorflow as tf\n"
    Path("a.py").write_text(clean)
    from tfgpu_migrate import run

    do_job = run.do_job

    def edited_first(job: run.Job) -> object:
        Path(job.path).write_text(LOG)
        return do_job(job)

    with monkeypatch.context() as patch:
        patch.setattr(run, "do_job", edited_first)
        assert printed()[0] == 1
    Path("a.py").write_text(clean)
    assert printed()[0] == 0
    Path("a.py").write_text(LOG)
    assert printed()[0] == 1


def test_the_cache_has_a_bound(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(cache, "_FULL", 4 * cache._BLOCK)
    kept = cache.Cache(str(tmp_path / "kept"))
    from tfgpu_migrate.check import check_bytes
    from tfgpu_migrate.settings import Settings

    report = check_bytes("a.py", LOG.encode(), Settings())
    for number in range(1000):
        kept.put(f"00{number % 16:x}{number}", report)
        assert len(list((tmp_path / "kept/00").iterdir())) <= 4 + 14  # one put in eight makes room
    assert len(list((tmp_path / "kept/00").iterdir())) < 20
    monkeypatch.setattr(cache, "_LARGEST", 10)
    kept.put("ff0", report)
    assert not (tmp_path / "kept/ff").exists()


def test_runs_that_are_killed_leave_a_cache_that_is_right(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    for number in range(40):
        Path(f"a{number}.py").write_text(f"{LOG}x = {number}\n")
    killed = (
        "import os, signal, sys\n"
        "from tfgpu_migrate import cache\n"
        "from tfgpu_migrate.commands import run_command\n"
        "left, rename = [int(sys.argv[1])], cache.Path.replace\n"
        "def replace(self, target):\n"
        "    left[0] -= 1\n"
        "    if left[0] < 0: os.kill(os.getpid(), signal.SIGKILL)\n"
        "    return rename(self, target)\n"
        "cache.Path.replace = replace\n"
        "run_command(['check', '-j', '1'])\n"
    )
    for puts in (0, 7, 15):
        environment = {**os.environ, "PYTHONPATH": str(ROOT)}
        done = subprocess.run(
            [sys.executable, "-c", killed, str(puts)], env=environment, capture_output=True, check=False
        )
        assert done.returncode == -9
    assert len(list(Path(cache.FOLDER).glob("??/*"))) == 22 + 3  # three entries were never finished
    assert printed() == printed("-n")
    assert run_command(["clean"]) == 0
    assert not Path(cache.FOLDER).exists()


def test_every_setting_and_flag_counts(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    Path("d").mkdir()
    for name, text in (("a.py", LOG + GROWTH), ("d/a.py", LOG), ("n.py", TEXTS[4]), ("requirements.txt", TEXTS[7])):
        Path(name).write_text(text)
    said = set()
    for text in SETTINGS:
        Path("tfgpu-migrate.toml").write_text(text)
        for flags in ([], ["--ignore", "TFM3"], ["--ignore-noqa"]):
            cached = printed(*flags)
            assert cached == printed("-n", *flags), text
            said.add(cached)
    assert len(said) > 20
