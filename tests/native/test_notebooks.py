"""Notebooks under `--unsafe-fixes`: a program in cells becomes what it becomes as a script."""

from __future__ import annotations

import ast
from pathlib import Path

import pytest

from tests.native.conversion import fixed, graph_names
from tests.native.judge import differences
from tests.native.notebooks import as_notebook, cells_of, notebook_of, script_of
from tests.native.programs import Program, pending, programs
from tests.pretend_gpus import PretendGpus
from tfgpu_migrate import Fixed, check_text, fix_text

NATIVE = [program for program in programs("native") if program.name not in pending()]
BUILD = """\
import numpy as np
import tensorflow as tf
x = tf.placeholder(tf.float32, [None, 2])
w = tf.Variable(tf.ones([2, 1]))
y = tf.matmul(x, w)
loss = tf.reduce_mean(tf.square(y - 1.0))
train = tf.train.GradientDescentOptimizer(0.1).minimize(loss)
sess = tf.Session()
sess.run(tf.global_variables_initializer())"""

TRAIN = "for _ in range(3):\n    sess.run(train, {x: [[1, 2]]})"


def made(*cells: str) -> Fixed[bytes]:
    result = fix_text(as_notebook([BUILD, TRAIN, *cells]), "a.ipynb", unsafe_fixes=True)
    assert result.left.error is None, result.left.error
    return result


def reasons(result: Fixed[bytes]) -> list[str]:
    return [one.message for one in result.left.findings if one.code == "TFM210"]


@pytest.mark.parametrize("program", NATIVE, ids=[program.name for program in NATIVE])
def test_a_cell_for_each_statement_becomes_what_the_script_becomes(program: Program) -> None:
    script = fixed(program, unsafe=True).text
    notebook = notebook_of(program.path.read_text(encoding="utf-8"))
    settings = {"tensorboard": True}
    result = fix_text(notebook, "a.ipynb", settings, unsafe_fixes=True)
    assert ast.unparse(ast.parse("\n".join(cells_of(result.text)))) == ast.unparse(ast.parse(script))
    assert fix_text(result.text, "a.ipynb", settings, unsafe_fixes=True).text == result.text


@pytest.mark.parametrize(
    ("cell", "becomes"),
    [
        ("sess.run(train, {x: [[1, 2]]})", "train_step([[1, 2]])"),
        ("sess.run(loss, {x: [[1, 2]]})", "compute_loss([[1, 2]]).numpy()"),
        ("sess.run(loss, {x: [[1, 2]]});", "compute_loss([[1, 2]]);"),
        ("sess.run([loss, y], {x: [[1, 2]]})", "[value.numpy() for value in compute_loss_and_y([[1, 2]])]"),
        ("sess.run([train, loss], {x: [[1, 2]]})", "[None, train_step([[1, 2]]).numpy()]"),
        ("sess.run(w)", "w.numpy()"),
        ("%matplotlib inline\nsess.run(w)\n", "%matplotlib inline\nw.numpy()\n"),
        ("%%time\nif True:\n    sess.run(train, {x: [[1, 2]]})", "%%time\nif True:\n    train_step([[1, 2]])"),
    ],
)
def test_a_cell_shows_what_it_showed(cell: str, becomes: str) -> None:
    result = made(cell)
    assert reasons(result) == []
    assert cells_of(result.text)[-1] == becomes


@pytest.mark.parametrize(
    ("cell", "becomes"),
    [
        (
            "y_of = sess.run(y, {x: [[1, 2]]})\ny_of.shape\nsess.close()",
            "y_of = predict([[1, 2]]).numpy()\ny_of.shape;",
        ),
        ("with tf.Session() as more:\n    more.run(a)", "a.numpy();"),
        ("with tf.Session() as more:\n    more.run(a)  # two", "a.numpy();  # two"),
        ("with tf.Session() as more:\n    print(more.run(a))", "print(a.numpy())"),
        ("np.ones(2)\ninit = tf.global_variables_initializer()", "np.ones(2);"),
        ("np.ones(2)\nsess.close()\nnp.zeros(2)", "np.ones(2)\nnp.zeros(2)"),
        ("np.ones(2)\nsess.close()\n%matplotlib inline", "np.ones(2)\n%matplotlib inline"),
    ],
)
def test_a_cell_that_showed_nothing_shows_nothing(cell: str, becomes: str) -> None:
    result = made("a = tf.constant(2.0)", cell)
    assert reasons(result) == []
    assert cells_of(result.text)[-1] == becomes
    assert fix_text(result.text, "a.ipynb", unsafe_fixes=True).text == result.text


