"""Files that want to be run, settings of odd types, names that steer a terminal, input that is too much."""

import json
import os
import shutil
import subprocess
import time
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.command import COMMAND, FIXED_LOG, LOG, environment, names, tool
from tests.readme import ROOT
from tfgpu_migrate.commands import run_command
from tfgpu_migrate.config import _READERS
from tfgpu_migrate.globs import matches
from tfgpu_migrate.report.formats import FORMATS

# Logs to a file what a process does: events of PEP 578, one JSON list a line.
WATCH = """
import json, os, sys
_log = os.open(os.environ["AUDIT_LOG"], os.O_WRONLY | os.O_CREAT | os.O_APPEND)
def _hook(event, args):
    if event == "exec":
        code = args[0]
        args = (code.co_filename, "PWNED" in repr((code.co_names, code.co_consts)))
    elif event.startswith(("open", "socket.", "subprocess.", "os.", "ctypes.", "urllib.", "shutil.", "pickle.")):
        args = tuple(map(str, args))
    else:
        return
    os.write(_log, (json.dumps([event, *args]) + "\\n").encode())
sys.addaudithook(_hook)
"""
# What a checker has no business with. Workers of `check` are forks, which talk through sockets without a name.
NEVER = (
    "socket.connect", "socket.bind", "socket.getaddrinfo", "socket.sendto", "subprocess.", "os.system", "os.exec",
    "os.posix_spawn", "os.spawn", "os.putenv", "ctypes.", "urllib.",
)  # fmt: skip
EVIL = 'open("PWNED", "w").write(__file__)\n'


