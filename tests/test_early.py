"""Code of TensorFlow 0.x: names and orders of arguments that TensorFlow 1.0 changed."""

import functools

import pytest

from tests.test_contrib import ROOT, fixed, run_python
from tests.test_table import missing
from tfgpu_migrate.api.contrib import path_in_the_core
from tfgpu_migrate.api.early import EARLY_ORDERS, early_names
from tfgpu_migrate.check import check_bytes
from tfgpu_migrate.settings import Settings

RECORDED = (ROOT / "tools" / "api" / "tf1_15_5.txt").read_text(encoding="utf-8").splitlines()


@functools.cache
def parameters(name: str) -> list[str]:
    """The parameters of a function of TensorFlow 1.15, as they were recorded."""
    _, *words = next(line.split()[1:] for line in RECORDED if line.startswith(f"{name} "))
    return parameters(words[0][1:]) if words and words[0].startswith("=") else [one.partition("=")[0] for one in words]


@pytest.mark.parametrize("old", early_names())
def test_a_parameter_that_is_said_to_be_taken_is(old: str) -> None:
    row = early_names()[old]
    now = parameters(row.name)
    for place, one in enumerate(row.parameters):
        assert one.keyword is None or one.keyword in now
        assert not one.by_position or now[place] == one.keyword


def test_no_name_is_one_of_tensorflow_1() -> None:
    recorded = {line.split()[0] for line in RECORDED}
    assert not recorded & early_names().keys()
    assert recorded > {row.name for row in early_names().values()} | EARLY_ORDERS.keys()


@pytest.mark.tensorflow
def test_every_name_leads_somewhere() -> None:
    paths = [path_in_the_core(row.name) for row in early_names().values()]
    assert missing([path.removeprefix("tensorflow.") for path in paths if path]) == []
    assert None not in paths


@pytest.mark.tensorflow
@pytest.mark.parametrize(
    ("fixture", "printed"),
    [
        ("TFM112_early_name", "0.125 0.333 [3 7]"),
        ("TFM113_early_order", "0.8133 1.3767 1.3133 0.3133 [2] (1, 2, 3, 1)"),
    ],
)
def test_the_fixed_file_computes_what_its_formulas_say(fixture: str, printed: str) -> None:
    assert run_python(str(ROOT / "fixtures" / fixture / "after.py")).splitlines()[-1] == printed


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("tf.concat(-1, xs)", "tf.concat(xs, -1)"),
        ("tf.concat(dim, [a, b])", "tf.concat([a, b], dim)"),
        ("tf.concat(0, values=xs)", "tf.concat(axis=0, values=xs)"),
        ("tf.concat(values=xs, concat_dim=1)", "tf.concat(values=xs, axis=1)"),
        ("tf.split(1, 4, value=x)", "tf.split(axis=1, num_or_size_splits=4, value=x)"),
        ("tf.split(0, n, x, 'pieces')", "tf.split(axis=0, num_or_size_splits=n, value=x, name='pieces')"),
        ("tf.reverse(x, dims=[True, False])", "tf.reverse(x, axis=[0])"),
        ("tf.compat.v1.image.resize_images(x, 24, w, 1)", "tf.compat.v1.image.resize_images(x, [24, w], 1)"),
        ("tf.pack(values=xs)", "tf.stack(values=xs)"),
        ("run(tf.pack)", "run(tf.stack)"),
    ],
)
def test_calls_of_tensorflow_0(before: str, after: str) -> None:
    assert fixed(f"import tensorflow as tf\n\n{before}\n") == f"import tensorflow as tf\n\n{after}\n"


@pytest.mark.parametrize(
    "call",
    [
        "tf.concat(a, b)",
        "tf.concat([a, b], 1)",
        "tf.concat([a, b], (1))",
        "tf.split(x, 3)",
        "tf.split(x, [1, 2], axis=1)",
        "tf.reverse(x, [0, 1])",
        "tf.nn.softmax_cross_entropy_with_logits(a, b)",
        "tf.SparseTensor(a, [1, 2], [3])",
        "tf.compat.v1.image.resize_images(x, size, 1)",
    ],
)
def test_calls_that_later_versions_take_are_left_alone(call: str) -> None:
    text = f"import tensorflow as tf\n\n{call}\n"
    assert check_bytes("a.py", text.encode(), Settings()).diagnostics == ()


@pytest.mark.parametrize(
    "call",
    [
        "tf.reverse(x, dims=flags)",
        "tf.scalar_summary('x', x, name='op')",
        "tf.pack(*xs)",
        "run(tf.select)",
        "tf.batch_svd(x, True)",
        "tf.nn.seq2seq.rnn_decoder(a, b, c)",
        "tf.concat(1, axis=2, values=xs)",
    ],
)
def test_what_is_not_taken_is_told(call: str) -> None:
    text = f"import tensorflow as tf\n\n{call}\n"
    found = check_bytes("a.py", text.encode(), Settings()).diagnostics
    assert [(one.code in ("TFM001", "TFM112", "TFM113"), one.fix) for one in found] == [(True, None)]


def test_losses_by_position_mean_the_old_order_only_in_tensorflow_1_code() -> None:
    call = "tf.nn.sparse_softmax_cross_entropy_with_logits(a, b)"
    text = f"import tensorflow as tf\n\ntf.placeholder(1)\n{call}\n"
    assert "tf.nn.sparse_softmax_cross_entropy_with_logits(logits=a, labels=b)\n" in fixed(text)
    assert call.replace("(a", "(labels") in fixed(text.replace("(a", "(labels"))


def test_names_that_an_import_took() -> None:
    text = "from tensorflow import mul, pack as stack_up\n\nprint(mul(1, 2), stack_up([1]))\n"
    assert fixed(text).startswith("from tensorflow import multiply as mul, stack as stack_up\n")
    assert "mul(1, 2), stack_up([1])" in fixed(text)


def test_the_way_out_is_that_of_the_longest_name() -> None:
    text = "import tensorflow as tf\n\ntf.keras.mixed_precision.experimental.set_policy('mixed_float16')\n"
    found = check_bytes("a.py", text.encode(), Settings()).diagnostics
    assert [one.message.rpartition(": ")[2] for one in found] == ["it is `tf.keras.mixed_precision.set_global_policy`"]
