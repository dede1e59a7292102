"""Programs that go on where they ended, after the conversion: from its own checkpoints, and from those of 1.15."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from tests.native.conversion import fixed, graph_names
from tests.native.judge import differences
from tests.native.programs import Program
from tests.native.resumption import RUNS, left, recorded, resumed
from tests.pretend_gpus import PretendGpus

PROGRAMS = pytest.mark.parametrize("program", resumed(), ids=[program.name for program in resumed()])


@PROGRAMS
def test_it_becomes_native(program: Program) -> None:
    result = fixed(program, unsafe=True)
    assert graph_names(result.text) == set()
    assert [str(one) for one in result.left.findings] == []


@PROGRAMS
def test_its_runs_are_recorded(program: Program) -> None:
    assert len(recorded(program)) == RUNS
    assert any(left(program).rglob("*.index"))


@pytest.mark.tensorflow
@PROGRAMS
def test_it_goes_on_where_it_ended(program: Program, tmp_path: Path, pretend_gpus: PretendGpus) -> None:
    assert outputs(program, tmp_path, pretend_gpus, recorded(program)) == []


@pytest.mark.tensorflow
@PROGRAMS
def test_it_goes_on_where_tensorflow_1_ended(program: Program, tmp_path: Path, pretend_gpus: PretendGpus) -> None:
    shutil.copytree(left(program), tmp_path, dirs_exist_ok=True)
    assert outputs(program, tmp_path, pretend_gpus, recorded(program)[1:]) == []
    kept = {one.relative_to(left(program)) for one in left(program).rglob("*")}
    assert {one for one in kept if not (tmp_path / one).exists()} == set()


def outputs(program: Program, folder: Path, pretend: PretendGpus, expected: list[list[str]]) -> list[str]:
    """What runs of the conversion in one folder print that is not expected."""
    script = folder / program.path.name
    script.write_text(fixed(program, unsafe=True).text, encoding="utf-8")
    found = list[str]()
    for lines in expected:
        run = pretend.run(script)
        assert run.ok, run.stderr[-2000:]
        found += differences(lines, run.output)
    return found
