"""Generated programs: `check` never crashes; what `--fix` writes is Python, keeps all around it and is final."""

import tokenize

from hypothesis import assume, given

from tests.fuzz.choices import Choices, choices
from tests.fuzz.judge import assert_fixed_well, fixed
from tests.fuzz.programs import SIZES, compiles, files, program
from tfgpu_migrate.noqa import tokens
from tfgpu_migrate.settings import Settings


@given(files())
def test_safe_fixes(data: bytes) -> None:
    assert_fixed_well(data, Settings())


@given(files())
def test_unsafe_fixes(data: bytes) -> None:
    assert_fixed_well(data, Settings(unsafe_fixes=True))


@given(choices(*SIZES))
def test_lines_behind_noqa_stay(found: Choices) -> None:
    text = program(found)
    assume(compiles(text))
    lines = text.split("\n")
    for one in tokens(text):
        row = one.start[0] - 1
        if one.type == tokenize.NEWLINE and "#" not in lines[row] and found.below(3) == 2:
            lines[row] += f"  # noqa {row}"
    kept = [line for line in lines if "# noqa" in line]
    rest = iter(fixed("\n".join(lines).encode(), Settings(unsafe_fixes=True)).decode().split("\n"))
    assert all(line in rest for line in kept)
