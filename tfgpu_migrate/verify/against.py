"""Runs a script and the one it was made from, one after the other, on the same pretended machine."""

from __future__ import annotations

import shutil
import tempfile
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, ExitStack, contextmanager, nullcontext
from dataclasses import dataclass, replace
from functools import cached_property
from pathlib import Path
from typing import IO, NamedTuple

from tfgpu_migrate.check import fix_bytes
from tfgpu_migrate.config import ConfigError, Configuration, Flags
from tfgpu_migrate.edit.legacy_keras import VARIABLE
from tfgpu_migrate.file_report import FileReport
from tfgpu_migrate.index.index import Index
from tfgpu_migrate.index.mode import is_tf1_code
from tfgpu_migrate.report.findings import Finding
from tfgpu_migrate.report.summary import count
from tfgpu_migrate.source import Source, Unreadable
from tfgpu_migrate.verify.codes import CHANCE
from tfgpu_migrate.verify.compare import Side, differences, is_chance, prints_otherwise
from tfgpu_migrate.verify.findings import Said
from tfgpu_migrate.verify.interpreter import Interpreter
from tfgpu_migrate.verify.launch import Ended
from tfgpu_migrate.verify.options import VerifyOptions
from tfgpu_migrate.verify.result import Result
from tfgpu_migrate.verify.running import run_script
from tfgpu_migrate.verify.seeds import by_program
from tfgpu_migrate.write import Refused, replace_file, sweep

_NOT_ITS_NUMBERS = ", as far as can be seen: its numbers differ in each run (TFM625)"
_GPUS = 2  # where `--gpus` says nothing: one alone shows no wrong choice of a card


Judge = Callable[[Result, list[Said]], list[Finding]]  # findings of a result, and of how it differs


class Both(NamedTuple):
    """The fixed script's result, and the findings about it, with the text that it had."""

    result: Result
    found: list[Finding]
    note: str  # what came of the comparison, and of the file, where it was fixed


class _Fix(NamedTuple):
    """A fixed text, and where and why unsafe fixes left it a graph: "" where they did not, or were not asked for."""

    text: bytes
    stays: str = ""


@dataclass
class _Original:
    """The original's run, and another one, which is made where somebody asks for it."""

    side: Side
    rerun: Callable[[], Side]

    @cached_property
    def again(self) -> Side:
        """Another run."""
        return self.rerun()

    def differences(self, fixed: Side, around: AbstractContextManager[None] | None = None) -> list[Said]:
        """What the fixed script does otherwise; where it prints otherwise, another run says whether that is chance.

        `around` is what has to hold while the original runs.
        """
        found = list(differences(self.side, fixed))
        if not prints_otherwise(found) or self.side.result.ended.timed_out:
            return found
        with around or nullcontext():
            again = self.again
        return list(differences(self.side, fixed, again))


def run_both(
    options: VerifyOptions,
    original: str,
    python: Interpreter,
    show: IO[bytes],
    judge: Judge,
    tf1_python: Interpreter | None = None,
) -> Both:
    """Run the original, then the script, whose output goes to `show`.

    An original for TensorFlow 1 runs on that, where there is a Python for it, else on `tensorflow.compat.v1`. Raises
    OSError where an interpreter does not start.
    """
    options, pretended = _with_gpus(options)
    keras_2 = _has_keras_2(Path(options.script).read_bytes())
    with tempfile.TemporaryDirectory(prefix="tfgpu-verify-") as folder:

        def run_original(name: str) -> Side:
            given, output = replace(options, script=original), Path(folder, name)
            if tf1_python is None:
                return _side(given, python, output, is_tf1(original), keras_2=keras_2)
            return _side(given, tf1_python, output, as_tf1=False, placer=python)

        before = _Original(run_original("before"), lambda: run_original("again"))
        after = _side(options, python, Path(folder, "after"), as_tf1=False)
        _show(after.output, show)
        about = (f"of the original: {note}" for note in before.side.result.notes)  # what could not be compared
        result = replace(after.result, notes=(*after.result.notes, *about, *pretended))
        found = before.differences(after)
        different = _counted(found)
        told = count(len(different), "difference") if different else "no difference"
        but = _NOT_ITS_NUMBERS if len(found) > len(different) else _by_program(before, different)
        return Both(result, judge(result, found), f"Compared with {original}: {told}{but}")


