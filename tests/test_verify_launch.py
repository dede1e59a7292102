"""Processes that behave badly: each ends in time, with a clear result, and leaves none of its own behind."""

import os
import signal
import subprocess
import sys
import textwrap
import time
from pathlib import Path

import pytest

from tfgpu_migrate.verify.launch import Deadline, Ended, run

_LONG = 60.0


def ended(code: str, seconds: float = _LONG, stdout: int = subprocess.DEVNULL) -> Ended:
    command = [sys.executable, "-c", textwrap.dedent(code)]
    return run(command, os.environ, Deadline(seconds, grace=1), stdout=stdout, stderr=subprocess.DEVNULL)


def is_running(process: int) -> bool:
    try:
        return Path(f"/proc/{process}/stat").read_text("utf-8").rpartition(")")[2].split()[0] not in "ZX"
    except OSError:
        return False


CASES = [
    ("its own exit code", "raise SystemExit(3)", "exited with 3"),
    ("os._exit", "import os; os._exit(7)", "exited with 7"),
    ("an exception", "1 / 0", "exited with 1"),
    ("a crash", "import os; os.abort()", "was ended by SIGABRT"),
    ("killed", "import os, signal; os.kill(os.getpid(), signal.SIGKILL)", "was ended by SIGKILL"),
    ("raises in a thread", "import threading; t = threading.Thread(target=lambda: 1 / 0); t.start()", "exited with 0"),
    ("closes its output", "import os; os.close(1); os.close(2)", "exited with 0"),
    ("wants input", "input()", "exited with 1"),
    ("prints a lot", "import sys; [sys.stdout.write('x' * 1_000_000) for _ in range(1000)]", "exited with 0"),
]


@pytest.mark.parametrize(("code", "text"), [case[1:] for case in CASES], ids=[case[0] for case in CASES])
def test_the_end_is_told_as_it_was(code: str, text: str) -> None:
    assert ended(code).text == text


@pytest.mark.parametrize(
    "code",
    [
        "import time; time.sleep(600)",
        "while True: pass",
        "import signal; signal.signal(signal.SIGTERM, signal.SIG_IGN)\nwhile True: pass",
        "import os, time; os.fork(); time.sleep(600)",
    ],
    ids=["sleeps", "spins", "ignores SIGTERM", "forks and sleeps"],
)
def test_a_process_that_hangs_is_stopped(code: str) -> None:
    started = time.monotonic()
    end = ended(code, seconds=1)
    assert end.timed_out
    assert end.code is None
    assert end.text == "was stopped after 1 s"
    assert time.monotonic() - started < 10


@pytest.mark.parametrize("detached", [False, True], ids=["same session", "session of its own"])
def test_what_a_process_leaves_running_is_ended(detached: bool, tmp_path: Path) -> None:
    note = tmp_path / "pid"
    code = f"""
    import pathlib, subprocess, sys
    sleeper = [sys.executable, "-c", "import time; time.sleep(600)"]
    process = subprocess.Popen(sleeper, start_new_session={detached})
    pathlib.Path({str(note)!r}).write_text(str(process.pid))
    """
    assert ended(code).code == 0
    assert not is_running(int(note.read_text("utf-8")))


def test_last_words_are_heard_before_the_end(tmp_path: Path) -> None:
    words = tmp_path / "words"
    stop, stopper = os.pipe()
    code = f"import os, pathlib; os.read({stop}, 1); pathlib.Path({str(words)!r}).touch(); os.read({stop}, 1)"

    def stop_it() -> None:
        os.write(stopper, b"!")

    deadline = Deadline(1, stop_it, words.exists, grace=20)
    end = run([sys.executable, "-c", code], os.environ, deadline, keep=[stop])
    os.close(stop)
    os.close(stopper)
    assert end.timed_out
    assert words.exists()


def test_sigterm_to_us_ends_the_child(tmp_path: Path) -> None:
    note = tmp_path / "pid"
    child = f"import os, pathlib, time; pathlib.Path({str(note)!r}).write_text(str(os.getpid())); time.sleep(600)"
    ours = (
        "import os, sys; from tfgpu_migrate.verify.launch import *; "
        f"run([sys.executable, '-c', {child!r}], os.environ, Deadline(600))"
    )
    process = subprocess.Popen([sys.executable, "-c", ours])
    until = time.monotonic() + 20
    while not (note.exists() and note.read_text("utf-8")) and time.monotonic() < until:
        time.sleep(0.05)
    process.send_signal(signal.SIGTERM)
    assert process.wait(20) == 128 + signal.SIGTERM
    assert not is_running(int(note.read_text("utf-8")))
