"""The data of the pages: states, decisions, examples, trend, charts; and what a page may hold."""

import json
import re
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest

from tests.readme import ROOT
from tfgpu_migrate.check import check_bytes
from tfgpu_migrate.config import ConfigError
from tfgpu_migrate.edit.diagnostics import Applicability, Diagnostic, Edit, Fix
from tfgpu_migrate.file_report import FileReport
from tfgpu_migrate.pages import charts, trend
from tfgpu_migrate.pages.decisions import decisions, kind_of, title_of
from tfgpu_migrate.pages.example import DiffLine, Line, diff_lines, lines_around
from tfgpu_migrate.pages.migration import Migration, migration
from tfgpu_migrate.pages.migration_page import render
from tfgpu_migrate.pages.prose import Block, blocks
from tfgpu_migrate.pages.states import STATES, FileState, file_states, folders, in_states, root_of
from tfgpu_migrate.report.findings import findings
from tfgpu_migrate.settings import Settings
from tfgpu_migrate.source import Source

TF = "import tensorflow as tf\n"
LOG = f"{TF}x = tf.log(1.0)\n"
CLEAN = f"{TF}x = tf.math.log(1.0)\n"
GONE = f"{TF}x = tf.contrib.nothing.f()\n"
BROKEN = "import tensorflow\nx = 1 +\n"
HOSTILE = "</script><script>alert(1)</script>"


def checked(*files: tuple[str, str]) -> list[FileReport]:
    return [check_bytes(path, text.encode(), Settings()) for path, text in files]


def made(*files: tuple[str, str], unsafe: bool = False) -> Migration:
    return migration(checked(*files), 9, ("src",), "2.21", unsafe=unsafe)


def states(*files: tuple[str, str]) -> list[FileState]:
    reports = checked(*files)
    return file_states(reports, findings(reports), unsafe=False)


def report(*found: Diagnostic, text: str = LOG, **rest: Any) -> FileReport:
    return FileReport("a.py", Source("a.py", text), found, **rest)


def diagnostic(kind: Applicability | None, message: str = "Message") -> Diagnostic:
    fix = None if kind is None else Fix("Replace it", (Edit(28, "tf.log", "tf.math.log"),), kind)
    return Diagnostic(28, 34, "TFM102", message, fix)


def test_a_file_is_as_far_as_its_worst_finding() -> None:
    files = states(("a.py", CLEAN), ("b.py", LOG), ("c.py", LOG + "y = tf.contrib.nothing.f()\n"), ("d.py", BROKEN))
    assert [each.state for each in files] == ["clean", "fixable", "person", "unreadable"]
    assert [dict(each.findings) for each in files] == [{}, {"fix": 1}, {"fix": 1, "person": 1}, {"unreadable": 1}]
    assert in_states(files[:2]) == {"clean": 1, "fixable": 1, "person": 0, "unreadable": 0}


@pytest.mark.parametrize(
    ("kind", "unsafe", "state"),
    [
        (Applicability.SAFE, False, "fixable"),
        (Applicability.UNSAFE, False, "person"),
        (Applicability.UNSAFE, True, "fixable"),
        (Applicability.DISPLAY_ONLY, True, "person"),
        (None, True, "person"),
    ],
)
def test_only_what_a_fix_makes_is_fixable(kind: Applicability | None, unsafe: bool, state: str) -> None:
    reports = [report(diagnostic(kind))]
    assert [each.state for each in file_states(reports, findings(reports), unsafe)] == [state]


def test_a_file_on_which_the_program_failed_is_never_clean() -> None:
    (state,) = file_states([report(internal_error="KeyError: \x1b[31m1")], [], unsafe=False)
    assert state.state == "unreadable"
    document = migration([report(internal_error="KeyError: \x1b[31m1")], 1, ("a.py",), "2.21").document
    assert document["files"][0]["error"] == "KeyError: ␛[31m1"


