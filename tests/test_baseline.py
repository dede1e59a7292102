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
    assert tool(*WRITE) == (0, "", "Wrote 3 findings to known.json: 3 new, 0 gone.\n")
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
    assert "2 entries of known.json no longer found: `--prune-baseline` takes them out.\n" in out
    assert tool("a.py", *WRITE)[2] == "Wrote 2 findings to known.json: 0 new, 2 gone.\n"
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


def test_what_cannot_be_read_is_never_known(tool: Run) -> None:
    make(a="print 1\n", b="tf.log(1)\n")
    code, out, err = tool(*WRITE, "a.py", "b.py", "nope.py")
    assert (code, out) == (1, "")
    assert err.startswith("a.py:2:1: TFM900")
    assert err.endswith(
        "Wrote 1 finding to known.json: 1 new, 0 gone.\n"
        "2 files could not be read, which no baseline lets pass: mend or `exclude` them.\n"
    )
    assert "\nnope.py:1:1: TFM902" in err
    code, out, _ = tool(*USE, "a.py", "b.py")
    assert (code, out[:17]) == (1, "a.py:2:1: TFM900 ")
    assert "Checked 2 files, 1 could not be read." in out
    Path("pyproject.toml").write_text('[tool.tfgpu-migrate]\nexclude = ["a.py"]\n')
    assert tool(*USE)[0] == 0


def test_entries_for_what_cannot_be_read_count_for_nothing(tool: Run) -> None:
    make(a="print 1\n")
    Path("known.json").write_text('{"version": 1, "findings": {"a.py": {"TFM900": {"print 1": 1}}}}')
    code, out, _ = tool(*USE, "a.py")
    assert (code, out.splitlines()[1:]) == (1, ["Found 1 error.", "Checked 1 file, 1 could not be read."])


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
        (["--baseline", "a.py"], "a.py is no baseline; restore the one that --write-baseline wrote"),
        (["--baseline", "two.json"], "two.json is a baseline of version 2; this program knows 1"),
        (["--write-baseline"], "--write-baseline needs to know the file: add `--baseline FILE`, or set `baseline`"),
        (
            [*WRITE, "--fix"],
            "--write-baseline writes what is found now; leave out --fix, --fix-only, --diff, --add-noqa",
        ),
        ([*WRITE, "--prune-baseline"], "--write-baseline also takes out what is gone; leave out --prune-baseline"),
        (
            [*USE, "--prune-baseline", "--fix"],
            "--prune-baseline needs files as they are; leave out --fix, --fix-only, --diff, --add-noqa, `-`",
        ),
        (["--prune-baseline"], "--prune-baseline needs to know the file: add `--baseline FILE`, or set `baseline`"),
        ([*USE, "--no-baseline"], "--no-baseline goes with no other flag about a baseline; leave it out"),
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


GONE = "no longer found: `--prune-baseline` takes"


def codes_in(file: str = "known.json") -> dict[str, list[str]]:
    return {path: sorted(codes) for path, codes in json.loads(Path(file).read_text())["findings"].items()}


@pytest.mark.parametrize(
    "fewer",
    [
        ("--select", "TFM101"),
        ("--ignore", "TFM102"),
        ("--per-file-ignores", "*:TFM102"),
        ("--config", 'ignore = ["TFM102"]'),
        ("--exclude", "sub"),
        ("--config", 'extend-exclude = ["sub"]'),
        ("a.py",),
        ("sub",),
    ],
)
def test_a_run_of_less_calls_nothing_gone_that_it_could_not_find(tool: Run, fewer: tuple[str, ...]) -> None:
    make(a="tf.flags\ntf.log(1)\n")
    Path("sub").mkdir()
    Path("sub/b.py").write_text(f"{TF}tf.flags\ntf.log(1)\n")
    tool(*WRITE)
    before = Path("known.json").read_text()
    assert GONE not in tool(*USE, *fewer)[1]
    assert tool(*USE, "--prune-baseline", *fewer)[0] == 0
    assert tool(*WRITE, *fewer)[2] == "Wrote 4 findings to known.json: 0 new, 0 gone.\n"
    assert Path("known.json").read_text() == before


