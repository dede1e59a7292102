"""Which types of variables have a place on a GPU: TensorFlow 2.21's own placer, asked as `verify` asks it."""

import json
import os
import subprocess
from pathlib import Path

import pytest

from tests.pretend_gpus import tensorflow_python

# What the placer of 2.21 says with soft placement; without, `GPU` stays and `CPU` is an error.
TRUTH = {
    "VariableV2": {
        "GPU": "float16 float32 float64 bfloat16 int64 complex64 complex128 bool uint32",
        "CPU": "int8 int16 uint8 uint16 uint64 int32 string qint8 qint32 variant",
        "no kernel": "int4 float8_e5m2 float8_e4m3fn",
    },
    "VarHandleOp": {
        "GPU": "float16 float32 float64 bfloat16 int64 complex64 complex128 bool int8 int16 uint8 uint16 uint32 uint64 "
        "variant int4",
        "CPU": "int32 string qint8 qint32 float8_e5m2 float8_e4m3fn",
    },
}
ERROR = "Graph execution error"
MEANT = {"GPU": ["GPU", "GPU"], "CPU": ["CPU", ERROR], "no kernel": [ERROR, ERROR]}


@pytest.mark.tensorflow
def test_the_placer_of_2_21_puts_variables_where_it_does() -> None:
    environment = {**os.environ, "PYTHONPATH": str(Path(__file__).parents[1]), "CUDA_VISIBLE_DEVICES": "-1"}
    command = [tensorflow_python(), "-m", "tests.verify_bed.truth"]
    done = subprocess.run(command, env=environment, capture_output=True, text=True, check=True, timeout=120)
    expected = {
        kind: {dtype: MEANT[where] for where, dtypes in table.items() for dtype in dtypes.split()}
        for kind, table in TRUTH.items()
    }
    assert json.loads(done.stdout.splitlines()[-1]) == expected
