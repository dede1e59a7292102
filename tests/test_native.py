"""Graph code that becomes eager under `--unsafe-fixes`: what is written, and what keeps a file as it is."""

import textwrap

import pytest

from tfgpu_migrate import Fixed, check_text, fix_text
from tfgpu_migrate.check import fix_bytes
from tfgpu_migrate.settings import Settings

HEAD = "import numpy as np\nimport tensorflow as tf\n\n"
RUN = """
with tf.Session() as sess:
    sess.run(tf.global_variables_initializer())
    for i in range(3):
        {run}
"""


def converted(text: str) -> Fixed[str]:
    result = fix_text(text, "script.py", unsafe_fixes=True)
    assert result.left.error is None
    return result


def refused(text: str) -> list[str]:
    """The lines and reasons for which a file stays a graph; its text is that of the safe fixes."""
    result = converted(text)
    assert result.text == fix_text(text, "script.py").text
    return [f"{one.line}: {one.message}" for one in result.left.findings if one.code == "TFM210"]


def program(build: str, run: str) -> str:
    return HEAD + textwrap.dedent(build) + RUN.format(run=run)


LINE = """\
x = tf.placeholder(tf.float32, [None])
w = tf.Variable(2.0)
y = w * x
loss = tf.reduce_mean(tf.square(y - 1))
"""


def test_a_run_is_a_function_of_what_it_fetches() -> None:
    result = converted(program(LINE, "print(sess.run(loss, {x: [1, 2]}))"))
    assert result.text == HEAD + textwrap.dedent("""\
        x = tf.TensorSpec([None], tf.float32)
        w = tf.Variable(2.0)


        @tf.function(input_signature=[x])
        def compute_loss(x):
            y = w * x
            return tf.reduce_mean(tf.square(y - 1))


        for i in range(3):
            print(compute_loss([1, 2]).numpy())
        """)
    assert result.left.findings == ()


def test_line_ends_stay() -> None:
    text = program(LINE, "print(sess.run([y, loss], {x: [1,\n 2]}))")
    assert converted(text.replace("\n", "\r\n")).text == converted(text).text.replace("\n", "\r\n")


def test_a_second_fix_changes_nothing() -> None:
    once = converted(program(LINE, "print(sess.run(loss, {x: [1, 2]}))")).text
    assert converted(once).text == once


def test_comments_stay_with_what_they_are_about() -> None:
    build = LINE.replace("y = w", "# the line\ny = w").replace("loss =", "\n# how far off\nloss =")
    text = converted(program(build, "print(sess.run(loss, {x: [1, 2]}))  # shown")).text
    assert "    # the line\n    y = w * x\n" in text
    assert "    # how far off\n    return tf.reduce_mean" in text
    assert "print(compute_loss([1, 2]).numpy())  # shown\n" in text


def test_arguments_that_act_keep_their_order() -> None:
    build = "a = tf.placeholder(tf.float32)\nb = tf.placeholder(tf.float32)\ny = a - b\nit = iter([1, 2, 3, 4, 5, 6])\n"
    text = converted(program(build, "print(sess.run(y, {b: next(it), a: next(it)}))")).text
    assert "predict(b=next(it), a=next(it)).numpy()" in text


def test_devices_are_configured_before_the_first_op() -> None:
    text = HEAD + LINE + "config = tf.ConfigProto()\nconfig.gpu_options.allow_growth = True\n"
    text += "with tf.Session(config=config) as sess:\n    sess.run(tf.global_variables_initializer())\n"
    lines = converted(text + "    print(sess.run(y, {x: [1]}))\n").text.splitlines()
    growth = next(at for at, line in enumerate(lines) if "set_memory_growth" in line)
    assert growth < lines.index("w = tf.Variable(2.0)")


def test_a_file_of_its_own_accord_is_asked_by_the_code_of_the_rule() -> None:
    graph = fix_text(program(LINE, "print(sess.run(loss, {x: [1, 2]}))"), "script.py").text
    assert check_text(graph, "script.py").findings == ()
    found = check_text(graph, "script.py", {"select": ["TFM210"]}).findings
    assert [one.message for one in found] == ["this graph code can be eager TensorFlow 2"]


