"""One folder of fixtures for one thing a rule does: what it finds in before.py, what `--fix` writes, what it leaves."""

from pathlib import Path

import pytest

from tfgpu_migrate import rules
from tfgpu_migrate.check import check_bytes, fix_bytes
from tfgpu_migrate.file_report import FileReport
from tfgpu_migrate.report.concise import render
from tfgpu_migrate.report.findings import findings
from tfgpu_migrate.report.paint import plain
from tfgpu_migrate.settings import Settings

FIXTURES = Path(__file__).parent.parent / "fixtures"
FOLDERS = {folder.name: folder for folder in sorted(FIXTURES.glob("TFM*_*"))}


def file_of(folder: Path, stem: str) -> Path | None:
    """`before.py`, `before.ipynb`, or `before.requirements.txt` where the rule is about that file."""
    return next((path for path in folder.iterdir() if path.name.startswith(f"{stem}.")), None)


def path_of(folder: Path, stem: str) -> str:
    """The name that the file is checked under."""
    name = read(folder, stem)[0].name
    return name if name in (f"{stem}.py", f"{stem}.ipynb") else name.removeprefix(f"{stem}.")


def read(folder: Path, stem: str) -> tuple[Path, bytes]:
    path = file_of(folder, stem)
    assert path is not None
    return path, path.read_bytes()


NO_AFTER = [folder for folder in FOLDERS.values() if file_of(folder, "after") is None]

# What the standard for generated code asks for and the engine does not write yet: folder -> why.
FIX_NOT_YET: dict[str, str] = {}
FINDINGS_NOT_YET: dict[str, str] = {}


def having(name: str, not_yet: dict[str, str] | None = None) -> pytest.MarkDecorator:
    """The fixtures that have a file of this stem; those that are known to fail must fail."""
    cases = []
    for folder in FOLDERS.values():
        reason = (not_yet or {}).get(folder.name)
        marks = [pytest.mark.xfail(strict=True, reason=reason)] if reason else []
        if file_of(folder, name) is not None:
            cases.append(pytest.param(folder, id=folder.name, marks=marks))
    return pytest.mark.parametrize("folder", cases)


def settings_of(folder: Path, *, unsafe: bool = False) -> Settings:
    """Each fixture is about its own rule: those that are off by default are on in theirs only."""
    code = folder.name.partition("_")[0]
    off = tuple(one for one, rule in rules.load().items() if rule.is_last and one != code)
    return Settings(extend_select=(code,), flag_ignore=off, unsafe_fixes=unsafe)


def fixed(folder: Path, data: bytes, *, unsafe: bool = False) -> bytes:
    report = fix_bytes(path_of(folder, "before"), data, settings_of(folder, unsafe=unsafe))
    assert report.internal_error is None
    return report.before if report.after is None else report.after


def concise(report: FileReport) -> str:
    return "".join(render(findings([report]), plain, unsafe=False))


@having("before", FINDINGS_NOT_YET)
def test_findings_are_those_expected(folder: Path) -> None:
    report = check_bytes(path_of(folder, "before"), read(folder, "before")[1], settings_of(folder))
    assert concise(report) == (folder / "expected.txt").read_text(encoding="utf-8")


@having("after", FIX_NOT_YET)
def test_fix_writes_after(folder: Path) -> None:
    path, after = read(folder, "after")
    assert fixed(folder, read(folder, "before")[1]).decode() == after.decode()
    if path.suffix == ".py":
        compile(after, str(path), "exec")


@having("after", FIX_NOT_YET)
def test_fix_writes_the_newlines_of_the_file(folder: Path) -> None:
    before, after = (read(folder, stem)[1].replace(b"\n", b"\r\n") for stem in ("before", "after"))
    assert fixed(folder, before) == after


@having("after")
def test_fix_leaves_after_alone(folder: Path) -> None:
    after = read(folder, "after")[1]
    assert fixed(folder, after) == after


@having("after_unsafe")
def test_unsafe_fix_writes_after_unsafe(folder: Path) -> None:
    after = read(folder, "after_unsafe")[1]
    assert fixed(folder, read(folder, "before")[1], unsafe=True).decode() == after.decode()
    assert fixed(folder, after, unsafe=True) == after


@pytest.mark.parametrize("folder", NO_AFTER, ids=[folder.name for folder in NO_AFTER])
def test_a_fixture_without_after_has_nothing_to_fix(folder: Path) -> None:
    before = read(folder, "before")[1]
    assert fixed(folder, before) == before
    assert "[*]" not in (folder / "expected.txt").read_text(encoding="utf-8")


@having("good")
def test_good_code_is_left_in_peace(folder: Path) -> None:
    good = read(folder, "good")[1]
    assert concise(check_bytes(path_of(folder, "good"), good, settings_of(folder))) == ""
    assert fixed(folder, good, unsafe=True) == good


@pytest.mark.parametrize("code", [code for code, rule in rules.load().items() if rule.fix is not None])
def test_every_rule_with_a_fix_has_a_fixture_of_its_own(code: str) -> None:
    mine = [folder for name, folder in FOLDERS.items() if name.startswith(f"{code}_")]
    assert any(f": {code} " in (folder / "expected.txt").read_text(encoding="utf-8") for folder in mine)
    assert any(file_of(folder, name) for folder in mine for name in ("after", "after_unsafe"))
    assert any(file_of(folder, "good") for folder in mine)


@pytest.mark.parametrize("folder", FOLDERS.values(), ids=FOLDERS)
def test_a_fixture_shows_the_rule_it_is_named_after(folder: Path) -> None:
    code = folder.name.partition("_")[0]
    assert f": {code} " in (folder / "expected.txt").read_text(encoding="utf-8")
