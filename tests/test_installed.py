"""Daily use, through the command as it is installed: each thing that a user of a linter counts on, once."""

import json
import os
import pty
import re
import subprocess
import sys
import xml.etree.ElementTree as ElementTree
from pathlib import Path
from typing import Any, NamedTuple

import pytest

from tfgpu_migrate.report.formats import FORMATS

ROOT = Path(__file__).parent.parent
SCRIPT = Path(sys.executable).with_name("tfgpu-migrate")
COMMAND = [str(SCRIPT)] if SCRIPT.exists() else [sys.executable, "-m", "tfgpu_migrate"]
TF = "import tensorflow as tf\n"
LOG = f"{TF}x = tf.log(1.0)\n"
FIXED = LOG.replace("tf.log", "tf.math.log")


class Ran(NamedTuple):
    code: int
    out: str
    err: str


class Tool:
    """The command in a folder with an empty configuration."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.environment = {key: value for key, value in os.environ.items() if key not in ("NO_COLOR", "FORCE_COLOR")}
        if not SCRIPT.exists():
            self.environment["PYTHONPATH"] = str(ROOT)

    def __call__(self, *arguments: str, stdin: str = "", **environment: str) -> Ran:
        ran = subprocess.run(
            [*COMMAND, *arguments],
            cwd=self.folder,
            env={**self.environment, **environment},
            input=stdin.encode(),
            capture_output=True,
            check=False,
        )
        return Ran(ran.returncode, ran.stdout.decode(), ran.stderr.decode())

    def lines(self, *arguments: str) -> list[str]:
        """The findings of `check` as `file:line:column: code`."""
        shown = self("check", "-q", "--output-format", "concise", *arguments).out
        return [" ".join(line.replace("cell ", "cell_").split(" ")[:2]) for line in shown.splitlines()]

    def write(self, **texts: str) -> None:
        for name, text in texts.items():
            self.file(name.replace("__", "/") + ".py").write_text(text)

    def file(self, name: str) -> Path:
        path = self.folder / name
        path.parent.mkdir(exist_ok=True)
        return path


@pytest.fixture
def tool(tmp_path: Path) -> Tool:
    (tmp_path / "tfgpu-migrate.toml").touch()
    return Tool(tmp_path)


def test_a_notebook_is_checked_and_fixed_cell_by_cell(tool: Tool) -> None:
    text = (
        '{"cells": [{"cell_type": "code", "source": ["%tensorflow_version 1.x\\n", "!pip install tensorflow-gpu==1.15"]'
        ', "outputs": [ ]},\n {"cell_type":"code","source":["import tensorflow as tf\\n","x = tf.log(1.0)"], "é": 0}],'
        '\n\t"nbformat": 4, "metadata": {"x" : 1e5}}'
    )
    tool.file("n.ipynb").write_text(text, encoding="utf-8")
    assert tool.lines() == ["n.ipynb:cell_1:1:1: TFM771", "n.ipynb:cell_1:2:14: TFM772", "n.ipynb:cell_2:2:5: TFM102"]
    assert tool("check", "--fix", "--select", "TFM102").code == 0
    assert tool.file("n.ipynb").read_text(encoding="utf-8") == text.replace("tf.log", "tf.math.log")


def test_comments_silence_and_can_be_written(tool: Tool) -> None:
    tool.write(
        a=LOG,
        b=LOG.replace("\n", "  # noqa\n"),
        c=f"# tfgpu-migrate: noqa: TFM102\n{LOG}",
        d=f"{LOG}y = 1  # noqa: TFM102\n",
    )
    assert tool.lines() == ["a.py:2:5: TFM102", "d.py:2:5: TFM102", "d.py:3:8: TFM801"]
    assert "2 suppressed" in tool("check").out
    assert tool("check", "--ignore", "TFM801", "--add-noqa").code == 0
    assert tool.lines("--ignore", "TFM801") == []
    assert tool.file("a.py").read_text() == LOG.replace("(1.0)", "(1.0)  # noqa: TFM102")


def test_a_fix_is_made_whole_or_not_at_all_beside_a_silenced_line(tool: Tool) -> None:
    text = f"{TF}c = tf.ConfigProto()\nc.gpu_options.allow_growth = True  # noqa: TFM301\ns = tf.Session(config=c)\n"
    tool.write(a=text)
    assert tool("check", "--fix").code == 1
    assert tool.file("a.py").read_text() == text.replace("tf.Session", "tf.compat.v1.Session")
    assert tool.lines() == ["a.py:2:5: TFM300", "a.py:4:5: TFM201"]


def test_known_findings_pass_and_new_ones_fail(tool: Tool) -> None:
    tool.write(a=LOG, b=LOG)
    assert tool("check", "--baseline", "known.json", "--write-baseline").code == 0
    assert tool("check", "--baseline", "known.json").code == 0
    tool.write(a=f"{TF}\n\nx = tf.log(1.0)\ny = tf.log(2.0)\n", b=FIXED)
    assert tool.lines("--baseline", "known.json") == ["a.py:5:5: TFM102"]
    ran = tool("check", "--baseline", "known.json")
    assert ran.code == 1
    assert re.search(r"1 .*(stale|gone|no longer)", ran.out + ran.err), ran


def test_settings_choose_rules_files_and_fixes(tool: Tool) -> None:
    tool.write(a=f"{LOG}f = tf.flags\n", old__b=LOG)
    settings = tool.file("tfgpu-migrate.toml")
    settings.write_text('select = ["TFM101"]\nextend-select = ["TFM102"]\nper-file-ignores = {"old/*" = ["TFM102"]}\n')
    assert tool.lines() == ["a.py:2:5: TFM102", "a.py:3:5: TFM101"]
    settings.write_text('unfixable = ["TFM102"]\n')
    assert tool("check", "--fix").code == 1
    assert tool.lines() == ["a.py:2:5: TFM102", "old/b.py:2:5: TFM102"]
    settings.write_text('extend-unsafe-fixes = ["TFM102"]\n')
    assert tool("check", "--fix", "old").code == 1
    settings.write_text('extend-unsafe-fixes = ["TFM102"]\nextend-safe-fixes = ["TFM102"]\n')
    assert tool("check", "--fix", "--fixable", "TFM1").code == 0


def test_a_setting_of_a_rule_counts(tool: Tool) -> None:
    options = "tf.GPUOptions(per_process_gpu_memory_fraction=0.5)"
    tool.write(a=f"{TF}s = tf.Session(config=tf.ConfigProto(gpu_options={options}))\n")
    tool.file("tfgpu-migrate.toml").write_text("gpu-memory-mb = 8192\n")
    assert "(memory_limit=8192)" in tool("check", "--diff", "--unsafe-fixes").out


def _read(name: str, text: str) -> Any:
    """What a consumer of a format gets; fails where the text is not of that format."""
    if name == "junit":
        return ElementTree.fromstring(text).findall(".//failure")
    if name == "json-lines":
        return [json.loads(line) for line in text.splitlines()]
    if name == "sarif":
        jsonschema = pytest.importorskip("jsonschema")
        schema = json.loads((ROOT / "tests" / "schemas" / "sarif-2.1.0.json").read_text(encoding="utf-8"))
        log = json.loads(text)
        jsonschema.Draft4Validator(schema).validate(log)
        results = log["runs"][0]["results"]
        assert any(result.get("fixes") for result in results)
        return results
    if name == "gitlab":
        issues = json.loads(text)
        for issue in issues:
            assert set(issue) == {"check_name", "description", "severity", "fingerprint", "location"}
            assert issue["severity"] in ("info", "minor", "major", "critical", "blocker")
            assert issue["location"]["positions"]["begin"]["line"] > 0
        assert len({issue["fingerprint"] for issue in issues}) == len(issues)
        return issues
    if name == "rdjson":
        return json.loads(text)["diagnostics"]
    if name == "json":
        return json.loads(text)
    patterns = {
        # GitHub's docs, "Workflow commands": ::error file={name},line={line},endLine={endLine},title={title}::{message}
        "github": r"::error title=[^,:]*,file=[^,]*,line=\d+,(?:col=\d+,)?endLine=\d+(?:,endColumn=\d+)?::.*",
        "pylint": r"[^:]+:\d+: \[TFM\d{3}\] .*",
        "concise": r"[^:]+:\d+:\d+: TFM\d{3} (?:\[\*\] )?.*",
        "grouped": r"  +\d+:\d+ +TFM\d{3} (?:\[\*\] )?.*",
        "full": r" --> [^:]+:\d+:\d+",
    }
    found = [line for line in text.splitlines() if re.fullmatch(patterns[name], line)]
    assert name in ("grouped", "full") or len(found) == len(text.splitlines())
    return found


@pytest.mark.parametrize("name", FORMATS)
def test_every_format_is_read_by_its_consumer(tool: Tool, name: str) -> None:
    tool.write(a=f"{LOG}f = tf.flags, '%,:\\u2028'\n", b="import tensorflow\nx = 1 +\n")
    ran = tool("check", "-q", "--output-format", name, "-o", "found.txt")
    assert (ran.code, ran.out) == (1, "")
    assert len(_read(name, tool.file("found.txt").read_bytes().decode())) == 3


def test_concise_and_full_are_the_layouts_of_ruff(tool: Tool) -> None:
    tool.write(a=f"{TF}\ndef f(x):\n    y = tf.log(x)  # hello\n    return y\n")
    message = "`tf.log` is `tf.math.log` in TensorFlow 2"
    summary = "Found 1 error.\n[*] 1 fixable with `--fix`.\n"
    assert tool("check", "--output-format", "concise").out == f"a.py:4:9: TFM102 [*] {message}\n{summary}"
    assert tool("check").out == (
        f"TFM102 [*] {message}\n --> a.py:4:9\n  |\n3 | def f(x):\n4 |     y = tf.log(x)  # hello\n"
        "  |         ^^^^^^\n5 |     return y\n  |\nhelp: Replace with `tf.math.log`\n  |\n"
        "3 | def f(x):\n  -     y = tf.log(x)  # hello\n4 +     y = tf.math.log(x)  # hello\n5 |     return y\n  |\n\n"
        f"{summary}"
    )


def test_what_a_run_shows_beside_findings(tool: Tool) -> None:
    tool.write(a=f"{LOG}y = tf.log(2.0)\n", b="x = 1\n")
    assert tool("check", "--statistics").out.startswith("2\tTFM102\t[*] renamed-name\n")
    assert tool("check", "--show-files").out.splitlines() == [str(tool.file(name)) for name in ("a.py", "b.py")]
    assert "gpu-memory-mb" in tool("check", "--show-settings").out
    shown = tool("check", "--fix", "--show-fixes", "--exit-non-zero-on-fix")
    assert shown.code == 1
    assert "- a.py:\n    2 \u00d7 TFM102 (renamed-name)\n" in shown.out + shown.err


def test_fix_only_says_nothing_of_what_stays(tool: Tool) -> None:
    tool.write(a=f"{LOG}tf.contrib.nothing.f()\n")
    assert tool("check").code == 1
    ran = tool("check", "--fix-only", "-q")
    assert (ran.code, ran.out) == (0, "")
    assert "tf.math.log" in tool.file("a.py").read_text()


def test_diff_says_by_its_exit_code_whether_there_is_something_to_fix(tool: Tool) -> None:
    tool.write(a=LOG)
    ran = tool("check", "--diff")
    assert ran.code == 1
    assert ran.out.startswith("--- a.py\n+++ a.py\n@@ ")
    assert tool.file("a.py").read_text() == LOG
    tool.write(a=FIXED)
    assert tool("check", "--diff").code == 0


def test_a_hook_does_not_check_what_is_excluded(tool: Tool) -> None:
    tool.write(a=LOG, generated__b=LOG)
    tool.file("tfgpu-migrate.toml").write_text('exclude = ["generated"]\n')
    assert tool.lines("generated/b.py") == ["generated/b.py:2:5: TFM102"]
    assert tool.lines("--force-exclude", "generated/b.py", "a.py") == ["a.py:2:5: TFM102"]


def test_standard_input_is_fixed_to_standard_output(tool: Tool) -> None:
    ran = tool("check", "--fix", "-", stdin=LOG)
    assert (ran.code, ran.out) == (0, FIXED)


def test_the_cache_is_where_it_is_told_to_be_and_can_be_cleaned(tool: Tool) -> None:
    tool.write(a=LOG)
    tool("check", "--no-cache")
    assert not tool.file(".tfgpu_migrate_cache").exists()
    first = tool("check", "--cache-dir", "kept")
    assert len([path for path in tool.file("kept").rglob("*") if path.is_file()]) > 1
    assert tool("check", "--cache-dir", "kept") == first == tool("check", "-j", "1", "--no-cache")
    tool("check")
    assert tool.file(".tfgpu_migrate_cache").exists()
    assert tool("clean").code == 0
    assert not tool.file(".tfgpu_migrate_cache").exists()


def test_two_processes_find_what_one_finds(tool: Tool) -> None:
    tool.write(**{f"m{number}": f"{LOG}y = {number}\n" for number in range(40)})
    one, two = (tool("check", "--no-cache", "-j", jobs) for jobs in ("1", "2"))
    assert one == two
    assert one.out.count("TFM102") == 40


@pytest.mark.skipif(os.name == "nt", reason="there are no pseudo-terminals")
def test_a_terminal_gets_colours_and_the_findings_stay_whole(tool: Tool) -> None:
    tool.write(a=LOG)
    ours, theirs = pty.openpty()
    environment = {**tool.environment, "TERM": "xterm"}
    subprocess.run(
        [*COMMAND, "check", "-q"], cwd=tool.folder, env=environment, stdout=theirs, stderr=theirs, check=False
    )
    os.close(theirs)
    shown = os.read(ours, 100_000).decode()
    os.close(ours)
    assert "\x1b[" in shown
    assert "TFM102" in re.sub(r"\x1b\[[0-9;]*m", "", shown)


def test_rules_and_settings_are_explained_as_text_and_json(tool: Tool) -> None:
    assert tool("rule", "TFM102").out.startswith("# renamed-name (TFM102)\n")
    assert {"TFM102", "TFM301"} <= {
        rule["code"] for rule in json.loads(tool("rule", "--all", "--output-format", "json").out)
    }
    assert "gpu-memory-mb" in tool("config").out
    assert "gpu-memory-mb" in {str(each["name"]) for each in json.loads(tool("config", "--output-format", "json").out)}


@pytest.mark.parametrize(
    ("arguments", "answer"),
    [
        (("check", "--selct", "TFM1"), "--select"),
        (("chekc", "."), "check"),
        (("check", "--select", "TFM01Z"), "TFM01Z"),
        (("rule", "renamed-nam"), "renamed-name"),
        (("check", "--output-format", "jsn"), "json"),
        (("config", "gpu-memory"), "gpu-memory-mb"),
        (("generate-shell-completion", "fsh"), "fish"),
    ],
)
def test_a_slip_is_answered_with_what_to_type(tool: Tool, arguments: tuple[str, ...], answer: str) -> None:
    ran = tool(*arguments)
    assert (ran.code, ran.out) == (2, "")
    assert len(ran.err.splitlines()) == 1
    assert answer in ran.err.replace(" ".join(arguments), "")


def test_help_teaches_with_examples_that_run(tool: Tool) -> None:
    tool.write(train=FIXED)
    examples = re.findall(r"^  (tfgpu-migrate check\b.*?)(?:  +.*)?$", tool("check", "--help").out, re.MULTILINE)
    assert len(examples) >= 5
    tool("check", "--baseline", "known.json", "--write-baseline")
    for example in examples:
        assert tool(*example.split()[1:]).code == 0, example


@pytest.mark.parametrize("shell", ["bash", "zsh", "fish"])
def test_completion_is_generated(tool: Tool, shell: str) -> None:
    ran = tool("generate-shell-completion", shell)
    assert ran.code == 0
    assert f"{shell}_complete" in ran.out


def test_the_readme_tells_ruff_about_our_codes() -> None:
    assert 'external = ["TFM"]' in (ROOT / "README.md").read_text(encoding="utf-8")