def run_fixed(
    options: VerifyOptions,
    python: Interpreter,
    show: IO[bytes],
    judge: Judge,
    tf1_python: Interpreter | None = None,
) -> Both:
    """Run the script, fix it in its place, run it again; keep the fix if nothing differs, else restore the file.

    Before its fix it runs on TensorFlow 1 where there is a Python for that. Where unsafe fixes make a difference, the
    safe ones are tried without them. Raises ConfigError where there is
    nothing to fix, or the file cannot be written.
    """
    path, wishes = options.script, [True, False] if options.unsafe_fixes else [False]
    before = Path(path).read_bytes()
    fixes = _fixed(path, before, wishes)
    options, pretended = _with_gpus(options)
    as_tf1, keras_2 = is_tf1(path), any(_has_keras_2(fix.text) for fix in fixes)
    with tempfile.TemporaryDirectory(prefix="tfgpu-verify-") as folder:

        def run_original(name: str) -> Side:
            if tf1_python is not None:
                return _side(options, tf1_python, Path(folder, name), as_tf1=False, placer=python)
            return _side(options, python, Path(folder, name), as_tf1, keras_2=keras_2)

        original = _Original(run_original("before"), lambda: run_original("again"))
        tried = ""
        for fix in fixes:
            attempt = _tried(before, fix.text, original, options, python, Path(folder, "after"), judge)
            if attempt.holds or fix is fixes[-1]:
                break
            tried = f"; its unsafe fixes were put back: {_why(attempt, original, 'they do')}"
        _show(attempt.fixed.output, show)
        result = replace(attempt.fixed.result, notes=(*attempt.fixed.result.notes, *pretended))
        if not attempt.holds:
            return Both(result, attempt.found, f"{path} was restored: {_why(attempt, original, 'the fix does')}")
        kept = f"{path} was fixed{_which(fix, fixes)}, and {_does(result.ended)}"
        but = _NOT_ITS_NUMBERS if attempt.differences else ""
        stays = f"; it stays a graph: {fix.stays}" if fix.stays else ""
        return Both(result, attempt.found, f"{kept}{but}{tried}{stays}")


def _with_gpus(options: VerifyOptions) -> tuple[VerifyOptions, tuple[str, ...]]:
    """The options with a number of pretended GPUs, and a note where nobody chose it."""
    if options.gpus is not None:
        return options, ()
    note = f"{_GPUS} GPUs were pretended, for both scripts; `--gpus N` says how many"
    return replace(options, gpus=_GPUS), (note,)


class _Attempt(NamedTuple):
    """The run of a fixed text, the findings about it, and how it differs from the original."""

    fixed: Side
    found: list[Finding]
    differences: list[Said]

    @property
    def holds(self) -> bool:
        """Whether nothing differs but the numbers that the original varies itself."""
        return not _counted(self.differences)


def _counted(found: list[Said]) -> list[Said]:
    """The differences, without the note that the original prints other numbers each run."""
    return [each for each in found if each.code != CHANCE]


def _why(attempt: _Attempt, original: _Original, it_does: str) -> str:
    """Why a fix was not kept: the first difference, how many more, and what to do where only seeds may be the cause."""
    first, *more = _counted(attempt.differences)
    if is_chance(first):
        return f"nothing proves the fix, for {first.message}; `check --fix` makes it without proof"
    others = f" (and {count(len(more), 'more difference')})" if more else ""
    return f"{it_does} not hold: {first.message}{others}{_by_program(original, attempt.differences)}"


def _by_program(original: _Original, different: list[Said]) -> str:
    """That the seed of the program may be why other numbers are printed; "" where it cannot be."""
    said = by_program(original.side.text) if prints_otherwise(different) else ""
    return f"; {said}" if said else ""


