"""Output formats, character by character as ruff 0.17.6 prints them."""

import json
from pathlib import Path

import pytest

from tfgpu_migrate import rules
from tfgpu_migrate.edit.diagnostics import Applicability, Diagnostic, Edit, Fix
from tfgpu_migrate.file_report import FileReport
from tfgpu_migrate.report import concise, diff, full, github, statistics, summary
from tfgpu_migrate.report import json as json_format
from tfgpu_migrate.report.findings import Finding, findings
from tfgpu_migrate.report.paint import coloured, paint_for, plain
from tfgpu_migrate.source import Source

TEXT = """import os
import numpy as np


def f(x):
    y = np.int(3)  # hello
    z = np.float(
        3)
    w = np.in1d(y, z)
    return y, z


def g():
\tt = np.bool(1)
\ts = "日本語"; u = np.object(s)
"""


class _Rule:
    def __init__(self, name: str) -> None:
        self.name = name


@pytest.fixture(autouse=True)
def _names(monkeypatch: pytest.MonkeyPatch) -> None:
    names = {"NPY001": _Rule("numpy-deprecated-type-alias"), "F401": _Rule("unused-import")}
    monkeypatch.setattr(rules, "load", lambda: names)


def diagnostic(
    text: str,
    old: str,
    new: str | None = None,
    *,
    code: str = "NPY001",
    message: str = "Message",
    kind: Applicability = Applicability.SAFE,
) -> Diagnostic:
    start = text.index(old)
    fix = None if new is None else Fix("Replace it", (Edit(start, old, new),), kind)
    return Diagnostic(start, start + len(old), code, message, fix)


def report(text: str, *found: Diagnostic, path: str = "a.py", **rest: object) -> FileReport:
    return FileReport(path, Source(path, text), found, **rest)  # type: ignore[arg-type]


def shown(text: str, *found: Diagnostic, unsafe: bool = False) -> str:
    return "".join(full.render(findings([report(text, *found)]), plain, unsafe))


def test_full_one_line() -> None:
    assert shown(TEXT, diagnostic(TEXT, "np.int", "int")) == (
        "NPY001 [*] Message\n"
        " --> a.py:6:9\n"
        "  |\n"
        "5 | def f(x):\n"
        "6 |     y = np.int(3)  # hello\n"
        "  |         ^^^^^^\n"
        "7 |     z = np.float(\n"
        "8 |         3)\n"
        "  |\n"
        "help: Replace it\n"
        "  |\n"
        "5 | def f(x):\n"
        "  -     y = np.int(3)  # hello\n"
        "6 +     y = int(3)  # hello\n"
        "7 |     z = np.float(\n"
        "  |\n"
        "\n"
    )


def test_full_wide_text_tabs_and_the_last_line() -> None:
    assert shown(TEXT, diagnostic(TEXT, "np.object", "object")) == (
        "NPY001 [*] Message\n"
        "  --> a.py:15:17\n"
        "   |\n"
        "13 | def g():\n"
        "14 |     t = np.bool(1)\n"
        '15 |     s = "日本語"; u = np.object(s)\n'
        "   |                       ^^^^^^^^^\n"
        "help: Replace it\n"
        "   |\n"
        "14 | \tt = np.bool(1)\n"
        '   - \ts = "日本語"; u = np.object(s)\n'
        '15 + \ts = "日本語"; u = object(s)\n'
        "   |\n"
        "\n"
    )


def test_full_without_a_fix_has_no_star_and_no_help() -> None:
    out = shown(TEXT, diagnostic(TEXT, "np.in1d"))
    assert out.startswith("NPY001 Message\n  --> a.py:9:9\n")
    assert "help" not in out
    assert out.endswith("10 |     return y, z\n   |\n\n")


def test_full_over_several_lines() -> None:
    text = "def f():\n    x = [1,\n        2,\n    ]\n\n    return x\n"
    assert shown(text, diagnostic(text, "[1,\n        2,\n    ]")).splitlines() == [
        "NPY001 Message",
        " --> a.py:2:9",
        "  |",
        "1 |   def f():",
        "2 |       x = [1,",
        "  |  _________^",
        "3 | |         2,",
        "4 | |     ]",
        "  | |_____^",
        "5 |",
        "6 |       return x",
        "  |",
        "",
    ]


