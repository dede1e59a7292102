"""A baseline: old findings are known, new ones fail, gone ones are told."""

import json
from collections.abc import Callable
from pathlib import Path

import pytest

from tfgpu_migrate.commands import run_command

TF = "import tensorflow as tf\n"
Run = Callable[..., tuple[int, str, str]]


@pytest.fixture(name="tool")
def _tool(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]) -> Run:
    monkeypatch.chdir(tmp_path)

    def call(*arguments: str) -> tuple[int, str, str]:
        code = run_command(["check", "--output-format", "concise", *arguments])
        out, err = capfd.readouterr()
        return code, out, err

    return call


def make(**texts: str) -> None:
    for name, text in texts.items():
        Path(f"{name}.py").write_text(TF + text)


MISSING = "cannot read {}: No such file or directory; --write-baseline makes a baseline"
USE = ("--baseline", "known.json")
WRITE = (*USE, "--write-baseline")


def test_known_findings_pass_and_new_ones_fail(tool: Run) -> None:
    make(a="tf.log(1)\ntf.log(1)\n", b="tf.ceil(1)\n")
    assert tool(*WRITE) == (0, "", "Wrote 3 findings to known.json.\n")
    assert tool(*USE) == (0, "All checks passed!\n3 findings known from known.json.\n", "")
    make(a="# moved\n\nif x:\n    tf.log(1)\ntf.log(1)\ntf.log(2)\n")
    code, out, _ = tool(*USE)
    assert (code, out.splitlines()[0]) == (1, "a.py:7:1: TFM102 [*] `tf.log` is `tf.math.log` in TensorFlow 2")
    assert out.splitlines()[1:] == [
        "Found 1 error.",
        "[*] 1 fixable with `--fix`.",
        "3 findings known from known.json.",
    ]


def test_one_line_more_often_than_before_is_new(tool: Run) -> None:
    make(a="tf.log(1)\n")
    tool(*WRITE)
    make(a="tf.log(1)\ntf.log(1)\n")
    assert tool(*USE)[1].startswith("a.py:3:1: TFM102")


def test_what_is_gone_is_told_and_taken_out(tool: Run) -> None:
    make(a="tf.log(1)\ntf.log(2)\n", b="tf.ceil(1)\n", c="tf.ceil(1)\n")
    tool(*WRITE)
    make(a="tf.log(2)\n")
    Path("c.py").unlink()
    code, out, _ = tool("a.py", *USE)
    assert code == 0
    assert "2 entries of known.json no longer found: `--write-baseline` takes them out.\n" in out
    assert tool("a.py", *WRITE)[2] == "Wrote 2 findings to known.json.\n"
    assert sorted(json.loads(Path("known.json").read_text())["findings"]) == ["a.py", "b.py"]
    assert tool(*USE) == (0, "All checks passed!\n2 findings known from known.json.\n", "")


def test_the_file_reads_well_and_is_the_same_every_time(tool: Run) -> None:
    make(b="x = tf.log( 1)\n", a="tf.flags.x(\n  tf.log(1))\n")
    tool(*WRITE)
    first = Path("known.json").read_text()
    assert json.loads(first) == {
        "version": 1,
        "findings": {
            "a.py": {"TFM101": {"tf.flags.x(": 1}, "TFM102": {"tf.log(1))": 1}},
            "b.py": {"TFM102": {"x = tf.log( 1)": 1}},
        },
    }
    assert first.count("\n") > 8
    tool(*WRITE, "-j", "2")
    assert Path("known.json").read_text() == first


