"""What must hold whatever happens to a run: a file is old or new, what goes wrong is said, and the rest is done."""

import ctypes
import json
import os
import resource
import signal
import socket
import stat
import time
from pathlib import Path

import pytest

from tests.command import FIXED_LOG, GROWTH, LOG, names, start, tool
from tests.kills import kill_at_random

_LIBC = ctypes.CDLL(None)
_PR_CAPBSET_DROP = 24
CONCISE = ("--isolated", "--output-format", "concise")
KILLED_AT_WRITE = "import os, signal\nos.fsync = lambda _: os.kill(os.getpid(), signal.SIGKILL)\n"
DIES = """
import os, signal, sys
import tfgpu_migrate.pool as pool
import tfgpu_migrate.check as check
pool.METHOD = {method!r}
def dying(action):
    def wrapped(path, data, settings):
        if b"DIE" in data:
            os.kill(os.getpid(), signal.SIGKILL)
        if b"EXIT" in data:
            os._exit(7)
        return action(path, data, settings)
    return wrapped
check.check_bytes = dying(check.check_bytes)
check.fix_bytes = dying(check.fix_bytes)
"""


@pytest.fixture(name="tree")
def _tree(tmp_path: Path) -> Path:
    folder = tmp_path / "tree"
    folder.mkdir()
    return folder


def make(folder: Path, number: int, **texts: str) -> None:
    for name, text in {**{f"f{index:03}": LOG for index in range(number)}, **texts}.items():
        (folder / f"{name}.py").write_text(text)


def test_kills_at_random_moments(tree: Path) -> None:
    *_, figures = kill_at_random(tree / "files", 10, seed=1)
    assert figures.kills == 10
    assert figures.midway > 0


def test_the_next_fix_takes_away_what_a_killed_one_left(tree: Path) -> None:
    make(tree, 1)
    assert tool(tree, "check", "--fix", patch=KILLED_AT_WRITE).returncode == -signal.SIGKILL
    (litter,) = names(tree) - {"f000.py"}
    assert litter.endswith(".tfgpu-migrate")
    assert (tree / "f000.py").read_text() == LOG
    (tree / "f000.py").write_text("x = 1\n")  # nothing left to fix
    (tree / ".my-settings.tfgpu-migrate").touch()  # not ours: no run names a file so
    assert tool(tree, "check").returncode == 0
    assert litter in names(tree)  # a check writes nothing
    assert tool(tree, "check", "--fix").returncode == 0
    assert names(tree) == {"f000.py", ".my-settings.tfgpu-migrate"}


def test_a_run_leaves_the_temporary_file_of_a_running_one(tree: Path) -> None:
    make(tree, 1)
    waits = "import os, time\nold = os.fsync\nos.fsync = lambda handle: (time.sleep(4), old(handle))\n"
    slow = start(tree, "check", "--fix", patch=waits)
    while not (names(tree) - {"f000.py"}):
        time.sleep(0.05)
        assert slow.poll() is None
    make(tree, 0, other=LOG)
    assert tool(tree, "check", "--fix", "other.py").returncode == 0
    assert slow.wait(30) == 0
    assert (tree / "f000.py").read_text() == FIXED_LOG
    assert names(tree) == {"f000.py", "other.py"}


def _limit_file_size() -> None:
    resource.setrlimit(resource.RLIMIT_FSIZE, (3000, 3000))


def test_a_full_disk_leaves_the_file_and_is_told(tree: Path) -> None:
    big = LOG + "#\n" * 3000
    make(tree, 1, big=big)
    done = tool(tree, "check", "--fix", *CONCISE, preexec_fn=_limit_file_size)
    assert done.returncode == 1
    assert "big.py:1:1: TFM902 the fixes were not written: File too large (os error 27)" in done.stdout
    assert (tree / "big.py").read_text() == big
    assert (tree / "f000.py").read_text() == FIXED_LOG
    assert names(tree) == {"big.py", "f000.py"}


