"""Lines that a file needs beside its imports stand above all that needs them, and names that are used stay bound."""

import ast

import pytest

from tfgpu_migrate.check import fix_bytes
from tfgpu_migrate.settings import Settings

TF = "import tensorflow as tf\n"
SWITCH = "\ntf.compat.v1.disable_v2_behavior()\n\n"
KERAS = 'import os\n\nos.environ.setdefault("TF_USE_LEGACY_KERAS", "1")\n\n'


def fixed(text: str) -> str:
    """What --fix makes of a file; that a second fix changes nothing is part of it."""
    report = fix_bytes("script.py", text.encode(), Settings())
    assert report.internal_error is None
    after = (report.after or text.encode()).decode()
    ast.parse(after)
    again = fix_bytes("script.py", after.encode(), Settings())
    assert (again.after, again.internal_error) == (None, None)
    return after


# --- import tensorflow as tf


@pytest.mark.parametrize("below", ["from tensorflow import nn\n", "if True:\n    from tensorflow import nn\n    "])
def test_tensorflow_is_imported_once_above_the_first_import_of_it(below: str) -> None:
    text = f"from tensorflow import train\nopt = train.AdamOptimizer(1)\n{below}nn.rnn_cell.GRUCell(1)\n"
    after = fixed(text)
    assert after.startswith(f"{KERAS}{TF}from tensorflow import train\n{SWITCH}opt = tf.compat.v1.train.")
    assert after.count("import tensorflow") == 1


def test_an_import_further_down_moves_up() -> None:
    text = f"from tensorflow import train\nopt = train.AdamOptimizer(1)\n{TF}print(tf.zeros(1))\n"
    assert fixed(text) == (
        f"{TF}from tensorflow import train\n{SWITCH}opt = tf.compat.v1.train.AdamOptimizer(1)\nprint(tf.zeros(1))\n"
    )


def test_an_import_that_moves_up_takes_its_blank_lines() -> None:
    text = f"from tensorflow import train\nopt = train.AdamOptimizer(1)\n\n{TF}\n# Next\nprint(tf.zeros(1))\n"
    assert fixed(text).endswith("AdamOptimizer(1)\n\n# Next\nprint(tf.zeros(1))\n")


def test_a_proto_above_the_import_of_tensorflow_takes_it_up() -> None:
    text = (
        "from tensorflow.core.protobuf import config_pb2\nconfig = config_pb2.ConfigProto()\n"
        "config.gpu_options.allow_growth = True\nfrom tensorflow import Session\nsession = Session(config=config)\n"
        f"{TF}print(tf.zeros(1))\n"
    )
    assert fixed(text).count("import tensorflow") == 1
    assert fixed(text).startswith(f"{TF}for gpu in tf.config.list_physical_devices")


@pytest.mark.parametrize(
    "rebound",
    [
        "import tensorflow.compat.v1 as tf\n",
        "def f():\n    pass\ntf = f\n",
    ],
)
def test_a_name_that_means_something_else_further_down_is_not_taken(rebound: str) -> None:
    text = f"from tensorflow import train\nopt = train.AdamOptimizer(1)\n{rebound}"
    assert fixed(text).startswith("import tensorflow\nfrom tensorflow import train\n")
    assert "opt = tensorflow.compat.v1.train.AdamOptimizer(1)\n" in fixed(text)


def test_an_import_in_a_function_is_no_name_for_the_module() -> None:
    text = "from tensorflow import train\ndef f():\n    import tensorflow as tf\n    tf.Session()\ntrain.Saver()\n"
    after = fixed(text)
    assert after.startswith(f"{TF}from tensorflow import train\n{SWITCH}")
    assert after.endswith("\ntf.compat.v1.train.Saver()\n")


@pytest.mark.parametrize(
    ("text", "after"),
    [
        (  # the line of the import begins with other code
            "import os; from tensorflow import train\ntrain.Saver()\n",
            f"{TF}import os; from tensorflow import train\n{SWITCH}tf.compat.v1.train.Saver()\n",
        ),
        (  # ... that holds it
            "if x: from tensorflow.contrib import rnn\nrnn.static_rnn(1)\n",
            f"{TF}if x: from tensorflow.contrib import rnn\ntf.compat.v1.nn.static_rnn(1)\n",
        ),
    ],
)
def test_above_a_shared_line(text: str, after: str) -> None:
    assert fixed(text) == after


