"""The command line as a user meets it: output, streams, exit codes, answers to misuse."""

import io
import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any, NamedTuple

import pytest

from tfgpu_migrate import __version__, check, rules
from tfgpu_migrate import run as run_module
from tfgpu_migrate.cli import main
from tfgpu_migrate.commands import run_command
from tfgpu_migrate.edit.diagnostics import Applicability, Diagnostic, Edit, Fix
from tfgpu_migrate.file_report import FileReport
from tfgpu_migrate.settings import Settings
from tfgpu_migrate.source import Source

KINDS = {"BAD": Applicability.SAFE, "RISKY": Applicability.UNSAFE, "HARD": None}
CODES = {"BAD": "TFM301", "RISKY": "TFM302", "HARD": "TFM001"}
TF = "import tensorflow\n"


class _Rule(NamedTuple):
    code: str
    name: str
    fix: Applicability | None
    docs: str
    symbols: frozenset[str] = frozenset()

    @property
    def summary(self) -> str:
        return self.docs.split("\n")[0]


CATALOGUE = {
    "TFM001": _Rule("TFM001", "removed-name", None, "A name that is gone."),
    "TFM301": _Rule("TFM301", "bad-word", Applicability.SAFE, "The word BAD.\n\n## What it does\nFinds it."),
    "TFM302": _Rule("TFM302", "risky-word", Applicability.UNSAFE, "The word RISKY."),
}


def fake_check(path: str, data: bytes, settings: Settings) -> FileReport:
    if b"CRASH" in data:
        raise RuntimeError("oh")
    text = data.decode()
    source = Source(path, text)
    if "SYNTAX" in text:
        return FileReport(path, source, (Diagnostic(0, 6, "TFM900", "invalid syntax"),))
    found = []
    for word, kind in KINDS.items():
        start = text.find(word)
        if start >= 0 and settings.enabled(CODES[word], path):
            fix = Fix(f"Replace {word}", (Edit(start, word, "GOOD"),), kind) if kind else None
            found.append(Diagnostic(start, start + len(word), CODES[word], f"{word} word", fix))
    found.sort(key=lambda each: each.start)
    return FileReport(path, source, tuple(found), suppressed=text.count("noqa"), before=data)


def fake_fix(path: str, data: bytes, settings: Settings) -> FileReport:
    kinds = [Applicability.SAFE, *([Applicability.UNSAFE] if settings.unsafe_fixes else [])]
    report = fake_check(path, data, settings)
    made = [each for each in report.diagnostics if each.fix and each.fix.applicability in kinds]
    if not made:
        return report
    after = data
    for each in made:
        assert each.fix
        after = after.replace(each.fix.edits[0].old.encode(), b"GOOD")
    left = fake_check(path, after, settings)
    return FileReport(
        path, left.source, left.diagnostics, left.suppressed, tuple(each.code for each in made), data, after
    )


class Result(NamedTuple):
    code: int
    out: str
    err: str


Run = Callable[..., Result]


@pytest.fixture
def tool(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsysbinary: pytest.CaptureFixture[bytes]) -> Run:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(check, "check_bytes", fake_check)
    monkeypatch.setattr(check, "fix_bytes", fake_fix)
    monkeypatch.setattr(rules, "load", lambda: CATALOGUE)
    for name in ("NO_COLOR", "FORCE_COLOR"):
        monkeypatch.delenv(name, raising=False)

    def call(*arguments: str, stdin: bytes = b"") -> Result:
        monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(stdin)))
        with pytest.raises(SystemExit) as end:
            main(arguments)
        out, err = capsysbinary.readouterr()
        return Result(int(end.value.code or 0), *(text.decode("utf-8", "surrogateescape") for text in (out, err)))

    return call


def make(**texts: str) -> None:
    for name, text in texts.items():
        Path(f"{name}.py").write_text(TF + text if "SKIP" not in text else text, "utf-8")