def test_full_over_several_lines_from_the_margin() -> None:
    text = "import os\nif os:\n    if 1:\n        if 2:\n            x = 3\n"
    assert shown(text, diagnostic(text, "if 1:\n        if 2:")).splitlines()[2:] == [
        "  |",
        "1 |   import os",
        "2 |   if os:",
        "3 | /     if 1:",
        "4 | |         if 2:",
        "  | |_____________^",
        "5 |               x = 3",
        "  |",
        "",
    ]


def test_full_blank_lines_at_the_edges_are_left_out() -> None:
    text = "\n\nx = 1\n\n\n\nimport os\n\n\n"
    start = text.index("import")
    found = Diagnostic(start + 7, start + 9, "F401", "Message", Fix("Remove it", (Edit(start, "import os\n", ""),)))
    assert shown(text, found).splitlines()[1:] == [
        " --> a.py:7:8",
        "  |",
        "7 | import os",
        "  |        ^^",
        "help: Remove it",
        "  |",
        "6 |",
        "  - import os",
        "7 |",
        "  |",
        "",
    ]


def test_full_control_characters_are_pictures() -> None:
    text = "x = 1; \x0cy = BAD; z = '\x1b[31m'\n"
    assert "1 | x = 1; ␌y = BAD; z = '␛[31m'\n  |             ^^^\n" in shown(text, diagnostic(text, "BAD"))


@pytest.mark.parametrize("newline", ["\n", "\r\n", "\r"])
def test_full_newlines(newline: str) -> None:
    text = newline.join(["import os", "BAD()", "x = 1", ""])
    out = shown(text, diagnostic(text, "BAD", "GOOD"))
    assert "\r" not in out
    assert "  - BAD()\n2 + GOOD()\n3 | x = 1\n" in out


def test_full_distant_edits_are_two_hunks() -> None:
    text = "".join(f"x{i} = {i}\n" for i in range(1, 31))
    edits = (Edit(text.index("x2 ="), "", "import a\n"), Edit(text.index("x20 ="), "x20", "y"))
    found = Diagnostic(edits[1].start, edits[1].end, "F401", "Message", Fix("Do it", edits, Applicability.UNSAFE))
    assert shown(text, found).split("help: Do it\n")[1].splitlines() == [
        "   |",
        "1  | x1 = 1",
        "2  + import a",
        "3  | x2 = 2",
        "-" * 80,
        "20 | x19 = 19",
        "   - x20 = 20",
        "21 + y = 20",
        "22 | x21 = 21",
        "   |",
        "note: This is an unsafe fix and may change runtime behavior",
        "",
    ]


def test_full_near_edits_are_one_hunk() -> None:
    text = "a\nb\nc\nd\ne\nf\ng\n"
    edits = (Edit(text.index("b"), "b", "B"), Edit(text.index("f"), "", "(F)\n"))
    rows = shown(text, Diagnostic(2, 3, "F401", "Message", Fix("Do it", edits))).split("help: Do it\n")[1].splitlines()
    assert rows == ["  |", "1 | a", "  - b", "2 + B", "3 | c", "4 | d", "5 | e", "6 + (F)", "7 | f", "  |", ""]


def test_full_adjacent_edits_are_removed_and_then_added() -> None:
    text = "a\nb\nc\n"
    edits = (Edit(0, "a", "A"), Edit(2, "b", "B"))
    rows = shown(text, Diagnostic(0, 1, "F401", "Message", Fix("Do it", edits))).split("help: Do it\n")[1].splitlines()
    assert rows == ["  |", "  - a", "  - b", "1 + A", "2 + B", "3 | c", "  |", ""]


def test_full_of_an_unreadable_path_has_no_frame() -> None:
    found = Diagnostic(0, 0, "TFM902", "No such file or directory (os error 2)")
    assert shown("", found) == "TFM902 No such file or directory (os error 2)\n--> a.py:1:1\n\n"