TRAIN = LINE + "train = tf.train.GradientDescentOptimizer(0.1).minimize(loss)\n"


SHOW = "print(sess.run(y, {x: [1]}))"
SEEDED = "tf.Variable(tf.random_normal([2], seed=1))"
PROXIMAL = TRAIN.replace("GradientDescent", "ProximalAdagrad")


@pytest.mark.parametrize(
    ("build", "run", "reason"),
    [
        (TRAIN + "size = tf.abs(w)\n", "_, size_ = sess.run([train, size], {x: [1]})", "a variable is read beside"),
        (PROXIMAL, "sess.run(train, {x: [1]})", "Keras has no such optimizer"),
        (
            LINE + "noise = tf.random_normal([3])\nv = tf.Variable(noise)\n",
            "print(sess.run(noise))",
            "`noise` is drawn anew in each run",
        ),
        ("tf.set_random_seed(1)\n" + LINE + "y = tf.nn.dropout(y, 0.5)\n", SHOW, "`tf.nn.dropout` draws by the seed"),
        (
            TRAIN.replace("GradientDescentOptimizer(0.1)", "MomentumOptimizer(r, 0.9)").replace(
                "w =", "r = x[0]\nw =", 1
            ),
            "sess.run(train, {x: [1]})",
            "the `learning_rate` of `tf.compat.v1.train.MomentumOptimizer` is computed in the graph",
        ),
        (LINE + "y = y * np.random.rand()\n", SHOW, "a call of Python would run anew"),
        (LINE + "y, b = tf.split(y, 2), 1\n", SHOW, "`y`, which is fetched, may be several tensors"),
        (LINE + "y = tf.split(y, 2)\n", SHOW, "`y`, which is fetched, may be several tensors"),
        (LINE + "y = x\n", SHOW, "`y`, which is fetched, may be several tensors, or what is fed"),
        (LINE + "print(y)\n", SHOW, "`y`, an op that runs in the session, is used outside"),
        (LINE + "same = y == loss\n", SHOW, "`==` between tensors means identity"),
        (LINE, "print(sess.run(y, {y: [1]}))", "something else than a placeholder is fed"),
        (LINE, "print(sess.run(y))", "`x` is not fed"),
        (LINE, "w = sess.run(y, {x: [1]})", "`w`, a variable, is bound again in a block"),
        (LINE, "print(sess.run({'y': y}, {x: [1]}))", "what is fetched is nested"),
        (LINE, "sess.run(tf.global_variables_initializer())", "`tf.compat.v1.global_variables_initializer`"),
        (LINE + "scale = 2.0\ny = y * scale\nscale = 3.0\n", SHOW, "`scale`, which the graph was made of"),
        (
            LINE + "scale = [2.0]\ny = y * scale\nother = scale\n",
            SHOW,
            "`scale`, which the graph was made of, may change",
        ),
        (
            "x = tf.placeholder(tf.int32)\ny = x + 1\n",
            "print(sess.run(y, {x: [1.5]}))",
            "of integers, is fed floats",
        ),
        (LINE + "def show():\n    return y\n", SHOW, "`y` is used in a function or class"),
        (f"a = {SEEDED}\nb = {SEEDED}\ny = a + b\n", "print(sess.run(y))", "a seed is given twice"),
        (LINE + "del y\n", "pass", "`y` is deleted"),
    ],
)
def test_what_is_not_surely_the_same_stays(build: str, run: str, reason: str) -> None:
    (said,) = refused(program(build, run))
    assert "the file stays graph code" in said
    assert reason in said


