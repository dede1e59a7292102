"""The commands and their flags: what is printed, and the exit code."""

from __future__ import annotations

import os
import shlex
import sys
import time
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import IO, TYPE_CHECKING, Any

import click

from tfgpu_migrate import __version__
from tfgpu_migrate.config import ConfigError, Configuration, Flags, suggestion
from tfgpu_migrate.settings import absolute_path

if TYPE_CHECKING:
    from tfgpu_migrate.check import FileReport
    from tfgpu_migrate.report.findings import Finding
    from tfgpu_migrate.report.paint import Paint
    from tfgpu_migrate.run import Mode, Outcome

_FORMATS = ("full", "concise", "json", "github")


def run_command(arguments: Sequence[str]) -> int:
    """Run one command line; its exit code."""
    if not arguments:
        return _misuse(cli.get_help(click.Context(cli, info_name="tfgpu-migrate")), prefix="")
    if any(arguments[0] in option.opts and option.name != "help" for option in check.params):
        return _misuse(f"`{arguments[0]}` is a flag of check; type `tfgpu-migrate check {shlex.join(arguments)}`")
    try:
        code = cli.main(args=list(arguments), prog_name="tfgpu-migrate", standalone_mode=False)
        sys.stdout.flush()
    except ConfigError as error:
        return _misuse(str(error))
    except click.ClickException as error:
        return _misuse(_explain(error))
    except (KeyboardInterrupt, click.Abort):
        return 130
    except BrokenPipeError:  # `| head` has seen enough; what Python still wants to flush goes nowhere
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 1
    return int(code or 0)


