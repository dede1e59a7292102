"""Generated programs: `check` never crashes; what `--fix` writes is Python, keeps all around it and is final."""

from hypothesis import given

from tests.fuzz.judge import assert_fixed_well
from tests.fuzz.programs import files
from tfgpu_migrate.settings import Settings


@given(files())
def test_safe_fixes(data: bytes) -> None:
    assert_fixed_well(data, Settings())


@given(files())
def test_unsafe_fixes(data: bytes) -> None:
    assert_fixed_well(data, Settings(unsafe_fixes=True))