@pytest.mark.parametrize(
    ("paths", "root", "folder_names"),
    [
        (("a.py",), "", [""]),
        (("m/a.py", "m/n/b.py"), "m", ["m", "m/n"]),
        (("a.py", "m/n/b.py"), "", ["", "m", "m/n"]),
        (("/x/m/a.py", "/x/n/b.py"), "/x", ["/x", "/x/m", "/x/n"]),
        (("/x/a.py", "b.py"), "", ["", "/", "/x"]),
        ((), "", []),
    ],
)
def test_folders_go_from_the_one_that_all_lie_in_down(
    paths: Sequence[str], root: str, folder_names: Sequence[str]
) -> None:
    files = states(*((path, LOG) for path in paths))
    assert root_of(files) == root
    assert [each.path for each in folders(files)] == folder_names
    if paths:
        assert {each.path: (sum(each.files.values()), each.findings) for each in folders(files)}[root] == (
            len(paths),
        ) * 2


def test_a_name_that_is_no_text_is_shown() -> None:
    (state,) = file_states([FileReport("\udcff\n<b>.py", Source("x", ""))], [], unsafe=False)
    assert state.path == "\ufffd␊<b>.py"


def test_messages_of_one_kind_are_one_decision() -> None:
    text = f"{TF}x = tf.log(1.0), tf.log(2.0), tf.floordiv(3, 2)\n"
    reports = checked(("a.py", text), ("b.py", LOG))
    (decision,) = [
        each for each in decisions(findings(reports), {"a.py": 0, "b.py": 1}, unsafe=False) if each.code == "TFM102"
    ]
    assert decision.title == "`tf.log` or `tf.floordiv` is `tf.math.log` or `tf.math.floordiv` in TensorFlow 2"
    assert decision.messages[0] == ("`tf.log` is `tf.math.log` in TensorFlow 2", 3)
    assert [(place.file, place.line, place.message) for place in decision.places] == [
        (0, 2, 0),
        (0, 2, 0),
        (0, 2, 1),
        (1, 2, 0),
    ]
    assert decision.files == 2
    assert decision.example.path == "a.py"


STAYING = (
    f"{TF}config = tf.ConfigProto(allow_soft_placement=True)\n"
    "config.gpu_options.allow_growth = True\n"
    "{end}\n"
    "sess = tf.Session(config=config)\n"
)


def test_what_follows_from_another_finding_is_no_decision_of_its_own() -> None:
    lent = STAYING.replace("{end}", "lend(config)")
    odd = STAYING.replace("{end}", "config.gpu_options.experimental.num_dev_to_dev_copy_streams = 4")
    found = made(("a.py", lent), ("b.py", odd), ("c.py", lent))
    person = [each for each in found.decisions if each.need == "person"]
    asking = [each for each in person if each.because is None]
    assert {each.code for each in asking} == {"TFM300"}
    assert len(asking) == 2
    for each in person:
        if each.because is not None:
            assert each.code in ("TFM301", "TFM304")
            assert {place.file for place in each.places} == {
                place.file for place in found.decisions[each.because].places
            }
    follows = [(each.code, each.because) for each in person if each.because is not None]
    assert follows == [("TFM301", 0), ("TFM304", 0), ("TFM301", 3), ("TFM304", 3)]
    assert sum(len(each.places) for each in found.decisions) == sum(found.document["totals"]["findings"].values())
    page = render(found.decisions, {**found.document, "history": [], "since": None})
    assert page.count('class="decision follows"') == 4
    assert "9 findings, 2 decisions" in page


def test_a_consequence_whose_cause_is_silenced_stands_alone() -> None:
    text = STAYING.replace("{end}", "lend(config)  # noqa: TFM300")
    found = made(("a.py", text))
    codes = {each.code: each.because for each in found.decisions if each.need == "person"}
    assert codes == {"TFM301": None, "TFM304": None}


def test_what_needs_a_person_comes_first_and_a_fix_last() -> None:
    document = made(("a.py", LOG * 3), ("b.py", GONE), ("c.py", BROKEN)).document
    assert [each["needs"] for each in document["decisions"]] == ["person", "unreadable", "fix"]


def test_kinds_and_titles_leave_gaps() -> None:
    assert kind_of("`a` goes: see line 3 of cell 4, `b`") == "`…` goes: see line …, `…`"
    assert title_of(["`a` goes: see line 3"]) == "`a` goes: see line 3"
    assert title_of(["`a` at line 3", "`a` at line 4"]) == "`a` at line …"
    assert title_of([f"`{name}` goes" for name in "abc"]) == "`…` goes"