def test_clean(tool: Run) -> None:
    make(a="x\n", b="SKIP BAD\n")
    assert tool("check") == (0, "All checks passed!\n", "")
    assert tool("check", "a.py", "b.py") == (0, "All checks passed!\n", "")


def test_full_is_the_default(tool: Run) -> None:
    make(a="BAD\n")
    assert tool("check") == (
        1,
        "TFM301 [*] BAD word\n --> a.py:2:1\n  |\n1 | import tensorflow\n2 | BAD\n  | ^^^\n"
        "help: Replace BAD\n  |\n1 | import tensorflow\n  - BAD\n2 + GOOD\n  |\n\n"
        "Found 1 error.\n[*] 1 fixable with `--fix`.\n",
        "",
    )


def test_concise_sorted_over_files(tool: Run) -> None:
    make(b="HARD BAD\n", a="BAD\nRISKY\n")
    assert tool("check", "--output-format", "concise", "b.py", "a.py") == (
        1,
        "a.py:2:1: TFM301 [*] BAD word\n"
        "a.py:3:1: TFM302 RISKY word\n"
        "b.py:2:1: TFM001 HARD word\n"
        "b.py:2:6: TFM301 [*] BAD word\n"
        "Found 4 errors.\n"
        "[*] 2 fixable with `--fix` (1 unsafe fix available with `--fix --unsafe-fixes`).\n",
        "",
    )
    assert "TFM302 [*]" in tool("check", "--output-format=concise", "--unsafe-fixes").out


def test_quiet_and_exit_zero(tool: Run) -> None:
    make(a="BAD\n")
    assert tool("check", "-q", "--output-format", "concise") == (1, "a.py:2:1: TFM301 [*] BAD word\n", "")
    assert tool("check", "--exit-zero").code == 0
    assert tool("check", "-e", "nope.py").code == 0


def test_suppressed_and_unreadable_are_in_the_summary(tool: Run) -> None:
    make(a="# noqa noqa\n", b="SYNTAX\n", c="x\n")
    assert tool("check", "--output-format", "concise") == (
        1,
        "b.py:1:1: TFM900 invalid syntax\n"
        "Found 1 error.\n2 suppressed by noqa.\nChecked 3 files, 1 could not be read.\n",
        "",
    )
    for layout in ("json", "github"):
        assert tool("check", "--output-format", layout).err == (
            "2 suppressed by noqa.\nChecked 3 files, 1 could not be read.\n"
        )


def test_a_missing_path_is_a_finding(tool: Run) -> None:
    make(a="x\n")
    assert tool("check", "nope.py", "a.py", "--output-format", "concise") == (
        1,
        "nope.py:1:1: TFM902 No such file or directory (os error 2)\n"
        "Found 1 error.\nChecked 2 files, 1 could not be read.\n",
        "",
    )


def test_no_files(tool: Run) -> None:
    assert tool("check") == (0, "All checks passed!\n", "warning: No Python files found under the given path(s)\n")


def test_select_ignore_and_files(tool: Run) -> None:
    make(a="BAD RISKY HARD\n")

    def codes(*arguments: str) -> list[str]:
        return [each["code"] for each in json.loads(tool("check", "--output-format", "json", *arguments).out)]

    assert codes() == ["TFM301", "TFM302", "TFM001"]
    assert codes("--select", "TFM3") == ["TFM301", "TFM302"]
    assert codes("--select", "TFM3,TFM001", "--ignore=TFM301") == ["TFM302", "TFM001"]
    assert codes("--ignore", "TFM302", "--ignore", "TFM0") == ["TFM301"]
    Path("pyproject.toml").write_text('[tool.tfgpu-migrate]\nselect = ["TFM302"]\n')
    assert codes() == ["TFM302"]
    assert codes("--extend-select", "TFM001") == ["TFM302", "TFM001"]
    assert codes("--config", 'per-file-ignores = {"a*" = ["TFM3"]}') == []
    assert codes("--isolated", "--select", "ALL") == ["TFM301", "TFM302", "TFM001"]
    assert tool("check", "--exclude", "a.py,pyproject.toml").err.startswith("warning: No Python files")


