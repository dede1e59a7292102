"""Calls of functions whose parameters changed: what a fix writes does, on TensorFlow 2, what the v1 function does."""

import itertools
import json
import re
import subprocess

import pytest

from tests.pretend_gpus import tensorflow_python
from tfgpu_migrate.check import fix_bytes
from tfgpu_migrate.settings import Settings

# Calls as TensorFlow 1 code writes them, and what they become. `x` is a tensor [2, 4] of floats, `image` [1, 4, 4, 3].
CALLS = {
    "tf.nn.dropout(x, 0.75)": "tf.nn.dropout(x, rate=0.25)",
    "tf.nn.dropout(x, 0.8, None, 3)": "tf.nn.dropout(x, rate=1 - 0.8, noise_shape=None, seed=3)",
    "tf.nn.dropout(x, keep_prob=keep, seed=3)": "tf.nn.dropout(x, rate=1 - keep, seed=3)",
    "tf.nn.dropout(x, keep_prob=keep * 0.5)": "tf.nn.dropout(x, rate=1 - (keep * 0.5))",
    "tf.nn.dropout(x, 1 - keep - 0.1)": "tf.nn.dropout(x, rate=1 - (1 - keep - 0.1))",
    "tf.nn.dropout(x, keep_prob=None, rate=0.1)": None,
    "tf.nn.softmax_cross_entropy_with_logits(labels=x, logits=y)": (
        "tf.nn.softmax_cross_entropy_with_logits(labels=tf.stop_gradient(x), logits=y)"
    ),
    "tf.nn.softmax_cross_entropy_with_logits(logits=y, labels=tf.stop_gradient(x), dim=0)": (
        "tf.nn.softmax_cross_entropy_with_logits(logits=y, labels=tf.stop_gradient(x), axis=0)"
    ),
    "tf.nn.softmax_cross_entropy_with_logits_v2(labels=x, logits=y)": None,
    'tf.gather(x, [0], None, "rows")': 'tf.gather(x, [0], None, name="rows")',
    "tf.gather(x, [0], validate_indices=None, axis=1)": "tf.gather(x, [0], validate_indices=None, axis=1)",
    "tf.argmax(x, dimension=1)": "tf.argmax(x, axis=1)",
    'tf.argmax(x, 1, "best")': 'tf.argmax(x, 1, name="best")',
    "tf.arg_min(x, 1)": "tf.argmin(x, 1)",
    "tf.arg_max(x, 1, tf.int32, 'best')": "tf.argmax(x, 1, output_type=tf.int32, name='best')",
    "tf.math.count_nonzero(x, axis=0, reduction_indices=None)": None,
    "tf.expand_dims(x, dim=1)": "tf.expand_dims(x, axis=1)",
    "tf.squeeze(x, squeeze_dims=[])": "tf.squeeze(x, axis=[])",
    "tf.reduce_sum(x, reduction_indices=[1], keep_dims=True)": "tf.reduce_sum(x, axis=[1], keepdims=True)",
    "tf.count_nonzero(x, 1, keep_dims=True)": "tf.math.count_nonzero(x, 1, keepdims=True)",
    "tf.count_nonzero(input_tensor=x)": "tf.math.count_nonzero(input=x)",
    "tf.to_float(ints)": "tf.cast(ints, tf.float32)",
    'tf.to_int64(x=x, name="whole")': 'tf.cast(x=x, dtype=tf.int64, name="whole")',
    "tf.to_double(tf.to_int32(x))": "tf.cast(tf.cast(x, tf.int32), tf.float64)",
    "tf.constant(1.0, tf.float32, [2], 'one', False)": "tf.constant(1.0, tf.float32, [2], 'one')",
    "tf.constant([1.0, 2.0], verify_shape=True)": None,
    "tf.zeros_like(x, None, None, True)": "tf.zeros_like(x, None, None)",
    "tf.zeros_like(tensor=x)": "tf.zeros_like(input=x)",
    "tf.nn.conv2d(image, kernel, [1, 1, 1, 1], 'SAME', True, 'NHWC')": (
        "tf.nn.conv2d(image, kernel, [1, 1, 1, 1], 'SAME', data_format='NHWC')"
    ),
    "tf.nn.conv2d(input=image, filter=kernel, strides=[1, 1, 1, 1], padding='SAME')": (
        "tf.nn.conv2d(input=image, filters=kernel, strides=[1, 1, 1, 1], padding='SAME')"
    ),
    "tf.nn.conv2d(image, kernel, [1, 1, 1, 1], 'SAME', use_cudnn_on_gpu=False)": None,
    "tf.nn.max_pool(value=image, ksize=[1, 2, 2, 1], strides=[1, 2, 2, 1], padding='SAME')": (
        "tf.nn.max_pool(input=image, ksize=[1, 2, 2, 1], strides=[1, 2, 2, 1], padding='SAME')"
    ),
    "tf.nn.depthwise_conv2d(image, kernel, [1, 1, 1, 1], 'SAME', [1, 1])": (
        "tf.nn.depthwise_conv2d(image, kernel, [1, 1, 1, 1], 'SAME', dilations=[1, 1])"
    ),
    "tf.nn.convolution(image, kernel, 'SAME', dilation_rate=[2, 2])": (
        "tf.nn.convolution(image, kernel, padding='SAME', dilations=[2, 2])"
    ),
    "tf.nn.moments(x, [0], keep_dims=True)[0]": "tf.nn.moments(x, [0], keepdims=True)[0]",
    "tf.nn.in_top_k(x, [0, 1], 2)": "tf.nn.in_top_k(predictions=x, targets=[0, 1], k=2)",
    "tf.nn.embedding_lookup(x, [0], partition_strategy='div')": None,
    "tf.nn.weighted_cross_entropy_with_logits(targets=x, logits=y, pos_weight=2.0)": (
        "tf.nn.weighted_cross_entropy_with_logits(labels=x, logits=y, pos_weight=2.0)"
    ),
    "tf.depth_to_space(tf.ones([1, 1, 1, 4]), 2, name='d')": "tf.nn.depth_to_space(tf.ones([1, 1, 1, 4]), 2, name='d')",
    "tf.extract_image_patches(image, [1, 2, 2, 1], [1, 1, 1, 1], [1, 1, 1, 1], 'VALID')": (
        "tf.image.extract_patches(image, [1, 2, 2, 1], [1, 1, 1, 1], [1, 1, 1, 1], 'VALID')"
    ),
    "tf.extract_image_patches(image, ksizes=[1, 2, 2, 1], strides=[1, 1, 1, 1], rates=[1, 1, 1, 1], padding='SAME')": (
        "tf.image.extract_patches(image, sizes=[1, 2, 2, 1], strides=[1, 1, 1, 1], rates=[1, 1, 1, 1], padding='SAME')"
    ),
    "tf.floor_div(ints, 2)": "tf.math.floordiv(ints, 2)",
    "tf.multinomial(x, 5, 3)": "tf.random.categorical(x, 5, seed=3)",
    "tf.multinomial(x, 5, output_dtype=tf.int32)": "tf.random.categorical(x, 5, dtype=tf.int32)",
    "tf.random_poisson(x, [2])": "tf.random.poisson(lam=x, shape=[2])",
    "tf.string_to_number(['1', '2'], tf.int32)": "tf.strings.to_number(['1', '2'], tf.int32)",
    "tf.reduce_join([['a', 'b']], reduction_indices=1)": "tf.strings.reduce_join([['a', 'b']], axis=1)",
    "tf.strings.substr(['abc'], [0], [1], 'start')": "tf.strings.substr(['abc'], [0], [1], name='start')",
    "tf.confusion_matrix([0, 1], [1, 1], 2, tf.int32)": "tf.math.confusion_matrix([0, 1], [1, 1], 2, dtype=tf.int32)",
    "tf.transpose(x, None, 'turned')": "tf.transpose(x, None, name='turned')",
    "tf.pad(x, [[1, 1], [1, 1]], 'CONSTANT', None, 7.0)": (
        "tf.pad(x, [[1, 1], [1, 1]], 'CONSTANT', name=None, constant_values=7.0)"
    ),
    "tf.convert_to_tensor(1, None, 'one', tf.float32)": (
        "tf.convert_to_tensor(1, None, name='one', dtype_hint=tf.float32)"
    ),
    "tf.get_variable('v', [2, 2], initializer=tf.random_normal_initializer())": (
        "tf.compat.v1.get_variable('v', [2, 2], initializer=tf.random_normal_initializer(stddev=1.0))"
    ),
    "tf.get_variable('v', [2, 2], initializer=tf.random_normal_initializer(0.0, 0.1, seed=1))": None,
    "tf.strings.split(['a b'], result_type='RaggedTensor')": None,
    "tf.gradients(x * 2.0, x, colocate_gradients_with_ops=True)[0]": None,
    "tf.gradients(x * 2.0, x)[0]": None,
    "tf.gradients(x * 2.0, x, None, 'g', False)[0]": None,
    "tf.hessians(x * x, x)[0]": None,
    "tf.cond(x[0, 0] > 0, lambda: x, lambda: y)": None,
    "tf.cond(x[0, 0] > 0, fn1=lambda: [x], fn2=lambda: [y])": None,
    "tf.image.draw_bounding_boxes(image, [[[0.0, 0.0, 1.0, 1.0]]])": None,
    "tf.where(x > 0.5, x, y)": None,
    "tf.constant([1.0, 2.0], shape=[4])": None,
    "tf.constant([1.0, 2.0], tf.float32, [4])": None,
    "tf.constant(-1.5, shape=[4])": "tf.constant(-1.5, shape=[4])",
    "tf.get_variable('v', [4], initializer=tf.constant_initializer([1.0, 2.0]))": (
        "tf.compat.v1.get_variable('v', [4], initializer=tf.compat.v1.constant_initializer([1.0, 2.0]))"
    ),
    "tf.get_variable('v', [4], initializer=tf.constant_initializer(0.1))": (
        "tf.compat.v1.get_variable('v', [4], initializer=tf.constant_initializer(0.1))"
    ),
    "tf.constant_initializer(2.0)([2])": None,
    "tf.random_normal_initializer(0.0, 0.1, 3)([2], tf.float32, None)": None,
    "tf.ones_initializer()(shape=[2], dtype=tf.int32, partition_info=None)": None,
    "tf.get_variable('v', [2], tf.string, initializer=tf.zeros_initializer())": (
        "tf.compat.v1.get_variable('v', [2], tf.string, initializer=tf.compat.v1.zeros_initializer())"
    ),
    "tf.get_variable('v', [4], tf.float32, tf.zeros_initializer())": (
        "tf.compat.v1.get_variable('v', [4], tf.float32, tf.compat.v1.zeros_initializer())"
    ),
    "tf.where(x[0] > 0.2, x=tf.transpose(x), y=tf.transpose(y))": None,
    "tf.where(x > 0.5)": "tf.where(x > 0.5)",
    "tf.assert_integer(ints)": None,
    "tf.assert_scalar(keep)": None,
    "tf.assert_type(x, tf.float32)": None,
    "tf.debugging.assert_shapes([(x, (2, 4))])": None,
    "tf.nn.dropout(*[x, 0.75])": None,
}
# Calls that the function of TensorFlow 2.21 takes otherwise under `tf.compat.v1` too.
MOVED = {
    "tf.nn.softmax_cross_entropy_with_logits(None, x, y)": (
        "tf.nn.softmax_cross_entropy_with_logits(labels=tf.stop_gradient(x), logits=y)"
    ),
    "tf.nn.sparse_softmax_cross_entropy_with_logits(None, [0, 1], y, 'loss')": (
        "tf.nn.sparse_softmax_cross_entropy_with_logits(labels=[0, 1], logits=y, name='loss')"
    ),
    "tf.nn.sigmoid_cross_entropy_with_logits(None, x, y)": (
        "tf.nn.sigmoid_cross_entropy_with_logits(labels=x, logits=y)"
    ),
    "tf.matmul(x, x, False, True, False, False, False, False, 'product')": (
        "tf.matmul(x, x, False, True, False, False, False, False, name='product')"
    ),
    "tf.nn.top_k(x, 1, True, 'best')": "tf.nn.top_k(x, 1, True, name='best')",
    "tf.numpy_function(len, [x], tf.int32, 'length')": "tf.numpy_function(len, [x], tf.int32, name='length')",
    "tf.random.experimental.create_rng_state(1, alg)": "tf.random.experimental.create_rng_state(1, alg)",
    "tf.OptionalSpec(value_structure=x)": "tf.OptionalSpec(element_spec=x)",
}
HEAD = "import tensorflow as tf\n\ntf.Session\n"