def test_an_example_has_its_lines_and_its_fix() -> None:
    (finding,) = findings([report(diagnostic(Applicability.SAFE))])
    assert lines_around(finding) == [
        Line(1, "import tensorflow as tf", "", ""),
        Line(2, "x = ", "tf.log", "(1.0)"),
        Line(3, "", "", ""),
    ]
    assert diff_lines(finding) == [
        DiffLine(" ", 1, "import tensorflow as tf"),
        DiffLine("-", None, "x = tf.log(1.0)"),
        DiffLine("+", 2, "x = tf.math.log(1.0)"),
    ]
    (bare,) = findings([report(diagnostic(None))])
    assert diff_lines(bare) == []


def test_an_example_of_very_long_lines_is_short() -> None:
    text = f"{LOG}y = '{'x' * 100_000}'\n"
    (finding,) = findings([report(diagnostic(None), text=text)])
    assert max(len(line.before) for line in lines_around(finding)) < 500


def test_an_example_of_a_file_that_is_not_there_has_no_lines() -> None:
    reports = [FileReport("a.py", Source("a.py", ""), (Diagnostic(0, 0, "TFM902", "gone"),))]
    assert lines_around(findings(reports)[0]) == []


def test_a_bar_and_its_share() -> None:
    assert charts.segments([("a", 1), ("b", 0), ("c", 3)]) == [
        charts.Segment("a", 1, 0.0, 25.0),
        charts.Segment("c", 3, 25.0, 75.0),
    ]
    assert [charts.percent(*each) for each in ((0, 0), (999, 1000), (1, 1000), (0, 9), (1, 3))] == [100, 99, 1, 0, 33]


def test_bands_stand_on_each_other() -> None:
    assert charts.bands([{"a": 1, "b": 1}], "ab") == []
    assert charts.bands([{"a": 0, "b": 4}, {"a": 2, "b": 2}], "ab") == [
        charts.Band("a", "0.00,100.00 100.00,50.00 100.00,100.00 0.00,100.00"),
        charts.Band("b", "0.00,0.00 100.00,0.00 100.00,50.00 0.00,100.00"),
    ]


def test_the_text_of_a_rule_as_blocks() -> None:
    docs = "Summary\nof two lines.\n\n## Why\nBecause.\n```python\nx = 1\n\ny = 2\n```\nAfter.\n```\nopen"
    assert blocks(docs) == [
        Block("text", "Summary of two lines."),
        Block("heading", "Why"),
        Block("text", "Because."),
        Block("code", "x = 1\n\ny = 2"),
        Block("text", "After."),
        Block("code", "open"),
    ]


def document_of(*files: tuple[str, str], previous: dict[str, Any] | None = None) -> dict[str, Any]:
    return trend.with_previous(made(*files).document, previous)


def test_the_trend_says_what_changed() -> None:
    before = document_of(("a.py", LOG), ("b.py", CLEAN), ("d.py", LOG))
    now = document_of(("a.py", CLEAN), ("b.py", GONE), ("c.py", LOG), previous=before)
    assert now["since"] == {
        "created": before["created"],
        "comparable": True,
        "codes": [{"code": "TFM102", "before": 2, "after": 1}, {"code": "TFM001", "before": 0, "after": 1}],
        "became_clean": ["a.py"],
        "no_longer_clean": ["b.py"],
        "new_files": ["c.py"],
        "gone_files": ["d.py"],
    }
    assert [point["totals"]["files"]["clean"] for point in now["history"]] == [1, 1]
    again = document_of(("a.py", CLEAN), previous={**now, "target_version": "2.15"})
    assert len(again["history"]) == 3
    assert again["since"]["comparable"] is False


def test_an_earlier_report_may_hold_anything(tmp_path: Path) -> None:
    before = document_of(("a.py", LOG))
    for name in ("created", "paths"):
        before[name] = f"\ud800{HOSTILE}\x1b"
    before["files"][0]["path"] = before["decisions"][0]["code"] = f"\ud800{HOSTILE}"
    before["history"] = [{**point, "created": "\ud800", "more": "\ud800"} for point in before["history"]]
    (tmp_path / "old.json").write_text(json.dumps(before))
    one = made(("a.py", CLEAN))
    now = trend.with_previous(one.document, trend.read(str(tmp_path / "old.json")))
    page = render(one.decisions, now)
    assert HOSTILE not in page
    assert (page + json.dumps(now, ensure_ascii=False)).encode("utf-8")


