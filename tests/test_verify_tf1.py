"""`verify --against ... --tf1-python`: the original on a real TensorFlow 1.15, beside the fixed script.

The runs need TFGPU_MIGRATE_TF1_PYTHON, a Python 3.7 with TensorFlow 1.15; the rest runs everywhere.
"""

import ast
import json
import os
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from tests.pretend_gpus import tensorflow_python
from tests.test_layout import MODULES, imports
from tests.test_verify_against import FIXED, ORIGINAL, WRONG, planted
from tests.test_verify_command import fake_python, verify
from tests.test_verify_fix import options
from tests.verify_bed import VerifyBed
from tfgpu_migrate.config import ConfigError
from tfgpu_migrate.verify.against import _side
from tfgpu_migrate.verify.compare import Side
from tfgpu_migrate.verify.interpreter import Interpreter, find, find_tf1
from tfgpu_migrate.verify.statements import first_lines

CHILD = "tfgpu_migrate.verify.child"
TF1_PYTHON = os.environ.get("TFGPU_MIGRATE_TF1_PYTHON", "")
needs_tf1 = pytest.mark.skipif(not TF1_PYTHON, reason="TFGPU_MIGRATE_TF1_PYTHON names no Python with TensorFlow 1.15")


def loaded_there() -> set[str]:
    """The modules of the recorder that Python 3.7 reads."""
    found: set[str] = set()
    waiting = [f"{CHILD}.inject.sitecustomize", f"{CHILD}.startup", f"{CHILD}.recording_tf1", CHILD]
    while waiting:
        name = waiting.pop()
        if name not in found:
            found.add(name)
            waiting += (each for each in imports(MODULES[name]) if each in MODULES)
    return found


@pytest.mark.parametrize("name", sorted(loaded_there()))
def test_what_runs_on_tensorflow_1_is_valid_python_3_7(name: str) -> None:
    tree = ast.parse(MODULES[name].read_text("utf-8"), feature_version=(3, 7))
    newer = {"cache", "pairwise", "removeprefix", "removesuffix"}
    assert not newer & {getattr(node, "attr", getattr(node, "name", None)) for node in ast.walk(tree)}
    has_annotations = any(isinstance(node, (ast.AnnAssign, ast.arg)) for node in ast.walk(tree))
    is_lazy = any(isinstance(node, ast.ImportFrom) and node.module == "__future__" for node in tree.body)
    assert is_lazy or not has_annotations, "annotations such as `int | None` are evaluated"


@pytest.mark.parametrize(
    ("answer", "said"),
    [
        (
            {"python": "3.7.16", "has": False, "found": [None, None]},
            "has no TensorFlow; --tf1-python wants a Python",
        ),
        ({"python": "3.11.2", "has": True, "found": ["tensorflow", "2.21.0"]}, "has TensorFlow 2.21.0; --tf1-python"),
        ({"python": "3.7.16", "has": True, "found": ["tensorflow", "1.14.0"]}, "has TensorFlow 1.14.0; --tf1-python"),
        (
            {"python": "3.6.9", "has": True, "found": ["tensorflow", "1.15.5"]},
            "is Python 3.6.9; --tf1-python",
        ),
    ],
)
def test_another_python_is_refused(answer: dict[str, Any], said: str, tmp_path: Path) -> None:
    with pytest.raises(ConfigError, match=said):
        find_tf1(fake_python(tmp_path, answer))


def test_tensorflow_1_15_on_python_3_7_is_taken(tmp_path: Path) -> None:
    python = fake_python(tmp_path, {"python": "3.7.16", "has": True, "found": ["tensorflow-gpu", "1.15.5"]})
    assert find_tf1(python) == Interpreter(python, "3.7.16", "1.15.5", "tensorflow-gpu")


def test_a_path_that_is_no_program_is_refused() -> None:
    with pytest.raises(ConfigError, match="`--tf1-python no-such-python` is no program"):
        find_tf1("no-such-python")


def test_it_belongs_to_against(tmp_path: Path) -> None:
    (tmp_path / "script.py").write_text("print('it ran')\n")
    done = verify("--tf1-python", "python", "script.py", cwd=tmp_path)
    assert done.returncode == 2
    assert "--tf1-python runs the original of --against or --fix; add --against ORIGINAL" in done.stderr


def on_tensorflow_1(folder: Path, text: str) -> Side:
    script = folder / "original.py"
    script.write_text(text, "utf-8")
    python, placer = find_tf1(TF1_PYTHON), find(tensorflow_python())
    return _side(
        replace(options(script), gpus=2, timeout=60), python, folder / "original.out", as_tf1=False, placer=placer
    )


@pytest.fixture(scope="module")
def original(tmp_path_factory: pytest.TempPathFactory) -> Side:
    """The original of the planted migrations, once."""
    return on_tensorflow_1(tmp_path_factory.mktemp("tf1"), ORIGINAL)


@needs_tf1
@pytest.mark.tensorflow
def test_what_is_recorded_of_a_session(original: Side) -> None:
    result = original.result
    assert (result.ended.code, original.output.read_text("utf-8")) == (0, "total 9.0\n")
    placed = {(op.op, op.place.line, op.asked, op.device) for op in result.ops if op.place and op.dtype == "float32"}
    assert placed >= {("Sum", 8, "GPU:0", "GPU:0"), ("Mul", 8, "GPU:0", "GPU:0"), ("Const", 6, "", "GPU:0")}
    (start,) = result.starts
    assert start.devices.growth
    assert [card.index for card in start.devices.cards] == [1]
    assert start.graph.soft_placement
    assert (result.source, result.gpus, result.notes) == ("placer", 1, ())