def fixed(call: str) -> str:
    """The last line of TensorFlow 1 code that makes the call, fixed."""
    report = fix_bytes("calls.py", f"{HEAD}z = {call}\n".encode(), Settings(graph_mode="never"))
    assert report.internal_error is None
    after = report.before if report.after is None else report.after
    again = fix_bytes("calls.py", after, Settings(graph_mode="never"))
    assert again.after in (None, after)
    return after.decode().splitlines()[-1].removeprefix("z = ")


def as_v1(call: str) -> str:
    return call.replace("tf.", "tf.compat.v1.")


@pytest.mark.parametrize(("call", "after"), {**CALLS, **MOVED}.items())
def test_a_call_is_told_the_way_tensorflow_2_takes_it(call: str, after: str | None) -> None:
    if after is None:
        assert fixed(call).startswith("tf.compat.v1.")
    else:
        assert fixed(call) == after


EARLY = ("tf.concat(1, [x, y])", "tf.reverse(x, [False, True])", "tf.image.resize_images(x, 24, 24)")


@pytest.mark.parametrize("place", ["behind", "before"])
@pytest.mark.parametrize("call", [*CALLS, *MOVED, *EARLY, "tf.random_uniform_initializer()"])
def test_no_comment_of_a_call_is_lost(call: str, place: str) -> None:
    numbers = itertools.count()
    at = r"(?<=[(,])" if place == "behind" else r"(?=[,)])"
    text = re.sub(at, lambda _: f"  # comment {next(numbers)};\n", call)
    comments = [f"# comment {number};\n" for number in range(next(numbers))]
    report = fix_bytes("calls.py", f"{HEAD}z = {text}\n".encode(), Settings(graph_mode="never"))
    assert report.internal_error is None
    after = (report.after or report.before).decode()
    assert [one for one in comments if one not in after] == []


