"""Comparisons of a type with `tf.Tensor`: which are found, and where they may be changed."""

import pytest

from tfgpu_migrate.check import check_bytes, fix_bytes
from tfgpu_migrate.release import NEWEST
from tfgpu_migrate.settings import Settings

TF1 = "import tensorflow as tf\n\nx = tf.placeholder(tf.float32)\n"


def codes(text: str, target: tuple[int, int] = NEWEST) -> list[str]:
    settings = Settings(select=("TFM118",), target_version=target)
    return [one.code for one in check_bytes("a.py", text.encode(), settings).diagnostics]


@pytest.mark.parametrize(
    ("question", "after"),
    [
        ("type(x) is tf.Tensor", "isinstance(x, tf.Tensor)"),
        ("type(f(x)[0]) == tf.Tensor", "isinstance(f(x)[0], tf.Tensor)"),
        ("not type(x) is not tf.Tensor", "not not isinstance(x, tf.Tensor)"),
        ("(type(x)\n    != tf.Tensor)", "(not isinstance(x, tf.Tensor))"),
        ("(type(x)  # which?\n    is tf.Tensor)", None),
    ],
)
def test_the_answer_stays_that_of_tensorflow_1(question: str, after: str | None) -> None:
    text = f"{TF1}y = {question}\n"
    report = fix_bytes("a.py", text.encode(), Settings(select=("TFM118",)))
    assert (report.after or b"").decode() == (f"{TF1}y = {after}\n" if after else "")
    assert codes(text) == ["TFM118"]


@pytest.mark.parametrize(
    "question",
    ["type(x) in (tf.Tensor,)", "kind(x) is tf.Tensor", "type(x) is y is tf.Tensor", "type(x) is tf.Tensor.shape"],
)
def test_other_questions(question: str) -> None:
    assert codes(f"{TF1}y = {question}\n") == []
    assert codes(f"{TF1}def type(x): pass\n\ny = type(x) is tf.Tensor\n") == []


def test_code_of_tensorflow_2_is_told_only() -> None:
    text = "import tensorflow as tf\n\ny = type(tf.ones([1])) is tf.Tensor\n"
    assert codes(text) == ["TFM118"]
    assert fix_bytes("a.py", text.encode(), Settings()).after is None


def test_releases_whose_graphs_have_plain_tensors() -> None:
    assert codes(f"{TF1}y = type(x) is tf.Tensor\n", (2, 13)) == []