@pytest.mark.parametrize(
    "text",
    [
        '"""A\ndocstring."""; from tensorflow.contrib import rnn\nrnn.static_rnn(1)\n',
        "from __future__ import division; from tensorflow.contrib import rnn\nrnn.static_rnn(1)\n",
        "try: from tensorflow.contrib import rnn\nfinally: pass\nrnn.static_rnn(1)\n",
        "if x: pass\nelse: from tensorflow.contrib import rnn\nrnn.static_rnn(1)\n",
        "if x: pass\nelif y: from tensorflow.contrib import rnn\nrnn.static_rnn(1)\n",
    ],
)
def test_where_no_line_can_go_nothing_is_changed(text: str) -> None:
    assert fixed(text) == text


def test_code_behind_the_last_import_shares_no_line_with_what_is_written() -> None:
    text = f"{TF}import numpy as np; np.random.seed(1)\n\ntf.placeholder('float')\n"
    after = f"{TF}{SWITCH}import numpy as np; np.random.seed(1)\n\ntf.compat.v1.placeholder('float')\n"
    assert fixed(text) == after


def test_a_name_that_goes_is_no_name() -> None:
    text = "import tensorflow.contrib.slim\nprint(tensorflow.contrib.slim.conv2d)\nimport tensorflow\n"
    assert fixed(text).startswith(f"{TF}import tf_slim\n{SWITCH}print(tf_slim.conv2d)\n")


# --- other lines


def test_graph_mode_is_on_before_anything_is_built() -> None:
    text = (
        "from tensorflow.contrib import rnn\nstate = rnn.BasicLSTMCell(3).zero_state(2, 'float32')\n"
        "from tensorflow import Session\nSession().run(state.h)\n"
    )
    assert fixed(text).startswith(f"{KERAS}{TF}{SWITCH}state".replace('"', "'"))
    assert fixed(text).count("import tensorflow as tf") == 1
    tried = "try:\n    from tensorflow import train\nexcept ImportError:\n    raise\ntrain.x\n"
    assert "raise\n\ntf.compat.v1.disable_v2_behavior()\n" in fixed(
        f"{tried}from tensorflow import Session\nSession().run(1)\n"
    )


def test_graph_mode_is_on_for_the_module_where_functions_import_too() -> None:
    own = "def f():\n    from tensorflow import Session\n    Session().run(1)\n"
    after = fixed(f"{own}from tensorflow import placeholder\nplaceholder(1)\n")
    assert after.endswith(f"{TF}from tensorflow.compat.v1 import placeholder\n{SWITCH}placeholder(1)\n")
    branch = "if x:\n    from tensorflow import Session\n    Session().run(1)\n"
    lines = fixed(f"{branch}from tensorflow import placeholder\nplaceholder(1)\n").splitlines()
    assert lines.index(f"    {SWITCH.strip()}") < lines.index("    Session().run(1)")


def test_graph_mode_waits_for_no_branch() -> None:
    text = "x.y\nif x:\n    from tensorflow import train\ntrain.z\nfrom tensorflow import Session\nSession().run(1)\n"
    lines = fixed(text).splitlines()
    assert lines.index(SWITCH.strip()) > lines.index("import tensorflow as tf") > lines.index("train.z")


def test_tf_slim_is_imported_above_what_uses_it() -> None:
    text = (
        "if True:\n    from tensorflow import contrib\n    print(contrib.layers.flatten)\n"
        f"{TF}print(tf.contrib.layers.flatten, tf.zeros(1))\n"
    )
    lines = fixed(text).splitlines()
    assert lines.index("    import tf_slim") < lines.index("    print(tf_slim.flatten)")
    assert lines.index("import tf_slim") < lines.index("print(tf_slim.flatten, tf.zeros(1))")


def test_a_written_function_stands_above_its_first_call_or_is_not_written() -> None:
    early = (
        "class A:\n    from tensorflow import contrib\n    f = contrib.eager.implicit_gradients(len)\n"
        f"{TF}print(tf.zeros(1))\n"
    )
    assert fixed(early) == early
    later = early + "g = tf.contrib.eager.implicit_gradients(len)\n"  # this one can have it, and brings it for no other
    assert "    f = contrib.eager.implicit_gradients(len)\n" in fixed(later)
    assert "g = implicit_gradients(len)\n" in fixed(later)