@pytest.mark.parametrize(
    "call",
    [
        "tf.nn.max_pool(x, 2, 2, 'SAME')",
        "tf.nn.conv2d(x, w, 1, 'SAME')",
        "tf.nn.conv2d(x, filters=w, strides=1, padding='SAME')",
        "tf.nn.softmax_cross_entropy_with_logits(x, y)",
        "tf.nn.softmax_cross_entropy_with_logits(labels=x, logits=y)",
        "tf.nn.dropout(x, 0.2)",
        "tf.nn.embedding_lookup(x, ids)",
        "tf.nn.ctc_loss(labels, logits, ones, twos)",
        "tf.image.crop_and_resize(x, boxes, indices, size)",
        "tf.image.draw_bounding_boxes(x, boxes, colors)",
        "tf.image.resize(x, [2, 2])",
        "tf.summary.image('x', x, step=1)",
        "tf.summary.scalar('x', x, 1)",
        "tf.gather(x, ids, None, 1)",
        "tf.cond(x > 0, lambda: [x], lambda: [y])",
        "tf.saved_model.load('x')",
        "tf.test.compute_gradient(f, [x])",
        "tf.Variable(1.0, True, None, True)",
        "tf.strings.split(x)",
        "tf.random_normal_initializer(seed=1)",
        "tf.name_scope(scope)",
        "tf.reduce_sum(x, 1, True, 'total')",
    ],
)
def test_a_call_of_tensorflow_2_is_left_alone(call: str) -> None:
    text = f"import tensorflow as tf\n\nz = {call}\n".encode()
    report = fix_bytes("calls.py", text, Settings())
    assert (report.after, report.diagnostics) == (None, ())


