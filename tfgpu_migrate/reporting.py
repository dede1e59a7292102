"""What `tfgpu-migrate report` does: checks the files, and writes the page of the migration and its data."""

from __future__ import annotations

import sys
from collections.abc import Mapping
from pathlib import Path
from typing import Any, NamedTuple

from tfgpu_migrate.checking import caches
from tfgpu_migrate.config import ConfigError, Configuration
from tfgpu_migrate.output import put, refuse_source, report_failures
from tfgpu_migrate.progress import shown_on
from tfgpu_migrate.release import spelled
from tfgpu_migrate.report.summary import count
from tfgpu_migrate.streams import say


class ReportOptions(NamedTuple):
    """The flags of `report` that are no settings."""

    paths: tuple[str, ...]
    html: str | None
    json: str | None
    previous: str | None
    unsafe_fixes: bool
    respect_gitignore: bool
    force_exclude: bool
    jobs: int | None
    cache: bool
    cache_dir: str | None
    quiet: bool


def run_report(options: ReportOptions, configuration: Configuration) -> int:
    """Check and write; the exit code: 0, also where there are findings; 2 where this program failed on a file.

    Raises ConfigError.
    """
    if options.html is None and options.json is None:
        raise ConfigError("say what to write: `--html FILE` for the page, `--json FILE` for its data")
    if options.html is not None and options.html == options.json:
        raise ConfigError("`--html` and `--json` name one and the same file; name two")
    try:
        return _report(options, configuration)
    except KeyboardInterrupt:
        say("Interrupted: nothing was written.\n")
        return 130


def _report(options: ReportOptions, configuration: Configuration) -> int:
    from tfgpu_migrate.discover import Discovery
    from tfgpu_migrate.pages import trend
    from tfgpu_migrate.pages.migration import migration
    from tfgpu_migrate.run import Mode, run

    previous = None if options.previous is None else trend.read(options.previous)
    for file in (options.html, options.json):
        refuse_source(file, options.paths)
    files = Discovery(configuration, options.respect_gitignore, options.force_exclude).files(options.paths or (".",))
    if not files:
        say("warning: No Python files found under the given path(s)\n")
    with shown_on(sys.stderr, quiet=options.quiet) as progress:
        cache_of = caches(options.cache, options.cache_dir)
        outcome = run(files, Mode.CHECK, options.jobs, cache_of=cache_of, progress=progress)
    settings = files[0].settings if files else configuration.settings(str(Path.cwd()))
    made = migration(
        outcome.reports,
        outcome.checked,
        options.paths or (".",),
        spelled(settings.target_version),
        unsafe=options.unsafe_fixes,
    )
    document = trend.with_previous(made.document, previous)
    if options.html is not None:
        from tfgpu_migrate.pages import migration_page

        put([migration_page.render(made.decisions, document)], sys.stdout, options.html)
    if options.json is not None:
        from tfgpu_migrate.report.portable import dump

        put([dump(document), "\n"], sys.stdout, options.json)
    say("" if options.quiet else _summary(document, options))
    return report_failures(outcome)


def _summary(document: Mapping[str, Any], options: ReportOptions) -> str:
    """What was written, and in one line how far the migration is."""
    states = document["totals"]["files"]
    told = (
        f"{count(sum(states.values()), 'file')} with TensorFlow: {states['clean']} clean, {states['fixable']} fixed by "
        f"`--fix`, {states['person']} for a person, {states['unreadable']} not to be read"
    )
    return f"Wrote {' and '.join(filter(None, (options.html, options.json)))}. {told}.\n"