def test_fix(tool: Run) -> None:
    make(a="BAD RISKY\n", b="BAD\n")
    assert tool("check", "--fix", "--output-format", "concise", "--show-fixes") == (
        1,
        "a.py:2:6: TFM302 RISKY word\n\n"
        "Fixed 2 errors:\n"
        "- a.py:\n    1 × TFM301 (bad-word)\n"  # noqa: RUF001
        "- b.py:\n    1 × TFM301 (bad-word)\n\n"  # noqa: RUF001
        "Found 3 errors (2 fixed, 1 remaining).\n"
        "1 unsafe fix available with `--fix --unsafe-fixes`.\n",
        "",
    )
    assert Path("b.py").read_text() == f"{TF}GOOD\n"
    assert tool("check", "--fix", "--unsafe-fixes") == (0, "Found 1 error (1 fixed, 0 remaining).\n", "")
    assert tool("check", "--fix") == (0, "All checks passed!\n", "")


def test_fix_only_says_nothing_of_what_stays(tool: Run) -> None:
    make(a="BAD\nHARD\n", b="SYNTAX\n")
    assert tool("check", "--fix-only", "a.py") == (0, "Fixed 1 error.\n", "")
    assert Path("a.py").read_text() == f"{TF}GOOD\nHARD\n"
    assert tool("check", "--fix-only", "-q", "a.py") == (0, "", "")
    code, out, _ = tool("check", "--fix-only", "--output-format", "concise", "b.py")
    assert (code, out) == (1, "b.py:1:1: TFM900 invalid syntax\n")
    make(c="BAD\n")
    assert tool("check", "--fix-only", "--exit-non-zero-on-fix", "--show-fixes", "c.py").code == 1


def test_silent(tool: Run) -> None:
    make(a="BAD\nHARD\n")
    assert tool("check", "--silent") == (1, "", "")
    assert tool("check", "--silent", "--fix") == (1, "", "")
    assert tool("check", "-s", "--diff") == (0, "", "")
    make(b="SYNTAX\n", c="BAD  # noqa\n")
    assert tool("check", "-s", "--diff") == (1, "", "")
    assert tool("check", "-s", "-v", "--output-format", "json") == (1, "", "")


def test_show_files_and_settings(tool: Run) -> None:
    make(a="BAD\n", b="x\n")
    Path("tfgpu-migrate.toml").write_text('ignore = ["TFM301"]\nper-file-ignores = { "t/*" = ["TFM3"] }\n')
    assert tool("check", "--show-files") == (0, f"{Path('a.py').absolute()}\n{Path('b.py').absolute()}\n", "")
    code, out, _ = tool("check", "--show-settings", "b.py")
    assert (code, out.splitlines()[0]) == (0, f'Resolved settings for: "{Path("b.py").absolute()}"')
    assert 'ignore = ["TFM301"]\nper-file-ignores = { "t/*" = ["TFM3"] }\n' in out
    assert 'python-version = "3.10"\n' in out


@pytest.mark.parametrize("name", ["json-lines", "sarif", "gitlab", "junit", "pylint", "rdjson", "json", "github"])
def test_formats_for_programs_have_nothing_else_on_standard_output(tool: Run, name: str) -> None:
    make(a="BAD\nnoqa", b="SYNTAX\n")
    code, out, err = tool("check", "--output-format", name)
    assert code == 1
    assert "Found" not in out
    assert err == "1 suppressed by noqa.\nChecked 2 files, 1 could not be read.\n"
    assert "TFM301" in out
    log = f"Found 2 errors.\n{err}The report is in report.\n"
    assert tool("check", "--output-format", name, "-o", "report") == (1, "", log)
    assert Path("report").read_text() == out