def test_full_end_of_file_and_empty_range() -> None:
    text = "x = 1"
    assert shown(text, Diagnostic(5, 5, "W292", "Message")).splitlines()[1:] == [
        " --> a.py:1:6",
        "  |",
        "1 | x = 1",
        "  |      ^",
        "",
    ]


def test_full_unsafe_fix() -> None:
    found = diagnostic(TEXT, "np.int", "int", kind=Applicability.UNSAFE)
    assert shown(TEXT, found).startswith("NPY001 Message\n")
    assert shown(TEXT, found, unsafe=True).startswith("NPY001 [*] Message\n")
    assert shown(TEXT, found).endswith("note: This is an unsafe fix and may change runtime behavior\n\n")


def test_concise() -> None:
    found = findings(
        [
            report(TEXT, diagnostic(TEXT, "np.object", "object"), diagnostic(TEXT, "np.int", "int"), path="b.py"),
            report(TEXT, diagnostic(TEXT, "np.in1d", code="NPY201")),
        ]
    )
    assert "".join(concise.render(found, plain, False)) == (
        "a.py:9:9: NPY201 Message\nb.py:6:9: NPY001 [*] Message\nb.py:15:17: NPY001 [*] Message\n"
    )
    assert next(iter(concise.render(found, coloured, False))) == (
        "\x1b[1ma.py\x1b[0m\x1b[36m:\x1b[0m9\x1b[36m:\x1b[0m9\x1b[36m:\x1b[0m \x1b[1;31mNPY201\x1b[0m Message\n"
    )


def test_findings_are_sorted_by_path_line_column_code() -> None:
    first = Diagnostic(4, 5, "TFM302", "m")
    found = findings([report("a\nb c\n", Diagnostic(4, 5, "TFM301", "m"), first, Diagnostic(0, 1, "TFM9", "m"))])
    assert [(each.start, each.diagnostic.code) for each in found] == [
        ((1, 1), "TFM9"),
        ((2, 3), "TFM301"),
        ((2, 3), "TFM302"),
    ]


def test_json() -> None:
    found = findings([report(TEXT, diagnostic(TEXT, "np.int", "int"), diagnostic(TEXT, "np.in1d", code="TFM900"))])
    first, second = json.loads(json_format.render(found))
    assert first == {
        "cell": None,
        "code": "NPY001",
        "end_location": {"column": 15, "row": 6},
        "filename": str(Path.cwd() / "a.py"),
        "fix": {
            "applicability": "safe",
            "edits": [
                {
                    "content": "int",
                    "end_location": {"column": 15, "row": 6},
                    "location": {"column": 9, "row": 6},
                }
            ],
            "message": "Replace it",
        },
        "location": {"column": 9, "row": 6},
        "message": "Message",
        "name": "numpy-deprecated-type-alias",
        "noqa_row": 6,
        "severity": "error",
        "url": None,
    }
    assert list(first) == sorted(first)
    assert (second["fix"], second["name"], second["noqa_row"]) == (None, "invalid-syntax", None)
    assert json_format.render([]) == "[]"
    assert json_format.render(found).startswith('[\n  {\n    "cell": null,\n    "code": "NPY001",\n')


def test_json_of_a_name_that_is_no_text() -> None:
    found = findings([report("x", Diagnostic(0, 1, "F401", "é"), path="a\udcff.py")])
    text = json_format.render(found)
    assert json.loads(text.encode("utf-8"))[0]["filename"].endswith("a�.py")
    assert "é" in text


def test_github() -> None:
    found = findings([report(TEXT, diagnostic(TEXT, "np.int", "int", message="100% of it"))])
    assert "".join(github.render(found)) == (
        f"::error title=tfgpu-migrate (NPY001),file={Path.cwd()}/a.py,line=6,col=9,endLine=6,endColumn=15::"
        "a.py:6:9: NPY001 100%25 of it%0A  help: Replace it\n"
    )
    several = findings([report("a(\n)\n", Diagnostic(0, 4, "F401", "m"), path="a,b:c.py")])
    assert f"file={Path.cwd()}/a%2Cb%3Ac.py,line=1,endLine=2::a,b:c.py:1:1: F401 m\n" in "".join(github.render(several))