def test_paths_count_from_the_baseline(tool: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    make(a="tf.log(1)\n")
    tool(*WRITE)
    (tmp_path / "deep").mkdir()
    monkeypatch.chdir(tmp_path / "deep")
    code, out, _ = tool("../a.py", "--baseline", "../known.json")
    assert (code, out) == (0, "All checks passed!\n1 finding known from ../known.json.\n")


def test_the_setting(tool: Run) -> None:
    make(a="tf.log(1)\n")
    Path("pyproject.toml").write_text('[tool.tfgpu-migrate]\nbaseline = "known.json"\n')
    assert tool()[2] == f"error: {MISSING.format('known.json')}\n"
    assert tool("--write-baseline")[0] == 0
    assert tool()[0] == 0


def test_files_that_cannot_be_read_may_be_known_but_missing_ones_not(tool: Run) -> None:
    make(a="print 1\n")
    tool(*WRITE, "a.py", "nope.py")
    code, out, _ = tool(*USE, "a.py", "nope.py")
    assert code == 1
    assert out.startswith("nope.py:1:1: TFM902")
    assert "TFM900" not in out
    assert "Checked 2 files, 2 could not be read." in out


def test_a_known_file_that_cannot_be_read_is_not_called_clean(tool: Run) -> None:
    make(a="print 1\n")
    tool(*WRITE, "a.py")
    code, out, _ = tool(*USE, "a.py")
    assert code == 0
    assert out.startswith("Nothing new found.")
    assert "Checked 1 file, 1 could not be read." in out


def test_other_formats_keep_to_the_findings(tool: Run) -> None:
    make(a="tf.log(1)\n")
    tool(*WRITE)
    assert tool(*USE, "--output-format", "json") == (0, "[]", "1 finding known from known.json.\n")


def test_a_fix_also_fixes_what_is_known(tool: Run) -> None:
    make(a="tf.log(1)\n")
    tool(*WRITE)
    code, out, _ = tool(*USE, "--fix")
    assert (code, out.splitlines()[0]) == (0, "Found 1 error (1 fixed, 0 remaining).")
    assert tool(*USE)[1] == "All checks passed!\n"
    assert "TFM102" not in Path("known.json").read_text(encoding="utf-8")


def test_notebooks_are_known_by_the_line_of_the_cell(tool: Run) -> None:
    cells = [{"cell_type": "code", "source": text} for text in (TF, "x = 1", "tf.log(1)")]
    Path("n.ipynb").write_text(json.dumps({"cells": cells, "nbformat": 4}))
    tool(*WRITE)
    Path("n.ipynb").write_text(json.dumps({"cells": [cells[0], cells[2]], "nbformat": 4}))
    assert tool(*USE)[0] == 0


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (
            ["--baseline", "no.json"],
            "cannot read no.json: No such file or directory; --write-baseline makes a baseline",
        ),
        (["--baseline", "a.py"], "a.py is no baseline; take it away, and --write-baseline writes one"),
        (["--baseline", "two.json"], "two.json is a baseline of version 2; this program knows 1"),
        (["--write-baseline"], "--write-baseline needs to know the file: add `--baseline FILE`, or set `baseline`"),
        (
            [*WRITE, "--fix"],
            "--write-baseline writes what is found now; leave out --fix, --fix-only, --diff, --add-noqa",
        ),
        ([*WRITE, "-"], "--write-baseline needs files; give paths instead of `-`"),
        (
            ["--baseline", "no/no.json", "--write-baseline"],
            "cannot write no/no.json: No such file or directory",
        ),
    ],
)
def test_misuse(tool: Run, arguments: list[str], message: str) -> None:
    make(a="tf.log(1)\n")
    Path("two.json").write_text('{"version": 2, "findings": {}}')
    assert tool(*arguments) == (2, "", f"error: {message}\n")


def test_a_fix_takes_the_baseline_along(tool: Run) -> None:
    make(a="import tensorflow as tf\nc = tf.ConfigProto(**x)\ntf.Session(config=c)\nprint(tf.log(c))\n")
    tool(*WRITE, "a.py")
    code, out, _ = tool(*USE, "--fix", "a.py")
    assert code == 0
    assert "known from" in out
    assert "no longer found" not in out
    assert tool(*USE, "a.py")[0] == 0
    make(a="import tensorflow as tf\nc = tf.compat.v1.ConfigProto(**y)\ntf.compat.v1.Session(config=c)\n")
    assert tool(*USE, "a.py")[0] == 1


def test_a_name_that_is_told_once_is_known_wherever_it_stands(tool: Run) -> None:
    make(a="import tensorflow as tf\na = tf.estimator.Estimator(1)\nb = tf.estimator.Estimator(2)\n")
    tool(*WRITE, "a.py")
    make(a="import tensorflow as tf\nb = tf.estimator.Estimator(2)\n")
    assert tool(*USE, "a.py")[0] == 0