def test_add_noqa(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    monkeypatch.chdir(tmp_path)
    text = "import tensorflow as tf\na = tf.log(1)\nb = tf.log(2)\n"
    Path("a.py").write_text(text)
    Path("b.py").write_text("import tensorflow\nprint 1\n")
    assert run_command(["check", "--isolated", "--add-noqa", "a.py"]) == 0
    assert capsys.readouterr() == ("", "Added 2 noqa directives.\n")
    assert Path("a.py").read_text() == text.replace(")\n", ")  # noqa: TFM102\n")
    assert run_command(["check", "--isolated", "a.py"]) == 0
    assert capsys.readouterr().out == "All checks passed!\n2 suppressed by noqa.\n"
    assert run_command(["check", "--isolated", "--add-noqa=later", "b.py"]) == 1
    assert capsys.readouterr().err.startswith("b.py:2:1: TFM900 Python 2 syntax")
    assert run_command(["check", "--isolated", "--add-noqa", "--fix"]) == 2


def test_flags_for_rules(tool: Run) -> None:
    make(a="BAD\nHARD\n", b="BAD\n")
    assert tool("check", "-q", "--output-format", "pylint", "--per-file-ignores", "a.py:TFM3,b.py:ALL").out == (
        "a.py:3: [TFM001] HARD word\n"
    )
    assert tool("check", "-q", "--output-format", "pylint", "--extend-exclude", "a.py").out == (
        "b.py:2: [TFM301] BAD word\n"
    )
    message = "error: --per-file-ignores: `a.py` must be a glob, a colon and a code, like `tests/*:TFM3`\n"
    assert tool("check", "--per-file-ignores", "a.py") == (2, "", message)
    assert (
        tool("check", "--unfixable", "TFM9x").err
        == "error: --unfixable: unknown rule code `TFM9x`; known: TFM001, TFM301, TFM302\n"
    )


def test_exit_non_zero_on_fix(tool: Run) -> None:
    make(a="BAD\n")
    assert tool("check", "--fix", "--exit-non-zero-on-fix").code == 1
    assert tool("check", "--fix", "--exit-non-zero-on-fix").code == 0


def test_no_fix_wins_when_it_comes_last(tool: Run) -> None:
    make(a="BAD\n")
    assert tool("check", "--fix", "--no-fix").code == 1
    assert Path("a.py").read_text() == f"{TF}BAD\n"


def test_diff(tool: Run) -> None:
    make(a="BAD RISKY\n", b="x\n")
    assert tool("check", "--diff") == (
        1,
        "--- a.py\n+++ a.py\n@@ -1,2 +1,2 @@\n import tensorflow\n-BAD RISKY\n+GOOD RISKY\n\n",
        "Would fix 1 error (1 additional fix available with `--unsafe-fixes`).\n",
    )
    assert Path("a.py").read_text() == f"{TF}BAD RISKY\n"
    assert tool("check", "--diff", "-q").err == ""
    make(a="RISKY\n")
    assert tool("check", "--diff") == (0, "", "No errors would be fixed (1 fix available with `--unsafe-fixes`).\n")
    make(a="SYNTAX\n")
    assert tool("check", "--diff") == (
        1,
        "",
        "a.py:1:1: TFM900 invalid syntax\nChecked 2 files, 1 could not be read.\n",
    )


def test_the_diff_is_what_patch_applies(tool: Run) -> None:
    make(a="é BAD\r\nx")
    Path("p.diff").write_bytes(os.fsencode(tool("check", "--diff").out))
    before = Path("a.py").read_bytes()
    done = subprocess.run(["git", "apply", "--unsafe-paths", "p.diff"], capture_output=True, check=False)
    assert (done.returncode, done.stderr) == (0, b"")
    assert Path("a.py").read_bytes() == before.replace(b"BAD", b"GOOD")


def test_json_and_github(tool: Run) -> None:
    make(a="BAD\n")
    found = json.loads(tool("check", "--output-format", "json").out)
    assert (found[0]["code"], found[0]["name"], found[0]["filename"]) == (
        "TFM301",
        "bad-word",
        str(Path.cwd() / "a.py"),
    )
    assert tool("check", "--output-format", "github") == (
        1,
        f"::error title=tfgpu-migrate (TFM301),file={Path.cwd()}/a.py,line=2,col=1,endLine=2,endColumn=4::"
        "a.py:2:1: TFM301 BAD word%0A  help: Replace BAD\n",
        "",
    )
    make(a="x\n")
    assert tool("check", "--output-format", "json") == (0, "[]", "")
    assert tool("check", "--output-format", "github") == (0, "", "")


def test_statistics(tool: Run) -> None:
    make(a="BAD\n", b="BAD HARD\n")
    assert tool("check", "--statistics") == (
        1,
        "2\tTFM301\t[*] bad-word\n1\tTFM001\t[ ] removed-name\nFound 3 errors.\n[*] 2 fixable with `--fix`.\n",
        "",
    )
    assert json.loads(tool("check", "--statistics", "--output-format", "json").out)[0]["count"] == 2
    make(a="x\n", b="x\n")
    assert tool("check", "--statistics") == (0, "", "")


def test_output_file(tool: Run) -> None:
    make(a="BAD\n")
    assert tool("check", "-o", "out.txt", "--output-format", "concise", "--color", "always") == (
        1,
        "",
        "Found 1 error.\n[*] 1 fixable with `--fix`.\nThe report is in out.txt.\n",
    )
    assert Path("out.txt").read_text() == (
        "a.py:2:1: TFM301 [*] BAD word\nFound 1 error.\n[*] 1 fixable with `--fix`.\n"
    )
    assert tool("check", "-o", "out.txt", "-q") == (1, "", "")
    make(a="x\n")
    for layout in ("full", "json"):
        ran = tool("check", "-o", "out.txt", "--output-format", layout)
        assert ran == (0, "", "All checks passed!\nThe report is in out.txt.\n")
    assert tool("check", "-o", "no/where.txt").err == "error: cannot write no/where.txt: No such file or directory\n"


def test_colour_is_asked_for(tool: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    make(a="BAD\n")
    assert "\x1b[" not in tool("check").out
    assert "\x1b[" in tool("check", "--color", "always").out
    monkeypatch.setenv("FORCE_COLOR", "1")
    assert "\x1b[" in tool("check").out
    assert "\x1b[" not in tool("check", "--color=never").out


def test_stdin(tool: Run) -> None:
    text = f"{TF}BAD HARD\n".encode()
    assert tool("check", "-", "--output-format", "concise", stdin=text) == (
        1,
        "-:2:1: TFM301 [*] BAD word\n-:2:5: TFM001 HARD word\nFound 2 errors.\n[*] 1 fixable with `--fix`.\n",
        "",
    )
    named = tool("check", "-", "--stdin-filename", "x/y.py", "--output-format", "concise", stdin=text)
    assert named.out.startswith("x/y.py:2:1: TFM301")
    assert tool("check", "-", "--fix", "--output-format", "concise", stdin=text) == (
        1,
        f"{TF}GOOD HARD\n",
        "-:2:6: TFM001 HARD word\nFound 2 errors (1 fixed, 1 remaining).\n",
    )
    assert tool("check", "-", "--diff", stdin=text) == (
        1,
        "@@ -1,2 +1,2 @@\n import tensorflow\n-BAD HARD\n+GOOD HARD\n\n",
        "Would fix 1 error.\n",
    )


@pytest.mark.parametrize("text", [b"", b"x = 1\r\n\xff", f"{TF}SYNTAX".encode()])
def test_stdin_that_is_not_fixed_comes_back_as_it_was(tool: Run, text: bytes) -> None:
    result = tool("check", "-", "--fix", stdin=text)
    assert os.fsencode(result.out) == text
    assert result.code == (1 if b"SYNTAX" in text else 0)


def test_stdin_has_the_settings_of_its_name(tool: Run) -> None:
    Path("x").mkdir()
    Path("x/tfgpu-migrate.toml").write_text('select = ["TFM302"]\nexclude = ["gen.py"]\n')
    text = f"{TF}BAD\n".encode()
    assert tool("check", "-", "--stdin-filename", "x/y.py", stdin=text).code == 0
    assert tool("check", "-", "--stdin-filename", "y.py", stdin=text).code == 1
    Path("x/tfgpu-migrate.toml").write_text('exclude = ["gen.py"]\n')
    arguments = ("check", "-", "--fix", "--stdin-filename", "x/gen.py")
    assert tool(*arguments, stdin=text).out == f"{TF}GOOD\n"
    assert tool(*arguments, "--force-exclude", stdin=text).out == f"{TF}BAD\n"


def test_a_bug_of_ours_is_exit_2_and_the_rest_is_reported(tool: Run) -> None:
    make(a="BAD\n", b="CRASH\n")
    assert tool("check", "--output-format", "concise", "--exit-zero") == (
        2,
        "a.py:2:1: TFM301 [*] BAD word\nFound 1 error.\n[*] 1 fixable with `--fix`.\n",
        "error: b.py: internal error, the file was left alone: RuntimeError: oh\n",
    )


def test_verbose(tool: Run) -> None:
    make(a="x\n")
    assert tool("check", "-v").err.startswith("Looked at 1 files in 0.")


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["check", "--fxi"], "unknown flag `--fxi`; did you mean `--fix`?"),
        (["check", "--unsafe-fix"], "unknown flag `--unsafe-fix`; did you mean `--unsafe-fixes`?"),
        (["check", "--wibble"], "unknown flag `--wibble`; `tfgpu-migrate check --help` lists them"),
        (["--fix"], "`--fix` is a flag of check; type `tfgpu-migrate check --fix`"),
        (["chekc"], "unknown command `chekc`; did you mean `check`?"),
        (["a.py"], "unknown command `a.py`; did you mean `tfgpu-migrate check a.py`?"),
        (["."], "unknown command `.`; did you mean `tfgpu-migrate check .`?"),
        (["check", "--output-format", "jsn"], "`--output-format jsn` is not known; did you mean `json`?"),
        (
            ["check", "--output-format", "xyz"],
            "`--output-format xyz` is not known; known: "
            "concise, full, github, gitlab, grouped, json, json-lines, junit, pylint, rdjson, sarif",
        ),
        (["check", "--color", "x"], "`--color x` is not known; known: always, auto, never"),
        (["check", "--select", "TFM30l"], "--select: unknown rule code `TFM30l`; did you mean `TFM302`?"),
        (["check", "--select", "tfm301"], "--select: unknown rule code `tfm301`; did you mean `TFM301`?"),
        (["check", "--jobs", "x"], "`--jobs x` is no number of processes; write one like `--jobs 4`"),
        (["check", "--select"], "Option '--select' requires an argument."),
        (["check", "-", "a.py"], "`-` (standard input) stands alone; give either `-` or paths"),
        (["check", "--diff", "--statistics"], "--diff shows no findings; leave out --statistics and --show-fixes"),
        (["rule"], "give one code, like `tfgpu-migrate rule TFM301`, or --all"),
        (["rule", "TFM304"], "unknown rule code `TFM304`; did you mean `TFM302`?"),
    ],
)
def test_misuse_is_one_line_that_says_what_to_type(tool: Run, arguments: list[str], message: str) -> None:
    make(a="x\n")
    assert tool(*arguments) == (2, "", f"error: {message}\n")