@pytest.mark.parametrize(
    ("call", "after"),
    [
        ("tf.image.draw_bounding_boxes(x, boxes)", "tf.compat.v1.image.draw_bounding_boxes(x, boxes)"),
        ("tf.nn.dropout(x, keep_prob=0.5)", "tf.nn.dropout(x, rate=0.5)"),
        (
            "tf.nn.nce_loss(w, b, x, y, 1, 2, partition_strategy='div')",
            "tf.compat.v1.nn.nce_loss(w, b, x, y, 1, 2, partition_strategy='div')",
        ),
        ("tf.Variable(1.0, collections=[])", "tf.compat.v1.Variable(1.0, collections=[])"),
        ("tf.summary.scalar('x', x, collections=[])", "tf.compat.v1.summary.scalar('x', x, collections=[])"),
        ("tf.name_scope(scope, 'corners')", "tf.compat.v1.name_scope(scope, 'corners')"),
        ("tf.name_scope(scope, 'corners', [x])", "tf.compat.v1.name_scope(scope, 'corners', [x])"),
        ("tf.zeros_initializer(tf.float64)", "tf.compat.v1.zeros_initializer(tf.float64)"),
        ("tf.reduce_sum(x, 1, True, 'total', None)", "tf.compat.v1.reduce_sum(x, 1, True, 'total', None)"),
    ],
)
def test_a_call_that_tensorflow_2_cannot_take_is_of_tensorflow_1(call: str, after: str) -> None:
    text = f"import tensorflow as tf\n\nz = {call}\n".encode()
    report = fix_bytes("calls.py", text, Settings(graph_mode="never"))
    assert (report.after or b"").decode().splitlines()[-1] == f"z = {after}"