@pytest.mark.parametrize(
    ("text", "after"),
    [
        (f"print(reduce(f, x))\n{TF}", f"import functools\n\nprint(functools.reduce(f, x))\n{TF}"),
        (f"print(reduce(f, x))\n{TF}import functools\n", f"import functools\n\nprint(functools.reduce(f, x))\n{TF}"),
        (f"import re\nprint(reduce(f, x))\n{TF}", f"import functools\nimport re\nprint(functools.reduce(f, x))\n{TF}"),
        (
            f"def f():\n    return reduce(g, x)\n\n\n{TF}f()\n",
            f"import functools\n\ndef f():\n    return functools.reduce(g, x)\n\n\n{TF}f()\n",
        ),
        (
            f"'''a\nb'''; print(reduce(f, x))\n{TF}",  # no line can go above it
            f"'''a\nb'''; print(reduce(f, x))\n{TF}",
        ),
        (
            f"reduce(f, x)\n{TF}reduce(g, y)\n",
            f"import functools\n\nfunctools.reduce(f, x)\n{TF}functools.reduce(g, y)\n",
        ),
        (f"{TF}print(reduce(f, x))\n", f"import functools\n\n{TF}print(functools.reduce(f, x))\n"),
    ],
)
def test_a_module_is_imported_above_its_first_use(text: str, after: str) -> None:
    assert fixed(text) == after


# --- what is used stays bound


@pytest.mark.parametrize(
    "text",
    [
        "from tensorflow.contrib import learn\nlearn = learn.Estimator\nprint(learn)\n",
        "from tensorflow import estimator\nestimator: type = estimator.RunConfig\n",
        "from tensorflow.contrib import learn\nlearn += 1\n",
        "from tensorflow.contrib import learn\nfor learn in learn.x: pass\n",
        "from tensorflow.contrib import learn\nfor i in x:\n    learn = learn.y\n",
        "from tensorflow.contrib import learn\nif x:\n    learn = y\nlearn.z\n",
        "from tensorflow.contrib import learn\nclass learn(learn.Estimator): pass\n",
        "from tensorflow.contrib import learn\ndef learn(x=learn.Estimator): pass\n",
        "from tensorflow.contrib import learn\n(learn := learn.x)\n",
        "from tensorflow.contrib import learn\ndef f():\n    return learn.x\nf()\nlearn = 1\n",
        "class A:\n    from tensorflow.contrib import learn\n",
        "import tensorflow.contrib.slim\nif x:\n    tensorflow = tensorflow.contrib.slim.conv2d\n",
        "from tensorflow.compat.v1 import estimator\nclass A:\n    a = estimator.B\nfrom tensorflow import estimator\n"
        "estimator.x\n",
    ],
)  # fmt: skip
def test_a_name_that_is_read_stays(text: str) -> None:
    assert fixed(text) == text


def test_what_is_bound_again_before_it_is_read_goes() -> None:
    text = f"{TF}from tensorflow.contrib import learn\nlearn = 1\nprint(learn)\n"
    assert fixed(text) == f"{TF}learn = 1\nprint(learn)\n"


def test_the_package_of_an_import_that_goes_stays() -> None:
    for below in ("", "import tensorflow\n", "def f():\n    import tensorflow\n"):
        text = f"import tensorflow\nprint(tensorflow)\n{below}"
        assert fixed(text.replace("tensorflow\n", "tensorflow.contrib.slim\n", 1)) == text


@pytest.mark.parametrize(
    ("line", "after"),
    [
        ("from tensorflow.contrib import slim\n", "import tf_slim as slim\n"),
        ("import tensorflow.contrib.slim as s\n", "import tf_slim as s\n"),
        ("slim = tf.contrib.slim\n", "import tf_slim as slim\n"),
        ("from tensorflow.contrib import losses\n", "from tf_slim import losses\n"),
        ("_slim = tf.contrib.slim\n", ""),
        ("from tensorflow.contrib import rnn\n", ""),
    ],
)
def test_what_a_library_binds_for_others_stays_where_it_can(line: str, after: str) -> None:
    for code in ("", "\n\ndef f(x):\n    return tf.zeros(x)\n"):
        assert fixed(f"{TF}{line}{code}") == f"{TF}{after}{code}"
    script = "print(tf.zeros(1))\n"
    assert fixed(f"{TF}{line}{script}") == f"{TF}{script}"