def test_a_wrong_setting_is_exit_2(tool: Run) -> None:
    make(a="x\n")
    Path("pyproject.toml").write_text('[tool.tfgpu-migrate]\nselect = ["TFM303"]\n')
    assert tool("check") == (
        2,
        "",
        "error: pyproject.toml: `select`: unknown rule code `TFM303`; did you mean `TFM302`?\n",
    )


def test_no_command_shows_the_help(tool: Run) -> None:
    result = tool()
    assert (result.code, result.out) == (2, "")
    assert "check" in result.err


def test_help(tool: Run) -> None:
    assert "--unsafe-fixes" in tool("check", "--help").out
    assert tool("-h").code == 0


def test_version(tool: Run) -> None:
    assert tool("--version") == tool("-V") == (0, f"tfgpu-migrate {__version__}\n", "")


def test_rule(tool: Run) -> None:
    assert tool("rule", "tfm301") == (
        0,
        "# bad-word (TFM301)\n\nFix is available with `--fix`.\n\nThe word BAD.\n\n## What it does\nFinds it.\n",
        "",
    )
    assert tool("rule", "bad-word") == tool("rule", "TFM301")
    assert tool("rule", "--all").out.count("\n# ") == 2
    assert json.loads(tool("rule", "TFM302", "--output-format", "json").out) == {
        "name": "risky-word",
        "code": "TFM302",
        "summary": "The word RISKY.",
        "fix": "unsafe",
        "explanation": "The word RISKY.",
    }
    every = json.loads(tool("rule", "--all", "--output-format", "json").out)
    assert [(each["code"], each["fix"]) for each in every] == [
        ("TFM001", None),
        ("TFM301", "safe"),
        ("TFM302", "unsafe"),
    ]