def test_statistics() -> None:
    every = [diagnostic(TEXT, "np.int", "int"), diagnostic(TEXT, "np.float", "float")]
    found = findings([report(TEXT, *every, diagnostic(TEXT, "os", code="TFM900"))])
    assert "".join(statistics.render(found, plain, False)) == (
        "2\tNPY001\t[*] numpy-deprecated-type-alias\n1\tTFM900\t[ ] invalid-syntax\n"
    )
    assert "".join(statistics.render(found[:1], plain, False)) == "1\tTFM900\tinvalid-syntax\n"
    mixed = findings([report(TEXT, every[0], diagnostic(TEXT, "np.bool"))])
    assert "".join(statistics.render(mixed, plain, False)) == "2\tNPY001\t[-] numpy-deprecated-type-alias\n"
    assert statistics.as_json(mixed, False) == [
        {
            "code": "NPY001",
            "name": "numpy-deprecated-type-alias",
            "count": 2,
            "fixable": False,
            "fixable_count": 1,
            "known_count": 0,
        }
    ]
    assert "".join(statistics.render(mixed[:1], plain, False, mixed[1:])) == (
        "2\tNPY001\t[-] numpy-deprecated-type-alias (1 known)\n"
    )


def total(remaining: int = 0, fixed: int = 0, fixable: int = 0, unsafe: int = 0) -> summary.Totals:
    return summary.Totals(remaining, fixed, fixable, unsafe, suppressed=0, checked=1, unreadable=0, failed=0)


@pytest.mark.parametrize(
    ("totals", "text"),
    [
        (total(), "All checks passed!\n"),
        (total(1), "Found 1 error.\n"),
        (total(4, fixable=3), "Found 4 errors.\n[*] 3 fixable with `--fix`.\n"),
        (total(1, unsafe=1), "Found 1 error.\n1 unsafe fix available with `--fix --unsafe-fixes`.\n"),
        (total(3, unsafe=3), "Found 3 errors.\n3 unsafe fixes available with `--fix --unsafe-fixes`.\n"),
        (
            total(6, fixable=4, unsafe=1),
            "Found 6 errors.\n[*] 4 fixable with `--fix` (1 unsafe fix available with `--fix --unsafe-fixes`).\n",
        ),
        (total(1, fixed=3), "Found 4 errors (3 fixed, 1 remaining).\n"),
        (total(0, fixed=1), "Found 1 error (1 fixed, 0 remaining).\n"),
        (total()._replace(suppressed=2), "All checks passed!\n2 suppressed by noqa.\n"),
        (total(1)._replace(checked=12, unreadable=1), "Found 1 error.\nChecked 12 files, 1 could not be read.\n"),
        (
            total(2)._replace(checked=12, unreadable=1, partly=2),
            "Found 2 errors.\nChecked 12 files, 1 could not be read, 2 only in part.\n",
        ),
        (total(1)._replace(checked=12, partly=1), "Found 1 error.\nChecked 12 files, 1 only in part.\n"),
    ],
)
def test_summary(totals: summary.Totals, text: str) -> None:
    assert "".join(summary.render(totals, plain)) == text


@pytest.mark.parametrize(
    ("totals", "text"),
    [
        (total(), ""),
        (total(fixed=3), "Would fix 3 errors.\n"),
        (total(fixed=1, unsafe=1), "Would fix 1 error (1 additional fix available with `--unsafe-fixes`).\n"),
        (total(unsafe=2), "No errors would be fixed (2 fixes available with `--unsafe-fixes`).\n"),
    ],
)
def test_summary_of_a_diff(totals: summary.Totals, text: str) -> None:
    assert "".join(summary.render_diff(totals)) == text