def test_a_name_that_is_bound_again_by_what_it_means_moves() -> None:
    text = f"{TF}from tensorflow.contrib import layers\nlayers = layers.fully_connected\nprint(layers)\n"
    assert fixed(text) == f"{TF}import tf_slim as layers\n{SWITCH}layers = layers.fully_connected\nprint(layers)\n"


@pytest.mark.parametrize(
    "value", ["(tf.contrib.slim)", "(\n    tf.contrib.slim)", "\\\n    tf.contrib.slim", "((\n tf.contrib.slim))"]
)
def test_an_alias_in_brackets_is_an_alias(value: str) -> None:
    text = f"{TF}slim = {value}\nprint(slim.conv2d)\n"
    assert fixed(text) == f"{TF}import tf_slim as slim\n{SWITCH}print(slim.conv2d)\n"


@pytest.mark.parametrize("use", ["print(slim.conv2d)\n", ""])
def test_a_comment_in_an_alias_keeps_it(use: str) -> None:
    text = f"{TF}slim = (  # short\n    tf.contrib.slim)\n{use}"
    assert "slim = (  # short\n    tf.contrib.slim)\n" in fixed(text)


def test_an_alias_of_a_name_that_has_other_values_moves_in_place() -> None:
    text = f"{TF}slim = 1\nprint(slim)\nslim = tf.contrib.slim\nprint(slim.conv2d)\n"
    assert fixed(text).endswith("slim = 1\nprint(slim)\nimport tf_slim as slim\nprint(slim.conv2d)\n")


def test_a_member_of_an_alias_that_stays_is_found() -> None:
    text = f"{TF}{SWITCH}train = \\\n    tf.train\nnn = tf.nn\nflags = tf.app.flags\nmine = tf\n"
    uses = "train.AdamOptimizer(1)\nnn.xw_plus_b(1)\nflags.DEFINE_string(1)\nmine.Session()\nmine.log(1)\n"
    assert fixed(text + uses).endswith(
        "tf.compat.v1.train.AdamOptimizer(1)\ntf.compat.v1.nn.xw_plus_b(1)\nflags.DEFINE_string(1)\n"
        "mine.compat.v1.Session()\nmine.math.log(1)\n"
    )


# --- imports of several names


def test_all_names_of_an_import_with_comments_move() -> None:
    names = "(\n    app,\n    placeholder,\n    # inverse\n    matrix_inverse,\n)"
    text = f"from tensorflow import {names}\nplaceholder(app, matrix_inverse)\n"
    assert "from tensorflow.compat.v1 import app, placeholder\n" in fixed(text)
    assert "from tensorflow.linalg import (\n    # inverse\n    inv as matrix_inverse,\n)\n" in fixed(text)


@pytest.mark.parametrize("comment", ["  # keeps order", ""])
def test_neighbours_leave_an_import_together(comment: str) -> None:
    names = f"(\n    OrderedDict,{comment}\n    Mapping,\n    Sequence,\n)"
    text = f"{TF}from collections import {names}\nprint(OrderedDict, Mapping, Sequence)\n"
    assert fixed(text) == (
        f"{TF}from collections.abc import Mapping, Sequence\nfrom collections import (\n    OrderedDict,{comment}\n)\n"
        "print(OrderedDict, Mapping, Sequence)\n"
    )


def test_an_import_of_many_names_moves_name_by_name() -> None:
    names = ", ".join(f"placeholder as a{number:02}" for number in range(30))
    text = f"from tensorflow import {names}\na00(1)\n"
    assert "from tensorflow import" not in fixed(text)


def test_a_function_that_nothing_calls_is_not_written() -> None:
    text = f"{TF}from tensorflow.contrib.seq2seq import sequence_loss\nprint(tf.zeros(1))\n"
    assert fixed(text) == f"{TF}print(tf.zeros(1))\n"


# --- comments


@pytest.mark.parametrize("between", ["", "\nseed = 7\n"])
def test_a_comment_on_the_data_of_the_tutorials_stays_above_what_reads_it(between: str) -> None:
    text = (
        f"{TF}{between}\n# Import MNIST data\nfrom tensorflow.examples.tutorials.mnist import input_data\n"
        'mnist = input_data.read_data_sets("data")\nx = tf.placeholder(tf.float32)\n'
    )
    after = fixed(text)
    assert f"\nimport numpy as np\n{TF}{SWITCH}\ndef read_data_sets(" in after
    assert '\n# Import MNIST data\nmnist = read_data_sets("data")\n' in after