@pytest.mark.parametrize(
    ("build", "advice", "old", "new"),
    [
        (LINE + "print(y)\n", "print what a run of it gives, or nothing", "print(y)\n", ""),
        (
            f"a = {SEEDED}\nb = {SEEDED}\ny = a + b\n",
            "give each another",
            f"b = {SEEDED}",
            f"b = {SEEDED.replace('seed=1', 'seed=2')}",
        ),
        (
            "tf.set_random_seed(1)\ny = tf.random_normal([2])\n",
            "give it a `seed=` of its own",
            "normal([2])",
            "normal([2], seed=1)",
        ),
    ],
    ids=["a print", "a seed twice", "the seed of the program"],
)
def test_a_reason_says_the_edit_after_which_the_file_is_converted(build: str, advice: str, old: str, new: str) -> None:
    run = "print(sess.run(y, {x: [1.0]}))" if "x =" in build else "print(sess.run(y))"
    text = program(build, run)
    (said,) = refused(text)
    assert said.endswith(f"; {advice}")
    assert old in text
    assert "compat.v1" not in converted(text.replace(old, new)).text


@pytest.mark.parametrize(
    ("made", "written"),
    [
        ("GradientDescentOptimizer(0.1)", "SGD(0.1)"),
        ("MomentumOptimizer(0.1, 0.9, use_nesterov=True)", "SGD(0.1, momentum=0.9, nesterov=True)"),
        ("AdamOptimizer(learning_rate=0.1, name='adam')", "Adam(learning_rate=0.1, epsilon=1e-8)"),
        ("AdamOptimizer(0.1, 0.5, epsilon=1e-4)", "Adam(0.1, beta_1=0.5, epsilon=1e-4)"),
        ("AdagradOptimizer(0.1)", "Adagrad(0.1, initial_accumulator_value=0.1)"),
        ("AdadeltaOptimizer(0.1)", "Adadelta(0.1, epsilon=1e-8)"),
        ("RMSPropOptimizer(0.1, decay=0.8)", "RMSprop(0.1, rho=0.8, epsilon=1e-10)"),
        ("FtrlOptimizer(0.1)", "Ftrl(0.1)"),
    ],
)
def test_the_optimizer_is_told_what_it_was_by_default(made: str, written: str) -> None:
    text = LINE + f"train = tf.train.{made}.minimize(loss)\n"
    assert f"optimizer = tf.keras.optimizers.{written}\n" in converted(program(text, "sess.run(train, {x: [1]})")).text


def test_packages_that_only_the_graph_needed_are_not_asked_for() -> None:
    text = (
        b"import tensorflow as tf\nx = tf.placeholder(tf.float32, [None, 1])\ny = tf.layers.dense(x, 2)\n"
        b"with tf.Session() as sess:\n    sess.run(tf.global_variables_initializer())\n"
        b"    print(sess.run(y, {x: [[1.0]]}))\n"
    )
    report = fix_bytes("a.py", text, Settings(unsafe_fixes=True))
    assert report.after is not None
    assert b"Session" not in report.after
    assert (report.requires, report.needs) == ((), ())
    assert fix_bytes("a.py", text, Settings()).requires == ("tf_keras==2.21.*",)


@pytest.mark.parametrize(
    ("seed", "initializer", "stays"),
    [
        ("tf.set_random_seed(1)", "", True),
        ("tf.set_random_seed(1)", ", kernel_initializer=tf.random_normal_initializer()", True),
        ("tf.set_random_seed(1)", ", kernel_initializer=tf.random_normal_initializer(seed=2)", False),
        ("tf.set_random_seed(1)", ", kernel_initializer=start", False),
        ("", "", False),
    ],
)
def test_layers_that_draw_by_the_seed_of_the_program(seed: str, initializer: str, stays: bool) -> None:
    text = (
        f"import tensorflow as tf\n{seed}\nstart = tf.constant_initializer(0.5)\n"
        f"x = tf.placeholder(tf.float32, [None, 2])\ny = tf.layers.dense(x, 3{initializer})\n"
        "with tf.Session() as sess:\n    sess.run(tf.global_variables_initializer())\n"
        "    print(sess.run(y, {x: [[1.0, 2.0]]}))\n"
    )
    report = fix_bytes("a.py", text.encode(), Settings(unsafe_fixes=True))
    assert report.after is not None
    assert (b"Session" in report.after) == stays
    told = [one.message for one in report.diagnostics if "by the seed of the program" in one.message]
    assert bool(told) == stays