@pytest.mark.parametrize(
    ("settings", "left"),
    [
        ('exclude = ["b.py"]', {"a.py": ["TFM101", "TFM102"]}),
        ('ignore = ["TFM102"]', {"a.py": ["TFM101"], "b.py": ["TFM101"]}),
        ('per-file-ignores = {"b.py" = ["TFM1"]}', {"a.py": ["TFM101", "TFM102"]}),
    ],
)
def test_what_the_settings_leave_out_is_gone(tool: Run, settings: str, left: dict[str, list[str]]) -> None:
    make(a="tf.flags\ntf.log(1)\n", b="tf.flags\ntf.log(1)\n")
    tool(*WRITE)
    Path("pyproject.toml").write_text(f"[tool.tfgpu-migrate]\n{settings}\n")
    assert f"2 entries of known.json {GONE} them out." in tool(*USE)[1]
    assert tool(*USE, "--prune-baseline")[1].endswith("known.json: 2 entries taken out.\n")
    assert codes_in() == left


def test_a_helper_alone_is_not_gone(tool: Run) -> None:
    make(main="import helper\n")
    Path("helper.py").write_text("import numpy as np\nx = np.float(1)\n")
    tool(*WRITE)
    assert codes_in() == {"helper.py": ["TFM701"]}
    assert tool(*USE, "helper.py")[1] == "All checks passed!\n"
    assert tool(*WRITE, "helper.py")[2] == "Wrote 1 finding to known.json: 0 new, 0 gone.\n"
    Path("main.py").write_text(TF)
    assert GONE not in tool(*USE, "helper.py")[1]
    assert GONE in tool(*USE)[1]


def test_entries_of_a_file_that_cannot_be_read_for_now_stay(tool: Run) -> None:
    make(a="tf.log(1)\n")
    tool(*WRITE)
    make(a="tf.log(1)\n<<<<<<< HEAD\n")
    assert GONE not in tool(*USE)[1]
    assert "\nWrote 1 finding to known.json: 0 new, 0 gone.\n1 file could not" in tool(*WRITE)[2]


def test_pruning_takes_out_what_is_gone_and_lets_nothing_in(tool: Run) -> None:
    make(a="tf.log(1)\ntf.log(2)\n")
    tool(*WRITE)
    make(a="tf.log(2)\ntf.log(3)\n")
    code, out, _ = tool(*USE, "--prune-baseline")
    assert code == 1
    assert out.splitlines() == [
        "a.py:3:1: TFM102 [*] `tf.log` is `tf.math.log` in TensorFlow 2",
        "Found 1 error.",
        "[*] 1 fixable with `--fix`.",
        "1 finding known from known.json.",
        "known.json: 1 entry taken out.",
    ]
    assert tool(*WRITE)[2] == "Wrote 2 findings to known.json: 1 new, 0 gone.\n"


def test_a_renamed_file_is_told_and_pruning_renames_its_entries(tool: Run) -> None:
    make(a="tf.log(1)\ntf.log(2)\ntf.log(3)\n", b="tf.log(1)\n")
    tool(*WRITE)
    Path("a.py").rename("c.py")
    make(c="tf.log(1)\ntf.log(2)\ntf.log(4)\n")
    code, out, _ = tool(*USE)
    assert code == 1
    assert out.splitlines()[-2:] == [
        "a.py is c.py now, it seems: `--prune-baseline` renames 2 entries of known.json.",
        f"1 entry of known.json {GONE} it out.",
    ]
    code, out, _ = tool(*USE, "--prune-baseline")
    assert (code, out.splitlines()[0][:16]) == (1, "c.py:4:1: TFM102")
    assert out.endswith("3 findings known from known.json.\nknown.json: 1 entry taken out, 2 renamed.\n")
    assert json.loads(Path("known.json").read_text())["findings"]["c.py"] == {
        "TFM102": {"tf.log(1)": 1, "tf.log(2)": 1}
    }


def test_a_merge_conflict_in_the_baseline_is_named(tool: Run) -> None:
    make(a="tf.log(1)\n")
    tool(*WRITE)
    text = Path("known.json").read_text()
    Path("known.json").write_text(text.replace('"a.py"', '<<<<<<< HEAD\n=======\n"a.py"'))
    code, _, err = tool(*USE)
    assert code == 2
    assert err.startswith("error: known.json has a merge conflict in line 4: keep the lines of both sides, and ")


