"""What is found does not hang on names, order, comments, line ends or what holds the code."""

from collections.abc import Callable

import pytest
from hypothesis import assume, given

from tests.fuzz.changes import (
    Changed,
    imports_in_other_order,
    in_function,
    in_true,
    renamed_alias,
    with_carriage_returns,
    with_comments,
)
from tests.fuzz.choices import Choices, choices
from tests.fuzz.programs import SIZES, compiles, program
from tests.fuzz.test_mutations import FIXTURES
from tests.fuzz.tokens import Places
from tfgpu_migrate.check import check_bytes
from tfgpu_migrate.settings import Settings

CHANGES: dict[str, Callable[[str], Changed | None]] = {
    "renamed alias": renamed_alias,
    "comments": with_comments,
    "carriage returns": with_carriage_returns,
    "imports in other order": imports_in_other_order,
    "in `if True:`": in_true,
    "in a function": in_function,
}
# Where a change rightly changes what is found: change -> code -> why.
MAY_DIFFER: dict[str, dict[str, str]] = {}
SCRIPTS = {path.parent.name: path for path in sorted(FIXTURES.rglob("before.py"))}


def found(text: str) -> list[tuple[str, tuple[int, int], tuple[int, int]]]:
    report = check_bytes("a.py", text.encode(), Settings())
    assert report.source is not None
    places = Places(report.source)
    return sorted((one.code, places.place(one.start), places.place(one.end - 1)) for one in report.diagnostics)


def assert_same_is_found(text: str, name: str) -> None:
    changed = CHANGES[name](text) if compiles(text) else None
    if changed is None:
        return
    assert compiles(changed.text), changed.text
    moved, free = changed.moved, MAY_DIFFER.get(name, {})
    before = [
        (code, (moved.get(start[0], start[0]), start[1]), (moved.get(end[0], end[0]), end[1]))
        for code, start, end in found(text)
    ]
    after = found(changed.text)
    assert [one for one in after if one[0] not in free] == sorted(one for one in before if one[0] not in free)


@pytest.mark.parametrize("name", CHANGES)
@pytest.mark.parametrize("script", SCRIPTS)
def test_fixtures(script: str, name: str) -> None:
    assert_same_is_found(SCRIPTS[script].read_text("utf-8"), name)


@pytest.mark.parametrize("name", CHANGES)
@given(choices(*SIZES))
def test_programs(name: str, made: Choices) -> None:
    text = program(made)
    assume(compiles(text))
    assert_same_is_found(text, name)
