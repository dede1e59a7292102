"""What a run prints, where, and the exit code that comes of it."""

from __future__ import annotations

import sys
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import IO, TYPE_CHECKING, NamedTuple

from tfgpu_migrate.config import ConfigError
from tfgpu_migrate.options import Options
from tfgpu_migrate.report.formats import TEXT
from tfgpu_migrate.streams import say, write
from tfgpu_migrate.visible import in_line, visible_bytes

if TYPE_CHECKING:
    from tfgpu_migrate.baselines import Baselines, Verdict
    from tfgpu_migrate.file_report import FileReport
    from tfgpu_migrate.report.findings import Finding
    from tfgpu_migrate.report.paint import Paint
    from tfgpu_migrate.report.summary import Totals
    from tfgpu_migrate.run import Outcome


def report(outcome: Outcome, options: Options, stream: IO[str], baselines: Baselines, notes: str = "") -> int:
    """Print what was found and no baseline knows, and behind the summary the notes; the exit code."""
    from tfgpu_migrate.report import summary
    from tfgpu_migrate.report.findings import findings
    from tfgpu_migrate.report.paint import paint_for, plain

    paint = plain if options.output_file else paint_for(stream, options.color)
    verdict = baselines.judge(findings(outcome.reports), outcome.fixed)
    found = verdict.new
    total = summary.totals(outcome.reports, found, outcome.checked, options.unsafe_fixes, len(verdict.known))
    if options.add_noqa is not None:
        say("" if options.quiet else "".join(_added_noqa(total, found)))
    elif options.diff:
        _print_diff(outcome.reports, found, paint, options)
        say("" if options.quiet else "".join(summary.render_diff(total)))
    elif options.fix_only:
        _print(options, stream, _only_fixes(outcome.reports, found, total, options, paint, notes))
    else:
        notes = "".join(verdict.notes()) + notes
        _print(options, stream, _findings(outcome.reports, verdict, total, options, paint, notes))
    return report_failures(outcome) or _exit_code(total, options)


def refuse_source(file: str | None, paths: Sequence[str]) -> None:
    """Raise ConfigError where a report would replace a source: a file that is checked, or one of its kind."""
    if file is None or not Path(file).is_file():
        return
    from tfgpu_migrate.discover import is_checked

    named = any(Path(path).exists() and Path(path).samefile(file) for path in paths if path != "-")
    if named or is_checked(file) or is_checked(str(Path(file).resolve())):
        raise ConfigError(f"the report would replace {file}, which is a source; name another file")


def report_failures(outcome: Outcome) -> int:
    """Print on which files this program failed; 2 if there are any, else 0."""
    broken = [each for each in outcome.reports if each.internal_error]
    for each in broken:
        why = in_line(each.internal_error or "")
        say(f"error: {in_line(each.path)}: internal error, the file was left alone: {why}\n")
    return 2 if broken else 0


def _exit_code(total: Totals, options: Options) -> int:
    if options.exit_zero:
        return 0
    if options.add_noqa is not None:
        return 1 if total.unread else 0
    if options.diff:
        return 1 if total.fixed + total.unread else 0
    left = total.unread if options.fix_only else total.remaining
    return 1 if left or (total.fixed and options.exit_non_zero_on_fix) else 0


def _print_diff(reports: Iterable[FileReport], found: Iterable[Finding], paint: Paint, options: Options) -> None:
    if options.silent:
        return
    from tfgpu_migrate.report import concise, diff
    from tfgpu_migrate.report.paint import plain

    # What goes to a pipe or a file is for `patch`: there every byte counts.
    shown = visible_bytes if sys.stdout.isatty() else bytes
    for each in reports:
        if each.after is not None:
            write(sys.stdout.buffer, diff.render(each.path, each.before, each.after, paint, shown))
    unreadable = [finding for finding in found if finding.is_unreadable()]
    say("".join(concise.render(unreadable, plain, False)))


def _added_noqa(total: Totals, found: Iterable[Finding]) -> Iterator[str]:
    """How many comments were written, and what no comment can silence."""
    from tfgpu_migrate.report import concise, summary
    from tfgpu_migrate.report.paint import plain

    if total.fixed:
        yield f"Added {summary.count(total.fixed, 'noqa directive')}.\n"
    yield from concise.render(found, plain, False)


class _Report(NamedTuple):
    """What goes to standard output or a file, and what a reader of the log is told besides, on standard error."""

    pieces: Iterable[str]
    log: str = ""


def _only_fixes(
    reports: Sequence[FileReport], found: Sequence[Finding], total: Totals, options: Options, paint: Paint, notes: str
) -> _Report:
    """What `--fix-only` says: the files that could not be read, and how much was fixed."""
    from tfgpu_migrate.report import formats, summary

    unreadable = [finding for finding in found if finding.is_unreadable()]
    pieces = list(formats.render(options.output_format, unreadable, paint, options.unsafe_fixes))
    fixed = [f"Fixed {summary.count(total.fixed, 'error')}.\n"] if total.fixed else []
    if options.output_format not in TEXT:
        return _Report(pieces, "".join((*fixed, *summary.needs(total), notes)))
    pieces += summary.render_fixes(reports, paint) if options.show_fixes else ()
    told = [*fixed, *summary.needs(total), notes] if total.fixed else []
    return _Report(pieces + ([] if options.quiet else told), "".join(told) if options.output_file else "")


def _findings(
    reports: Sequence[FileReport], verdict: Verdict, total: Totals, options: Options, paint: Paint, notes: str
) -> _Report:
    from tfgpu_migrate.report import summary
    from tfgpu_migrate.report.paint import plain

    pieces = list(_body(verdict, options, paint))
    if options.output_format not in TEXT:
        # A report for programs on standard output says itself what was found; whoever reads both streams gets it whole.
        head = summary.headline(total, plain) if options.output_file else ()
        return _Report(pieces, "".join((*head, *summary.needs(total), *summary.notes(total))) + notes)
    pieces += summary.render_fixes(reports, paint) if options.show_fixes else ()
    # ruff says nothing where there is nothing to count
    silent = options.statistics and not total.remaining + total.fixed + total.known
    told = [] if silent else [*summary.render(total, paint), notes]
    return _Report(pieces + ([] if options.quiet else told), "".join(told) if options.output_file else "")


def _body(verdict: Verdict, options: Options, paint: Paint) -> Iterable[str]:
    from tfgpu_migrate.report import formats

    if not options.statistics:
        return formats.render(options.output_format, verdict.new, paint, options.unsafe_fixes)
    from tfgpu_migrate.report import portable, statistics

    if options.output_format == "json":
        return [portable.dump(statistics.as_json(verdict.new, options.unsafe_fixes, verdict.known))]
    return statistics.render(verdict.new, paint, options.unsafe_fixes, verdict.known)


def _print(options: Options, stream: IO[str], made: _Report) -> None:
    if options.silent:
        return
    put(made.pieces, stream, options.output_file)
    if not options.quiet:
        where = f"The report is in {in_line(options.output_file)}.\n" if options.output_file else ""
        say(made.log + where)


def put(pieces: Iterable[str], stream: IO[str], path: str | None) -> None:
    """Write to the stream, or to the file that the command line names. Raises ConfigError."""
    if path is None:
        write(stream.buffer, pieces)  # type: ignore[attr-defined]
        return
    try:
        with Path(path).open("wb") as file:
            write(file, pieces)
    except OSError as error:
        raise ConfigError(f"cannot write {path}: {error.strerror}") from None
