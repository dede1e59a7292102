"""`verify --compare-cpu` and peak memory, whole, on the GPUs of a driver that computes nothing: on request.

TFGPU_MIGRATE_ORACLE=1 runs it; it needs gcc, nm and TensorFlow. The driver does not read CUDA_VISIBLE_DEVICES, so what
hides its GPUs is what has to hide pluggable ones.
"""

import json
import os
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest

from tests.oracle.build import build
from tests.pretend_gpus import tensorflow_python
from tests.test_verify_command import SCHEMA, verify

pytestmark = [
    pytest.mark.tensorflow,
    pytest.mark.skipif(not os.environ.get("TFGPU_MIGRATE_ORACLE"), reason="TFGPU_MIGRATE_ORACLE is not set"),
]

EAGER = """import os
import sys

os.environ["CUDA_VISIBLE_DEVICES"] = "0,1"
import tensorflow as tf
from tensorflow.python.client import device_lib

for gpu in tf.config.list_physical_devices("GPU"):
    tf.config.experimental.set_memory_growth(gpu, True)
with tf.device("/gpu:0"):
    weights = tf.Variable(tf.zeros((1024, 1024, 4)))
with tf.Graph().as_default(), tf.compat.v1.Session(config=tf.compat.v1.ConfigProto(device_count={"GPU": 2})) as session:
    of_session = session.list_devices()
lists = [tf.config.list_physical_devices(), tf.config.list_logical_devices(), of_session]
with open("seen.txt", "a") as file:
    print(*map(len, [*lists, device_lib.list_local_devices()]), weights.device[-5:], sys.argv[1], file=file)
"""
SESSION = """import tensorflow.compat.v1 as tf

tf.disable_v2_behavior()
weights = tf.Variable(tf.zeros((1024, 1024, 4)))
with tf.Session() as session:
    session.run(tf.global_variables_initializer())
"""
FAILING = """import tensorflow as tf

first = tf.config.list_physical_devices("GPU")[0]
"""


@pytest.fixture(scope="module")
def driver(tmp_path_factory: pytest.TempPathFactory) -> Mapping[str, str]:
    return {**build(tensorflow_python(), tmp_path_factory.mktemp("driver")), "FAKE_GPUS": "2"}


def report(
    text: str, flags: list[str], driver: Mapping[str, str], folder: Path, monkeypatch: pytest.MonkeyPatch
) -> dict[str, Any]:
    """The JSON of a run that finds nothing to fail."""
    for name, value in driver.items():
        monkeypatch.setenv(name, value)
    (folder / "script.py").write_text(text)
    flags = ["--output-format", "json", "--output-file", "report.json", *flags]
    done = verify(*flags, "script.py", "argument", cwd=folder, python=tensorflow_python())
    assert done.returncode == 0, done.stderr
    found: dict[str, Any] = json.loads((folder / "report.json").read_text("utf-8"))
    pytest.importorskip("jsonschema").validate(found, SCHEMA)
    return found


def test_the_second_run_sees_no_gpu(driver: Mapping[str, str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    found = report(EAGER, ["--compare-cpu"], driver, tmp_path, monkeypatch)
    assert (tmp_path / "seen.txt").read_text("utf-8") == "3 3 3 3 GPU:0 argument\n1 1 1 1 CPU:0 argument\n"
    assert [found["speed"][run]["exit_code"] for run in ("gpu", "cpu")] == [0, 0]
    assert found["speed"]["gpu"]["seconds"] < found["run"]["seconds"]
    assert found["speed"]["cpu_by_gpu"] > 0
    assert found["speed"]["text"] in found["notes"]
    assert found["devices"]["GPU:0"]["peak_mib"] == 16
    assert found["devices"]["GPU:1"]["peak_mib"] == 0
    assert "peak_mib" not in found["devices"]["CPU:0"]


def test_a_second_run_that_fails_is_told(
    driver: Mapping[str, str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    speed = report(FAILING, ["--compare-cpu", "--fail-on", "NONE"], driver, tmp_path, monkeypatch)["speed"]
    assert (speed["cpu"]["exit_code"], speed["cpu_by_gpu"]) == (1, None)
    assert "the CPU run exited with 1: IndexError: list index out of range; their times do not" in speed["text"]


def test_the_peak_memory_of_sessions(
    driver: Mapping[str, str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    found = report(SESSION, [], driver, tmp_path, monkeypatch)
    assert found["speed"] is None
    assert found["devices"]["GPU:0"]["peak_mib"] >= 16