@click.group(no_args_is_help=False, context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(__version__, "-V", "--version", prog_name="tfgpu-migrate", message="%(prog)s %(version)s")
def cli() -> None:
    """Move TensorFlow 1 session and GPU configuration to tf.config."""


@dataclass(frozen=True)
class Options:
    """The flags of `check` that are no settings."""

    paths: tuple[str, ...]
    fix: bool
    unsafe_fixes: bool
    diff: bool
    output_format: str
    output_file: str | None
    statistics: bool
    show_fixes: bool
    exit_zero: bool
    exit_non_zero_on_fix: bool
    quiet: bool
    verbose: bool
    stdin_filename: str | None
    respect_gitignore: bool
    force_exclude: bool
    jobs: int | None
    color: str


def _one_of(known: Sequence[str]) -> Any:  # a click callback
    def callback(_: click.Context, parameter: click.Parameter, value: str) -> str:
        if value not in known:
            raise ConfigError(f"`{parameter.opts[-1]} {value}` is not known{suggestion(value, known)}")
        return value

    return callback


def _codes(_: click.Context, __: click.Parameter, value: Sequence[str]) -> tuple[str, ...] | None:
    """Split `A,B`; None where the flag was not given."""
    return tuple(code.strip() for each in value for code in each.split(",") if code.strip()) if value else None


def _jobs(_: click.Context, __: click.Parameter, value: str | None) -> int | None:
    if value is None:
        return None
    if not value.isdecimal() or value == "0":
        raise ConfigError(f"`--jobs {value}` is no number of processes; write one like `--jobs 4`")
    return int(value)


@cli.command()
@click.argument("paths", nargs=-1, type=click.Path())
@click.option("--fix/--no-fix", help="Make the safe fixes and write the files.")
@click.option("--unsafe-fixes/--no-unsafe-fixes", help="Count fixes that may change what the program does as fixable.")
@click.option("--diff", is_flag=True, help="Show what --fix would write; write nothing.")
@click.option("--select", multiple=True, metavar="CODES", callback=_codes, help="Rules to check; ALL or prefixes.")
@click.option("--extend-select", multiple=True, metavar="CODES", callback=_codes, help="More rules to check.")
@click.option("--ignore", multiple=True, metavar="CODES", callback=_codes, help="Rules not to check.")
@click.option("--exclude", multiple=True, metavar="GLOBS", callback=_codes, help="Files and folders not to look into.")
@click.option("--force-exclude/--no-force-exclude", help="Exclude also files that are named on the command line.")
@click.option("--respect-gitignore/--no-respect-gitignore", default=True, help="Leave out what git ignores.")
@click.option("--output-format", default="full", callback=_one_of(_FORMATS), metavar="|".join(_FORMATS), help="Layout.")
@click.option("-o", "--output-file", type=click.Path(), help="Write the findings to a file.")
@click.option("--statistics", is_flag=True, help="Show counts by rule instead of findings.")
@click.option("--show-fixes/--no-show-fixes", help="List what was fixed, by file.")
@click.option("-e", "--exit-zero", is_flag=True, help="Exit with 0 also if there are findings.")
@click.option("--exit-non-zero-on-fix", is_flag=True, help="Exit with 1 if a file was fixed.")
@click.option("--stdin-filename", type=click.Path(), help="The name of what comes on standard input (path `-`).")
@click.option("--config", multiple=True, metavar="FILE|KEY=VALUE", help="Settings from this file, or one setting.")
@click.option("--isolated", is_flag=True, help="Read no configuration files.")
@click.option("-j", "--jobs", callback=_jobs, metavar="NUMBER", help="How many processes; by default one a core.")
@click.option("-q", "--quiet", is_flag=True, help="Print findings, no summary.")
@click.option("-v", "--verbose", is_flag=True, help="Print how many files were looked at, and how long it took.")
@click.option("--color", default="auto", callback=_one_of(("auto", "always", "never")), metavar="auto|always|never")
def check(
    select: tuple[str, ...] | None,
    extend_select: tuple[str, ...] | None,
    ignore: tuple[str, ...] | None,
    exclude: tuple[str, ...] | None,
    config: tuple[str, ...],
    isolated: bool,
    **rest: Any,
) -> int:
    """Find what keeps files from running on TensorFlow 2, and fix it with --fix."""
    options = Options(**rest)
    if options.diff and (options.statistics or options.show_fixes):
        raise ConfigError("--diff shows no findings; leave out --statistics and --show-fixes")
    if "-" in options.paths and len(options.paths) > 1:
        raise ConfigError("`-` (standard input) stands alone; give either `-` or paths")
    flags = Flags(select, extend_select or (), ignore or (), exclude or (), options.unsafe_fixes, config, isolated)
    configuration = Configuration(flags)
    try:
        return _stdin(options, configuration) if "-" in options.paths else _files(options, configuration)
    except KeyboardInterrupt:  # click would print an empty line for it
        _say("Interrupted: every file is as it was or completely fixed.\n")
        return 130


@cli.command()
@click.argument("code", required=False)
@click.option("--all", "every", is_flag=True, help="Explain every rule.")
@click.option("--output-format", default="text", callback=_one_of(("text", "json")), metavar="text|json")
def rule(code: str | None, every: bool, output_format: str) -> None:
    """Explain a rule: what it finds, why, and how safe its fix is."""
    from tfgpu_migrate.report import explain
    from tfgpu_migrate.rules import load

    rules = load()
    if every == bool(code):
        raise ConfigError("give one code, like `tfgpu-migrate rule TFM301`, or --all")
    if code and code.upper() not in rules:
        raise ConfigError(f"unknown rule code `{code}`{suggestion(code.upper(), rules)}")
    chosen = list(rules.values()) if code is None else [rules[code.upper()]]
    text = explain.as_json(chosen, every) if output_format == "json" else explain.as_text(chosen)
    _write(sys.stdout.buffer, [text])


def _files(options: Options, configuration: Configuration) -> int:
    from tfgpu_migrate.discover import Discovery
    from tfgpu_migrate.run import run

    started = time.perf_counter()
    discovery = Discovery(configuration, options.respect_gitignore, options.force_exclude)
    files = discovery.files(options.paths or (".",))
    if not files:
        _say("warning: No Python files found under the given path(s)\n")
    outcome = run(files, _mode(options), options.jobs)
    if options.verbose:
        _say(f"Looked at {len(files)} files in {time.perf_counter() - started:.2f}s.\n")
    return _report(outcome, options, sys.stdout)


def _stdin(options: Options, configuration: Configuration) -> int:
    from tfgpu_migrate.discover import Discovery
    from tfgpu_migrate.run import Mode, Outcome, check_text

    data = sys.stdin.buffer.read()
    path = options.stdin_filename or "-"
    settings = configuration.settings(str(Path(absolute_path(path)).parent))
    excluded = options.force_exclude and Discovery(configuration).excluded(path, settings)
    report = None if excluded else check_text(path, data, settings, _mode(options))
    outcome = Outcome((report,) if report else (), 1)
    if _mode(options) is not Mode.FIX:
        return _report(outcome, options, sys.stdout)
    _write(sys.stdout.buffer, [data if report is None or report.after is None else report.after])
    return _report(outcome, options, sys.stderr)


def _mode(options: Options) -> Mode:
    from tfgpu_migrate.run import Mode

    if options.diff:
        return Mode.DIFF
    return Mode.FIX if options.fix else Mode.CHECK


def _report(outcome: Outcome, options: Options, stream: IO[str]) -> int:
    """Print what was found; the exit code."""
    from tfgpu_migrate.report import summary
    from tfgpu_migrate.report.findings import findings
    from tfgpu_migrate.report.paint import paint_for, plain

    paint = plain if options.output_file else paint_for(stream, options.color)
    found = findings(outcome.reports)
    total = summary.totals(outcome.reports, found, outcome.checked, options.unsafe_fixes)
    if options.diff:
        _print_diff(outcome.reports, found, paint)
        _say("" if options.quiet else "".join(summary.render_diff(total)))
    else:
        _print_findings(outcome.reports, found, total, options, paint, stream)
    broken = [report for report in outcome.reports if report.internal_error]
    for report in broken:
        _say(f"error: {report.path}: internal error, the file was left alone: {report.internal_error}\n")
    if broken:
        return 2
    if options.exit_zero:
        return 0
    if options.diff:
        return 1 if total.fixed or total.unreadable else 0
    return 1 if total.remaining or (total.fixed and options.exit_non_zero_on_fix) else 0


def _print_diff(reports: Iterable[FileReport], found: Iterable[Finding], paint: Paint) -> None:
    from tfgpu_migrate.report import concise, diff
    from tfgpu_migrate.report.paint import plain

    for report in reports:
        if report.after is not None:
            _write(sys.stdout.buffer, diff.render(report.path, report.before, report.after, paint))
    unreadable = [finding for finding in found if finding.is_unreadable()]
    _say("".join(concise.render(unreadable, plain, False)))


def _print_findings(
    reports: Sequence[FileReport], found: list[Finding], total: Any, options: Options, paint: Paint, stream: IO[str]
) -> None:
    from tfgpu_migrate.report import summary

    pieces = list(_body(found, options, paint))
    if options.output_format in ("json", "github"):
        _say("" if options.quiet else "".join(summary.notes(total)))
    else:
        pieces += summary.render_fixes(reports, paint) if options.show_fixes else ()
        # ruff says nothing where there is nothing to count
        silent = options.quiet or (options.statistics and not total.remaining and not total.fixed)
        pieces += () if silent else summary.render(total, paint)
    if options.output_file is None:
        _write(stream.buffer, pieces)  # type: ignore[attr-defined]
        return
    try:
        with Path(options.output_file).open("wb") as file:
            _write(file, pieces)
    except OSError as error:
        raise ConfigError(f"cannot write {options.output_file}: {error.strerror}") from None


def _body(found: list[Finding], options: Options, paint: Paint) -> Iterable[str]:
    """Choose the format; each is imported only when it is asked for."""
    unsafe = options.unsafe_fixes
    if options.output_format == "json":
        from tfgpu_migrate.report import json, statistics

        return [json.dump(statistics.as_json(found, unsafe)) if options.statistics else json.render(found)]
    if not found:
        return ()
    if options.statistics:
        from tfgpu_migrate.report import statistics

        return statistics.render(found, paint, unsafe)
    if options.output_format == "github":
        from tfgpu_migrate.report import github

        return github.render(found)
    if options.output_format == "concise":
        from tfgpu_migrate.report import concise

        return concise.render(found, paint, unsafe)
    from tfgpu_migrate.report import full

    return full.render(found, paint, unsafe)


def _explain(error: click.ClickException) -> str:
    """One line that says what to type."""
    command = error.ctx.command if isinstance(error, click.UsageError) and error.ctx else cli
    if isinstance(error, click.NoSuchOption):
        known = [name for parameter in command.params for name in (*parameter.opts, *parameter.secondary_opts)]
        near = suggestion(error.option_name, [name for name in known if name.startswith("--")])
        hint = (
            near if "did you mean" in near else f"; `{error.ctx.command_path if error.ctx else ''} --help` lists them"
        )
        return f"unknown flag `{error.option_name}`{hint}"
    if isinstance(error, click.UsageError) and error.message.startswith("No such command"):
        word = error.message.split("'")[1]
        hint = suggestion(word, list(cli.commands))
        if Path(word).exists() or word.endswith(".py"):
            hint = f"; did you mean `tfgpu-migrate check {word}`?"
        return f"unknown command `{word}`{hint}"
    return " ".join(error.format_message().split())


def _misuse(message: str, prefix: str = "error: ") -> int:
    _say(f"{prefix}{message}\n")
    return 2


def _say(text: str) -> None:
    """Print to standard error; names that are no text are printed as their bytes."""
    if text:
        _write(sys.stderr.buffer, [text])


def _write(stream: IO[bytes], pieces: Iterable[str | bytes]) -> None:
    """Write UTF-8 whatever the locale, as ruff does; a name that is no text goes out as its bytes."""
    for piece in pieces:
        stream.write(piece if isinstance(piece, bytes) else piece.encode("utf-8", "surrogateescape"))
    stream.flush()