def test_imports_with_a_comment_above_stay_with_the_code_below() -> None:
    paragraph = "\n# No card is needed here.\nimport os\n"
    setting = 'os.environ["CUDA_VISIBLE_DEVICES"] = ""\n'
    rest = "\nx = tf.placeholder(tf.int32)\n"
    with_code = fixed(f"{TF}{paragraph}{setting}{rest}")
    assert with_code.startswith(f"{TF}{SWITCH.removesuffix(chr(10))}{paragraph}{setting}")
    alone = fixed(f"{TF}{paragraph}\n{setting}{rest}")
    assert alone.startswith(f"{TF}{paragraph}{SWITCH}{setting}")


def test_what_is_imported_above_a_setting_of_the_environment_is_not_imported_again() -> None:
    head = 'import os\n\nos.environ["CUDA_VISIBLE_DEVICES"] = "0"\n\n'
    uses = (
        "import tensorflow as tf\nfrom tensorflow.examples.tutorials.mnist import input_data\n\n"
        'data = input_data.read_data_sets("MNIST")\nx = tf.layers.dense(tf.constant([[1.0]]), 2)\n'
    )
    after = fixed(head + uses)
    assert after.startswith(f"import collections\nimport gzip\n{head}")
    assert fixed(uses).count("import os\n") == after.count("import os\n") == 1


LAYERS = "x = tf.layers.dense(tf.constant([[1.0]]), 2)\n"


def test_a_new_import_keeps_apart_from_those_of_the_future() -> None:
    future = "from __future__ import division\n"
    after = fixed(f"{future}from six.moves import range\nimport tensorflow as tf\n{LAYERS}")
    assert after.startswith(f"{future}\nimport os\n\nfrom six.moves import range\n\nos.environ.setdefault(")


def test_what_is_set_keeps_apart_from_imports_above_it() -> None:
    after = fixed(f"import copy, inspect\nimport tensorflow as tf\n{LAYERS}")
    assert after.startswith(f"import copy, inspect\n{KERAS}{TF}")


def test_imports_that_are_commented_out_stay_with_the_others() -> None:
    taken_out = "#import beam\n# from a.b import c\n"
    after = fixed(f"{TF}{taken_out}# the graph\nx = tf.placeholder(tf.float32)\n")
    assert after.startswith(f"{TF}{taken_out}{SWITCH}# the graph\n")


def test_a_name_is_not_added_to_an_import_that_gets_another_module() -> None:
    before = "from tensorflow import lbeta as a\nfrom tensorflow import lin_space as b\n\nprint(a, b)\n"
    after = "from tensorflow.math import lbeta as a\nfrom tensorflow import linspace as b\n\nprint(a, b)\n"
    assert fixed(before) == after


def test_names_that_move_to_one_module_end_in_one_import() -> None:
    before = "from tensorflow import Session, placeholder, get_variable\n\nprint(Session, placeholder, get_variable)\n"
    assert "from tensorflow.compat.v1 import get_variable, placeholder, Session" in fixed(before).splitlines()


def test_comments_between_names_that_move_stay() -> None:
    before = "from tensorflow import (placeholder,  # fed\n    Session)  # runs\n\nprint(Session, placeholder)\n"
    assert {"# fed", "# runs"} <= {f"#{one}" for line in fixed(before).splitlines() for one in line.split("#")[1:]}


@pytest.mark.parametrize(
    "imports",
    [
        "from tensorflow.compat.v1 import Session\nfrom mylib import *\nfrom tensorflow import gather\n",
        "from tensorflow . compat.v1 import Session\nfrom tensorflow import gather\n",
        "from tensorflow.compat.v1 import Session\nfrom tensorflow import gather  # isort:skip\n",
    ],
)
def test_an_import_that_cannot_join_another_stays_where_it_is(imports: str) -> None:
    text = f"{TF}{imports}\nprint([gather], Session)\ntf.set_random_seed(1)\n"
    after = imports.replace("tensorflow import gather", "tensorflow.compat.v1 import gather")
    assert fixed(text).startswith(f"{TF}{after}")