@pytest.fixture(name="tree")
def _tree(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    folder = tmp_path / "tree"
    folder.mkdir()
    monkeypatch.chdir(folder)
    return folder


def make(**texts: str) -> None:
    for name, text in texts.items():
        Path(f"{name}.py").write_text(text)


@pytest.mark.parametrize("arguments", [("-j", "1"), ("-j", "2"), ("--fix", "-j", "2"), ("--diff", "-j", "1")])
def test_nothing_that_is_read_is_run(tree: Path, arguments: tuple[str, ...]) -> None:
    stolen = ("click", "json", "libcst", "pathspec", "sitecustomize", "usercustomize", "setup", "conftest", "ast")
    make(**dict.fromkeys(stolen, EVIL + LOG), evil_coding=f"# coding: PWNED\n{LOG}")
    make(**{f"a{number}": f"{EVIL}{LOG}" for number in range(20)})
    Path("tensorflow").mkdir()
    shutil.copy("a0.py", "tensorflow/__init__.py")
    cell = {"cell_type": "code", "source": f"!touch PWNED\n%run a0.py\n{LOG}"}
    Path("a.ipynb").write_text(json.dumps({"cells": [cell], "nbformat": 4}))
    Path("requirements.txt").write_text("-e .\n--index-url http://127.0.0.1:9/PWNED\ntensorflow==1.15\n")
    Path("pyproject.toml").write_text('[build-system]\nrequires = []\nbackend-path = ["."]\nbuild-backend = "setup"\n')
    log = tree.parent / "log"
    variables = {**environment(tree.parent / "hooks", WATCH), "AUDIT_LOG": str(log)}
    done = subprocess.run([*COMMAND, "check", *arguments], env=variables, capture_output=True, check=False)
    assert (done.returncode, b"Traceback" in done.stderr) == (1, False), done.stderr
    events = [json.loads(line) for line in log.read_text().splitlines()]
    assert [event for event in events if event[0].startswith(NEVER)] == []
    unpickled = {event[1].split(".")[0] for event in events if event[0] == "pickle.find_class"}
    assert unpickled <= {"tfgpu_migrate"}  # what the processes send each other
    run = [event for event in events if event[0] == "exec" and (event[2] or event[1].startswith(str(tree)))]
    assert run == []
    assert not Path("PWNED").exists()
    writes = os.O_WRONLY | os.O_RDWR | os.O_CREAT
    written = {event[1] for event in events if event[0] == "open" and int(event[3]) & writes}
    outside = {
        name for name in written if not name.isdecimal() and not str(Path(name).absolute()).startswith(str(tree))
    }
    assert outside <= {os.devnull}
    assert len(events) > 100


def test_modules_that_lie_in_the_current_folder_are_not_those_of_the_command(tree: Path) -> None:
    make(click="raise SystemExit('PWNED')\n", a=LOG)
    variables = {**os.environ, "PYTHONPATH": str(ROOT)}
    done = subprocess.run([*COMMAND, "check", "-n"], env=variables, capture_output=True, text=True, check=False)
    assert (done.returncode, "Found 1 error." in done.stdout, done.stderr) == (1, True, "")


ODD = [
    *("1", "-1", "0", "1.5", "nan", "true", "9" * 4000, "1979-05-27", "07:32:00"),
    *('""', '"x"', f'"3.{"9" * 5000}"', '"\\u0663.\\u0661\\u0660"', '"../outside.json"', '"a\\u0000b"'),
    *("[]", "[1]", "[[]]", '[""]', '["[z-a]"]', '["\\u0000"]', '["TFM3\\u001b[31m"]', "[" * 5000 + "]" * 5000),
    *("{}", "{ a = 1 }", "{ a = { b = [] } }", '{ "[z-a]" = ["TFM3"] }'),
]


@pytest.mark.parametrize("key", _READERS)
def test_settings_of_odd_types_are_one_line(tree: Path, key: str, capfd: pytest.CaptureFixture[str]) -> None:
    make(a=LOG)
    for value in ODD:
        Path("pyproject.toml").write_text(f"[tool.tfgpu-migrate]\n{key} = {value}\n")
        code = run_command(["check", "-n"])
        said = capfd.readouterr().err
        assert code in (0, 1, 2), value
        assert (code == 2) == said.startswith("error: "), value
        assert said.count("\n") <= 1, value
        assert code < 2 or len(said) < 12_000, value
        assert is_tame(said), value


@pytest.mark.parametrize(
    "text",
    [
        "tool = 1",
        "tool = []",
        "[[tool]]",
        "tool.tfgpu-migrate = 3",
        "a = " + "[" * 5000,
        "\0",
        "[tool.tfgpu-migrate]\n\x1b",
    ],
)
def test_a_pyproject_of_odd_shape_is_no_crash(tree: Path, text: str, capfd: pytest.CaptureFixture[str]) -> None:
    make(a=LOG)
    Path("pyproject.toml").write_text(f"{text}\n# tfgpu-migrate\n")
    assert run_command(["check", "-n", "-q"]) in (1, 2)
    assert capfd.readouterr().err.count("\n") <= 1


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["--exclude", "[z-a]"], "error: --exclude: `[z-a]` in `[z-a]` is no range of characters"),
        (
            ["--per-file-ignores", "[z-a]:TFM3"],
            "error: --per-file-ignores: `[z-a]` in `[z-a]` is no range of characters",
        ),
        (["--jobs", "9" * 5000], "error: `--jobs 99"),
        (["--target-version", "2." + "9" * 5000], "error: `--target-version 2.99"),
        (["--select", "\x1b[31m\n"], "error: --select: unknown rule code `␛[31m"),
        (["no\x1b\n.py"], "no␛␊.py:1:1: TFM902 No such file"),
        (["-o", "no\x1b\n/x"], "error: cannot write no␛␊/x: No such file or directory"),
        (["--baseline", "no\x1b\n"], "error: cannot read no␛␊: No such file or directory"),
        (["--\x1b[31m"], "error: unknown flag `--␛[31m`"),
    ],
)
def test_odd_flags_are_one_line(tree: Path, arguments: list[str], said: str, capfd: pytest.CaptureFixture[str]) -> None:
    make(a=LOG)
    assert run_command(["check", "-n", "--output-format", "concise", *arguments]) in (1, 2)
    out, err = capfd.readouterr()
    assert said in out + err
    assert is_tame(out + err)
    assert err.count("\n") <= 1