def test_the_history_is_bounded() -> None:
    before = document_of(("a.py", LOG))
    points = [{**trend.point(before), "created": str(number)} for number in range(2_000)]
    now = document_of(("a.py", CLEAN), previous={**before, "history": points})
    assert len(now["history"]) == 500
    assert now["history"][-1] == trend.point(now)


@pytest.mark.parametrize(
    ("text", "said"),
    [
        (None, "cannot read"),
        ("{", "is not JSON"),
        ("[" * 100_000, "is not JSON"),
        ("[]", "is no report"),
        ("{}", "is no report"),
        ('{"version": 2}', "newer tfgpu-migrate"),
        ('{"version": 1, "created": "x", "totals": {"files": {"clean": -1}}}', "is no report"),
    ],
)
def test_what_is_no_earlier_report_is_refused(text: str | None, said: str, tmp_path: Path) -> None:
    file = tmp_path / "old.json"
    if text is not None:
        file.write_text(text)
    with pytest.raises(ConfigError, match=said):
        trend.read(str(file))


def test_the_data_is_what_the_schema_says() -> None:
    jsonschema = pytest.importorskip("jsonschema")
    schema = json.loads((ROOT / "docs" / "report.schema.json").read_text("utf-8"))
    jsonschema.Draft202012Validator.check_schema(schema)
    before = document_of(("a.py", LOG), ("requirements.txt", "tensorflow-gpu==1.15\n"))
    notebook = json.dumps({"cells": [{"cell_type": "code", "source": LOG}], "nbformat": 4, "metadata": {}})
    document = document_of(("a.py", BROKEN), ("m/b.ipynb", notebook), ("c.py", GONE), previous=before)
    jsonschema.validate(before, schema)
    jsonschema.validate(document, schema)
    assert any("cell" in place for decision in document["decisions"] for place in decision["places"])


def test_the_time_can_be_told(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SOURCE_DATE_EPOCH", "86400")
    assert made().document["created"] == "1970-01-02T00:00:00Z"


def page_of(*files: tuple[str, str]) -> str:
    one = made(*files)
    return render(one.decisions, trend.with_previous(one.document, None))


def test_a_page_escapes_all_that_is_not_its_own() -> None:
    page = page_of((f"{HOSTILE}/a.py", f"{TF}x = tf.log(1.0)  # {HOSTILE}\n"), (f"'\"onx={HOSTILE}.py", BROKEN))
    assert HOSTILE not in page
    assert page.count("<script") == page.count("</script>") == 2
    data = re.search(r'<script type="application/json" id="data">(.*?)</script>', page, re.DOTALL)
    assert data is not None
    assert json.loads(data[1])["files"][0]["path"] == f"{HOSTILE}/a.py"


def test_a_page_names_nothing_outside_of_it() -> None:
    page = page_of(("a.py", LOG), ("b.py", GONE))
    policy = re.search(r'http-equiv="Content-Security-Policy" content="(.*?)"', page)
    assert policy is not None
    assert re.findall(r"(?:src|href|action|srcset)=\"(?!#|data:,)", page) == []
    assert "unsafe" not in policy[1]
    assert "default-src &#39;none&#39;" in policy[1]


def test_templates_leave_escaping_to_jinja_and_style_to_the_style_sheet() -> None:
    for template in sorted((ROOT / "tfgpu_migrate" / "pages" / "templates").glob("*.html")):
        text = template.read_text("utf-8")
        assert not re.search(r"\|\s*safe\b|autoescape|\sstyle=|\son[a-z]+=", text), template.name
    for script in sorted((ROOT / "tfgpu_migrate" / "pages" / "templates").glob("*.js")):
        assert not re.search(
            r"innerHTML|outerHTML|insertAdjacentHTML|document\.write|eval\(", script.read_text("utf-8")
        )


@pytest.mark.parametrize("files", [(), (("a.py", CLEAN),), (("a.py", LOG),)])
def test_a_page_of_little_is_a_page(files: Sequence[tuple[str, str]]) -> None:
    page = page_of(*files)
    assert "{{" not in page
    assert page.count("<section") == page.count("</section>")
    assert all(f'<li class="state of-{state}' in page for state in STATES) is bool(files)
