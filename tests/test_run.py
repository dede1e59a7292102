"""Many files: who does them, what comes back, and what is written."""

import gc
import os
import signal
import stat
import subprocess
import sys
import time
from dataclasses import replace
from pathlib import Path

import pytest

from tfgpu_migrate import check, pool, rules, write
from tfgpu_migrate.discover import Found
from tfgpu_migrate.edit.diagnostics import Diagnostic
from tfgpu_migrate.file_report import FileReport
from tfgpu_migrate.looks import needs_work
from tfgpu_migrate.processes import processes_for
from tfgpu_migrate.run import Mode, Outcome, run
from tfgpu_migrate.settings import Settings
from tfgpu_migrate.source import Source


def fake_check(path: str, data: bytes, settings: Settings) -> FileReport:
    """Find `BAD`, and do what the text of the file says."""
    if b"CRASH" in data:
        raise RuntimeError("two\nlines")
    if b"DIE" in data:
        os.kill(os.getpid(), signal.SIGKILL)
    if b"EXIT" in data:
        os._exit(7)
    text = data.decode()
    found = (Diagnostic(text.index("BAD"), text.index("BAD") + 3, "TFM301", path),) if "BAD" in text else ()
    return FileReport(path, Source(path, text), found, before=data)


def fake_fix(path: str, data: bytes, settings: Settings) -> FileReport:
    report = fake_check(path, data, settings)
    if not report.diagnostics:
        return report
    after = data.replace(b"BAD", b"GOOD")
    return FileReport(path, Source(path, after.decode()), (), fixed=("TFM301",), before=data, after=after)