def test_globs_of_many_stars_end_and_mean_what_they_say() -> None:
    started = time.process_time()
    assert not matches("*a" * 30 + "b", f"/x/{'a' * 200}", "/x")
    assert matches("*a" * 30 + "*", f"/x/{'a' * 200}", "/x")
    assert time.process_time() - started < 5  # it was more than a day
    assert matches("a/**/b/*.py", "/x/a/b/c.py", "/x")
    assert matches("a/**/b/*.py", "/x/a/c/b/b/c.py", "/x")
    assert matches("**/b", "/x/a/b", "/x")
    assert not matches("**/b", "/x/a/cb", "/x")
    assert matches("*b*c", "/x/bbxc", "/x")
    assert not matches("a/*/b?.py", "/x/a/b1.py", "/x")


def test_lines_of_gitignore_that_are_no_pattern_ignore_nothing(tree: Path) -> None:
    make(a=LOG, b=LOG)
    Path(".git").mkdir()
    Path(".gitignore").write_bytes(b"!\n[\n\\\n\xff\n[z-a]\n***/\n/\n//\n!/\nb.py\n\0\n")
    assert tool(tree, "check", "-n", "--show-files").stdout == f"{tree}/a.py\n"


NAME = "evil\x1b]0;owned\x07\n::error::\x9b31m\u202e\r\t\x7f\u2028.py"
_WILD = {*range(0x20), *range(0x7F, 0xA0), *range(0x2028, 0x202F), *range(0x2066, 0x206A), 0x200E, 0x200F, 0x61C}
CODE = (
    "import tensorflow as tf\n"
    "x = tf.log('\x1b[31m\x9b31m\u202e\u2066')  # \x1b]0;owned\x07\n"
    "with tf.device('/gpu:\x1b[31m\x9b\u202e'):\n"
    "    tf.contrib.foo(), tf.contrib.layers.\u202eevil\n"
)


def is_tame(text: str) -> bool:
    return not any(ord(character) in _WILD - {0x0A, 0x09} for character in text)


@pytest.mark.parametrize("form", FORMATS)
def test_no_name_or_code_steers_a_terminal(tree: Path, form: str, capfdbinary: pytest.CaptureFixture[bytes]) -> None:
    Path(NAME).write_text(CODE.replace(".\u202eevil", ""))
    Path(f"unread{NAME}").write_text(CODE)
    cell = {"cell_type": "code", "source": CODE.replace(".\u202eevil", "")}
    Path(f"{NAME}.ipynb").write_text(json.dumps({"cells": [cell], "nbformat": 4}))
    Path("requirements.txt").write_text("tensorflow==1.15  # \x1b[31m\x9b\n")
    assert run_command(["check", "-n", "--output-format", form]) == 1
    out, err = (text.decode() for text in capfdbinary.readouterr())
    assert is_tame(out + err), out
    assert b"TFM102" in out.encode()
    if form == "concise":
        assert len(out.splitlines()) == out.count(": TFM") + 3  # and the summary: no line is a forged one
        assert "evil␛]0;owned␇␊::error::" in out
    if form == "json":
        assert {Path(one["filename"]).name for one in json.loads(out)} >= {NAME, f"{NAME}.ipynb"}
    if form == "github":
        assert all(line.startswith("::error title=tfgpu-migrate ") for line in out.splitlines())


def test_other_commands_and_a_diff_on_a_terminal_are_tame_too(
    tree: Path, capfdbinary: pytest.CaptureFixture[bytes], monkeypatch: pytest.MonkeyPatch
) -> None:
    Path(NAME).write_text(LOG + "# \x1b[31m\x9b\r\n")
    for arguments in (
        ["--show-files"],
        ["--show-settings"],
        ["--statistics"],
        ["--add-noqa", "-q"],
        ["--fix", "--show-fixes"],
    ):
        run_command(["check", "-n", *arguments])
        out, err = (text.decode() for text in capfdbinary.readouterr())
        assert is_tame(out + err), arguments
    Path(NAME).write_text(LOG + "# \x1b[31m\x9b\r\n")
    monkeypatch.setattr("sys.stdout.isatty", lambda: True, raising=False)
    run_command(["check", "-n", "--diff", "--color", "never"])
    out, err = (text.decode() for text in capfdbinary.readouterr())
    assert is_tame((out + err).replace("\r\n", "\n"))
    assert "␛[31m" in out