@needs_tf1
@pytest.mark.tensorflow
def test_a_right_migration_shows_no_difference(original: Side, verify_bed: VerifyBed, tmp_path: Path) -> None:
    assert planted(original, verify_bed, tmp_path, FIXED) == []


@needs_tf1
@pytest.mark.tensorflow
@pytest.mark.parametrize(("old", "new", "expected"), [case[1:] for case in WRONG], ids=[case[0] for case in WRONG])
def test_a_wrong_migration_is_caught(
    old: str, new: str, expected: str, original: Side, verify_bed: VerifyBed, tmp_path: Path
) -> None:
    found = planted(original, verify_bed, tmp_path, FIXED.replace(old, new))
    assert any(each.startswith(expected) for each in found), found


HARD = """import os, threading
import tensorflow as tf
from tensorflow.python.client import device_lib

print([each.name for each in device_lib.list_local_devices()][-2:], tf.test.is_gpu_available())
with tf.device("/gpu:1"):
    step = tf.Variable(0, name="step")
    fed = tf.placeholder(tf.float32, [2])
    twice = fed * 2.0
with tf.Session() as sess:
    sess.run(tf.global_variables_initializer())
    print(sess.run(twice, {fed: [1.0, 2.0]}), sess.make_callable(step + 1)())
    print([each.name[-5:] for each in sess.list_devices() if "XLA" not in each.name])
    with tf.device("/gpu:7"):
        lost = tf.constant(1.0)
    try:
        sess.run(lost)
    except tf.errors.InvalidArgumentError as error:
        print("GPU:7" in str(error), "CPU:8" in str(error))
thread = threading.Thread(target=lambda: 1 / 0)
thread.start()
thread.join()
os._exit(3)
"""


@needs_tf1
@pytest.mark.tensorflow
def test_a_script_of_many_kinds_and_os_exit(tmp_path: Path) -> None:
    side = on_tensorflow_1(tmp_path, HARD.replace("os._exit", "import sys; sys.stdout.flush(); os._exit"))
    assert side.result.ended.code == 3
    assert side.output.read_text("utf-8").splitlines() == [
        "['/device:GPU:0', '/device:GPU:1'] True",
        "[2. 4.] 1",
        "['CPU:0', 'GPU:0', 'GPU:1']",
        "True False",
    ]
    assert not [note for note in side.result.notes if "failed" in note]
    placed = {(op.op, op.place.line): (op.device, op.cause) for op in side.result.ops if op.place}
    assert placed["Mul", 9] == ("GPU:1", "")
    assert placed["VariableV2", 7] == ("", "refused")  # int32 has no GPU kernel, and placement is not soft


@needs_tf1
@pytest.mark.tensorflow
def test_the_command(tmp_path: Path) -> None:
    (tmp_path / "before.py").write_text(ORIGINAL.replace('"total"', '"total", tf.__version__'))
    (tmp_path / "after.py").write_text(FIXED.replace('"total"', '"total", tf.__version__'))
    flags = ["--tf1-python", TF1_PYTHON, "--against", "before.py", "--output-format", "json"]
    done = verify(*flags, "after.py", cwd=tmp_path, python=tensorflow_python())
    (found,) = json.loads(done.stdout)["findings"]
    assert found["message"] == "line 1 of the output: `total 1.15.5 9.0` became `total 2.21.0 9.0`"
    assert done.returncode == 1
    assert done.stderr.endswith("Compared with before.py: 1 difference.\n")


EAGER = """import tensorflow as tf

tf.compat.v1.enable_eager_execution()
print(tf.reduce_sum([1.0, 2.0]).numpy())
"""


@needs_tf1
@pytest.mark.tensorflow
def test_what_is_not_recorded_is_told(tmp_path: Path) -> None:
    (tmp_path / "script.py").write_text(EAGER)
    flags = ["--tf1-python", TF1_PYTHON, "--against", "script.py", "--output-format", "json"]
    done = verify(*flags, "script.py", cwd=tmp_path, python=tensorflow_python())
    assert "of the original: eager ops on TensorFlow 1 are not recorded" in json.loads(done.stdout)["notes"]
    assert done.returncode == 0, done.stdout
    assert done.stderr.endswith("Compared with script.py: no difference.\n")


SEVERAL_LINES = """import tensorflow as tf

x = tf.{}placeholder(tf.float32, [2])
with tf.device("/gpu:0"):
    loss = -tf.reduce_mean(x * tf.log(x) + (1 - x) *
                           tf.log(1 - x))
with tf.{}Session() as sess:
    sess.run(loss, {{x: [0.5, 0.5]}})
"""


def test_the_lines_of_a_statement_are_one() -> None:
    text = SEVERAL_LINES.format("", "") + "    if sess:\n        print(\n            1)\n"
    assert first_lines(text) == {1: 1, 3: 3, 4: 4, 5: 5, 6: 5, 7: 7, 8: 8, 9: 9, 10: 10, 11: 10}
    assert first_lines("print 1") == {}


@needs_tf1
@pytest.mark.tensorflow
def test_python_3_7_counts_the_lines_of_a_call_otherwise(verify_bed: VerifyBed, tmp_path: Path) -> None:
    old = on_tensorflow_1(tmp_path, SEVERAL_LINES.format("", ""))
    new = SEVERAL_LINES.format("compat.v1.", "compat.v1.").replace("tf.log", "tf.math.log")
    new = new.replace("\n\nx", "\n\ntf.compat.v1.disable_v2_behavior()\n\nx")
    assert {op.place.line for op in old.result.ops if op.place and op.op == "Mean"} == {6}
    assert planted(old, verify_bed, tmp_path, new) == []
    found = planted(old, verify_bed, tmp_path, new.replace("gpu:0", "cpu:0"))
    assert "TFM624 `Mean` was float32 on GPU:0 and is float32 on CPU:0" in found
