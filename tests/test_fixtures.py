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
NO_AFTER = [folder for folder in FOLDERS.values() if not (folder / "after.py").exists()]

# What the standard for generated code asks for and the engine does not write yet: folder -> why.
FIX_NOT_YET: dict[str, str] = {}
FINDINGS_NOT_YET: dict[str, str] = {}


def having(name: str, not_yet: dict[str, str] | None = None) -> pytest.MarkDecorator:
    """The fixtures that have this file; those that are known to fail must fail."""
    cases = []
    for folder in FOLDERS.values():
        reason = (not_yet or {}).get(folder.name)
        marks = [pytest.mark.xfail(strict=True, reason=reason)] if reason else []
        if (folder / name).exists():
            cases.append(pytest.param(folder, id=folder.name, marks=marks))
    return pytest.mark.parametrize("folder", cases)


def fixed(data: bytes, *, unsafe: bool = False) -> bytes:
    report = fix_bytes("before.py", data, Settings(unsafe_fixes=unsafe))
    assert report.internal_error is None
    return report.before if report.after is None else report.after


def concise(report: FileReport) -> str:
    return "".join(render(findings([report]), plain, unsafe=False))


@having("before.py", FINDINGS_NOT_YET)
def test_findings_are_those_expected(folder: Path) -> None:
    report = check_bytes("before.py", (folder / "before.py").read_bytes(), Settings())
    assert concise(report) == (folder / "expected.txt").read_text(encoding="utf-8")


@having("after.py", FIX_NOT_YET)
def test_fix_writes_after(folder: Path) -> None:
    after = (folder / "after.py").read_bytes()
    assert fixed((folder / "before.py").read_bytes()).decode() == after.decode()
    compile(after, str(folder / "after.py"), "exec")


@having("after.py", FIX_NOT_YET)
def test_fix_writes_the_newlines_of_the_file(folder: Path) -> None:
    before, after = ((folder / name).read_bytes().replace(b"\n", b"\r\n") for name in ("before.py", "after.py"))
    assert fixed(before) == after


@having("after.py")
def test_fix_leaves_after_alone(folder: Path) -> None:
    after = (folder / "after.py").read_bytes()
    assert fixed(after) == after


@having("after_unsafe.py")
def test_unsafe_fix_writes_after_unsafe(folder: Path) -> None:
    after = (folder / "after_unsafe.py").read_bytes()
    assert fixed((folder / "before.py").read_bytes(), unsafe=True).decode() == after.decode()
    assert fixed(after, unsafe=True) == after


@pytest.mark.parametrize("folder", NO_AFTER, ids=[folder.name for folder in NO_AFTER])
def test_a_fixture_without_after_has_nothing_to_fix(folder: Path) -> None:
    before = (folder / "before.py").read_bytes()
    assert fixed(before) == before
    assert "[*]" not in (folder / "expected.txt").read_text(encoding="utf-8")


@having("good.py")
def test_good_code_is_left_in_peace(folder: Path) -> None:
    good = (folder / "good.py").read_bytes()
    assert concise(check_bytes("good.py", good, Settings())) == ""
    assert fixed(good, unsafe=True) == good


@pytest.mark.parametrize("code", [code for code, rule in rules.load().items() if rule.fix is not None])
def test_every_rule_with_a_fix_has_a_fixture_of_its_own(code: str) -> None:
    mine = [folder for name, folder in FOLDERS.items() if name.startswith(f"{code}_")]
    assert any(f": {code} " in (folder / "expected.txt").read_text(encoding="utf-8") for folder in mine)
    assert any((folder / "after.py").exists() for folder in mine)
    assert any((folder / "good.py").exists() for folder in mine)


@pytest.mark.parametrize("folder", FOLDERS.values(), ids=FOLDERS)
def test_a_fixture_shows_the_rule_it_is_named_after(folder: Path) -> None:
    code = folder.name.partition("_")[0]
    assert f": {code} " in (folder / "expected.txt").read_text(encoding="utf-8")