def test_several_cells_stay_quiet() -> None:
    quiet = "with tf.Session() as more:\n    more.run(a)"
    result = made("a = tf.constant(2.0)", quiet, "np.ones(2)\nsess.close()", quiet.replace("more", "last"))
    assert reasons(result) == []
    assert cells_of(result.text)[-3:] == ["a.numpy();", "np.ones(2);", "a.numpy();"]


def test_a_train_step_that_gives_its_loss_shows_nothing_where_it_showed_nothing() -> None:
    result = made("_, now = sess.run([train, loss], {x: [[1, 2]]})", "sess.run(train, {x: [[1, 2]]})")
    assert reasons(result) == []
    assert cells_of(result.text)[-2:] == ["now = train_step([[1, 2]]).numpy()", "train_step([[1, 2]]);"]


@pytest.mark.parametrize(
    ("cells", "reason"),
    [
        (("%time sess.run(train, {x: [[1, 2]]})",), "a magic or a shell line uses what would change"),
        (("%%timeit\nsess.run(train, {x: [[1, 2]]})",), "`%%timeit` runs its cell in another way than once"),
        (("sess.run(w)", "print 'broken'"), "a cell cannot be read"),
        (("sess.run((loss, y), {x: [[1, 2]]})",), "a tuple is fetched and kept"),
        (("sess.run(w)", "loss"), "is used outside of the session's runs"),
    ],
)
def test_what_keeps_a_notebook_a_graph(cells: tuple[str, ...], reason: str) -> None:
    result = made(*cells)
    assert [one for one in reasons(result) if reason in one], reasons(result)
    assert cells_of(result.text)[1:] == [TRAIN, *cells]


def test_check_tells_before_any_fix_what_keeps_a_notebook_a_graph() -> None:
    notebook = as_notebook([BUILD, TRAIN, 'sess.graph.get_tensor_by_name("x:0")'])
    found = check_text(notebook, "a.ipynb", {"extend-select": ["TFM210"]}).findings
    ((cell, line, message),) = [(one.cell, one.line, one.message) for one in found if one.code == "TFM210"]
    assert (cell, line) == (3, 1)
    assert "by-name access" in message


def test_a_cell_that_ends_with_restoring_shows_nothing_as_before() -> None:
    saving = "saver = tf.train.Saver()\nsaver.save(sess, 'model')"
    *_, saved, restored = cells_of(made(saving, "saver.restore(sess, 'model')").text)
    assert saved.rstrip().endswith("checkpoint.write('model')")  # shows the path
    assert restored.rstrip() == "checkpoint.read('model').assert_existing_objects_matched();"


@pytest.mark.tensorflow
def test_a_notebook_shows_the_same_numbers(tmp_path: Path, pretend_gpus: PretendGpus) -> None:
    cells = ["sess.run(train, {x: [[1, 2]]})", "sess.run(loss, {x: [[1, 2]]})", "sess.run([y, w], {x: [[3, 4]]})"]
    notebook = as_notebook([BUILD, *cells])
    shown = []
    for unsafe in (False, True):
        text = script_of(fix_text(notebook, "a.ipynb", unsafe_fixes=unsafe).text)
        assert bool(graph_names(text)) != unsafe
        script = tmp_path / f"{unsafe}.py"
        script.write_text(text, encoding="utf-8")
        run = pretend_gpus.run(script)
        assert run.ok, run.stderr[-2000:]
        shown.append(run.output)
    assert len(shown[0]) > 2
    assert differences(*shown) == []
