"""`verify --fix`: when the file keeps its fix, and when it gets its old text back; runs are told, not made."""

import io
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest

from tfgpu_migrate.config import ConfigError
from tfgpu_migrate.verify import against
from tfgpu_migrate.verify.compare import Side
from tfgpu_migrate.verify.interpreter import Interpreter
from tfgpu_migrate.verify.launch import Ended
from tfgpu_migrate.verify.options import VerifyOptions
from tfgpu_migrate.verify.result import Result

TF1 = b"import tensorflow as tf\nprint(tf.log(1.0))\n"
FIXED = b"import tensorflow as tf\nprint(tf.math.log(1.0))\n"
PYTHON = Interpreter("python", "3.11", "2.21.0")
Run = Callable[..., Side]


def options(script: Path) -> VerifyOptions:
    return VerifyOptions(
        script=str(script), arguments=(), python=None, gpus=None, gpu_memory_mb=16384, timeout=1, no_network=False,
        scratch=False, expect_gpu=(), fail_on=None, against=None, tf1_python=None, compare_cpu=False, fix=True,
        unsafe_fixes=False, output_format="full", output_file=None, html=None, quiet=False, color="never",
    )  # fmt: skip


def side_of(given: VerifyOptions, python: Interpreter, output: Path, printed: str) -> Side:
    output.write_text(printed)
    return Side(Result(given.script, python, Ended(0, None, False, 1), 2, 2, True, "placer", ""), output, "")


def printing(texts: list[str], seen: list[bytes]) -> Run:
    """Runs that print these texts in turn; what the script holds then is noted."""

    def side(given: VerifyOptions, python: Interpreter, output: Path, as_tf1: bool, *, keras_2: bool = False) -> Side:
        seen.append(Path(given.script).read_bytes())
        assert as_tf1 is (seen[-1] == TF1)
        assert given.gpus == 2
        text = texts[len(seen) - 1]
        if text == "interrupt":
            raise KeyboardInterrupt
        return side_of(given, python, output, text)

    return side


def run(script: Path, texts: list[str], monkeypatch: pytest.MonkeyPatch) -> tuple[against.Both, list[bytes], bytes]:
    seen: list[bytes] = []
    shown = io.BytesIO()
    monkeypatch.setattr(against, "_side", printing(texts, seen))
    both = against.run_fixed(options(script), PYTHON, shown, lambda _, said: [])
    return both, seen, shown.getvalue()


@pytest.fixture
def script(tmp_path: Path) -> Path:
    """A script that has something to fix."""
    path = tmp_path / "script.py"
    path.write_bytes(TF1)
    return path


