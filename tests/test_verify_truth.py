"""Which types of variables have a place on a GPU: what TFM401 says, and what TensorFlow 2.21's own placer answers."""

import json
from pathlib import Path

import pytest

from tests.verify_bed import VerifyBed
from tfgpu_migrate.placement.kernels import REF, RESOURCE

SCRIPT = Path(__file__).with_name("verify_bed") / "truth.py"
ON_CPU = {"VariableV2": REF, "VarHandleOp": RESOURCE}
NO_KERNEL = {"VariableV2": ("int4", "float8_e5m2", "float8_e4m3fn"), "VarHandleOp": ()}
ERROR = "Graph execution error"


def meant(kind: str, dtype: str) -> list[str]:
    """The answers with soft placement and without."""
    if dtype in NO_KERNEL[kind]:
        return [ERROR, ERROR]
    return ["CPU", ERROR] if dtype in ON_CPU[kind] else ["GPU", "GPU"]


@pytest.mark.tensorflow
def test_the_placer_of_2_21_puts_variables_where_it_does(verify_bed: VerifyBed) -> None:
    seen = verify_bed.run(SCRIPT, None)
    table = json.loads(seen.stdout)
    assert table == {kind: {dtype: meant(kind, dtype) for dtype in types} for kind, types in table.items()}
    assert {kind: ON_CPU[kind] - set(types) for kind, types in table.items()} == {
        "VariableV2": frozenset(),
        "VarHandleOp": frozenset(),
    }