def test_summaries_need_tensorboard_where_tensorflow_does_not_bring_it() -> None:
    text = (
        b"import tensorflow as tf\nx = tf.placeholder(tf.float32)\nsize = x * 2.0\n"
        b"writer = tf.summary.FileWriter('logs')\nmade = tf.summary.scalar('size', size)\nwith tf.Session() as sess:\n"
        b"    writer.add_summary(sess.run(made, {x: 1.0}), 3)\nwriter.close()\n"
    )
    (told,) = [one.message for one in fix_bytes("a.py", text, Settings(unsafe_fixes=True)).diagnostics]
    assert "`tensorboard = true` in the settings" in told
    report = fix_bytes("a.py", text, Settings(unsafe_fixes=True, tensorboard=True))
    assert report.after is not None
    assert b"    tf.summary.scalar('size', compute_size(1.0))\n" in report.after
    assert report.requires == ("tensorboard==2.20.*",)
    assert fix_bytes("a.py", text, Settings(unsafe_fixes=True, target_version=(2, 20))).requires == ()


@pytest.mark.parametrize(
    ("build", "run", "reason"),
    [
        ("act = tf.nn.relu\nx = tf.placeholder(tf.float32)\ny = act(x)\nact = tf.tanh", "sess.run(y, {x: 2})", "`act`"),
        (
            f"{LINE}o = tf.train.GradientDescentOptimizer(0.1)\nparams = [w]\nt = o.minimize(loss, var_list=params)\n"
            "params = 0",
            "sess.run(t, {x: [1]})",
            "`params`",
        ),
        (
            f"{LINE}t = tf.train.GradientDescentOptimizer(0.1).minimize(loss)\nloss = tf.sqrt(loss)",
            "print(sess.run([t, loss], {x: [1]}))",
            "`loss`, which is minimized, is bound again",
        ),
        ("a = [1.0]\nb = a\nx = tf.placeholder(tf.float32)\ny = x + b\na[0] = 5.0", "sess.run(y, {x: 1})", "`a`"),
        (
            "import state\nx = tf.placeholder(tf.float32)\ny = x * state.scale",
            "sess.run(y, {x: 1})",
            "`state` comes from",
        ),
        (
            "n = tf.Variable(0, trainable=False)\nrate = tf.train.exponential_decay(0.5, n, 2, 0.5)\n"
            f"{LINE}t = tf.train.GradientDescentOptimizer(rate).minimize(loss, global_step=n)",
            "sess.run(n.assign_add(1)); sess.run(t, {x: [1]})",
            "the step that a learning rate follows is changed",
        ),
        ("zip = tf.placeholder(tf.float32)\ny = zip + 1", "sess.run(y, {zip: 1})", "`zip`"),
    ],
)
def test_what_would_mean_something_else_when_it_is_traced_stays(build: str, run: str, reason: str) -> None:
    assert any(reason in one for one in refused(program(build, run)))


@pytest.mark.parametrize(
    ("made", "written"),
    [
        ("GradientDescentOptimizer(hp['lr'])", "SGD(float(hp['lr']))"),
        ("MomentumOptimizer(0.1, 0)", "SGD(0.1, momentum=0.0)"),
    ],
)
def test_keras_is_told_floats(made: str, written: str) -> None:
    text = program(f"hp = {{'lr': 1}}\n{LINE}t = tf.train.{made}.minimize(loss)", "sess.run(t, {x: [1]})")
    assert f"tf.keras.optimizers.{written}" in converted(text).text


def test_ops_that_were_left_on_compat_v1_by_hand_are_said_natively() -> None:
    text = program(
        f"{LINE}z = tf.compat.v1.to_float(tf.compat.v1.arg_max(y, dimension=0))", "print(sess.run(z, {x: [1]}))"
    )
    assert "tf.cast(tf.argmax(y, axis=0), tf.float32)" in converted(text).text
