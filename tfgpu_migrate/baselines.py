"""The baselines of a run: which of them counts for which file, and what is written into them and said of them."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from tfgpu_migrate.config import ConfigError, Configuration
from tfgpu_migrate.discover import Found, shown_path
from tfgpu_migrate.options import Options
from tfgpu_migrate.reach import Reach, reach_of
from tfgpu_migrate.settings import absolute_path
from tfgpu_migrate.visible import in_line

if TYPE_CHECKING:
    from tfgpu_migrate.baseline import Baseline, Judged
    from tfgpu_migrate.report.findings import Finding
    from tfgpu_migrate.run import Outcome


class Verdict(NamedTuple):
    """The findings of a run that no baseline knows, those that one does, and what each baseline says of its own."""

    new: list[Finding]
    known: list[Finding]
    judged: list[tuple[Baseline, Judged]]

    def notes(self) -> Iterator[str]:
        """Yield what the summary says of the baselines."""
        from tfgpu_migrate.report.summary import count

        for each, judged in self.judged:
            file = in_line(each.file)
            if judged.known:
                yield f"{count(len(judged.known), 'finding')} known from {file}.\n"
            for old, new, entries in judged.renamed:
                told = f"{in_line(old)} is {in_line(new)} now, it seems"
                yield f"{told}: `--prune-baseline` renames {_entries(entries.total())} of {file}.\n"
            gone = judged.gone.total() - sum(one.entries.total() for one in judged.renamed)
            if gone:
                them = "it" if gone == 1 else "them"
                yield f"{_entries(gone)} of {file} no longer found: `--prune-baseline` takes {them} out.\n"


class Baselines(NamedTuple):
    """The baselines of a run, and the file of the one that counts for each of the files that are checked."""

    every: tuple[Baseline, ...]
    file_of: Mapping[str, str]
    reach: Reach

    def judge(self, found: Sequence[Finding], fixed: Iterable[str] = ()) -> Verdict:
        """Tell new findings from known ones; both in the order of `found`, which is sorted by path."""
        judged = [(one, one.judge(self.of(one, found), self.reach, self._paths(one, fixed))) for one in self.every]
        new = [one for one in found if one.path not in self.file_of]
        new += [finding for _, each in judged for finding in each.new]
        known = [finding for _, each in judged for finding in each.known]
        return Verdict(sorted(new, key=_path), sorted(known, key=_path), judged)

    def of(self, one: Baseline, found: Iterable[Finding]) -> list[Finding]:
        """The findings for which this baseline counts."""
        return [finding for finding in found if self.file_of.get(finding.path) == one.file]

    def _paths(self, one: Baseline, paths: Iterable[str]) -> frozenset[str]:
        return frozenset(path for path in paths if self.file_of.get(path) == one.file)

    def pruned(self, found: Sequence[Finding]) -> Baselines:
        """The same without what is gone; renamed files have their entries under their new names."""
        return self._replace(every=tuple(each.without(judged) for each, judged in self.judge(found).judged))

    def with_findings(self, found: Sequence[Finding]) -> Baselines:
        """The same, knowing all of these."""
        return self._replace(every=tuple(one.with_findings(self.of(one, found), self.reach) for one in self.every))

    def after_fixes(self, found: Sequence[Finding], fixed: Iterable[str]) -> Baselines:
        """The same, knowing what the fixes left of what was known, by the lines that it stands on now."""
        paths = frozenset(fixed)
        judged = self.judge(found, paths).judged
        return self._replace(every=tuple(one.after_fixes(each.known, self._paths(one, paths)) for one, each in judged))


def refuse_flags(options: Options) -> None:
    """Raise ConfigError for flags about baselines that exclude others."""
    modes = options.fix or options.fix_only or options.diff or options.add_noqa is not None
    if options.write_baseline and "-" in options.paths:
        raise ConfigError("--write-baseline needs files; give paths instead of `-`")
    if options.write_baseline and modes:
        raise ConfigError("--write-baseline writes what is found now; leave out --fix, --fix-only, --diff, --add-noqa")
    if options.prune_baseline and (modes or "-" in options.paths):
        raise ConfigError(
            "--prune-baseline needs files as they are; leave out --fix, --fix-only, --diff, --add-noqa, `-`"
        )
    if options.prune_baseline and options.write_baseline:
        raise ConfigError("--write-baseline also takes out what is gone; leave out --prune-baseline")
    if options.no_baseline and (options.baseline or options.write_baseline or options.prune_baseline):
        raise ConfigError("--no-baseline goes with no other flag about a baseline; leave it out")


def read(options: Options, configuration: Configuration, files: Sequence[Found]) -> Mapping[str, Baseline]:
    """The baselines that the flags or the settings name, by their files; empty ones where they are to be written.

    Raises ConfigError.
    """
    if options.no_baseline or options.diff or options.add_noqa is not None:
        return {}
    named = options.baseline
    of_folder = _named_for(configuration)
    below = {os.path.dirname(each.path) for each in files}  # noqa: PTH120 - for each of many files
    folders = {*map(absolute_path, below), *_folders(options)}
    names = {named} if named else {file for folder in folders if (file := of_folder(folder))}
    if not names and (options.write_baseline or options.prune_baseline):
        flag = "--write-baseline" if options.write_baseline else "--prune-baseline"
        raise ConfigError(f"{flag} needs to know the file: add `--baseline FILE`, or set `baseline`")
    if not names:
        return {}
    from tfgpu_migrate import baseline

    made = {name for name in names if options.write_baseline and not Path(name).exists()}
    return {name: baseline.Baseline(name, {}) if name in made else baseline.read(name) for name in sorted(names)}


def over(
    read: Mapping[str, Baseline],
    outcome: Outcome,
    options: Options,
    configuration: Configuration,
    files: Sequence[Found],
) -> Baselines:
    """What was read, for the files of a run that is over."""
    if not read:  # nobody asks what the run could have found
        outcome, files = outcome._replace(reports=()), ()
    of_folder = _named_for(configuration)
    named = {each.path: options.baseline or of_folder(_folder(each)) for each in files}
    file_of = {path: file for path, file in named.items() if file is not None and file in read}
    settings = {each.path: each.settings for each in files}
    return Baselines(tuple(read.values()), file_of, reach_of(outcome, options.paths or (".",), settings, configuration))


def written(made: Baselines, before: Baselines) -> Iterator[str]:
    """Write each of the baselines, and yield what is to be said of it. Raises ConfigError."""
    from tfgpu_migrate import baseline
    from tfgpu_migrate.report.summary import count

    for now, then in zip(made.every, before.every, strict=True):
        baseline.write(now)
        came, went = now.changes(then)
        yield f"Wrote {count(sum(now.entries.values()), 'finding')} to {in_line(now.file)}: {came} new, {went} gone.\n"


def changed(made: Baselines, before: Baselines, verb: str, advice: str) -> Iterator[str]:
    """Write the baselines that changed, and yield what is to be said of each. Raises ConfigError.

    `verb` says what became of the entries that have another in their place.
    """
    from tfgpu_migrate import baseline

    for now, then in zip(made.every, before.every, strict=True):
        came, went = now.changes(then)
        if not went:
            continue
        baseline.write(now)
        taken = [f"{_entries(went - came)} taken out"] if went > came else []
        other = [f"{came} {verb}" if taken else f"{_entries(came)} {verb}"] if came else []
        yield f"{in_line(now.file)}: {', '.join(taken + other)}{advice}.\n"


def _path(finding: Finding) -> str:
    return finding.path


def _entries(number: int) -> str:
    return "1 entry" if number == 1 else f"{number} entries"


def _folders(options: Options) -> Iterator[str]:
    """The folders that a run is about: the named ones, and those of named files."""
    if "-" in options.paths:
        yield str(Path(absolute_path(options.stdin_filename or "-")).parent)
        return
    for path in options.paths or (".",):
        absolute = Path(absolute_path(path))
        yield str(absolute if absolute.is_dir() else absolute.parent)


def _folder(file: Found) -> str:
    return os.path.dirname(absolute_path(file.path))  # noqa: PTH120 - for each of many files


def _named_for(configuration: Configuration) -> Callable[[str], str | None]:
    """Which baseline counts for the files of a folder: that of the nearest settings which name one."""

    @cache
    def named(folder: str) -> str | None:
        settings = configuration.settings(folder)
        above = os.path.dirname(folder)  # noqa: PTH120 - for each of many folders
        if settings.baseline is not None:
            return _inside(settings.root, settings.baseline)
        if above == folder:
            return None
        try:
            return named(above)
        except ConfigError:  # of settings above, which say nothing else of these files
            return None

    return named


def _inside(root: str, name: str) -> str:
    """The baseline of the settings; what comes with a repository does not say which other files are touched."""
    file = Path(root, name)
    if not file.resolve().is_relative_to(Path(root).resolve()):
        raise ConfigError(f"`baseline` leads out of {root}; name such a file with `--baseline`")
    return shown_path(str(file))
