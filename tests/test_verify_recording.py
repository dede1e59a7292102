"""What the recorder sees, whatever way an op comes: threads, callbacks, loops of tf.data; and what it leaves alone."""

from pathlib import Path

import pytest

from tests.test_pretend_gpus import GROWTH, MISTAKES
from tests.verify_bed import Seen, VerifyBed
from tfgpu_migrate.verify.findings import findings

pytestmark = pytest.mark.tensorflow


def lines_of(seen: Seen, op: str) -> set[tuple[int, str]]:
    """The lines that an op comes from, and its devices."""
    return {(each.place.line, each.device) for each in seen.result.ops if each.op == op and each.place}


def codes(bed: VerifyBed, folder: Path, text: str, gpus: int | None) -> list[tuple[str, int]]:
    """The findings of a script, with their lines."""
    script = folder / "script.py"
    script.write_text(text, encoding="utf-8")
    return [(each.diagnostic.code, each.start[0]) for each in findings(bed.run(script, gpus).result)]


@pytest.mark.parametrize(
    ("text", "error"), [case[1:] for case in MISTAKES[:-1]], ids=[case[0] for case in MISTAKES[:-1]]
)
def test_mistakes_of_configuration_are_told_in_the_words_of_tensorflow(
    text: str, error: str, verify_bed: VerifyBed
) -> None:
    never_starts = "the runtime never starts" in next(case[0] for case in MISTAKES if case[1] == text)
    seen = verify_bed.run_text(GROWTH + text, 2)
    told = [f"{each.kind}: {each.message}" for each in seen.result.complaints]
    assert told == ([] if never_starts else [error])
    assert seen.result.ended.code == (0 if never_starts else 1)


def test_a_session_that_lists_a_card_that_is_not_there(verify_bed: VerifyBed) -> None:
    seen = verify_bed.run_text(GROWTH + MISTAKES[-1][1], 2)
    assert "'visible_device_list' listed an invalid Device id '2' but visible device count is 2" in seen.stderr


def test_threads_and_python_functions_in_graphs(verify_bed: VerifyBed) -> None:
    text = """import threading
import tensorflow as tf

def work():
    with tf.device("/gpu:1"):
        tf.nn.relu(tf.ones((2,)))

thread = threading.Thread(target=work)
thread.start()
thread.join()

def inside(x):
    return tf.nn.tanh(x)

@tf.function
def graph(x):
    return tf.py_function(inside, [x], tf.float32)

graph(tf.ones((2,)))
"""
    seen = verify_bed.run_text(text, 2)
    assert seen.result.ended.code == 0, seen.stderr
    assert lines_of(seen, "Relu") == {(6, "GPU:1")}
    assert {line for line, _ in lines_of(seen, "Tanh")} == {13}
    assert lines_of(seen, "EagerPyFunc") == {(17, "GPU:0")}


def test_a_forked_child_does_not_write_the_record(verify_bed: VerifyBed) -> None:
    text = """import os
import tensorflow as tf
if os.fork() == 0:
    os._exit(0)
os.wait()
print(float(tf.reduce_sum(tf.ones((2, 2)))))
"""
    seen = verify_bed.run_text(text, 1)
    assert seen.stdout == "4.0\n"
    assert lines_of(seen, "Sum") == {(6, "GPU:0")}


def test_counts_are_those_of_the_loop_and_types_of_each_turn(verify_bed: VerifyBed) -> None:
    text = """import tensorflow as tf
for dtype in (tf.float32, tf.float64, tf.int32):
    value = tf.zeros((2,), dtype)
    for _ in range(5):
        value = tf.add(value, value)
"""
    seen = verify_bed.run_text(text, 1)
    counts = {each.dtype: (each.count, each.memory) for each in seen.result.ops if each.op == "AddV2"}
    assert counts == {"float32": (5, "device"), "float64": (5, "device"), "int32": (5, "host")}


def test_a_layer_of_cudnn_returns_zeros_and_says_so(verify_bed: VerifyBed) -> None:
    text = """import numpy as np
import tensorflow as tf
model = tf.keras.Sequential([tf.keras.layers.Input((3, 2)), tf.keras.layers.LSTM(2)])
model.compile("sgd", "mse", jit_compile=False)
model.fit(np.ones((8, 3, 2), "float32"), np.ones((8, 2), "float32"), batch_size=4, verbose=0)
"""
    seen = verify_bed.run_text(text, 1)
    assert seen.result.ended.code == 0, seen.stderr
    (note,) = seen.result.notes
    assert note.startswith("CudnnRNNV3 cannot run on a CPU: __inference_")
    assert lines_of(seen, "CudnnRNNV3") == {(5, "GPU:0")}


def test_what_the_script_sets_hides_pretended_cards(verify_bed: VerifyBed) -> None:
    text = """import os
os.environ["CUDA_VISIBLE_DEVICES"] = "1"
import tensorflow as tf
print(len(tf.config.list_physical_devices("GPU")))
half = [tf.config.LogicalDeviceConfiguration(1024)] * 2
tf.config.set_logical_device_configuration(tf.config.list_physical_devices("GPU")[0], half)
with tf.device("/gpu:1"):
    print(tf.matmul(tf.ones((2, 2)), tf.ones((2, 2))).device)
"""
    seen = verify_bed.run_text(text, 2)
    assert seen.stdout == "1\n/job:localhost/replica:0/task:0/device:GPU:1\n"
    assert seen.result.gpus == 2


def test_numbers_are_those_of_the_cpu(verify_bed: VerifyBed) -> None:
    text = """import tensorflow as tf
tf.random.set_seed(3)
x = tf.random.stateless_normal((3, 3), (1, 2))
with tf.device("/gpu:1"):
    y = tf.linalg.inv(x) @ x
w = tf.Variable(2.0)
with tf.GradientTape() as tape:
    z = w * tf.reduce_sum(x)
print(["%.5f" % v for v in (float(tf.reduce_sum(y)), float(z), float(tape.gradient(z, w)))])
"""
    plain, pretended = verify_bed.run_text(text.replace("/gpu:1", "/cpu:0"), None), verify_bed.run_text(text, 2)
    assert plain.stdout == pretended.stdout


def test_a_comment_silences_a_finding(verify_bed: VerifyBed, tmp_path: Path) -> None:
    text = """import tensorflow as tf
with tf.device("/gpu:0"):
    step = tf.Variable(0)  # noqa: TFM601
    last = tf.Variable(0)
    kept = tf.Variable(1.0)
"""
    assert codes(verify_bed, tmp_path, text, 1) == [("TFM601", 4)]


def test_without_gpus_everything_is_observed_on_the_cpu(verify_bed: VerifyBed, tmp_path: Path) -> None:
    text = """import tensorflow as tf
@tf.function
def double(x):
    return x * 2.0
with tf.device("/gpu:0"):
    double(tf.ones((2,)))
"""
    seen = verify_bed.run_text(text, None)
    assert {(each.device, each.how) for each in seen.result.ops} == {("CPU:0", "observed")}
    assert codes(verify_bed, tmp_path, text, None) == [("TFM603", 6)]


def test_an_error_of_the_recorder_stays_inside(verify_bed: VerifyBed) -> None:
    text = """import sys
import tensorflow as tf
recorder = sys.modules["tfgpu_migrate.verify.child.recorder"]
recorder.Recorder.fast = recorder.Recorder.slow = recorder.Recorder.call = None
print(float(tf.add(1.0, 2.0)))
"""
    seen = verify_bed.run_text(text, 1)
    assert seen.stdout == "3.0\n"
    assert any("the recorder failed at one point: fast path: TypeError" in note for note in seen.result.notes)