def test_a_variable_gets_keywords_for_what_has_another_place() -> None:
    def fixed_graph(call: str) -> str:
        text = f"{HEAD}tf.placeholder(tf.float32)\nz = {call}\n"
        return (fix_bytes("a.py", text.encode(), Settings()).after or b"").decode().splitlines()[-1]

    after = "z = tf.compat.v1.Variable([1.0], False, collections=None, validate_shape=True, name='v')"
    assert fixed_graph("tf.Variable([1.0], False, None, True, name='v')") == after
    assert fixed_graph("tf.Variable([1.0], False)") == "z = tf.compat.v1.Variable([1.0], False)"
    assert fixed_graph("tf.Variable(*a)") == "z = tf.compat.v1.Variable(*a)"


@pytest.mark.parametrize(
    ("use", "after"),
    [
        ("[tf.nn.dropout]", "[tf.compat.v1.nn.dropout]"),
        ("partial(tf.nn.dropout, keep_prob=0.5)", "partial(tf.compat.v1.nn.dropout, keep_prob=0.5)"),
        ("partial(tf.nn.nce_loss, w, b)", "partial(tf.compat.v1.nn.nce_loss, w, b)"),
        ("partial(tf.argmax, dimension=1)", "partial(tf.compat.v1.argmax, dimension=1)"),
        ("functools.partial(tf.argmax, axis=1)", None),
        ("f(tf.assert_scalar)", "f(tf.compat.v1.assert_scalar)"),
        ("f(tf.zeros_initializer)", "f(tf.compat.v1.zeros_initializer)"),
        ("f(initializer=tf.zeros_initializer)", None),
        ("f(initializer=tf.random_normal_initializer)", "f(initializer=tf.compat.v1.random_normal_initializer)"),
        ("f(x, activation=tf.nn.softmax)", None),
        ("f(x, activation=tf.nn.crelu)", "f(x, activation=tf.compat.v1.nn.crelu)"),
        ("tf.layers.dense(x, 3, activation=tf.nn.crelu)", "tf.compat.v1.layers.dense(x, 3, activation=tf.nn.crelu)"),
        (
            "f(loss=tf.nn.sigmoid_cross_entropy_with_logits)",
            None,
        ),
        ("f(tf.shape)", "f(tf.compat.v1.shape)"),
        ("f(tf.reduce_mean)", None),
        ("map(tf.shape, y)", None),
        ("map(tf.shape, y, names)", "map(tf.compat.v1.shape, y, names)"),
        ("partial(tf.gather, axis=1)", "partial(tf.compat.v1.gather, axis=1)"),
        ("functools.reduce(tf.gather, y)", None),
        ("scan(tf.gather, y)", "scan(tf.compat.v1.gather, y)"),
        ("tf.scan(tf.gather, y)", None),
        ("map(tf.gather, *y)", "map(tf.compat.v1.gather, *y)"),
        (
            "isinstance(tf.Variable(1.0, collections=[]), tf.Variable)",
            "isinstance(tf.compat.v1.Variable(1.0, collections=[]), tf.Variable)",
        ),
        ("isinstance(x, tf.data.Dataset)", None),
        ("tf.nn.dropout; z(x, 0.75)", "tf.nn.dropout; z(x, rate=0.25)"),
    ],
)
def test_a_function_that_is_passed_on_is_that_of_tensorflow_1_where_it_changed(use: str, after: str | None) -> None:
    assert fixed(use) == (after or use)