def test_no_room_for_the_cache_costs_nothing(tree: Path) -> None:
    make(tree, 2)
    no_room = (
        "import json, os\n"
        "def full(*_, **__): raise OSError(28, 'No space left on device')\n"
        "import tempfile\ntempfile.mkstemp = full\n"
    )
    assert tool(tree, "check", *CONCISE, patch=no_room).stdout == tool(tree, "check", "-n", *CONCISE).stdout


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="this system has no /dev/full")
def test_a_full_disk_below_standard_output_is_one_line(tree: Path) -> None:
    make(tree, 1)
    with Path("/dev/full").open("wb") as full:
        done = tool(tree, "check", stdout=full)
    assert (done.returncode, done.stderr) == (2, "error: cannot write standard output: No space left on device\n")
    to_file = tool(tree, "check", "-o", "/dev/full")
    assert (to_file.returncode, to_file.stderr) == (2, "error: cannot write /dev/full: No space left on device\n")


def _without_rights() -> None:
    """Give up what lets the superuser write everything: CAP_DAC_OVERRIDE and CAP_DAC_READ_SEARCH."""
    for capability in (1, 2):
        _LIBC.prctl(_PR_CAPBSET_DROP, capability, 0, 0, 0)


def test_a_read_only_file_and_folder_are_told(tree: Path) -> None:
    (tree / "locked").mkdir()
    make(tree, 1, readonly=LOG)
    make(tree / "locked", 1)
    (tree / "readonly.py").chmod(0o444)
    (tree / "locked").chmod(0o555)
    done = tool(tree, "check", "--fix", *CONCISE, preexec_fn=_without_rights)
    (tree / "locked").chmod(0o755)
    assert done.returncode == 1
    assert "locked/f000.py:1:1: TFM902 the fixes were not written: Permission denied (os error 13)" in done.stdout
    assert "readonly.py:1:1: TFM902 the fixes were not written: the file is read-only" in done.stdout
    assert "1 fixed" in done.stdout
    assert (tree / "locked/f000.py").read_text() == (tree / "readonly.py").read_text() == LOG
    assert names(tree) == {"f000.py", "readonly.py", "locked", "locked/f000.py"}


def test_a_file_that_an_editor_saves_meanwhile_is_left(tree: Path) -> None:
    make(tree, 1)
    saved = "import os\nold = os.fsync\nos.fsync = lambda handle: (open('f000.py', 'a').write('# mine'), old(handle))\n"
    done = tool(tree, "check", "--fix", *CONCISE, patch=saved)
    assert done.returncode == 1
    assert "f000.py:1:1: TFM902 the fixes were not written: the file was changed while it was checked" in done.stdout
    assert (tree / "f000.py").read_text() == f"{LOG}# mine"
    assert names(tree) == {"f000.py"}


def test_links(tree: Path) -> None:
    (tree.parent / "other").mkdir()
    make(tree.parent / "other", 0, outside=LOG, named=LOG)
    make(tree, 0, twin=LOG, real=LOG)
    (tree / "second.py").hardlink_to(tree / "twin.py")
    (tree / "link.py").symlink_to("real.py")
    (tree / "out.py").symlink_to("../other/outside.py")
    (tree / "loop").symlink_to(".")
    (tree / "circle.py").symlink_to("circle.py")
    done = tool(tree, "check", "--fix", *CONCISE)
    assert done.returncode == 1
    assert (tree / "twin.py").read_text() == LOG
    assert (tree / "twin.py").samefile(tree / "second.py")
    for name in ("twin", "second"):
        assert f"{name}.py:1:1: TFM902 the fixes were not written: the file has 2 names (hard links)" in done.stdout
    assert (tree / "link.py").is_symlink()
    assert (tree / "real.py").read_text() == FIXED_LOG
    assert f"the link leads to {tree.parent / 'other/outside.py'}, outside of the folders that are fixed" in done.stdout
    assert (tree.parent / "other/outside.py").read_text() == LOG
    assert "os error 40" in tool(tree, "check", "circle.py", *CONCISE).stdout
    assert tool(tree, "check", "--fix", "out.py", *CONCISE).returncode == 0  # who names it means it
    assert (tree.parent / "other/outside.py").read_text() == FIXED_LOG


