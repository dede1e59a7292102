"""What `tfgpu-migrate verify` does: runs the script, places its ops, says what it found, and picks the exit code."""

from __future__ import annotations

import os
import sys
from collections.abc import Sequence
from pathlib import Path

from tfgpu_migrate.config import ConfigError, check_selectors
from tfgpu_migrate.report import full
from tfgpu_migrate.report.findings import Finding
from tfgpu_migrate.report.paint import paint_for, plain
from tfgpu_migrate.streams import say, write
from tfgpu_migrate.verify import as_json, expectations, interpreter, tables
from tfgpu_migrate.verify.findings import FAILING, Said, findings
from tfgpu_migrate.verify.options import VerifyOptions
from tfgpu_migrate.verify.result import Result
from tfgpu_migrate.verify.running import run_script

FORMATS = ("full", "json")


def run_verify(options: VerifyOptions) -> int:
    """Run, report; the exit code: 0, or 1 if a finding fails the run.

    Raises ConfigError for what cannot be run at all.
    """
    failing = _failing(options.fail_on)
    expected = expectations.parse(options.expect_gpu)
    check_script(options.script)
    python = interpreter.find(options.python)
    if options.against is None:
        # With JSON on standard output, what the script prints there goes to standard error.
        result, said = run_script(options, python, _stdout(options)), list[Said]()
    else:
        check_script(options.against)
        result, said = _compared(options, options.against, python)
    found = findings(result, [*said, *expectations.unmet(expected, result)])
    failures = [each for each in found if each.diagnostic.code in failing]
    _print(options, result, found, failures)
    return 1 if failures else 0


def _stdout(options: VerifyOptions) -> int | None:
    is_shared = options.output_format == "json" and options.output_file is None
    return sys.stderr.fileno() if is_shared else None


def _compared(options: VerifyOptions, original: str, python: interpreter.Interpreter) -> tuple[Result, list[Said]]:
    """Run both scripts on the same pretended machine; the second's result, and what it does otherwise."""
    from tfgpu_migrate.verify.against import run_both

    both = run_both(options, original, python)
    sys.stdout.flush()
    os.write(_stdout(options) or sys.stdout.fileno(), both.output)
    return both.result, both.differences


def _failing(chosen: Sequence[str] | None) -> frozenset[str]:
    """The codes that fail a run: those given, or whose prefix is."""
    if chosen is None:
        return frozenset(FAILING)
    from tfgpu_migrate.rules import load

    wanted = tuple(code.upper() for code in chosen if code.upper() != "NONE")
    check_selectors(wanted, "--fail-on")
    codes = [code for code in load() if code.startswith("TFM6")]
    return frozenset(code for code in codes if "ALL" in wanted or code.startswith(wanted or ("-",)))


def check_script(script: str) -> None:
    """Raise ConfigError, with what to type, for what is no script."""
    path = Path(script)
    if path.suffix == ".ipynb":
        raise ConfigError(f"{script} is a notebook; `jupyter nbconvert --to script {script}` makes a script of it")
    if not path.is_file():
        what = "is a folder" if path.is_dir() else "does not exist"
        raise ConfigError(f"{script} {what}; give the script that is to run, like `tfgpu-migrate verify train.py`")


def _print(options: VerifyOptions, result: Result, found: Sequence[Finding], failures: Sequence[Finding]) -> None:
    to_file = options.output_file is not None
    paint = plain if to_file else paint_for(sys.stdout, options.color)
    if options.output_format == "json":
        pieces = [as_json.render(result, found, fails=bool(failures)), "\n"]
    else:
        pieces = [*full.render(found, paint, False)]
        pieces += [] if options.quiet else [tables.render(result, color=paint is not plain)]
        pieces.append(_summary(result, found, failures))
    if options.output_file is None:
        sys.stdout.flush()
        write(sys.stdout.buffer, pieces)
        return
    try:
        with Path(options.output_file).open("wb") as file:
            write(file, pieces)
    except OSError as error:
        raise ConfigError(f"cannot write {options.output_file}: {error.strerror}") from None
    if not options.quiet:
        say(_summary(result, found, failures))


def _summary(result: Result, found: Sequence[Finding], failures: Sequence[Finding]) -> str:
    notes = len(found) - len(failures)
    said = _counted(len(failures), "error") if failures else "No errors"
    more = f", {_counted(notes, 'note')}" if notes else ""
    ran = f"{result.script} {result.ended.text}"
    took = "" if result.ended.timed_out else f" after {result.ended.seconds:.1f} s"
    return f"{said}{more}: {ran}{took}.\n"


def _counted(number: int, word: str) -> str:
    return f"{number} {word}" if number == 1 else f"{number} {word}s"