@pytest.mark.skipif(shutil.which("patch") is None, reason="there is no patch")
def test_a_diff_in_a_pipe_is_what_patch_applies_to_any_name(tree: Path) -> None:
    name = 'evil"\\\x1b\n--- a.py\n+++ a.py\n\x9b.py'
    Path(name).write_text(LOG + "# \x1b[31m\x9b\n")
    make(a="x = 1\n")
    difference = tool(tree, "check", "--diff").stdout
    subprocess.run(["patch", "-p0"], input=difference, text=True, check=True, capture_output=True)
    assert Path(name).read_text() == FIXED_LOG + "# \x1b[31m\x9b\n"
    assert Path("a.py").read_text() == "x = 1\n"


def test_a_report_does_not_replace_a_source(tree: Path, capfd: pytest.CaptureFixture[str]) -> None:
    make(a=LOG, b="x = 1\n")
    Path("script").write_text(LOG)
    Path("link.txt").symlink_to("b.py")
    Path("requirements.txt").write_text("numpy\n")
    for file in ("a.py", "b.py", "link.txt", "requirements.txt", "script"):
        before = Path(file).read_bytes()
        assert run_command(["check", "-n", "-o", file, "a.py", "script"]) == 2
        assert (
            capfd.readouterr().err == f"error: the report would replace {file}, which is a source; name another file\n"
        )
        assert Path(file).read_bytes() == before
    Path("folder").mkdir()
    assert run_command(["check", "-n", "-o", "folder"]) == 2
    assert capfd.readouterr().err == "error: cannot write folder: Is a directory\n"
    assert (
        run_command(["check", "-n", "-q", "-o", "new.txt"]) == run_command(["check", "-n", "-q", "-o", "new.txt"]) == 1
    )


def test_settings_name_no_file_outside_of_their_folder(tree: Path, capfd: pytest.CaptureFixture[str]) -> None:
    make(a=LOG)
    outside = tree.parent / "outside.json"
    Path("link.json").symlink_to(outside)
    for value in ("../outside.json", str(outside), "link.json"):
        Path("pyproject.toml").write_text(f'[tool.tfgpu-migrate]\nbaseline = "{value}"\n')
        assert run_command(["check", "-n", "--write-baseline"]) == 2
        assert "`baseline` leads out of" in capfd.readouterr().err
        assert not outside.exists()
    assert run_command(["check", "-n", "--write-baseline", "--baseline", "../outside.json"]) == 0
    assert outside.exists()


NOTEBOOK = '{"cells":[{"cell_type":"code","source":%s}],"nbformat":4%s}'
BOMBS = {
    "lists": NOTEBOOK % ('"import tensorflow"', ',"metadata":' + "[" * 200_000 + "]" * 200_000),
    "objects": NOTEBOOK % ('"import tensorflow"', ',"metadata":' + '{"a":' * 200_000 + "1" + "}" * 200_000),
    "cells": '{"cells":' + "[" * 200_000 + '"tensorflow"' + "]" * 200_000 + ',"nbformat":4}',
    "cut": '{"cells":[{"cell_type":"code","source":"tensorflow' + "\\" * 100_001,
    "number": '{"cells":[],"nbformat":' + "9" * 100_000 + ',"tensorflow":1}',
    "surrogate": NOTEBOOK % ("\"import tensorflow as tf\\ntf.log('\\ud800')\"", ""),
    "null": NOTEBOOK % ('"import tensorflow as tf\\ntf.log(1)\\u0000"', ""),
}