def test_mode_and_attributes_are_kept_and_times_of_what_is_not_fixed(tree: Path) -> None:
    make(tree, 1, clean="import tensorflow as tf\n", noqa=f"{LOG[:-1]}  # noqa\n")
    (tree / "f000.py").chmod(0o4751)
    try:
        os.setxattr(tree / "f000.py", "user.colour", b"blue")
    except OSError:
        pytest.skip("this file system has no attributes")
    for file in tree.iterdir():
        os.utime(file, (1, 1))
    assert tool(tree, "check", "--fix").returncode == 0
    assert stat.S_IMODE((tree / "f000.py").stat().st_mode) == 0o4751
    assert os.getxattr(tree / "f000.py", "user.colour") == b"blue"
    assert time.time() - (tree / "f000.py").stat().st_mtime < 100
    assert (tree / "clean.py").stat().st_mtime == (tree / "noqa.py").stat().st_mtime == 1


def test_names_that_are_no_text(tree: Path) -> None:
    for number in range(20):
        (tree / os.fsdecode(b"caf\xe9%d.py" % number)).write_text(LOG)
    named = os.fsdecode(b"caf\xe90.py")
    for form in ("full", "github"):
        assert named in tool(tree, "check", "-j", "2", "--output-format", form).stdout
    for form in ("json", "gitlab"):
        json.loads(tool(tree, "check", "-j", "2", "--output-format", form).stdout)
    assert "caf\ufffd0.py" in tool(tree, "check", "--output-format", "junit").stdout
    assert tool(tree, "check", "--fix", "-j", "2").returncode == 0
    assert (tree / named).read_text() == FIXED_LOG


