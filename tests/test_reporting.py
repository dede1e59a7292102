"""The command `report`: what it writes, what it refuses, how it ends."""

import json
import os
from pathlib import Path

import pytest

from tests.command import LOG, names, tool
from tests.readme import ROOT

TREE = {"a.py": LOG, "m/b.py": "import tensorflow as tf\nx = tf.contrib.nothing.f()\n", "c.py": "x = 1\n"}


@pytest.fixture
def tree(tmp_path: Path) -> Path:
    folder = tmp_path / "tree"
    (folder / "m").mkdir(parents=True)
    for name, text in TREE.items():
        (folder / name).write_text(text)
    return folder


def test_a_report_is_written_and_told_in_one_line(tree: Path) -> None:
    ran = tool(tree, "report", "--html", "report.html", "--json", "report.json")
    assert (ran.returncode, ran.stdout) == (0, "")
    assert ran.stderr == (
        "Wrote report.html and report.json. 2 files with TensorFlow: 0 clean, 1 fixed by `--fix`, 1 for a person, "
        "0 not to be read.\n"
    )
    document = json.loads((tree / "report.json").read_text("utf-8"))
    assert {each["path"]: each["state"] for each in document["files"]} == {"a.py": "fixable", "m/b.py": "person"}
    assert document["totals"]["checked"] == 3
    assert (tree / "report.html").read_text("utf-8").startswith("<!doctype html>")
    assert names(tree) == {*TREE, "m", "report.html", "report.json"}


def test_the_second_report_comes_from_the_cache_and_is_the_same(tree: Path) -> None:
    pages = []
    for arguments in ((), (), ("--no-cache", "-j", "1")):
        os.environ["SOURCE_DATE_EPOCH"] = "0"
        try:
            assert tool(tree, "report", "-q", "--html", "report.html", *arguments).stderr == ""
        finally:
            del os.environ["SOURCE_DATE_EPOCH"]
        pages.append((tree / "report.html").read_bytes())
    assert pages[0] == pages[1] == pages[2]


def test_the_flags_of_check_count(tree: Path) -> None:
    tool(tree, "report", "-q", "--json", "report.json", "--select", "TFM102", "--target-version", "2.15", "a.py")
    document = json.loads((tree / "report.json").read_text("utf-8"))
    assert document["paths"] == ["a.py"]
    assert document["target_version"] == "2.15"
    (tree / "tfgpu-migrate.toml").write_text('ignore = ["TFM102"]\n')
    for flags, state in (((), "clean"), (("--isolated",), "fixable")):
        tool(tree, "report", "-q", "--json", "report.json", *flags, "a.py")
        assert json.loads((tree / "report.json").read_text("utf-8"))["files"][0]["state"] == state


def test_one_file_is_enough_for_a_trend(tree: Path) -> None:
    for previous in ((), ("--previous", "report.json"), ("--previous", "report.json")):
        assert tool(tree, "report", "--json", "report.json", *previous).returncode == 0
    assert len(json.loads((tree / "report.json").read_text("utf-8"))["history"]) >= 1
    assert json.loads((tree / "report.json").read_text("utf-8"))["since"]["codes"] == []


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        ((), "say what to write: `--html FILE`"),
        (("--html", "a.py"), "the report would replace a.py, which is a source"),
        (("--json", "a.py"), "the report would replace a.py, which is a source"),
        (("--html", "no/such/folder.html"), "cannot write no/such/folder.html"),
        (("--html", "r.html", "--json", "r.html"), "`--html` and `--json` name one and the same file"),
        (("--html", "r.html", "--previous", "a.py"), "a.py is not JSON"),
        (("--html", "r.html", "--selct", "TFM1"), "--select"),
        (("--html", "r.html", "--select", "TFM01Z"), "TFM01Z"),
    ],
)
def test_what_means_nothing_is_refused_in_one_line(arguments: tuple[str, ...], said: str, tree: Path) -> None:
    ran = tool(tree, "report", *arguments)
    assert (ran.returncode, ran.stdout) == (2, "")
    assert said in ran.stderr
    assert len(ran.stderr.splitlines()) == 1
    assert names(tree) == {*TREE, "m"}


def test_a_path_that_is_not_there_is_on_the_page(tree: Path) -> None:
    ran = tool(tree, "report", "--json", "report.json", "gone.py")
    assert ran.returncode == 0
    document = json.loads((tree / "report.json").read_text("utf-8"))
    assert [each["state"] for each in document["files"]] == ["unreadable"]
    assert document["decisions"][0]["code"] == "TFM902"


def test_a_file_on_which_the_program_fails_is_told_and_the_page_written(tree: Path) -> None:
    patch = "from tfgpu_migrate import check\ndef fail(*_):\n    raise KeyError('bug')\ncheck.check_bytes = fail\n"
    ran = tool(tree, "report", "-n", "-j", "1", "--html", "report.html", "a.py", patch=patch)
    assert ran.returncode == 2
    assert "a.py: internal error" in ran.stderr
    assert "KeyError" in (tree / "report.html").read_text("utf-8")


def test_no_page_means_no_jinja(tree: Path) -> None:
    patch = "import sys\nsys.modules['jinja2'] = None\n"
    for arguments in (("check",), ("report", "--json", "report.json")):
        assert "jinja2" not in tool(tree, *arguments, patch=patch).stderr


def test_the_wheel_has_the_templates() -> None:
    wheel = pytest.importorskip("hatchling.builders.wheel")
    included = {file.distribution_path for file in wheel.WheelBuilder(str(ROOT)).recurse_included_files()}
    templates = (ROOT / "tfgpu_migrate" / "pages" / "templates").iterdir()
    assert {f"tfgpu_migrate/pages/templates/{file.name}" for file in templates} <= included
