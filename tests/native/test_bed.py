"""The bed itself: the judge takes conversions that were made by hand, and sees each error that is put into one."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.native.conversion import beside_its_files, graph_names
from tests.native.judge import differences
from tests.native.programs import FOLDER, Program
from tests.pretend_gpus import PretendGpus

BY_HAND = sorted((Path(__file__).parent / "by_hand").glob("*.py"))

# (conversion, what stands there, what a conversion that errs would write)
ERRORS = [
    ("train_rmsprop", "velocity.assign(tf.ones_like(velocity))", "pass"),
    ("train_rmsprop", "rho=0.8, ", ""),
    ("train_rmsprop", "    return loss\n", "    return tf.reduce_mean(tf.square(predict(x) - y))\n"),
    ("dropout_keep_prob", "rate=1 - keep_prob", "rate=keep_prob"),
    ("dropout_keep_prob", "epsilon=1e-8", "epsilon=1e-2"),
    ("linear_regression", "tape.gradient(cost, [W, b])", "tape.gradient(cost * 1.01, [W, b])"),
    ("linear_regression", "        train_step(x, y)", "        train_step(train_X, train_Y)"),
    ("queue_slices", "from_tensor_slices((images, labels)).repeat()", "from_tensor_slices((images, labels))"),
    ("queue_slices", "mean.numpy(), label_batch.numpy()", "label_batch.numpy()"),
    ("saver_old_checkpoint", 'tf.Variable(reader.get_tensor("dense/bias"))', "tf.Variable(tf.zeros([3]))"),
    ("frozen_graph", "['scores:0', 'classes:0']", "['classes:0', 'scores:0']"),
]


def program(name: str) -> Program:
    return Program(FOLDER / "native" / f"{name}.py")


def wrong(name: str, text: str, folder: Path, pretend: PretendGpus) -> list[str]:
    run = pretend.run(beside_its_files(program(name), text, folder))
    expected = program(name).recording.read_text(encoding="utf-8").splitlines()
    return ([] if run.ok else [run.error or "failed"]) + differences(expected, run.output)


@pytest.mark.tensorflow
@pytest.mark.parametrize("path", BY_HAND, ids=[path.stem for path in BY_HAND])
def test_a_right_conversion_is_taken(path: Path, tmp_path: Path, pretend_gpus: PretendGpus) -> None:
    assert wrong(path.stem, path.read_text(encoding="utf-8"), tmp_path, pretend_gpus) == []


@pytest.mark.tensorflow
@pytest.mark.parametrize(("name", "right", "error"), ERRORS, ids=[f"{one[0]}-{one[2].strip()[:30]}" for one in ERRORS])
def test_an_error_is_seen(name: str, right: str, error: str, tmp_path: Path, pretend_gpus: PretendGpus) -> None:
    text = (Path(__file__).parent / "by_hand" / f"{name}.py").read_text(encoding="utf-8")
    assert text.count(right) == 1
    assert wrong(name, text.replace(right, error), tmp_path, pretend_gpus) != []


def test_numbers_may_differ_by_a_part_in_a_thousand() -> None:
    assert differences(["loss 0.5000 [1. 2.]"], ["loss 0.5004 [1.0 2.001]"]) == []
    assert differences(["loss 0.5"], ["loss 0.501"]) == ["token 4: 0.5 became 0.501"]


def test_how_numpy_breaks_and_pads_does_not_count() -> None:
    assert differences(["[[ 1.5", "   2. ]]"], ["[[1.5 2.]]"]) == []
    assert differences(["[0.5, 1]"], ["[np.float32(0.5), np.int64(1)]"]) == []


@pytest.mark.parametrize(
    "graph",
    [
        'x = Tensor("Placeholder:0", dtype=float32) end',
        'x = Tensor("add:0", shape=(?, 3), dtype=float32) end',
        'x = Tensor("add:0", shape=(3, 2), dtype=float32, device=/device:CPU:0) end',
        "x = <tf.Variable 'w:0' shape=(2,) dtype=float32_ref> end",
    ],
)
@pytest.mark.parametrize(
    "eager",
    [
        "x = tf.Tensor(1.5, shape=(), dtype=float32) end",
        "x = tf.Tensor(\n[[1 2]\n [3 4]], shape=(2, 2), dtype=int32) end",
        "x = <tf.Variable 'w:0' shape=(2,) dtype=float32, numpy=array([1., 2.], dtype=float32)> end",
        "x = <tf.Tensor: shape=(), dtype=float32, numpy=1.0> end",
    ],
)
def test_the_repr_of_a_tensor_does_not_count(graph: str, eager: str) -> None:
    assert differences([graph], eager.splitlines()) == []
    assert differences([graph], [eager.replace("end", "other")]) != []


@pytest.mark.parametrize(
    ("old", "new"),
    [("a 1", "b 1"), ("a 1", "a 1 2"), ("a 1 2", "a 1"), ("", "a"), ("nan", "1"), ("1", "x"), ("True", "1")],
)
def test_other_words_and_other_counts_differ(old: str, new: str) -> None:
    assert differences([old], [new]) != []


@pytest.mark.parametrize(
    "line", ["tf.compat.v1.log(1)", "tf.Session()", "from tensorflow.compat import v1", "import tensorflow.compat.v1"]
)
def test_what_is_not_native_is_seen(line: str) -> None:
    assert graph_names(line) != set()


def test_words_of_the_program_count_for_nothing() -> None:
    assert graph_names("@tf.function\ndef Session(): tf.math.log(1)  # tf.placeholder") == set()