@pytest.mark.parametrize(
    ("printed", "left", "said"),
    [
        (["0.0\n"], FIXED, "was fixed, and does what it did"),
        (
            ["1.0\n", "0.0\n"],
            TF1,
            "was restored: the fix does not hold: line 1 of the output: `0.0` became `1.0`",
        ),
        (
            ["1.0\n", "2.0\n"],
            FIXED,
            "was fixed, and does what it did, as far as can be seen: its numbers differ in each run (TFM625)",
        ),
        (
            ["1.0\nlast\n", "2.0\n"],
            TF1,
            "was restored: the fix does not hold: line 2 of the output: nothing became `last`",
        ),
        (
            ["cats\n", "dogs\n"],
            TF1,
            "was restored: nothing proves the fix, for the original prints something else each run (line 1: `0.0`, "
            "then `dogs`), so the rest cannot be compared: seed what draws numbers (`seed=` of each op, "
            "`np.random.seed`), and use --scratch if it goes on from files that it wrote; `check --fix` makes it "
            "without proof",
        ),
    ],
    ids=["holds", "changes something", "other numbers each run", "and changes something", "other words each run"],
)
def test_a_fix_is_kept_if_nothing_differs(
    printed: list[str], left: bytes, said: str, script: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    both, seen, shown = run(script, ["0.0\n", *printed], monkeypatch)
    # Where what is printed differs, the original runs once more.
    assert seen == [TF1, FIXED, TF1][: len(printed) + 1]
    assert script.read_bytes() == left
    assert (both.note, shown) == (f"{script} {said}", printed[0].encode())
    assert both.result.notes == ("2 GPUs were pretended, for both scripts; `--gpus N` says how many",)


def test_a_number_of_gpus_that_was_chosen_is_no_note(script: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(against, "_side", printing(["", ""], []))
    chosen = replace(options(script), gpus=2)
    assert against.run_fixed(chosen, PYTHON, io.BytesIO(), lambda _, said: []).result.notes == ()


def test_the_script_before_its_fix_may_run_on_tensorflow_1(script: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    old = Interpreter("python3.7", "3.7.16", "1.15.5")
    seen: list[tuple[Interpreter, Interpreter | None]] = []

    def side(
        given: VerifyOptions, python: Interpreter, output: Path, as_tf1: bool, placer: Interpreter | None = None
    ) -> Side:
        assert not as_tf1
        seen.append((python, placer))
        return side_of(given, python, output, "")

    monkeypatch.setattr(against, "_side", side)
    both = against.run_fixed(options(script), PYTHON, io.BytesIO(), lambda _, said: [], old)
    assert seen == [(old, PYTHON), (PYTHON, None)]
    assert both.note == f"{script} was fixed, and does what it did"


GRAPH = b"import tensorflow as tf\nsess = tf.Session()\nprint(sess.run(tf.constant(1)))\n"


@pytest.mark.parametrize(
    ("texts", "is_graph", "said"),
    [
        (["1\n", "1\n"], False, "was fixed, unsafe fixes included, and does what it did"),
        (
            ["1\n", "2\n", "1\n", "1\n"],
            True,
            "was fixed by its safe fixes, and does what it did; its unsafe fixes were put back: they do not hold: line "
            "1 of the output: `1` became `2`",
        ),
        (
            ["a\nb\n", "c\nd\n", "a\nb\n", "a\nb\n"],
            True,
            "was fixed by its safe fixes, and does what it did; its unsafe fixes were put back: they do not hold: line "
            "1 of the output: `a` became `c` (and 1 more difference)",
        ),
        (
            ["1\n", "2\n", "1\n", "3\n"],
            None,
            "was restored: the fix does not hold: line 1 of the output: `1` became `3`",
        ),
        (
            ["1\n", "2\n", "4\n"],
            False,
            "was fixed, unsafe fixes included, and does what it did, as far as can be seen: its numbers differ in each "
            "run (TFM625)",
        ),
        (
            ["1\n", "nan\n", "4\n", "3\n"],
            True,
            "was fixed by its safe fixes, and does what it did, as far as can be seen: its numbers differ in each run "
            "(TFM625); its unsafe fixes were put back: they do not hold: line 1 of the output: `1` became `nan`",
        ),
    ],
    ids=[
        "holds",
        "only the safe ones hold",
        "two differences",
        "neither holds",
        "other numbers each run",
        "other words than any run of the original",
    ],
)
def test_safe_fixes_are_tried_where_unsafe_ones_change_something(
    texts: list[str], is_graph: bool | None, said: str, script: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    script.write_bytes(GRAPH)
    printed = iter(texts)

    def side(given: VerifyOptions, python: Interpreter, output: Path, as_tf1: bool, *, keras_2: bool = False) -> Side:
        return side_of(given, python, output, next(printed))

    monkeypatch.setattr(against, "_side", side)
    unsafe = replace(options(script), unsafe_fixes=True)
    both = against.run_fixed(unsafe, PYTHON, io.BytesIO(), lambda _, said: [])
    assert both.note == f"{script} {said}"
    text = script.read_text()
    assert text == GRAPH.decode() if is_graph is None else ("compat.v1" in text) is is_graph
    assert next(printed, None) is None


DRAWING = b"""import tensorflow as tf
{}
w = tf.Variable(tf.random_normal([2]))
v = tf.Variable(tf.random_normal([2], seed=3))
with tf.Session() as sess:
    sess.run(tf.global_variables_initializer())
    print(sess.run(w + v))
"""


@pytest.mark.parametrize(
    ("line", "hint"),
    [
        (
            b"tf.set_random_seed(1)",
            "; by the seed of the program alone, eager code draws other numbers than a graph: `tf.random_normal` in "
            "line 3 draws without a `seed=` of its own; give it one",
        ),
        (b"", ""),
    ],
    ids=["by the program", "without any"],
)
def test_what_only_the_program_seeds_is_told_to_have_a_seed(
    line: bytes, hint: str, script: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    script.write_bytes(DRAWING.replace(b"{}", line))
    printed = iter(["1\n", "2\n", "1\n", "1\n"])

    def side(given: VerifyOptions, python: Interpreter, output: Path, as_tf1: bool, *, keras_2: bool = False) -> Side:
        return side_of(given, python, output, next(printed))._replace(text=Path(given.script).read_text())

    monkeypatch.setattr(against, "_side", side)
    unsafe = replace(options(script), unsafe_fixes=True)
    both = against.run_fixed(unsafe, PYTHON, io.BytesIO(), lambda _, said: [])
    assert "compat.v1.Session" in script.read_text()
    put_back = "its unsafe fixes were put back: they do not hold: line 1 of the output: `1` became `2`"
    assert both.note == f"{script} was fixed by its safe fixes, and does what it did; {put_back}{hint}"


REFUSED = b"""import tensorflow as tf
v = tf.Variable(1.0)
print(v)
with tf.Session() as sess:
    sess.run(tf.global_variables_initializer())
    print(sess.run(v))
"""


def test_a_script_that_stays_a_graph_is_said_with_the_reason(script: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    script.write_bytes(REFUSED)

    def side(given: VerifyOptions, python: Interpreter, output: Path, as_tf1: bool, *, keras_2: bool = False) -> Side:
        return side_of(given, python, output, "1.0\n")

    monkeypatch.setattr(against, "_side", side)
    unsafe = replace(options(script), unsafe_fixes=True)
    why = "`v`, a variable, is used outside of the session's runs; print what a run of it gives, or nothing"
    both = against.run_fixed(unsafe, PYTHON, io.BytesIO(), lambda _, said: [])
    line = script.read_text().splitlines().index("print(v)") + 1
    assert line == 6  # of what the file holds now
    assert both.note == f"{script} was fixed, and does what it did; it stays a graph: {script}:{line}: {why}"
    with pytest.raises(ConfigError) as nothing:
        against.run_fixed(unsafe, PYTHON, io.BytesIO(), lambda _, said: [])
    assert str(nothing.value) == (
        f"{script} has nothing to fix, and stays a graph ({script}:{line}: {why}); leave out --fix"
    )

    script.write_bytes(REFUSED)
    both = against.run_fixed(options(script), PYTHON, io.BytesIO(), lambda _, said: [])
    assert both.note == f"{script} was fixed, and does what it did"  # nobody asked for more


@pytest.mark.parametrize(
    ("ended", "said"),
    [
        (Ended(1, None, False, 1), "fails as it did before"),
        (Ended(None, "SIGKILL", False, 1), "fails as it did before"),
        (Ended(None, None, True, 1), "does what it did until its time was over"),
    ],
    ids=["an error", "a signal", "its time"],
)
def test_a_script_that_fails_before_and_after(
    ended: Ended, said: str, script: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def side(given: VerifyOptions, python: Interpreter, output: Path, as_tf1: bool, *, keras_2: bool = False) -> Side:
        run = side_of(given, python, output, "")
        return run._replace(result=replace(run.result, ended=ended))

    monkeypatch.setattr(against, "_side", side)
    both = against.run_fixed(options(script), PYTHON, io.BytesIO(), lambda _, said: [])
    assert both.note == f"{script} was fixed, and {said}"
    assert script.read_bytes() == FIXED


@pytest.mark.parametrize(
    "texts",
    [["interrupt"], ["0.0", "interrupt"], ["0.0", "1.0", "interrupt"]],
    ids=["first run", "second run", "the original again"],
)
def test_an_interrupt_leaves_the_old_text(texts: list[str], script: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with pytest.raises(KeyboardInterrupt):
        run(script, texts, monkeypatch)
    assert script.read_bytes() == TF1
    assert list(script.parent.iterdir()) == [script]


def test_the_original_has_the_keras_that_the_fix_switches_on(script: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    script.write_text("import tensorflow as tf\nprint(tf.layers.dense(tf.ones([1, 1]), 1))\n")
    seen: list[bool] = []

    def side(given: VerifyOptions, python: Interpreter, output: Path, as_tf1: bool, *, keras_2: bool = False) -> Side:
        seen.append(keras_2)
        return side_of(given, python, output, "")

    monkeypatch.setattr(against, "_side", side)
    against.run_fixed(options(script), PYTHON, io.BytesIO(), lambda _, said: [])
    assert seen == [True, False]  # the fixed script switches it on itself


def test_nothing_to_fix_runs_nothing(script: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    script.write_bytes(FIXED)
    with pytest.raises(ConfigError, match="has nothing to fix; leave out --fix"):
        run(script, [], monkeypatch)


def test_a_file_that_was_changed_meanwhile_is_not_overwritten(script: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def side(given: VerifyOptions, python: Interpreter, output: Path, as_tf1: bool, *, keras_2: bool = False) -> Side:
        script.write_bytes(b"mine\n")
        return side_of(given, python, output, "")

    monkeypatch.setattr(against, "_side", side)
    with pytest.raises(ConfigError, match="was not written: the file was changed while it was checked"):
        against.run_fixed(options(script), PYTHON, io.BytesIO(), lambda _, said: [])
    assert script.read_bytes() == b"mine\n"
