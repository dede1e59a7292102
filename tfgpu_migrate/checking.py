"""What `tfgpu-migrate check` does: finds the files, has them checked, and has the outcome printed."""

from __future__ import annotations

import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

from tfgpu_migrate.config import ConfigError, Configuration
from tfgpu_migrate.options import Options
from tfgpu_migrate.output import refuse_source, report, report_failures
from tfgpu_migrate.progress import shown_on
from tfgpu_migrate.settings import Settings, absolute_path
from tfgpu_migrate.streams import say, write

if TYPE_CHECKING:
    from tfgpu_migrate.baseline import Baseline
    from tfgpu_migrate.cache import Cache
    from tfgpu_migrate.run import Mode, Outcome


def run_check(options: Options, configuration: Configuration) -> int:
    """Check, fix or show; the exit code."""
    if options.diff and (options.statistics or options.show_fixes):
        raise ConfigError("--diff shows no findings; leave out --statistics and --show-fixes")
    if options.add_noqa is not None and (options.fix or options.fix_only or options.diff or "-" in options.paths):
        raise ConfigError("--add-noqa writes comments into files; leave out --fix, --fix-only, --diff and `-`")
    if options.write_baseline and "-" in options.paths:
        raise ConfigError("--write-baseline needs files; give paths instead of `-`")
    if "-" in options.paths and len(options.paths) > 1:
        raise ConfigError("`-` (standard input) stands alone; give either `-` or paths")
    try:
        return _stdin(options, configuration) if "-" in options.paths else _files(options, configuration)
    except KeyboardInterrupt:  # click would print an empty line for it
        say("Interrupted: every file is as it was or completely fixed.\n")
        return 130


def _files(options: Options, configuration: Configuration) -> int:
    from tfgpu_migrate.discover import Discovery
    from tfgpu_migrate.run import Mode, run

    started = time.perf_counter()
    discovery = Discovery(configuration, options.respect_gitignore, options.force_exclude)
    files = discovery.files(options.paths or (".",))
    if options.show_files or options.show_settings:
        from tfgpu_migrate.report import files as shown

        write(sys.stdout.buffer, shown.names(files) if options.show_files else shown.settings(files))
        return 0
    if not files:
        say("warning: No Python files found under the given path(s)\n")
    refuse_source(options.output_file, options.paths)
    known = _baseline(options, configuration)
    with shown_on(sys.stderr, quiet=options.quiet) as progress:
        outcome = run(
            files,
            _mode(options),
            options.jobs,
            note=options.add_noqa or "",
            cache_of=caches(options.cache, options.cache_dir),
            progress=progress,
        )
    if options.verbose and not options.silent:
        say(f"Looked at {len(files)} files in {time.perf_counter() - started:.2f}s.\n")
    if options.write_baseline and known is not None:
        return _write_baseline(outcome, known, options)
    code = report(outcome, options, sys.stdout, known)
    if known is not None and outcome.fixed and _mode(options) is Mode.FIX:
        _follow_fixes(outcome, known)
    return code


def caches(wanted: bool, folder: str | None) -> Callable[[Settings], Cache] | None:
    """Where the findings of files are kept, by their settings; None with --no-cache. `folder`: of --cache-dir."""
    if not wanted:
        return None
    from tfgpu_migrate import cache

    given = folder and str(Path(folder).resolve())  # a link that the user named is meant
    return lambda settings: cache.Cache(given or cache.folder_of(settings))


def _baseline(options: Options, configuration: Configuration) -> Baseline | None:
    """The baseline that the flags or the settings name; an empty one where it is to be written."""
    from tfgpu_migrate.discover import shown_path

    settings = configuration.settings(str(Path.cwd()))
    file = options.baseline or (shown_path(_inside(settings)) if settings.baseline else None)
    if options.write_baseline and file is None:
        raise ConfigError("--write-baseline needs to know the file: add `--baseline FILE`, or set `baseline`")
    if options.write_baseline and (options.fix or options.fix_only or options.diff or options.add_noqa is not None):
        raise ConfigError("--write-baseline writes what is found now; leave out --fix, --fix-only, --diff, --add-noqa")
    if file is None or options.diff or options.add_noqa is not None:
        return None
    from tfgpu_migrate import baseline

    is_new = options.write_baseline and not Path(file).exists()
    return baseline.Baseline(file, {}) if is_new else baseline.read(file)


def _inside(settings: Settings) -> str:
    """The baseline of the settings; what comes with a repository does not say which other files are touched."""
    file = Path(settings.root, settings.baseline or "")
    if not file.resolve().is_relative_to(Path(settings.root).resolve()):
        raise ConfigError(f"`baseline` leads out of {settings.root}; name such a file with `--baseline`")
    return str(file)


def _write_baseline(outcome: Outcome, known: Baseline, options: Options) -> int:
    from tfgpu_migrate import baseline
    from tfgpu_migrate.report import summary
    from tfgpu_migrate.report.findings import findings

    found = findings(outcome.reports)
    if code := report_failures(outcome):
        return code
    made = known.with_findings(found, outcome.paths)
    baseline.write(made)
    total = sum(made.entries.values())
    say("" if options.quiet else f"Wrote {summary.count(total, 'finding')} to {known.file}.\n")
    return 0


def _follow_fixes(outcome: Outcome, known: Baseline) -> None:
    """Let the baseline know the findings that a fix left by the lines that they stand on now."""
    from tfgpu_migrate import baseline
    from tfgpu_migrate.report.findings import findings

    judged = known.judge(findings(outcome.reports), outcome.paths, outcome.fixed)
    made = known.with_findings([one for one in judged.known if one.path in outcome.fixed], outcome.fixed)
    if made.entries != known.entries:
        baseline.write(made)


def _stdin(options: Options, configuration: Configuration) -> int:
    from tfgpu_migrate.discover import Discovery
    from tfgpu_migrate.run import Mode, Outcome, check_text

    data = sys.stdin.buffer.read()
    path = options.stdin_filename or "-"
    settings = configuration.settings(str(Path(absolute_path(path)).parent))
    excluded = options.force_exclude and Discovery(configuration).excluded(path, settings)
    checked = None if excluded else check_text(path, data, settings, _mode(options))
    outcome = Outcome((checked,) if checked else (), (path,))
    known = _baseline(options, configuration)
    if _mode(options) is not Mode.FIX:
        return report(outcome, options, sys.stdout, known)
    write(sys.stdout.buffer, [data if checked is None or checked.after is None else checked.after])
    return report(outcome, options, sys.stderr, known)


def _mode(options: Options) -> Mode:
    from tfgpu_migrate.run import Mode

    if options.add_noqa is not None:
        return Mode.ADD_NOQA
    if options.diff:
        return Mode.DIFF
    return Mode.FIX if options.fix or options.fix_only else Mode.CHECK