@pytest.mark.parametrize("name", BOMBS)
def test_notebooks_that_are_too_deep_or_broken_are_told(
    tree: Path, name: str, capfd: pytest.CaptureFixture[str]
) -> None:
    Path("a.ipynb").write_text(BOMBS[name])
    assert run_command(["check", "-n", "--fix", "--output-format", "concise", "-q"]) == 1
    out, err = capfd.readouterr()
    assert " TFM900 " in out
    assert len(out) < 1000
    assert err == ""
    assert Path("a.ipynb").read_text() == BOMBS[name]


def test_a_notebook_of_long_strings_is_read(tree: Path) -> None:
    text = NOTEBOOK % (
        json.dumps(LOG + "x = '" + "a" * 2_000_000 + "'"),
        ',"metadata":{"a":"' + "b" * 10_000_000 + '"}',
    )
    Path("a.ipynb").write_text(text)
    assert tool(tree, "check", "--fix", "--isolated").stdout == "Found 1 error (1 fixed, 0 remaining).\n"
    assert Path("a.ipynb").read_text() == text.replace("tf.log", "tf.math.log")


CacheLie = Callable[[Path], None]


def _linked_folder(cache: Path) -> None:
    cache.symlink_to("../precious")


def _linked_marks(cache: Path) -> None:
    cache.mkdir()
    (cache / ".gitignore").symlink_to("../../precious/.gitignore")
    (cache / "CACHEDIR.TAG").symlink_to("../../precious/new")


def _linked_shards(cache: Path) -> None:
    cache.mkdir()
    for number in range(256):
        (cache / f"{number:02x}").symlink_to("../../precious")


@pytest.mark.parametrize("lie", [_linked_folder, _linked_marks, _linked_shards])
def test_a_cache_that_came_along_leads_nowhere(tree: Path, lie: CacheLie) -> None:
    precious = tree.parent / "precious"
    precious.mkdir()
    (precious / ".gitignore").write_text("mine\n")
    make(a=LOG)
    lie(tree / ".tfgpu_migrate_cache")
    assert tool(tree, "check").stdout == tool(tree, "check", "-n").stdout
    assert names(precious) == {".gitignore"}
    assert (precious / ".gitignore").read_text() == "mine\n"
    (precious / "CACHEDIR.TAG").write_text("Signature: 8a477f597d28d172789f06886806bc55\n# another tool's\n")
    assert tool(tree, "clean", "--cache-dir", str(precious)).stderr == ""
    assert names(precious) == {".gitignore", "CACHEDIR.TAG"}


def _entries() -> list[Path]:
    return list(Path(".tfgpu_migrate_cache").glob("??/*"))


@pytest.mark.parametrize(
    "planted",
    [b"\x80\x04cos\nsystem\n(S'touch PWNED'\ntR.", b"[" * 100_000, b"{}", b"null", b'{"fixes":[],"found":[["a"]]}'],
)
def test_an_entry_that_was_not_written_so_is_not_read(tree: Path, planted: bytes) -> None:
    make(a=LOG)
    expected = tool(tree, "check").stdout
    (entry,) = _entries()
    entry.write_bytes(planted)
    assert tool(tree, "check").stdout == expected
    assert not Path("PWNED").exists()


@pytest.mark.skipif(not hasattr(os, "geteuid") or os.geteuid() != 0, reason="only root can be someone else")
def test_an_entry_of_another_user_is_not_read(tree: Path, capfd: pytest.CaptureFixture[str]) -> None:
    make(a="import tensorflow as tf\n")
    run_command(["check"])
    (clean,) = _entries()
    make(a=LOG)
    run_command(["check"])
    (entry,) = set(_entries()) - {clean}
    clean.replace(entry)
    capfd.readouterr()
    assert run_command(["check"]) == 0  # so a lie would work
    os.chown(entry, 12345, 12345)
    assert run_command(["check"]) == 1
    os.chown(entry, 12345, 12345)
    entry.unlink()
    os.mkfifo(entry)
    assert run_command(["check"]) == 1
