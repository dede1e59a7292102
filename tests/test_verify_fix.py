"""`verify --fix`: when the file keeps its fix, and when it gets its old text back; runs are told, not made."""

import io
from collections.abc import Callable
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
Run = Callable[[VerifyOptions, Interpreter, Path, bool], Side]


def options(script: Path) -> VerifyOptions:
    return VerifyOptions(
        script=str(script), arguments=(), python=None, gpus=None, gpu_memory_mb=1, timeout=1, no_network=False,
        scratch=False, expect_gpu=(), fail_on=None, against=None, tf1_python=None, fix=True, unsafe_fixes=False,
        output_format="full", output_file=None, quiet=False, color="never",
    )  # fmt: skip


def printing(texts: list[str], seen: list[bytes]) -> Run:
    """Runs that print these texts in turn; what the script holds then is noted."""

    def side(given: VerifyOptions, python: Interpreter, output: Path, as_tf1: bool) -> Side:
        seen.append(Path(given.script).read_bytes())
        assert as_tf1 is (seen[-1] == TF1)
        assert given.gpus == 2
        text = texts[len(seen) - 1]
        if text == "interrupt":
            raise KeyboardInterrupt
        output.write_text(text)
        return Side(Result(given.script, python, Ended(0, None, False, 1), 2, 2, True, "placer", ""), output, "")

    return side


def run(script: Path, texts: list[str], monkeypatch: pytest.MonkeyPatch) -> tuple[against.Both, list[bytes], bytes]:
    seen: list[bytes] = []
    shown = io.BytesIO()
    monkeypatch.setattr(against, "_side", printing(texts, seen))
    both = against.run_fixed(options(script), PYTHON, shown, lambda _, said: [])
    return both, seen, shown.getvalue()


def test_a_fix_that_holds_is_kept(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    script = tmp_path / "script.py"
    script.write_bytes(TF1)
    both, seen, shown = run(script, ["0.0\n", "0.0\n"], monkeypatch)
    assert seen == [TF1, FIXED]
    assert script.read_bytes() == FIXED
    assert (both.note, shown) == (f"{script} was fixed, and does what it did", b"0.0\n")


def test_a_fix_that_changes_something_is_taken_back(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    script = tmp_path / "script.py"
    script.write_bytes(TF1)
    both, seen, _ = run(script, ["0.0\n", "1.0\n"], monkeypatch)
    assert seen == [TF1, FIXED]
    assert script.read_bytes() == TF1
    assert both.note == f"{script} was restored: the fix does not hold"


@pytest.mark.parametrize("texts", [["interrupt"], ["0.0", "interrupt"]], ids=["first run", "second run"])
def test_an_interrupt_leaves_the_old_text(texts: list[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    script = tmp_path / "script.py"
    script.write_bytes(TF1)
    with pytest.raises(KeyboardInterrupt):
        run(script, texts, monkeypatch)
    assert script.read_bytes() == TF1
    assert list(tmp_path.iterdir()) == [script]


def test_nothing_to_fix_runs_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    script = tmp_path / "script.py"
    script.write_bytes(FIXED)
    with pytest.raises(ConfigError, match="has nothing to fix; leave out --fix"):
        run(script, [], monkeypatch)


def test_a_file_that_was_changed_meanwhile_is_not_overwritten(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    script = tmp_path / "script.py"
    script.write_bytes(TF1)

    def side(given: VerifyOptions, python: Interpreter, output: Path, as_tf1: bool) -> Side:
        script.write_bytes(b"mine\n")
        output.touch()
        return Side(Result(given.script, python, Ended(0, None, False, 1), 2, 2, True, "placer", ""), output, "")

    monkeypatch.setattr(against, "_side", side)
    with pytest.raises(ConfigError, match="was not written: the file was changed while it was checked"):
        against.run_fixed(options(script), PYTHON, io.BytesIO(), lambda _, said: [])
    assert script.read_bytes() == b"mine\n"
