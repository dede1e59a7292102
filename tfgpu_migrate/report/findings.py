"""The findings of a run, one by one, with their places: what every format prints."""

from __future__ import annotations

import os
from collections.abc import Iterable
from functools import lru_cache
from itertools import groupby
from typing import TYPE_CHECKING, NamedTuple

from tfgpu_migrate.edit.diagnostics import Applicability, Diagnostic, Edit
from tfgpu_migrate.file_report import FileReport
from tfgpu_migrate.visible import in_line

if TYPE_CHECKING:
    from tfgpu_migrate.source import Source
    from tfgpu_migrate.source.cells import Cells

# What a run cannot work without: known also where no rule could be loaded.
_NAMES = {"TFM900": "invalid-syntax", "TFM902": "io-error"}


class Finding(NamedTuple):
    """One diagnostic; `start` and `end` are 1-based lines and columns, in a notebook those of the cell."""

    path: str
    start: tuple[int, int]
    end: tuple[int, int]
    diagnostic: Diagnostic
    report: FileReport
    cell: int | None = None  # of a notebook, counted from 1 over all cells

    @property
    def source(self) -> Source:
        """The text of the whole file."""
        return self.report.shown

    @property
    def shown(self) -> Source:
        """The text that the finding is shown in: the file, or the cell."""
        return self.source if self.cell is None else _cell_source(self.source, self.diagnostic.start)

    @property
    def shown_path(self) -> str:
        """The path as a line of text may have it."""
        return in_line(self.path)

    @property
    def place(self) -> str:
        """`line:column` as ruff prints it."""
        cell = "" if self.cell is None else f"cell {self.cell}:"
        return f"{cell}{self.start[0]}:{self.start[1]}"

    @property
    def region(self) -> tuple[tuple[int, int], tuple[int, int]]:
        """Start and end for programs that look into the file itself, where a notebook has lines of JSON."""
        return (self.start, self.end) if self.cell is None else ((1, 1), (1, 1))

    @property
    def located_message(self) -> str:
        """The message for a format that has no word for cells."""
        return self.diagnostic.message if self.cell is None else f"{self.place}: {self.diagnostic.message}"

    def fixable(self, unsafe: bool) -> bool:
        """Whether `--fix` (with `--unsafe-fixes` if `unsafe`) makes the fix of this finding."""
        return self.diagnostic.fix is not None and self.diagnostic.fix.applicability in applicable(unsafe)

    def is_unreadable(self) -> bool:
        """Whether the file could not be read; one that could only not be written has its text here."""
        return self.diagnostic.code == "TFM900" or (self.diagnostic.code == "TFM902" and not self.source.text)


def findings(reports: Iterable[FileReport]) -> list[Finding]:
    """Every finding, sorted by path, line, column and code."""
    found = [
        Finding(report.path, place.start, place.end, _in_lines(one), report, place.cell)
        for report in reports
        for one, place in zip(report.diagnostics, report.located(), strict=True)
    ]
    return sorted(found, key=lambda each: (each.path, each.cell or 0, each.start, each.diagnostic.code))


def _in_lines(diagnostic: Diagnostic) -> Diagnostic:
    """The diagnostic with messages that are one line each, whatever they quote from the file."""
    fix = diagnostic.fix
    if diagnostic.message.isprintable() and (fix is None or fix.message.isprintable()):
        return diagnostic
    return diagnostic._replace(
        message=in_line(diagnostic.message), fix=fix and fix._replace(message=in_line(fix.message))
    )


class Piece(NamedTuple):
    """The edits of a fix that belong to one cell, or to a plain file, with the text that their offsets point into."""

    cell: int | None
    source: Source
    edits: list[Edit]


def pieces(edits: Iterable[Edit], source: Source) -> list[Piece]:
    """The edits of a fix by cell."""
    if source.notebook is None:
        return [Piece(None, source, list(edits))]
    cells = source.notebook.cells
    groups = groupby(edits, lambda edit: cells.excerpt(source.text, edit.start))
    return [
        Piece(
            excerpt.number,
            _cell_source(source, excerpt.start),
            [_within(edit, cells, excerpt.start, source.text) for edit in group],
        )
        for excerpt, group in groups
    ]


def _within(edit: Edit, cells: Cells, start: int, text: str) -> Edit:
    return edit._replace(start=len(cells.original(text[start : edit.start])))


@lru_cache(maxsize=1)
def _cell_source(source: Source, offset: int) -> Source:
    from tfgpu_migrate.source import Source

    assert source.notebook is not None
    cells = source.notebook.cells
    return Source(source.path, cells.original(cells.excerpt(source.text, offset).body))


@lru_cache(maxsize=1)
def lines_of(source: Source) -> list[str]:
    """Split the text where Source does, without the newlines; findings come file by file, so one is kept."""
    return source.text.replace("\r\n", "\n").replace("\r", "\n").split("\n")


def line_text(finding: Finding) -> str:
    """The line of a finding, with single spaces."""
    lines = lines_of(finding.shown)
    return " ".join(lines[finding.start[0] - 1].split()) if finding.start[0] <= len(lines) else ""


def named_text(finding: Finding) -> str:
    """What a finding points at, with single spaces."""
    one = finding.diagnostic
    return " ".join(finding.source.text[one.start : one.end].split())


def fingerprints(found: Iterable[Finding]) -> list[str]:
    """For each finding a word that survives other changes of its file: path, code, text of the line, which of them."""
    from hashlib import sha256

    seen: dict[str, int] = {}
    words = []
    for finding in found:
        key = "\0".join((finding.path.replace(os.sep, "/"), finding.diagnostic.code, line_text(finding)))
        seen[key] = seen.get(key, 0) + 1
        words.append(sha256(f"{key}\0{seen[key]}".encode("utf-8", "surrogateescape")).hexdigest()[:16])
    return words


def applicable(unsafe: bool) -> tuple[Applicability, ...]:
    """Return the kinds of fix that are made."""
    return (Applicability.SAFE, Applicability.UNSAFE) if unsafe else (Applicability.SAFE,)


def rule_name(code: str) -> str:
    """Return the kebab-case name of a code."""
    from tfgpu_migrate.rules import load

    rule = load().get(code)
    return rule.name if rule else _NAMES.get(code, code)