def test_the_nearest_settings_name_the_baseline_wherever_a_run_starts(
    tool: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for folder in ("one", "two"):
        Path(folder).mkdir()
        Path(folder, "tfgpu-migrate.toml").write_text('baseline = "known.json"\n')
        Path(folder, "a.py").write_text(f"{TF}tf.log(1)\n")
    make(top="tf.log(1)\n")
    assert tool("--write-baseline")[2] == (
        "Wrote 1 finding to one/known.json: 1 new, 0 gone.\nWrote 1 finding to two/known.json: 1 new, 0 gone.\n"
    )
    assert list(codes_in("one/known.json")) == ["a.py"]
    code, out, _ = tool()
    assert (code, out.splitlines()[0][:18]) == (1, "top.py:2:1: TFM102")
    assert out.endswith("1 finding known from one/known.json.\n1 finding known from two/known.json.\n")
    assert tool("one/a.py")[0] == 0
    monkeypatch.chdir(tmp_path / "one")
    assert tool()[1] == "All checks passed!\n1 finding known from known.json.\n"
    assert tool("../two")[0] == 0
    Path("a.py").write_text("x = 1\n")
    monkeypatch.chdir(tmp_path)
    assert f"1 entry of one/known.json {GONE} it out." in tool()[1]


def test_settings_that_name_no_baseline_leave_that_of_those_above(tool: Run) -> None:
    Path("pyproject.toml").write_text('[tool.tfgpu-migrate]\nbaseline = "known.json"\n')
    Path("sub").mkdir()
    Path("sub/a.py").write_text(f"{TF}tf.log(1)\n")
    tool("--write-baseline")
    Path("sub/tfgpu-migrate.toml").write_text('ignore = ["TFM101"]\n')
    assert tool("sub")[1] == "All checks passed!\n1 finding known from known.json.\n"
    Path("pyproject.toml").write_text("[tool.tfgpu-migrate]\nwrong = 1\n")
    assert tool("sub")[0] == 1


def test_a_baseline_of_the_settings_can_be_switched_off_once(tool: Run) -> None:
    make(a="tf.log(1)\n")
    Path("pyproject.toml").write_text('[tool.tfgpu-migrate]\nbaseline = "known.json"\n')
    tool("--write-baseline")
    code, out, _ = tool("--no-baseline")
    assert (code, out.splitlines()[1:]) == (1, ["Found 1 error.", "[*] 1 fixable with `--fix`."])


def test_statistics_count_what_is_known_too(tool: Run) -> None:
    make(a="tf.log(1)\n")
    tool(*WRITE)
    make(a="tf.log(1)\ntf.log(2)\n", b="tf.log(1)\n")
    assert tool(*USE, "--statistics")[1].startswith("3\tTFM102\t[*] renamed-name (1 known)\nFound 2 errors.\n")
    counted = json.loads(tool(*USE, "--statistics", "--output-format", "json")[1])
    assert (counted[0]["count"], counted[0]["known_count"]) == (3, 1)
    tool(*WRITE)
    code, out, _ = tool(*USE, "--statistics")
    assert (code, out) == (
        0,
        "3\tTFM102\t[*] renamed-name (3 known)\nAll checks passed!\n3 findings known from known.json.\n",
    )


def test_a_report_in_a_file_leaves_the_log_readable(tool: Run) -> None:
    make(a="tf.log(1)\n")
    tool(*WRITE)
    make(a="tf.log(1)\ntf.log(2)\n")
    assert tool(*USE, "--output-format", "gitlab", "--output-file", "x.json") == (
        1,
        "",
        "Found 1 error.\n1 finding known from known.json.\nThe report is in x.json.\n",
    )


def test_a_fix_says_what_stays_known_and_that_the_baseline_changed(tool: Run) -> None:
    make(a="tf.log(1)\ntf.log(2)\n", b="tf.log(1)\n")
    tool(*WRITE)
    assert tool(*USE, "--fix", "--exclude", "b.py")[1] == (
        "Found 2 errors (2 fixed, 0 remaining).\nknown.json: 2 entries taken out: commit it with the fixes.\n"
    )
    assert tool(*USE, "--fix-only")[1] == ("Fixed 1 error.\nknown.json: 1 entry taken out: commit it with the fixes.\n")
    make(c="tf.log(1)\nc = tf.ConfigProto(**x)\n")
    tool(*WRITE)
    _, out, _ = tool(*USE, "--fix", "c.py")
    assert out.splitlines()[0] == "Found 3 errors (2 fixed, 1 known, 0 remaining)."


@pytest.mark.parametrize("times", ["1e999", '"1"', "1.5", "true", "-1", "0"])
def test_a_count_that_is_none_makes_no_baseline(tool: Run, times: str) -> None:
    Path("bad.json").write_text(f'{{"version": 1, "findings": {{"a.py": {{"TFM102": {{"tf.log(1)": {times}}}}}}}}}')
    code, _, err = tool("--baseline", "bad.json", ".")
    assert (code, "bad.json is no baseline" in err) == (2, True)


def test_a_device_is_no_baseline(tool: Run) -> None:
    code, _, err = tool("--baseline", "/dev/full", ".")
    assert (code, "/dev/full is no regular file" in err) == (2, True)
