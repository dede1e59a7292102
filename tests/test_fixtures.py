"""One folder of fixtures for one thing a rule does: what it finds in before.py, what `--fix` writes, what it leaves."""

from pathlib import Path

import pytest

from tfgpu_migrate import rules
from tfgpu_migrate.check import FileReport, check_bytes, fix_bytes
from tfgpu_migrate.report.concise import render
from tfgpu_migrate.report.findings import findings
from tfgpu_migrate.report.paint import plain
from tfgpu_migrate.settings import Settings

FIXTURES = Path(__file__).parent.parent / "fixtures"
FOLDERS = {folder.name: folder for folder in sorted(FIXTURES.glob("TFM*_*"))}
SUFFIXES = (".py", ".ipynb")
NO_AFTER = [folder for folder in FOLDERS.values() if not any((folder / f"after{end}").exists() for end in SUFFIXES)]

# What the standard for generated code asks for and the engine does not write yet: folder -> why.
FIX_NOT_YET: dict[str, str] = {}
FINDINGS_NOT_YET: dict[str, str] = {}


def file(folder: Path, stem: str) -> Path:
    """A file of a fixture: Python, or a notebook."""
    return next((path for end in SUFFIXES if (path := folder / f"{stem}{end}").exists()), folder / f"{stem}.py")


def having(stem: str, not_yet: dict[str, str] | None = None) -> pytest.MarkDecorator:
    """The fixtures that have this file; those that are known to fail must fail."""
    cases = []
    for folder in FOLDERS.values():
        reason = (not_yet or {}).get(folder.name)
        marks = [pytest.mark.xfail(strict=True, reason=reason)] if reason else []
        if file(folder, stem).exists():
            cases.append(pytest.param(folder, id=folder.name, marks=marks))
    return pytest.mark.parametrize("folder", cases)


def fixed(path: Path, *, unsafe: bool = False, data: bytes | None = None) -> bytes:
    report = fix_bytes(path.name, path.read_bytes() if data is None else data, Settings(unsafe_fixes=unsafe))
    assert report.internal_error is None
    return report.before if report.after is None else report.after


def concise(report: FileReport) -> str:
    return "".join(render(findings([report]), plain, unsafe=False))


@having("before", FINDINGS_NOT_YET)
def test_findings_are_those_expected(folder: Path) -> None:
    before = file(folder, "before")
    report = check_bytes(before.name, before.read_bytes(), Settings())
    assert concise(report) == (folder / "expected.txt").read_text(encoding="utf-8")


@having("after", FIX_NOT_YET)
def test_fix_writes_after(folder: Path) -> None:
    after = file(folder, "after")
    assert fixed(file(folder, "before")).decode() == after.read_text(encoding="utf-8")
    if after.suffix == ".py":
        compile(after.read_bytes(), str(after), "exec")


@having("after", FIX_NOT_YET)
def test_fix_writes_the_newlines_of_the_file(folder: Path) -> None:
    before, after = file(folder, "before"), file(folder, "after")
    crlf, expected = (path.read_bytes().replace(b"\n", b"\r\n") for path in (before, after))
    assert fixed(before, data=crlf) == expected


@having("after")
def test_fix_leaves_after_alone(folder: Path) -> None:
    after = file(folder, "after")
    assert fixed(after) == after.read_bytes()


@having("after_unsafe")
def test_unsafe_fix_writes_after_unsafe(folder: Path) -> None:
    after = file(folder, "after_unsafe")
    assert fixed(file(folder, "before"), unsafe=True).decode() == after.read_text(encoding="utf-8")
    assert fixed(after, unsafe=True) == after.read_bytes()


@pytest.mark.parametrize("folder", NO_AFTER, ids=[folder.name for folder in NO_AFTER])
def test_a_fixture_without_after_has_nothing_to_fix(folder: Path) -> None:
    before = file(folder, "before")
    assert fixed(before) == before.read_bytes()
    assert "[*]" not in (folder / "expected.txt").read_text(encoding="utf-8")


@having("good")
def test_good_code_is_left_in_peace(folder: Path) -> None:
    good = file(folder, "good")
    assert concise(check_bytes(good.name, good.read_bytes(), Settings())) == ""
    assert fixed(good, unsafe=True) == good.read_bytes()


@pytest.mark.parametrize("code", [code for code, rule in rules.load().items() if rule.fix is not None])
def test_every_rule_with_a_fix_has_a_fixture_of_its_own(code: str) -> None:
    mine = [folder for name, folder in FOLDERS.items() if name.startswith(f"{code}_")]
    assert any(f": {code} " in (folder / "expected.txt").read_text(encoding="utf-8") for folder in mine)
    assert any(file(folder, name).exists() for folder in mine for name in ("after", "after_unsafe"))
    assert any(file(folder, "good").exists() for folder in mine)


@pytest.mark.parametrize("folder", FOLDERS.values(), ids=FOLDERS)
def test_a_fixture_shows_the_rule_it_is_named_after(folder: Path) -> None:
    code = folder.name.partition("_")[0]
    assert f": {code} " in (folder / "expected.txt").read_text(encoding="utf-8")