def test_a_variable_is_asked_for_by_the_class_that_all_of_them_have() -> None:
    text = (
        "import tensorflow as tf\n\n\ndef make(x: tf.Variable) -> tf.Variable:\n"
        "    assert isinstance(x, (tf.Variable, float))\n    return clone(tf.Variable, x)\n\n\n"
        "tf.global_variables_initializer()\n"
    )
    after = (fix_bytes("a.py", text.encode(), Settings(graph_mode="never")).after or b"").decode()
    assert after == text.replace("clone(tf.", "clone(tf.compat.v1.").replace("tf.global", "tf.compat.v1.global")


def test_a_function_that_is_passed_on_is_told_where_it_cannot_be_fixed() -> None:
    def told(text: str) -> list[str]:
        data = f"import tensorflow as tf\nx = tf.placeholder(tf.float32)\n{text}\n".encode()
        return [one.code for one in fix_bytes("a.py", data, Settings(graph_mode="never")).diagnostics]

    assert told("d = tf.nn.dropout\nz = d(x, 0.5), [d]") == ["TFM104"]
    assert told("import tensorflow.nn as nn\nz = [nn.dropout]") == []


@pytest.mark.parametrize(
    ("before", "after"),
    [
        (
            "from tensorflow.nn import dropout\nz = [dropout]",
            "from tensorflow.compat.v1.nn import dropout\nz = [dropout]",
        ),
        (
            "from tensorflow import gather as pick, shape\nz = [pick, shape]",
            "from tensorflow.compat.v1 import gather as pick, shape\nz = [pick, shape]",
        ),
        (
            "from tensorflow import cast, transpose\nz = [transpose], transpose(x, [0], 'name'), cast(x, 'int32')",
            "from tensorflow import cast\nfrom tensorflow.compat.v1 import transpose\n"
            "z = [transpose], transpose(x, [0], 'name'), cast(x, 'int32')",
        ),
        (
            "from tensorflow import transpose\nz = transpose(x), transpose(x, [0], 'name')",
            "from tensorflow import transpose\nz = transpose(x), transpose(x, [0], name='name')",
        ),
        (
            "from tensorflow.nn import embedding_lookup\nz = embedding_lookup(x, 1)",
            "from tensorflow.compat.v1.nn import embedding_lookup\nz = embedding_lookup(x, 1)",
        ),
    ],
)
def test_an_imported_name_means_one_function_wherever_it_is_used(before: str, after: str) -> None:
    head = "import tensorflow as tf\nx = tf.compat.v1.placeholder(tf.float32)\ntf.global_variables_initializer()\n"
    report = fix_bytes("a.py", f"{head}{before}\n".encode(), Settings(graph_mode="never"))
    assert (report.after or b"").decode() == head.replace("tf.global", "tf.compat.v1.global") + after + "\n"
    assert report.diagnostics == ()


