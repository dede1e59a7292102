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
    from tfgpu_migrate.baselines import Baselines
    from tfgpu_migrate.cache import Cache
    from tfgpu_migrate.run import Mode, Outcome


def run_check(options: Options, configuration: Configuration) -> int:
    """Check, fix or show; the exit code."""
    from tfgpu_migrate import baselines

    if options.diff and (options.statistics or options.show_fixes):
        raise ConfigError("--diff shows no findings; leave out --statistics and --show-fixes")
    if options.add_noqa is not None and (options.fix or options.fix_only or options.diff or "-" in options.paths):
        raise ConfigError("--add-noqa writes comments into files; leave out --fix, --fix-only, --diff and `-`")
    baselines.refuse_flags(options)
    if "-" in options.paths and len(options.paths) > 1:
        raise ConfigError("`-` (standard input) stands alone; give either `-` or paths")
    try:
        return _stdin(options, configuration) if "-" in options.paths else _files(options, configuration)
    except KeyboardInterrupt:  # click would print an empty line for it
        say("Interrupted: every file is as it was or completely fixed.\n")
        return 130


def _files(options: Options, configuration: Configuration) -> int:
    from tfgpu_migrate import baselines
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
    known = baselines.read(options, configuration, files)
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
    judges = baselines.over(known, outcome, options, configuration, files)
    if options.write_baseline:
        return _write_baselines(outcome, judges, options)
    if options.prune_baseline:
        judges, notes = _pruned(outcome, judges)
    elif _mode(options) is Mode.FIX:
        notes = _follow_fixes(outcome, judges)
    else:
        notes = ""
    return report(outcome, options, sys.stdout, judges, notes)


def _write_baselines(outcome: Outcome, judges: Baselines, options: Options) -> int:
    """Write what was found, but for what could not be read, which is told: no baseline lets that pass."""
    from tfgpu_migrate import baselines
    from tfgpu_migrate.report import concise
    from tfgpu_migrate.report.findings import findings
    from tfgpu_migrate.report.paint import plain
    from tfgpu_migrate.report.summary import count

    if code := report_failures(outcome):
        return code
    found = findings(outcome.reports)
    said = "".join(baselines.written(judges.with_findings(found), judges))
    unread = [one for one in found if one.diagnostic.code.startswith("TFM9")]
    say("" if options.silent else "".join(concise.render(unread, plain, False)))
    if unread:
        paths = {one.path for one in unread}
        files, them = count(len(paths), "file"), "it" if len(paths) == 1 else "them"
        said += f"{files} could not be read, which no baseline lets pass: mend or `exclude` {them}.\n"
    say("" if options.quiet else said)
    return 1 if unread and not options.exit_zero else 0


def _pruned(outcome: Outcome, judges: Baselines) -> tuple[Baselines, str]:
    """The baselines without what is gone, as they are written, and what is to be said of it."""
    from tfgpu_migrate import baselines
    from tfgpu_migrate.report.findings import findings

    made = judges.pruned(findings(outcome.reports))
    return made, "".join(baselines.changed(made, judges, "renamed", ""))


def _follow_fixes(outcome: Outcome, judges: Baselines) -> str:
    """Let the baselines know the findings that a fix left by the lines that they stand on now; what is to be said."""
    from tfgpu_migrate import baselines
    from tfgpu_migrate.report.findings import findings

    if not outcome.fixed:
        return ""
    made = judges.after_fixes(findings(outcome.reports), outcome.fixed)
    return "".join(baselines.changed(made, judges, "changed", ": commit it with the fixes"))


def caches(wanted: bool, folder: str | None) -> Callable[[Settings], Cache] | None:
    """Where the findings of files are kept, by their settings; None with --no-cache. `folder`: of --cache-dir."""
    if not wanted:
        return None
    from tfgpu_migrate import cache

    given = folder and str(Path(folder).resolve())  # a link that the user named is meant
    return lambda settings: cache.Cache(given or cache.folder_of(settings))


def _stdin(options: Options, configuration: Configuration) -> int:
    from tfgpu_migrate import baselines
    from tfgpu_migrate.discover import Discovery, Found
    from tfgpu_migrate.run import Mode, Outcome, check_text

    data = sys.stdin.buffer.read()
    path = options.stdin_filename or "-"
    settings = configuration.settings(str(Path(absolute_path(path)).parent))
    excluded = options.force_exclude and Discovery(configuration).excluded(path, settings)
    checked = None if excluded else check_text(path, data, settings, _mode(options))
    outcome = Outcome((checked,) if checked else (), (path,))
    found = [Found(path, settings)]
    known = baselines.over(baselines.read(options, configuration, found), outcome, options, configuration, found)
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
