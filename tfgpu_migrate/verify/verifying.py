"""What `tfgpu-migrate verify` does: runs the script, places its ops, says what it found, and picks the exit code."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

from tfgpu_migrate.config import ConfigError, check_selectors
from tfgpu_migrate.output import put, refuse_source
from tfgpu_migrate.report import full
from tfgpu_migrate.report.findings import Finding
from tfgpu_migrate.report.paint import paint_for, plain
from tfgpu_migrate.report.summary import count
from tfgpu_migrate.settings import selected
from tfgpu_migrate.streams import say
from tfgpu_migrate.verify import as_json, expectations, interpreter, listings, tables, without_gpus
from tfgpu_migrate.verify.codes import COMPARED, FAILING
from tfgpu_migrate.verify.findings import Said, findings
from tfgpu_migrate.verify.listings import Listing
from tfgpu_migrate.verify.options import DEFAULTS, VerifyOptions
from tfgpu_migrate.verify.result import Result
from tfgpu_migrate.verify.running import check_network, run_script

if TYPE_CHECKING:
    from tfgpu_migrate.verify.against import Both, Judge


def run_verify(options: VerifyOptions) -> int:
    """Run, report; the exit code: 0, or 1 if a finding fails the run.

    Raises ConfigError for what cannot be run at all.
    """
    if options.fix and options.against is not None:
        raise ConfigError("--fix compares with the script as it was; leave out --against")
    if options.tf1_python is not None and options.against is None and not options.fix:
        raise ConfigError("--tf1-python runs the original of --against or --fix; add --against ORIGINAL")
    if options.unsafe_fixes and not options.fix:
        raise ConfigError("--unsafe-fixes says what --fix may do; add --fix")
    compares = options.fix or options.against is not None
    if options.gpu_memory_mb != DEFAULTS["gpu_memory_mb"] and options.gpus is None and not compares:
        raise ConfigError("--gpu-memory-mb is the memory of pretended GPUs; add --gpus N")
    failing = _failing(options.fail_on, compares=compares)
    check_script(options.script)
    expected = expectations.parse(options.expect_gpu, options.script)
    check_network(options)
    _check_page(options)
    if sys.platform != "linux":
        raise ConfigError(f"verify runs on Linux only, not on {sys.platform}")
    python = interpreter.find(options.python)
    interpreter.check_gpu_build(python, options.gpus)
    if options.compare_cpu:
        without_gpus.check(options, python)

    listed: list[Listing] = []

    def judge(result: Result, said: list[Said]) -> list[Finding]:
        if options.html is not None:  # now: where a fix does not hold, the file gets its old text back
            listed[:] = listings.read(result)
        return findings(result, [*said, *expectations.unmet(expected, result)])

    note = ""
    if compares:
        result, found, note = _compared(options, python, judge)
    else:
        result = run_script(options, python, _stdout(options))
        if options.compare_cpu:
            result = replace(result, speed=without_gpus.measured(options, python, result))
        found = judge(result, [])
    failures = [each for each in found if each.diagnostic.code in failing]
    _print(options, result, found, failing, note)
    if options.html is not None:
        from tfgpu_migrate.verify import page

        put([page.render(result, found, failing, listed, options, note)], sys.stdout, options.html)
    return 1 if failures else 0


def _check_page(options: VerifyOptions) -> None:
    """Raise ConfigError, before anything runs, for a page that could not be written in the end."""
    if options.html is None:
        return
    refuse_source(options.html, [options.script, *([options.against] if options.against is not None else [])])
    if not Path(options.html).parent.is_dir() or Path(options.html).is_dir():
        raise ConfigError(f"cannot write {options.html}: there is no such folder, or it is one")
    if options.output_file is not None and Path(options.html).absolute() == Path(options.output_file).absolute():
        raise ConfigError("`--html` and `--output-file` name one and the same file; name two")


def _stdout(options: VerifyOptions) -> int | None:
    is_shared = options.output_format == "json" and options.output_file is None
    return sys.stderr.fileno() if is_shared else None


def _compared(options: VerifyOptions, python: interpreter.Interpreter, judge: Judge) -> Both:
    """Run the script as it was and as it is fixed."""
    from tfgpu_migrate.verify import against

    sys.stdout.flush()
    show = sys.stderr.buffer if _stdout(options) else sys.stdout.buffer
    tf1_python = None if options.tf1_python is None else interpreter.find_tf1(options.tf1_python)
    if options.against is None:
        return against.run_fixed(options, python, show, judge, tf1_python)
    check_script(options.against)
    return against.run_both(options, options.against, python, show, judge, tf1_python)


def _failing(chosen: Sequence[str] | None, *, compares: bool) -> frozenset[str]:
    """The codes that fail a run: those given, or whose prefix is.

    By default where two scripts are compared, that they differ: what the original did not get either is a note.
    """
    if chosen is None:
        return COMPARED if compares else FAILING
    from tfgpu_migrate.rules import load

    wanted = tuple(code.upper() for code in chosen if code.upper() != "NONE")
    check_selectors(wanted, "--fail-on")
    return frozenset(code for code in load() if code.startswith("TFM6") and selected(code, wanted, ()))


def check_script(script: str) -> None:
    """Raise ConfigError, with what to type, for what is no script."""
    path = Path(script)
    if path.suffix == ".ipynb":
        raise ConfigError(f"{script} is a notebook; `jupyter nbconvert --to script {script}` makes a script of it")
    if not path.is_file():
        what = "is a folder" if path.is_dir() else "does not exist"
        raise ConfigError(f"{script} {what}; give the script that is to run, like `tfgpu-migrate verify train.py`")


def _print(
    options: VerifyOptions, result: Result, found: Sequence[Finding], failing: frozenset[str], note: str
) -> None:
    """The report, and on a line of its own what came of a comparison: what was kept, what was put back, and why."""
    failures = [each for each in found if each.diagnostic.code in failing]
    to_file = options.output_file is not None
    outcome = f"{note}.\n" if note else ""
    paint = plain if to_file else paint_for(sys.stdout, options.color)
    if options.output_format == "json":
        pieces = [as_json.render(result, found, failing, note), "\n"]
    else:
        pieces = [*full.render(found, paint, False)]
        pieces += [] if options.quiet else [tables.render(result, color=paint is not plain)]
        pieces += [_summary(result, found, failures), outcome]
    sys.stdout.flush()
    put(pieces, sys.stdout, options.output_file)
    if to_file and not options.quiet:
        say(_summary(result, found, failures))
    if to_file or options.output_format == "json":
        say(outcome)


def _summary(result: Result, found: Sequence[Finding], failures: Sequence[Finding]) -> str:
    notes = len(found) - len(failures)
    more = f", {count(notes, 'note')}" if notes else ""
    took = "" if result.ended.timed_out else f" after {result.ended.seconds:.1f} s"
    if not failures:
        return f"No errors{more}: {result.script} {result.ended.text}{took}.\n"
    itself = " itself" if result.ended.code == 0 else ""  # or it would read as if the errors were no errors
    return f"Found {count(len(failures), 'error')}{more}; {result.script}{itself} {result.ended.text}{took}.\n"