def test_a_function_that_is_passed_on_may_be_that_of_tensorflow_2() -> None:
    assert fix_bytes("a.py", b"import tensorflow as tf\nz = [tf.nn.dropout]\n", Settings()).after is None


def test_a_generator_gets_no_second_argument() -> None:
    assert fixed("tf.to_float(v for v in [x])") == "tf.compat.v1.to_float(v for v in [x])"
    assert fixed("tf.to_float((v for v in [x]))") == "tf.cast((v for v in [x]), tf.float32)"


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("tf.assert_integer(x)", "tf.debugging.assert_integer(x)"),
        ("tf.debugging.assert_type(x, y)", "tf.debugging.assert_type(x, y)"),
        ("tf.debugging.assert_type(*x)", "tf.debugging.assert_type(*x)"),
        ("f(tf.debugging.assert_type(x, y))", "f(tf.compat.v1.debugging.assert_type(x, y))"),
        ("with tf.control_dependencies([tf.assert_scalar(x)]): y", None),
    ],
)
def test_checks_whose_result_is_used_return_one(before: str, after: str | None) -> None:
    text = f"{HEAD}{before}\n"
    fixed_text = fix_bytes("a.py", text.encode(), Settings(graph_mode="never")).after or b""
    after = after or before.replace("tf.assert", "tf.compat.v1.assert")
    assert fixed_text.decode().splitlines()[-1] == after


def test_the_scope_that_none_resets_is_that_of_tensorflow_1() -> None:
    assert fixed("tf.name_scope(None)") == "tf.compat.v1.name_scope(None)"
    assert fixed("tf.name_scope(scope)") == "tf.name_scope(scope)"
    assert fixed("tf.name_scope('a', values=None)") == "tf.name_scope('a')"
    assert fixed("tf.name_scope('a', None, [x])") == "tf.compat.v1.name_scope('a', None, [x])"


RUN = """
import json, sys
import tensorflow as tf
tf.compat.v1.disable_v2_behavior()

def run(text):
    with tf.Graph().as_default() as graph:
        tf.compat.v1.set_random_seed(7)
        x = tf.constant([[0.5, 0.25, 0.125, 0.125], [0.0, 3.0, 1.0, 2.0]])
        y, ints, keep = tf.constant([[1.0, 2.0, 3.0, 4.0]] * 2), tf.constant([3, 4]), tf.constant(0.5)
        image, kernel = tf.reshape(tf.range(48.0), [1, 4, 4, 3]), tf.ones([2, 2, 3, 2])
        z = eval(text, {**globals(), **locals()})
        ops = [one.type for one in graph.get_operations() if one.type != "StopGradient"]  # one is as good as two
        after = tf.random.uniform([3])
        with tf.compat.v1.Session() as sess:
            sess.run(tf.compat.v1.global_variables_initializer())
            return [str(value) for value in sess.run([z, after])], ops

for before, after in json.load(sys.stdin):
    one, other = run(before), run(after)
    if one != other:
        print(before, one, after, other)
"""


