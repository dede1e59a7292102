"""What became of tf.contrib: the table is its generator's, its ways lead somewhere, what a fix writes works."""

import subprocess
from pathlib import Path

import pytest

from tests.pretend_gpus import tensorflow_python
from tests.test_table import LAZY, missing
from tfgpu_migrate.api.contrib import Home, core_home, needs_repair, tf_slim_home
from tfgpu_migrate.api.removed import LEGACY_KERAS
from tfgpu_migrate.check import check_bytes, fix_bytes
from tfgpu_migrate.settings import Settings
from tools.api.contrib import contrib_table

TF = "import tensorflow as tf\n"

V1 = "tensorflow.compat.v1"
ROOT = Path(__file__).parent.parent
TABLE = (ROOT / "tfgpu_migrate" / "api" / "contrib.txt").read_text(encoding="utf-8")
NAMES = [line.split()[0] for line in TABLE.splitlines() if line[0] != "#"]


def test_the_table_is_what_the_generator_makes_of_the_recorded_names() -> None:
    assert contrib_table() == TABLE


@pytest.mark.parametrize(
    ("symbol", "core", "slim"),
    [
        ("contrib.slim.conv2d", None, "tf_slim.conv2d"),
        ("contrib.slim.tfexample_decoder.Image", None, "tf_slim.tfexample_decoder.Image"),
        ("contrib.slim.python.slim.nets.vgg.vgg_16.x", None, "tf_slim.nets.vgg.vgg_16.x"),
        ("contrib.rnn.LSTMStateTuple.c", f"{V1}.nn.rnn_cell.LSTMStateTuple.c", None),
        ("contrib.framework.nest.is_sequence", "tensorflow.nest.is_nested", None),
        ("contrib.eager.Iterator", "builtins.iter", None),
        ("contrib.layers.xavier_initializer", f"{V1}.glorot_uniform_initializer", "tf_slim.xavier_initializer"),
        ("contrib.tpu.TPUEstimator", None, None),
        ("contrib.slim", None, None),
        ("estimator.SessionRunHook", f"{V1}.train.SessionRunHook", None),
        ("estimator.Estimator", None, None),
    ],
)  # fmt: skip
def test_homes(symbol: str, core: str | None, slim: str | None) -> None:
    home = core_home(symbol)
    assert (home and home.path, tf_slim_home(symbol)) == (core, slim)


def test_homes_that_are_only_for_some_calls() -> None:
    assert core_home("contrib.eager.Iterator") == Home("builtins.iter", 1, frozenset())
    assert core_home("contrib.layers.xavier_initializer") == Home(
        f"{V1}.glorot_uniform_initializer", 0, frozenset({"seed"})
    )


@pytest.mark.tensorflow
def test_every_core_home_is_a_name_of_the_installed_tensorflow() -> None:
    paths = {home.path for home in map(core_home, NAMES) if home is not None}
    below = [path.removeprefix("tensorflow.") for path in paths if path.startswith("tensorflow.")]
    lazy = (*LAZY, *(f"compat.v1.{one}" for one in LEGACY_KERAS), *(f"compat.v1.{one}" for one in LAZY))
    assert missing([one for one in below if not one.startswith(lazy)]) == []


TF_SLIM = """
import functools, importlib, sys
import tf_slim
def exists(path):
    try:
        functools.reduce(getattr, path.split(".")[1:], tf_slim)
    except AttributeError:
        home, _, name = path.rpartition(".")
        return hasattr(importlib.import_module(home), name)
    return True
print(*(path for path in sys.stdin.read().split() if not exists(path)))
"""


@pytest.mark.tensorflow
def test_every_tf_slim_home_is_a_name_of_tf_slim() -> None:
    homes = sorted({home for home in map(tf_slim_home, NAMES) if home})
    done = run_python("-c", TF_SLIM, input=" ".join(homes))
    assert done.split() == []


