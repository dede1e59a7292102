"""Programs under `--unsafe-fixes`: native ones print on TensorFlow 2.21 what 1.15 printed, others stay as they were."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from tests.native.conversion import beside_its_files, fixed, graph_names, refusals
from tests.native.judge import differences
from tests.native.programs import Program, known_wrong, pending, programs
from tests.pretend_gpus import PretendGpus, has_package, tensorflow_python

PENDING = pending()
NATIVE = [program for program in programs("native") if program.name not in PENDING]
REFUSED = [program for program in programs("refused") if program.name not in PENDING]
LEFT = [program for program in programs("native", "refused") if program.kind == "refused" or program.name in PENDING]
EITHER = list(programs("either"))
CONFIGURED = [program for program in NATIVE if "ConfigProto" in program.path.read_text(encoding="utf-8")]


WRONG = known_wrong()


def named(chosen: list[Program]) -> pytest.MarkDecorator:
    return pytest.mark.parametrize("program", chosen, ids=[program.name for program in chosen])


def but_for_known_defects(chosen: list[Program]) -> pytest.MarkDecorator:
    known = pytest.mark.xfail(strict=True, reason="wrong.txt")
    cases = [pytest.param(each, id=each.name, marks=known if each.name in WRONG else ()) for each in chosen]
    return pytest.mark.parametrize("program", cases)


@named(NATIVE)
def test_it_becomes_native(program: Program) -> None:
    result = fixed(program, unsafe=True)
    assert graph_names(result.text) == set()
    assert [str(one) for one in result.left.findings] == []


@named([*NATIVE, *EITHER])
def test_a_second_fix_changes_nothing(program: Program, tmp_path: Path) -> None:
    once = fixed(program, unsafe=True).text
    again = Program(beside_its_files(program, once, tmp_path))
    assert fixed(again, unsafe=True).text == once


@pytest.mark.tensorflow
@but_for_known_defects([*NATIVE, *EITHER])
def test_it_prints_what_it_printed(program: Program, tmp_path: Path, pretend_gpus: PretendGpus) -> None:
    text = fixed(program, unsafe=True).text
    if program.kind == "either" and text == fixed(program, unsafe=False).text:
        return  # left as it was
    if "create_file_writer" in text:
        must_have_tensorboard()
    run = pretend_gpus.run(beside_its_files(program, text, tmp_path))
    assert run.ok, run.stderr[-2000:]
    assert differences(recorded(program), run.output) == []


@pytest.mark.tensorflow
@named(CONFIGURED)
def test_it_configures_devices_as_the_safe_fixes_do(
    program: Program, tmp_path: Path, pretend_gpus: PretendGpus
) -> None:
    safe, native = (
        pretend_gpus.run(beside_its_files(program, fixed(program, unsafe=unsafe).text, tmp_path))
        for unsafe in (False, True)
    )
    assert safe.devices is not None
    assert native.devices == safe.devices


@but_for_known_defects(LEFT)
def test_it_is_left_as_the_safe_fixes_leave_it(program: Program) -> None:
    assert fixed(program, unsafe=True).text == fixed(program, unsafe=False).text


@named(REFUSED)
def test_the_reason_is_said_at_its_line(program: Program) -> None:
    reasons = refusals(program, fixed(program, unsafe=True))
    assert reasons
    for word, findings in reasons.items():
        assert [one for one in findings if word in one.message], (word, findings)


def test_every_program_has_its_recording() -> None:
    assert [program.name for program in programs() if not recorded(program)] == []


def test_listed_programs_exist() -> None:
    assert PENDING - {program.name for program in programs("native", "refused")} == set()
    assert WRONG - {program.name for program in programs()} == set()


@named(list(programs("refused")))
def test_a_refused_program_says_where(program: Program) -> None:
    assert program.refusals


def must_have_tensorboard() -> None:
    """Skip a test where TensorFlow has no TensorBoard beside it, which writes its summaries; fail it where it must."""
    if not has_package(tensorflow_python(), "tensorboard"):
        reason = f"{tensorflow_python()} has no TensorBoard"
        (pytest.fail if os.environ.get("TFGPU_MIGRATE_REQUIRE_TF") else pytest.skip)(reason)


def recorded(program: Program) -> list[str]:
    return program.recording.read_text(encoding="utf-8").splitlines()