def test_totals() -> None:
    unsafe = diagnostic(TEXT, "np.bool", "bool", kind=Applicability.UNSAFE)
    shown_only = diagnostic(TEXT, "np.float", "float", kind=Applicability.DISPLAY_ONLY)
    reports = [
        report(TEXT, diagnostic(TEXT, "np.int", "int"), unsafe, shown_only, suppressed=2, fixed=("F401",)),
        report("", Diagnostic(0, 0, "TFM902", "m"), path="b.py"),
    ]
    found = findings(reports)
    assert summary.totals(reports, found, 7, False) == summary.Totals(4, 1, 1, 1, 2, 7, 1, 0)
    assert summary.totals(reports, found, 7, True) == summary.Totals(4, 1, 2, 0, 2, 7, 1, 0)


def test_a_file_that_was_read_but_not_written_is_not_unreadable() -> None:
    reports = [report(TEXT, Diagnostic(0, 0, "TFM902", "the fixes were not written: why"))]
    assert summary.totals(reports, findings(reports), 1, False).unreadable == 0


def test_show_fixes() -> None:
    reports = [report("", fixed=("F401", "NPY001", "NPY001")), report("", path="c.py"), report("", fixed=("F401",))]
    assert "".join(summary.render_fixes(reports, plain)) == (
        "\nFixed 4 errors:\n"
        "- a.py:\n"
        "    2 × NPY001 (numpy-deprecated-type-alias)\n"  # noqa: RUF001
        "    1 × F401 (unused-import)\n"  # noqa: RUF001
        "- a.py:\n"
        "    1 × F401 (unused-import)\n"  # noqa: RUF001
        "\n"
    )
    assert "".join(summary.render_fixes(reports[1:2], plain)) == ""


def test_diff() -> None:
    assert b"".join(diff.render("a.py", b"import os\nx = 1\n", b"x = 1\n", plain)) == (
        b"--- a.py\n+++ a.py\n@@ -1,2 +1 @@\n-import os\n x = 1\n\n"
    )
    assert b"".join(diff.render("a.py", b"import os", b"", plain)) == (
        b"--- a.py\n+++ a.py\n@@ -1 +0,0 @@\n-import os\n\\ No newline at end of file\n\n"
    )
    assert b"".join(diff.render("-", b"a\r\n\xe9\r\n", b"a\r\nb\r\n", plain)) == (
        b"@@ -1,2 +1,2 @@\n a\r\n-\xe9\r\n+b\r\n\n"
    )
    assert b"".join(diff.render("a.py", b"a\n", b"b\n", coloured)) == (
        b"--- \x1b[31ma.py\x1b[0m\n+++ \x1b[32ma.py\x1b[0m\n@@ -1 +1 @@\n\x1b[31m-a\x1b[0m\n\x1b[32m+b\x1b[0m\n\n"
    )


class _Terminal:
    def __init__(self, is_one: bool) -> None:
        self.isatty = lambda: is_one


@pytest.mark.parametrize(
    ("choice", "terminal", "environment", "colour"),
    [
        ("auto", True, {}, True),
        ("auto", False, {}, False),
        ("auto", True, {"NO_COLOR": "1"}, False),
        ("auto", True, {"NO_COLOR": ""}, True),
        ("auto", False, {"FORCE_COLOR": "1"}, True),
        ("auto", True, {"TERM": "dumb"}, False),
        ("always", False, {"NO_COLOR": "1"}, True),
        ("never", True, {"FORCE_COLOR": "1"}, False),
    ],
)
def test_colour(choice: str, terminal: bool, environment: dict[str, str], colour: bool) -> None:
    paint = paint_for(_Terminal(terminal), choice, environment)  # type: ignore[arg-type]
    assert (paint is coloured) is colour


def test_every_finding_has_its_own_source() -> None:
    found = findings([report("a\n", Diagnostic(0, 1, "F401", "m")), report("b\n", Diagnostic(0, 1, "F401", "m"))])
    out = "".join(full.render(found, plain, False))
    assert "1 | a\n" in out
    assert "1 | b\n" in out
    assert isinstance(found[0], Finding)