def _which(kept: _Fix, fixes: list[_Fix]) -> str:
    """Which fixes a file has, where there was a choice."""
    if len(fixes) == 1:
        return ""
    return ", unsafe fixes included" if kept is fixes[0] else " by its safe fixes"


def _tried(
    before: bytes,
    after: bytes,
    original: _Original,
    options: VerifyOptions,
    python: Interpreter,
    output: Path,
    judge: Judge,
) -> _Attempt:
    """Run the fixed text in the file's place, where it stays if it holds."""
    with ExitStack() as undone:
        _write(options.script, before, after)
        undone.callback(_write, options.script, after, before)
        fixed = _side(options, python, output, as_tf1=False)
        different = original.differences(fixed, _holding(options.script, after, before))
        attempt = _Attempt(fixed, judge(fixed.result, different), different)
        if attempt.holds:
            undone.pop_all()
        return attempt


@contextmanager
def _holding(path: str, usual: bytes, meanwhile: bytes) -> Iterator[None]:
    """The file has another text for a while, and then the usual one, also after an interrupt."""
    _write(path, usual, meanwhile)
    try:
        yield
    finally:
        _write(path, meanwhile, usual)


def _does(ended: Ended) -> str:
    """What is known of a script that ends as it did before its fix, and prints the same."""
    if ended.timed_out:
        return "does what it did until its time was over"
    return "does what it did" if ended.code == 0 else "fails as it did before"


def _fixed(path: str, before: bytes, wishes: list[bool]) -> list[_Fix]:
    """The file as it is fixed, with unsafe fixes where wished: each text once.

    Raises ConfigError where there is nothing to fix, or fixing it failed.
    """
    fixes: dict[bytes, _Fix] = {}
    stays = ""
    for unsafe in wishes:
        configuration = Configuration(Flags(unsafe_fixes=unsafe))
        report = fix_bytes(path, before, configuration.settings(str(Path(path).absolute().parent)))
        if report.internal_error:
            raise ConfigError(f"{path} was left alone: {report.internal_error}")
        stays = stays or _obstacles(report)
        if report.after is not None and report.after != before:
            fixes.setdefault(report.after, _Fix(report.after, _obstacles(report)))
    if not fixes:
        why = f", and stays a graph ({stays})" if stays else ""
        raise ConfigError(f"{path} has nothing to fix{why}; leave out --fix")
    return [*fixes.values()]


def _obstacles(report: FileReport) -> str:
    """Where and why a fixed file stays a graph (TFM210): the first place, and how many more; "" where it does not."""
    places = zip(report.diagnostics, report.located(), strict=True)
    first, *more = [
        f"{report.path}:{place.start[0]}: {each.message.removeprefix('the file stays graph code: ')}"
        for each, place in places
        if each.code == "TFM210"
    ] or [""]
    return f"{first} ({len(more)} more)" if more else first


def _write(path: str, before: bytes, after: bytes) -> None:
    try:
        sweep([str(Path(path).resolve().parent)])
        replace_file(path, before, after)
    except (OSError, Refused) as error:
        raise ConfigError(f"{path} was not written: {error}") from None


def _show(output: Path, show: IO[bytes]) -> None:
    with output.open("rb") as file:
        shutil.copyfileobj(file, show)
    show.flush()


def _side(
    options: VerifyOptions,
    python: Interpreter,
    output: Path,
    as_tf1: bool,
    placer: Interpreter | None = None,
    *,
    keras_2: bool = False,
) -> Side:
    text = Path(options.script).read_text("utf-8", "replace")
    with output.open("wb") as file:
        result = run_script(options, python, file, as_tf1=as_tf1, keras_2=keras_2, placer=placer)
    return Side(result, output, text)


def _has_keras_2(fixed: bytes) -> bool:
    """Whether a fixed script switches legacy Keras on: its original then needs it too."""
    return VARIABLE.encode() in fixed


def is_tf1(script: str) -> bool:
    """Whether a script names what only TensorFlow 1 has; one that cannot be read is run as it is."""
    try:
        return is_tf1_code(Index(Source.decode(Path(script).read_bytes(), script)))
    except Unreadable:
        return False
