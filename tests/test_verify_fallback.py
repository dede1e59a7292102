"""Where TensorFlow's placer cannot be asked, or fails its test: the kernel registry answers, and that is said."""

import json
from pathlib import Path

import pytest

from tests.verify_bed import Seen, VerifyBed
from tfgpu_migrate.verify import as_json, tables
from tfgpu_migrate.verify.findings import findings

SCRIPT = """import tensorflow as tf

tf.compat.v1.disable_v2_behavior()

with tf.device("/gpu:1"):
    product = tf.matmul([[1.0]], [[2.0]])
    step = tf.compat.v1.Variable(0, name="step")
    upper = tf.strings.upper("text")
with tf.device("/gpu:7"):
    total = product + 1.0
with tf.compat.v1.Session(config=tf.compat.v1.ConfigProto(allow_soft_placement=True)) as sess:
    sess.run(tf.compat.v1.global_variables_initializer())
    print(sess.run([total, step, upper]))
"""
WHERE = {
    ("MatMul", 6): ("GPU:1", ""),
    ("VariableV2", 7): ("CPU:0", "no-kernel"),
    ("StringUpper", 8): ("CPU:0", "host-only"),
    ("AddV2", 10): ("GPU:0", "no-such-gpu"),
}
SAID = {
    "wrong answer": "the placer cannot be asked: RuntimeError(\"the placer answered its test with {'product': 'CPU:0', "
    "'upper': 'CPU:0'}\")",
    "no grpc": "the placer cannot be asked: ModuleNotFoundError('import of grpc halted; None in sys.modules')",
}

pytestmark = pytest.mark.tensorflow


@pytest.fixture(scope="module")
def script(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("fallback") / "script.py"
    path.write_text(SCRIPT, "utf-8")
    return path


@pytest.fixture(scope="module")
def sound(script: Path, verify_bed: VerifyBed) -> Seen:
    """The run whose placer is asked."""
    return verify_bed.run(script, 2)


def placed(seen: Seen) -> dict[tuple[str, int], tuple[str, str]]:
    found = {(op.op, op.place.line): (op.device, op.cause) for op in seen.result.ops if op.place}
    return {key: found[key] for key in WHERE}


def test_the_placer_answers_where_it_can(sound: Seen) -> None:
    assert placed(sound) == WHERE
    assert (sound.result.source, sound.result.why_not) == ("placer", "")
    assert next(tables.notes(sound.result)).startswith("devices are predicted for 2 GPUs by TensorFlow's own placer")


@pytest.mark.parametrize("broken", SAID)
def test_the_kernel_registry_answers_and_the_report_says_so(
    broken: str, script: Path, verify_bed: VerifyBed, sound: Seen
) -> None:
    seen = verify_bed.run(script, 2, broken=broken)
    assert placed(seen) == WHERE
    first, second, *more = tables.notes(seen.result)
    assert first == "devices are predicted for 2 GPUs from TensorFlow's kernel registry; the script ran on the CPU"
    assert second == SAID[broken]
    assert not more
    assert f"note: {SAID[broken]}" in tables.render(seen.result, color=False).replace("\n", " ")
    report = json.loads(as_json.render(seen.result, findings(seen.result), ()))
    assert report["placement"] == {"gpus": 2, "pretended": True, "source": "kernel registry"}
    assert SAID[broken] in report["notes"]
    assert [each.diagnostic for each in findings(seen.result)] == [each.diagnostic for each in findings(sound.result)]