@pytest.fixture(autouse=True)
def _fake(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(check, "check_bytes", fake_check)
    monkeypatch.setattr(check, "fix_bytes", fake_fix)
    monkeypatch.setattr(rules, "load", dict)


def make(number: int, **texts: str) -> list[Found]:
    for index in range(number):
        texts.setdefault(f"f{index:03}", f"import tensorflow  # {'x' * (index % 7) * 50}\nBAD\n")
    for name, text in texts.items():
        Path(f"{name}.py").write_text(text)
    return [Found(f"{name}.py", Settings()) for name in sorted(texts)]


def messages(outcome: Outcome) -> list[tuple[str, str]]:
    return [(report.path, each.message) for report in outcome.reports for each in report.diagnostics]


def errors(outcome: Outcome) -> list[tuple[str, str]]:
    return [(report.path, report.internal_error) for report in outcome.reports if report.internal_error]


def test_prefilter() -> None:
    assert needs_work(b"import tensorflow as tf")
    assert needs_work(b"from keras import backend")
    assert not needs_work(b"import torch")
    outcome = run(make(0, a="DIE", b="BAD"), Mode.CHECK)
    assert (outcome.reports, outcome.checked) == ((), 2)


@pytest.mark.parametrize(("number", "jobs"), [(3, None), (40, None), (40, 1), (40, 2), (40, 7), (2, 7)])
def test_order_and_content_do_not_depend_on_processes(number: int, jobs: int | None) -> None:
    found = make(number)
    outcome = run(found, Mode.CHECK, jobs)
    assert messages(outcome) == [(each.path, each.path) for each in found]
    assert outcome.checked == number


def test_each_file_has_its_settings(monkeypatch: pytest.MonkeyPatch) -> None:
    def checked(path: str, data: bytes, settings: Settings) -> FileReport:
        return FileReport(path, Source(path, "x"), (Diagnostic(0, 1, "TFM301", settings.graph_mode),))

    monkeypatch.setattr(check, "check_bytes", checked)
    found = make(20)
    found[3] = found[3]._replace(settings=Settings(graph_mode="never"))
    assert [text for _, text in messages(run(found, Mode.CHECK, 2))].index("never") == 3


@pytest.mark.parametrize("jobs", [1, 2])
def test_a_bug_in_one_file_leaves_the_others(jobs: int) -> None:
    outcome = run(make(20, e="tensorflow CRASH"), Mode.CHECK, jobs)
    assert errors(outcome) == [("e.py", "RuntimeError: two lines")]
    assert len(messages(outcome)) == 20


@pytest.mark.parametrize(("text", "code"), [("DIE", -9), ("EXIT", 7)])
def test_a_dead_process_is_named_and_the_others_are_reported(text: str, code: int) -> None:
    outcome = run(make(40, e=f"tensorflow {text}", g=f"tensorflow {text}"), Mode.CHECK, 2)
    said = f"the process that checked it ended with {code}"
    assert errors(outcome) == [("e.py", said), ("g.py", said)]
    assert len(messages(outcome)) == 40


def test_every_process_dies() -> None:
    outcome = run(make(0, **{f"d{index}": "tensorflow DIE" for index in range(6)}), Mode.CHECK, 3)
    assert len(errors(outcome)) == 6


def test_unreadable_paths() -> None:
    Path("folder.py").mkdir()
    found = [*make(1), Found("gone.py", Settings()), Found("folder.py", Settings()), Found("x", Settings(), "Why")]
    assert messages(run(found, Mode.CHECK)) == [
        ("f000.py", "f000.py"),
        ("gone.py", "No such file or directory (os error 2)"),
        ("folder.py", "Is a directory (os error 21)"),
        ("x", "Why"),
    ]


def test_large_results_cross_the_pipe(monkeypatch: pytest.MonkeyPatch) -> None:
    def checked(path: str, data: bytes, settings: Settings) -> FileReport:
        return FileReport(path, Source(path, "x"), (Diagnostic(0, 1, "TFM301", "y" * 3_000_000),))

    monkeypatch.setattr(check, "check_bytes", checked)
    assert all(len(text) == 3_000_000 for _, text in messages(run(make(20), Mode.CHECK, 2)))


def test_the_syntax_tree_does_not_travel(monkeypatch: pytest.MonkeyPatch) -> None:
    def checked(path: str, data: bytes, settings: Settings) -> FileReport:
        source = Source(path, "x = 1\n")
        assert source.tree
        return FileReport(path, source, (Diagnostic(0, 1, "TFM301", "m"),), before=data)

    monkeypatch.setattr(check, "check_bytes", checked)
    report = run(make(1), Mode.CHECK).reports[0]
    assert report.source is not None
    assert "tree" not in vars(report.source)
    assert report.before == b""


@pytest.mark.parametrize("jobs", [1, 2])
def test_fix_writes(jobs: int) -> None:
    found = make(20, clean="import tensorflow\n")
    before = Path("clean.py").stat()
    outcome = run(found, Mode.FIX, jobs)
    assert sum(len(report.fixed) for report in outcome.reports) == 20
    assert all("GOOD" in Path(each.path).read_text() for each in found if each.path != "clean.py")
    assert Path("clean.py").stat().st_ino == before.st_ino
    assert sorted(path.name for path in Path().iterdir()) == sorted(each.path for each in found)


@pytest.mark.parametrize("jobs", [1, 2])
def test_diff_writes_nothing_and_keeps_both_texts(jobs: int) -> None:
    outcome = run(make(20), Mode.DIFF, jobs)
    assert all("BAD" in Path(report.path).read_text() for report in outcome.reports)
    assert all(b"GOOD" in (report.after or b"") and b"BAD" in report.before for report in outcome.reports)


def test_fix_of_a_read_only_file_says_so_once(monkeypatch: pytest.MonkeyPatch) -> None:
    found = make(2)
    Path("f001.py").chmod(0o444)
    monkeypatch.setattr(os, "access", lambda path, mode: not str(path).endswith("f001.py"))  # tests may run as root
    outcome = run(found, Mode.FIX)
    assert messages(outcome) == [
        ("f001.py", "the fixes were not written: the file is read-only"),
        ("f001.py", "f001.py"),
    ]
    assert "BAD" in Path("f001.py").read_text()
    assert stat.S_IMODE(Path("f001.py").stat().st_mode) == 0o444


def test_fix_of_a_file_that_vanishes_or_changes(monkeypatch: pytest.MonkeyPatch) -> None:
    def fixed(path: str, data: bytes, settings: Settings) -> FileReport:
        if path == "f000.py":
            Path(path).unlink()
        if path == "f001.py":
            Path(path).write_text("someone else's")
        return fake_fix(path, data, settings)

    monkeypatch.setattr(check, "fix_bytes", fixed)
    outcome = run(make(2), Mode.FIX)
    said = [text for _, text in messages(outcome) if text.startswith("the fixes")]
    assert said == [
        "the fixes were not written: No such file or directory (os error 2)",
        "the fixes were not written: the file was changed while it was checked",
    ]
    assert not Path("f000.py").exists()
    assert Path("f001.py").read_text() == "someone else's"
    assert [path.name for path in Path().iterdir()] == ["f001.py"]


def test_replace_keeps_mode_and_follows_links() -> None:
    Path("real.py").write_bytes(b"old")
    Path("real.py").chmod(0o750)
    Path("link.py").symlink_to("real.py")
    write.replace_file("link.py", b"old", b"new")
    assert Path("link.py").is_symlink()
    assert Path("real.py").read_bytes() == b"new"
    assert stat.S_IMODE(Path("real.py").stat().st_mode) == 0o750


def test_replace_refuses_what_is_no_file() -> None:
    os.mkfifo("pipe")
    with pytest.raises(write.Refused, match="not a regular file"):
        write.replace_file("pipe", b"", b"x")


def test_a_failed_write_leaves_the_file_and_nothing_else(monkeypatch: pytest.MonkeyPatch) -> None:
    def full_disk(descriptor: int) -> None:
        raise OSError(28, "No space left on device")

    Path("a.py").write_bytes(b"old")
    monkeypatch.setattr(os, "fsync", full_disk)
    with pytest.raises(OSError, match="No space"):
        write.replace_file("a.py", b"old", b"new")
    assert {path.name: path.read_bytes() for path in Path().iterdir()} == {"a.py": b"old"}


def test_an_interrupt_ends_the_processes(monkeypatch: pytest.MonkeyPatch) -> None:
    def slow(path: str, data: bytes, settings: Settings) -> FileReport:
        if path == "f000.py":
            os.kill(os.getppid(), signal.SIGINT)
        time.sleep(30)
        raise AssertionError

    monkeypatch.setattr(check, "fix_bytes", slow)
    started = time.monotonic()
    gc.disable()  # hypothesis hears of each collection, and what an interrupt raises in its callback goes nowhere
    try:
        with pytest.raises(KeyboardInterrupt):
            run(make(20), Mode.FIX, 20)
    finally:
        gc.enable()
    assert time.monotonic() - started < 10
    assert len(list(Path().iterdir())) == 20


def test_processes_are_worth_their_start() -> None:
    assert processes_for(15, None) == 1
    assert processes_for(2, 8) == 2
    assert processes_for(100, 8) == 8


def test_jobs_are_dealt_by_size() -> None:
    assert pool._deal([5, 100, 7, 90], 2) == [[1, 2], [3, 0]]
    assert pool._deal([1], 16) == [[0]]


def test_nothing_heavy_is_imported_for_files_without_tensorflow() -> None:
    Path("a.py").write_text("import torch\n")
    code = (
        "import sys\nfrom tfgpu_migrate.cli import main\n"
        "try: main(['check', '--isolated', 'a.py'])\n"
        "except SystemExit as end: assert not end.code\n"
        "heavy = {'libcst', 'rich', 'multiprocessing', 'tfgpu_migrate.check', 'tfgpu_migrate.rules'}\n"
        "assert not heavy & set(sys.modules), heavy & set(sys.modules)\n"
    )
    root = Path(check.__file__).parent.parent
    done = subprocess.run(
        [sys.executable, "-c", code], env={**os.environ, "PYTHONPATH": str(root)}, capture_output=True, check=False
    )
    assert (done.returncode, done.stderr) == (0, b"")


def test_reports_can_be_changed_without_losing_fields() -> None:
    report = fake_fix("a.py", b"BAD", Settings())
    assert replace(report, suppressed=2).fixed == ("TFM301",)
