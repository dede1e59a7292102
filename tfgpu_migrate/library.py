"""The tool as a library: a text in, its findings or its fixed text out; paths in, the findings of their files out.

What goes in and comes back is made of strings, numbers and tuples, so that an engine which maps a function over many
files can send it to any process. Settings have the names and values of a configuration file.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from os import PathLike, fspath
from pathlib import Path
from typing import TYPE_CHECKING, AnyStr, Generic, NamedTuple

from tfgpu_migrate.config import ConfigError, Configuration, Flags, parse_table

if TYPE_CHECKING:
    from tfgpu_migrate.file_report import FileReport
    from tfgpu_migrate.run import Mode
    from tfgpu_migrate.settings import Settings

__all__ = ["Checked", "ConfigError", "Finding", "Fixed", "check_paths", "check_text", "fix_text"]


class Finding(NamedTuple):
    """One finding. Lines and columns count from 1, in a notebook those of a cell, which counts from 1 too."""

    path: str
    cell: int | None
    line: int
    column: int
    end_line: int
    end_column: int  # just after the last character
    code: str
    name: str
    message: str
    fix: str | None  # how far it is to be trusted: "safe", "unsafe", "display-only"; None where there is none


class Checked(NamedTuple):
    """What was found in one file, sorted by place."""

    path: str
    findings: tuple[Finding, ...] = ()
    suppressed: int = 0  # findings that a noqa comment silences
    on_compat_v1: int = 0  # names below `tf.compat.v1`
    error: str | None = None  # a bug of this program: the file was left alone


@dataclass(frozen=True)
class Fixed(Generic[AnyStr]):
    """A fixed text, and what is left to find in it. Without fixes the text is the one that came in."""

    text: AnyStr
    left: Checked
    fixed: tuple[str, ...] = ()  # the code of each finding that is fixed
    requires: tuple[str, ...] = ()  # packages that the fixes brought in, as pip takes them


def check_text(text: str | bytes, path: str = "-", settings: Mapping[str, object] | None = None) -> Checked:
    """What is wrong with one text.

    Nothing is read but the text: `path` only says what kind of file it is (`.ipynb`, `requirements.txt`; anything else
    is Python) and what `per-file-ignores` means by it. Raises ConfigError for settings that mean nothing.
    """
    from tfgpu_migrate.run import Mode

    report = _report(text, path, _settings(settings), Mode.CHECK)
    return _checked(report) if report is not None else Checked(path)


def fix_text(
    text: AnyStr, path: str = "-", settings: Mapping[str, object] | None = None, *, unsafe_fixes: bool = False
) -> Fixed[AnyStr]:
    """The text with every safe fix made, and with `unsafe_fixes` the others too.

    Bytes keep their encoding. Nothing is read or written. Raises ConfigError for settings that mean nothing.
    """
    from tfgpu_migrate.run import Mode

    report = _report(text, path, replace(_settings(settings), unsafe_fixes=unsafe_fixes), Mode.FIX)
    if report is None:
        return Fixed(text, Checked(path))
    if report.after is None:
        return Fixed(text, _checked(report))
    assert report.source is not None
    after = report.after if isinstance(text, bytes) else report.after.decode(report.source.encoding)
    return Fixed(after, _checked(report), report.fixed, report.requires)


def check_paths(
    paths: Iterable[str | PathLike[str]], settings: Mapping[str, object] | None = None, *, jobs: int | None = 1
) -> list[Checked]:
    """One Checked for each file that `tfgpu-migrate check PATH ...` looks at, sorted by path; no cache, no baseline.

    Without `settings` the nearest configuration files count, with them none is read. `jobs` is the number of processes,
    None as many as there are cores. Raises ConfigError.
    """
    from tfgpu_migrate.discover import Discovery
    from tfgpu_migrate.run import Mode, run

    configuration = Configuration(Flags()) if settings is None else Configuration.of(_settings(settings))
    outcome = run(Discovery(configuration).files([fspath(path) for path in paths]), Mode.CHECK, jobs)
    reports = {report.path: report for report in outcome.reports}
    return [_checked(reports[path]) if path in reports else Checked(path) for path in outcome.paths]


def _settings(table: Mapping[str, object] | None) -> Settings:
    return replace(parse_table(table or {}, "settings"), root=str(Path.cwd()))


def _report(text: str | bytes, path: str, settings: Settings, mode: Mode) -> FileReport | None:
    from tfgpu_migrate.run import check_text
    from tfgpu_migrate.source.source import encoded

    return check_text(path, text if isinstance(text, bytes) else encoded(text), settings, mode)


def _checked(report: FileReport) -> Checked:
    from tfgpu_migrate.report.findings import findings, rule_name

    found = tuple(
        Finding(
            one.path,
            one.cell,
            *one.start,
            *one.end,
            one.diagnostic.code,
            rule_name(one.diagnostic.code),
            one.diagnostic.message,
            one.diagnostic.fix and one.diagnostic.fix.applicability.value,
        )
        for one in findings([report])
    )
    return Checked(report.path, found, report.suppressed, report.on_v1, report.internal_error)