def test_a_name_that_is_no_text_survives(tool: Run) -> None:
    name = os.fsdecode(b"caf\xe9.py")
    try:
        Path(name).write_text(f"{TF}BAD\n")
    except OSError:
        pytest.skip("this file system has only names that are text")
    assert tool("check", "--output-format", "concise").out.startswith(f"{name}:2:1: TFM301")
    assert f"--- {name}\n" in tool("check", "--diff").out
    assert json.loads(tool("check", "--output-format", "json").out)[0]["filename"].endswith("caf�.py")
    assert tool("check", "--fix").code == 0


def test_an_interrupt_is_one_line_and_130(tool: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    def interrupted(*_: Any, **__: Any) -> None:
        raise KeyboardInterrupt

    make(a="BAD\n")
    monkeypatch.setattr(run_module, "run", interrupted)
    assert tool("check") == (130, "", "Interrupted: every file is as it was or completely fixed.\n")


def _spawn(folder: Path, *arguments: str, **rest: Any) -> "subprocess.Popen[bytes]":
    environment = {**os.environ, "PYTHONPATH": str(Path(check.__file__).parent.parent), "LC_ALL": "C"}
    command = [sys.executable, "-m", "tfgpu_migrate", *arguments]
    return subprocess.Popen(
        command, cwd=folder, env=environment, stdout=subprocess.PIPE, stderr=subprocess.PIPE, **rest
    )


def test_a_closed_pipe_is_no_traceback(tmp_path: Path) -> None:
    process = _spawn(tmp_path, "check", *(f"no{index}.py" for index in range(20_000)))
    assert process.stdout is not None
    assert process.stderr is not None
    process.stdout.read(10)
    process.stdout.close()
    assert process.stderr.read() == b""
    assert process.wait(30) == 1


def test_ctrl_c_while_waiting_for_input(tmp_path: Path) -> None:
    process = _spawn(tmp_path, "check", "-v", "-", stdin=subprocess.PIPE)
    assert process.stdin is not None
    assert process.stderr is not None
    process.stdin.write(b"#" * 1_000_000)  # more than a pipe holds: when this is over, the program has started to read
    time.sleep(0.5)  # and now it waits for the rest: CPython looks for signals only where a read is interrupted
    process.send_signal(signal.SIGINT)
    assert process.wait(30) == 130
    assert process.stderr.read() == b"Interrupted: every file is as it was or completely fixed.\n"