@pytest.mark.tensorflow
def test_what_a_call_becomes_gives_the_same_values_by_the_same_ops() -> None:
    pairs = [(as_v1(call), fixed(call)) for call in CALLS]
    command = [tensorflow_python(), "-c", RUN]
    done = subprocess.run(command, input=json.dumps(pairs), capture_output=True, text=True, check=False)
    assert (done.returncode, done.stdout) == (0, ""), done.stderr[-2000:]


def fixed_text(text: str) -> str:
    report = fix_bytes("script.py", text.encode(), Settings())
    return (report.after or text.encode()).decode()


@pytest.mark.parametrize(
    ("call", "after"),
    [
        ("tf.nn.dropout(x, keep_prob=1.0 - drop * 2)", "tf.nn.dropout(x, rate=drop * 2)"),
        ("tf.nn.dropout(x, (1 - drop))", "tf.nn.dropout(x, rate=drop)"),
        ("tf.nn.dropout(x, 1 - drop - 0.1)", "tf.nn.dropout(x, rate=1 - (1 - drop - 0.1))"),
    ],
)
def test_one_less_one_less_a_rate_is_the_rate(call: str, after: str) -> None:
    assert fixed(call) == after


SEEDED = "import tensorflow as tf\ntf.set_random_seed(1)\ny = tf.placeholder(tf.float32)\n"
DEFINES = "import tensorflow as tf\ny = tf.placeholder(tf.float32)\ndef f(x):\n    return x\n"


@pytest.mark.parametrize("head", [SEEDED, DEFINES])
def test_where_ops_are_counted_for_seeds_their_number_stays(head: str) -> None:
    after = fixed_text(f"{head}a = tf.nn.dropout(y, 1 - y)\nb = {CROSS.format('y')}\n")
    assert "rate=1 - (1 - y)" in after
    assert CROSS.format("tf.stop_gradient(y)") in after


CROSS = "tf.nn.softmax_cross_entropy_with_logits(labels={}, logits=x)"
FED = "import tensorflow as tf\nx = tf.Variable([[1.0]])\ny = tf.placeholder(tf.float32)\n"


@pytest.mark.parametrize("labels", ["y", "tf.stop_gradient(x)"])
def test_what_is_fed_is_learnt_nothing_through(labels: str) -> None:
    assert f"\nz = {CROSS.format(labels)}\n" in fixed_text(f"{FED}z = {CROSS.format(labels)}\n")


@pytest.mark.parametrize(
    ("text", "labels"),
    [
        (f"{FED}z = {CROSS.format('x')}\n", "x"),
        (f"{FED}y = tf.log(y)\nz = {CROSS.format('y')}\n", "y"),
        (f"{FED}def f(y):\n    return {CROSS.format('y')}\n", "y"),
        (f"{FED}z = {CROSS.format('y')}\nprint(tf.gradients(z, y))\n", "y"),
        (f"{FED}z = {CROSS.format('(y)')}\nfor y in range(2):\n    pass\n", "(y)"),
    ],
)
def test_other_labels_end_the_gradients(text: str, labels: str) -> None:
    assert CROSS.format(f"tf.stop_gradient({labels})") in fixed_text(text)


def test_an_attribute_that_holds_what_is_fed() -> None:
    model = "class Model:\n    def __init__(self):\n        self.y = {}\n        self.loss = {}\nModel()\n"
    fed = fixed_text(FED + model.format("tf.placeholder(tf.float32)", CROSS.format("self.y")))
    assert CROSS.format("self.y") in fed
    learnt = fixed_text(FED + model.format("tf.log(y)", CROSS.format("self.y")))
    assert CROSS.format("tf.stop_gradient(self.y)") in learnt
