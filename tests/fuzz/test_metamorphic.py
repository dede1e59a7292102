"""What is found does not hang on names, order, comments, line ends or what holds the code."""

from collections.abc import Callable

import pytest
from hypothesis import assume, given

from tests.fuzz.changes import (
    Changed,
    binds_once,
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

IN_TRUE, IN_FUNCTION = "in `if True:`", "in a function"
CHANGES: dict[str, Callable[[str], Changed | None]] = {
    "renamed alias": renamed_alias,
    "comments": with_comments,
    "carriage returns": with_carriage_returns,
    "imports in other order": imports_in_other_order,
    IN_TRUE: in_true,
    IN_FUNCTION: in_function,
}
SCRIPT = "a file that calls a function of its own is a script: nobody else decides whether graph mode is on"
NO_LIBRARY = "a module whose code stands in a function or under a condition is not there to be imported"
# Where a change rightly changes what is found in a fixture.
FIXTURES_MAY_DIFFER = {
    ("TFM300_module_global_of_library", IN_FUNCTION): NO_LIBRARY,
    ("TFM301_class_body", IN_FUNCTION): "a class in a function is made anew by each call: nothing is set above it",
    ("TFM309_unseen_config", IN_FUNCTION): SCRIPT,
    ("TFM402_list-local-devices", "comments"): "an import stays for a call whose comment has no place in its successor",
    ("TFM504_unguarded_gpu_index", IN_TRUE): "code under a condition may know that there is a GPU",
    ("TFM509_environment_after_start", IN_FUNCTION): SCRIPT,
    ("TFM511_start_at_import", IN_TRUE): NO_LIBRARY,
    ("TFM511_start_at_import", IN_FUNCTION): NO_LIBRARY,
    ("TFM511_start_at_import_class", IN_TRUE): NO_LIBRARY,
    ("TFM511_start_at_import_class", IN_FUNCTION): NO_LIBRARY,
}
# Which codes of a program may be others for these reasons: protos of classes and of what other files may call.
CODES_MAY_DIFFER: dict[str, frozenset[str]] = {
    IN_TRUE: frozenset({"TFM504"}),
    IN_FUNCTION: frozenset({"TFM300", "TFM101"}),
}
# A variable of a function that nothing reads is the author's, not an import: what it names is told as gone.
ONE_CODE = {IN_FUNCTION: {"TFM109": "TFM001"}}
SCRIPTS = {path.parent.name: path for path in sorted(FIXTURES.rglob("before.py"))}


def found(text: str, one_code: dict[str, str]) -> list[tuple[str, tuple[int, int], tuple[int, int]]]:
    report = check_bytes("a.py", text.encode(), Settings())
    assert report.source is not None
    places = Places(report.source)
    return sorted(
        (one_code.get(one.code, one.code), places.place(one.start), places.place(one.end - 1))
        for one in report.diagnostics
    )


def differences(text: str, name: str) -> list[str]:
    """What is found only in the program or only in the changed one; nothing where the change cannot be made."""
    changed = CHANGES[name](text) if compiles(text) else None
    if changed is None:
        return []
    assert compiles(changed.text), changed.text
    moved, one_code = changed.moved, ONE_CODE.get(name, {})
    before = [
        (code, (moved.get(start[0], start[0]), start[1]), (moved.get(end[0], end[0]), end[1]))
        for code, start, end in found(text, one_code)
    ]
    after = found(changed.text, one_code)
    return [f"{one} once" for one in before if one not in after] + [f"{one} now" for one in after if one not in before]


@pytest.mark.parametrize("name", CHANGES)
@pytest.mark.parametrize("script", SCRIPTS)
def test_fixtures(script: str, name: str) -> None:
    different = differences(SCRIPTS[script].read_text("utf-8"), name)
    assert bool(different) == ((script, name) in FIXTURES_MAY_DIFFER), different


@pytest.mark.parametrize("name", CHANGES)
@given(choices(*SIZES))
def test_programs(name: str, made: Choices) -> None:
    text = program(made)
    assume(compiles(text) and binds_once(text))
    free = CODES_MAY_DIFFER.get(name, frozenset())
    assert [one for one in differences(text, name) if one[2:8] not in free] == []