def test_pipes_sockets_and_devices_are_skipped(tree: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    make(tree, 1)
    monkeypatch.chdir(tree)  # the path of a socket is short
    os.mkfifo("pipe.py")
    os.mkfifo("pyproject.toml")
    os.mkfifo(".gitignore")
    Path("zero.py").symlink_to("/dev/zero")
    with socket.socket(socket.AF_UNIX) as listening:
        listening.bind("socket.py")
        assert tool(tree, "check", "--show-files", "-n").stdout == f"{tree}/f000.py\n"
        assert "Found 1 error (1 fixed" in tool(tree, "check", "--fix").stdout
        done = tool(tree, "check", "pipe.py", "zero.py", "socket.py", *CONCISE)
    said = [line for line in done.stdout.splitlines() if "TFM902 not a regular file" in line]
    assert [line.split(":")[0] for line in said] == ["pipe.py", "socket.py", "zero.py"]


N = 5000
DEEP = {
    "parentheses": "(" * N + "1" + ")" * N,
    "minus": "-" * N + "1",
    "not": "not " * N + "a",
    "attributes": "a" + ".b" * N,
    "calls": "a" + "()" * N,
    "subscripts": "a" + "[0]" * N,
    "sum": "1 + " * N + "1",
    "power": "2 ** " * N + "1",
    "lambda": "lambda: " * N + "1",
    "ternary": "1 if a else " * N + "1",
    "nested": "tf.log(" * 190 + "1" + ")" * 190,
    "dict": "{1: " * 150 + "1" + "}" * 150,
    "comparison": "1" + " < 1" * N,
    "strings": "'a' " * N,
    "comprehension": "[a" + " for a in b" * N + "]",
}


def test_deep_nesting_is_told_or_fixed(tree: Path) -> None:
    for name, text in DEEP.items():
        (tree / f"{name}.py").write_text(f"{LOG}y = tf.log({text})\n")
    (tree / "if.py").write_text("import tensorflow as tf\n" + "".join(f"{' ' * at}if a:\n" for at in range(N)))
    (tree / "elif.py").write_text(f"{LOG}if a: pass\n" + "elif b: tf.log(1)\n" * N)
    done = tool(tree, "check", "--fix", *CONCISE, "-j", "1")
    unread = {line.split(".py:")[0] for line in done.stdout.splitlines() if " TFM900 " in line}
    assert (done.returncode, done.stderr) == (1, "")
    assert unread <= {*DEEP, "if", "elif"} - {"nested", "dict"}
    for file in tree.glob("*.py"):
        assert ("tf.math.log" in file.read_text()) != (file.stem in unread), file.stem


def test_a_long_file_is_done(tree: Path) -> None:
    make(
        tree,
        0,
        lines=LOG + "x = 1\n" * 5_000,
        line=f"{LOG}y = [{'1, ' * 10_000}]\n",
        text=f"{LOG}y = '{'a' * 10**7}'\n",
    )
    assert tool(tree, "check", "--fix", *CONCISE).stdout == "Found 3 errors (3 fixed, 0 remaining).\n"


@pytest.mark.parametrize("method", ["fork", "spawn"])
@pytest.mark.parametrize("mode", ["--no-fix", "--fix"])
def test_a_worker_that_dies_names_its_file_and_the_run_goes_on(tree: Path, mode: str, method: str) -> None:
    make(tree, 18, e=f"{LOG}# DIE\n", g=f"{LOG}# EXIT\n")
    done = tool(tree, "check", mode, *CONCISE, "-j", "2", patch=DIES.format(method=method))
    assert done.returncode == 2
    assert done.stderr == (
        "error: e.py: internal error, the file was left alone: the process that checked it ended with -9\n"
        "error: g.py: internal error, the file was left alone: the process that checked it ended with 7\n"
    )
    assert ("18 fixed, 0 remaining" if mode == "--fix" else "Found 18 errors") in done.stdout
    assert (tree / "e.py").read_text() == f"{LOG}# DIE\n"
    expected = FIXED_LOG if mode == "--fix" else LOG
    assert all((tree / f"f{index:03}.py").read_text() == expected for index in range(18))


def test_spawned_processes_find_and_write_the_same(tree: Path) -> None:
    make(tree, 4, **{f"g{index}": GROWTH for index in range(4)})
    (tree / "pyproject.toml").write_text('[tool.tfgpu-migrate.per-file-ignores]\n"f00[1-4].py" = ["TFM1"]\n')
    outcomes = []
    for method in ("fork", "spawn"):
        patch = DIES.format(method=method)
        found = tool(tree, "check", "-n", "-j", "2", "--output-format", "json", patch=patch).stdout
        difference = tool(tree, "check", "-n", "-j", "2", "--diff", patch=patch).stdout
        fixed = tool(tree, "check", "-j", "2", "--fix", *CONCISE[1:], patch=patch).stdout
        outcomes.append((found, difference, fixed, {file.name: file.read_text() for file in tree.glob("*.py")}))
        make(tree, 4, **{f"g{index}": GROWTH for index in range(4)})
    assert outcomes[0] == outcomes[1]
    assert "set_memory_growth" in outcomes[0][3]["g0.py"]


def test_ctrl_c_leaves_files_old_or_new(tree: Path) -> None:
    make(tree, 60)
    slow = "import os, time\nold = os.fsync\nos.fsync = lambda handle: (time.sleep(0.1), old(handle))\n"
    run = start(tree, "check", "--fix", *CONCISE, "-j", "2", patch=slow, start_new_session=True)
    while all(file.read_text() == LOG for file in tree.glob("f*.py")):
        time.sleep(0.02)
        assert run.poll() is None
    os.killpg(run.pid, signal.SIGINT)
    out, err = run.communicate(timeout=30)
    assert (run.returncode, out) == (130, b"")
    assert err == b"Interrupted: every file is as it was or completely fixed.\n"
    texts = [file.read_text() for file in tree.glob("f*.py")]
    assert set(texts) == {LOG, FIXED_LOG}
    assert names(tree) == {f"f{index:03}.py" for index in range(60)}


def test_ctrl_c_in_an_import_still_exits_with_130(tree: Path) -> None:
    make(tree, 1)
    during_eval = (
        "import os, signal, tfgpu_migrate.discover as d\n"
        "d.Discovery.files = lambda *_: eval('os.kill(os.getpid(), signal.SIGINT) or [i for i in range(10**6)]')\n"
    )
    run = start(tree, "check", *CONCISE, patch=during_eval)
    assert (run.communicate(timeout=30)[1], run.returncode) == (
        b"Interrupted: every file is as it was or completely fixed.\n",
        130,
    )
