"""The findings of a run, one by one, with their places: what every format prints."""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache
from typing import TYPE_CHECKING, NamedTuple

from tfgpu_migrate.edit.diagnostics import Applicability, Diagnostic

if TYPE_CHECKING:
    from tfgpu_migrate.check import FileReport
    from tfgpu_migrate.source import Source

# What a run cannot work without: known also where no rule could be loaded.
_NAMES = {"TFM900": "invalid-syntax", "TFM902": "io-error"}


class Finding(NamedTuple):
    """One diagnostic; `start` and `end` are 1-based lines and columns."""

    path: str
    start: tuple[int, int]
    end: tuple[int, int]
    diagnostic: Diagnostic
    source: Source

    def fixable(self, unsafe: bool) -> bool:
        """Whether `--fix` (with `--unsafe-fixes` if `unsafe`) makes the fix of this finding."""
        return self.diagnostic.fix is not None and self.diagnostic.fix.applicability in applicable(unsafe)

    def is_unreadable(self) -> bool:
        """Whether the file could not be read; one that could only not be written has its text here."""
        return self.diagnostic.code == "TFM900" or (self.diagnostic.code == "TFM902" and not self.source.text)


def findings(reports: Iterable[FileReport]) -> list[Finding]:
    """Every finding, sorted by path, line, column and code."""
    found = [
        Finding(report.path, report.source.location(each.start), report.source.location(each.end), each, report.source)
        for report in reports
        if report.source is not None
        for each in report.diagnostics
    ]
    return sorted(found, key=lambda each: (each.path, each.start, each.diagnostic.code))


@lru_cache(maxsize=1)
def lines_of(source: Source) -> list[str]:
    """Split the text where Source does, without the newlines; findings come file by file, so one is kept."""
    return source.text.replace("\r\n", "\n").replace("\r", "\n").split("\n")


def applicable(unsafe: bool) -> tuple[Applicability, ...]:
    """Return the kinds of fix that are made."""
    return (Applicability.SAFE, Applicability.UNSAFE) if unsafe else (Applicability.SAFE,)


def rule_name(code: str) -> str:
    """Return the kebab-case name of a code."""
    from tfgpu_migrate.rules import load

    rule = load().get(code)
    return rule.name if rule else _NAMES.get(code, code)