@pytest.mark.tensorflow
@pytest.mark.parametrize(
    ("fixture", "printed"),
    [
        ("TFM108_tf_slim", "(1, 2)"),
        ("TFM111_written_function", "[np.float32(2.4519143), array([2.4519143], dtype=float32)]"),
    ],
)
def test_the_fixed_file_prints_what_tensorflow_1_printed(fixture: str, printed: str) -> None:
    assert run_python(str(ROOT / "fixtures" / fixture / "after.py")) == printed


@pytest.mark.tensorflow
def test_the_repaired_tf_slim_builds_what_stops_without_the_repair() -> None:
    after = (ROOT / "fixtures" / "TFM110_tf_slim_repair" / "after.py").read_text(encoding="utf-8")
    assert run_python("-c", after).endswith("(2, 4, 4, 2)")
    done = subprocess.run(
        [tensorflow_python(), "-c", after.replace("\nrepair_tf_slim()\n", "\n")],
        capture_output=True,
        text=True,
        check=False,
    )
    assert "No module named 'tf_keras.legacy_tf_layers'" in done.stderr


def run_python(*arguments: str, input: str = "") -> str:  # noqa: A002 - subprocess calls it so
    done = subprocess.run([tensorflow_python(), *arguments], input=input, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr[-2000:]
    return done.stdout.strip()


def test_what_needs_the_repair() -> None:
    assert needs_repair("tf_slim.batch_norm")
    assert needs_repair("tf_slim.learning.train")
    assert not needs_repair("tf_slim.batch_norms")
    assert not needs_repair("tf_slim.conv2d")


def fixed(text: str) -> str:
    report = fix_bytes("a.py", text.encode(), Settings())
    assert report.internal_error is None
    return text if report.after is None else report.after.decode()


def test_a_name_of_a_file_that_others_may_import_stays() -> None:
    for path, extra in (("pkg/__init__.py", ""), ("a.py", '__all__ = ["rnn"]\n')):
        text = f"from tensorflow.contrib import rnn\n{extra}"
        report = check_bytes(path, text.encode(), Settings())
        assert [one.code for one in report.diagnostics] == ["TFM001"]


def test_a_name_that_is_taken_gets_another_import_or_none() -> None:
    text = "import tensorflow as tf\ntf_slim = 3\nprint(tf.contrib.layers.flatten(tf_slim))\n"
    assert "tf.contrib.layers.flatten" in fixed(text)


def test_a_module_passed_on_is_bound_again_with_its_uses() -> None:
    text = "import tensorflow as tf\nfrom tensorflow.contrib import slim\n\nrun(slim, slim.flatten(tf.zeros([1, 1])))\n"
    assert "import tf_slim as slim\n" in fixed(text)


def test_a_use_in_a_function_that_imports_for_itself() -> None:
    text = "def net(x):\n    from tensorflow.contrib import layers\n    return layers.flatten(x)\n"
    assert "    import tf_slim as layers\n" in fixed(text)


@pytest.mark.parametrize(
    "text",
    [
        "from tensorflow.contrib.layers import *\nprint(flatten)\n",
        "from tensorflow.contrib import rnn as rnn\n",
        "from tensorflow.contrib import rnn  # noqa: F401\n",
        "from tensorflow.contrib import rnn\n\ndel rnn\n",
        'from tensorflow.contrib import rnn\n\n\ndef cell(c: "rnn.BasicLSTMCell"):\n    return eval("rnn.x")\n',
    ],
)
def test_an_import_that_serves_something_else_stays_and_is_told(text: str) -> None:
    assert fixed(text) == text
    assert "TFM001" in {one.code for one in check_bytes("a.py", text.encode(), Settings()).diagnostics}


def test_a_function_of_the_same_name_is_not_taken_for_the_written_one() -> None:
    text = (
        "import tensorflow as tf\n\n\ndef sequence_loss(l, t, w):\n"
        "    return 2 * tf.contrib.seq2seq.sequence_loss(l, t, w)\n"
    )
    assert "return 2 * contrib_sequence_loss(l, t, w)" in fixed(text)
    assert fixed(fixed(text)) == fixed(text)


@pytest.mark.parametrize(
    "text",
    [
        "fc = tf.contrib.layers.fully_connected(1)\nfrom tensorflow.contrib import slim\nslim.flatten\n",
        "if fc:\n    from tensorflow.contrib import slim\n    slim.conv2d\ntf.contrib.layers.flatten(1)\n",
    ],
)
def test_a_use_takes_no_name_that_may_not_be_bound_there(text: str) -> None:
    result = fixed(f"import tensorflow as tf\n\n{text}")
    assert "import tf_slim\n" in result
    assert "tf_slim.f" in result


def test_names_leave_a_parenthesised_import_one_after_the_other() -> None:
    text = "import tensorflow as tf\nfrom tensorflow.contrib import (layers,  # one\n    rnn)\nprint(layers.flatten)\n"
    assert "contrib" not in fixed(text)
    compile(fixed(text), "a.py", "exec")


def test_tensorflow_is_bound_above_what_is_written() -> None:
    late = (
        "from tensorflow.contrib import slim\n\nprint(slim.batch_norm)\nimport tensorflow as tf\n\ntf.placeholder(1)\n"
    )
    lines = fixed(late).splitlines()
    switch = next(line for line in lines if "disable_v2_behavior" in line)
    assert switch.startswith("tf.")
    assert lines.index("import tensorflow as tf") < lines.index(switch)
    gone = "from tensorflow.contrib import data\n\nprint(data.map_and_batch)\nimport tensorflow.contrib.slim\n"
    assert "import tensorflow as tf\n" in fixed(gone)


def test_a_script_of_tensorflow_1_keeps_its_shapes_and_variables_in_a_graph_of_its_own() -> None:
    text = (
        "import tensorflow as tf\n\n\ndef main():\n    with tf.Graph().as_default():\n"
        "        tf.placeholder(tf.float32)\n        tf.Variable(0)\n\n\nmain()\n"
    )
    assert "disable_v2_behavior()" in fixed(text)
    assert "tf.compat.v1.Variable(0)" in fixed(text)
    assert "disable_v2_behavior()" not in fixed(text.replace("\n\nmain()\n", ""))


def test_a_written_function_has_the_name_that_the_import_gave_it() -> None:
    text = "import tensorflow as tf\nfrom tensorflow.contrib.seq2seq import sequence_loss as loss\n\nloss(1, 2, 3)\n"
    assert "def loss(\n" in fixed(text)
    assert "contrib.seq2seq import" not in fixed(text)
    assert fixed(fixed(text)) == fixed(text)


def test_a_whole_package_moves_at_its_import() -> None:
    text = "import tensorflow as tf\nfrom tensorflow.contrib import keras\n\nkeras.layers.Dense(3)\n"
    assert fixed(text) == text.replace("tensorflow.contrib import", "tensorflow import")


def test_an_alias_of_an_object_moves_where_it_is_made() -> None:
    text = "import tensorflow as tf\n\nfc = tf.contrib.framework.nest.flatten\nprint(fc.__name__)\n"
    assert fixed(text) == text.replace("tf.contrib.framework.nest", "tf.nest")


def test_tf_slim_is_imported_once() -> None:
    text = (
        "import tensorflow as tf\nimport tensorflow.contrib.framework as framework\n\n"
        "x = 1\nfrom tensorflow.contrib import rnn\n\n"
        "print(framework.nest.flatten, framework.arg_scope, tf.contrib.slim.conv2d, rnn.static_rnn)\n"
    )
    assert fixed(text).count("import tf_slim") == 1


def test_an_import_that_is_tried_stays() -> None:
    text = TF + "try:\n    from tensorflow.contrib import slim\n    run()\nexcept Exception:\n    pass\n"
    assert fix_bytes("a.py", text.encode(), Settings()).after is None
