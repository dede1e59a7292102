"""A document or notebook as the check sees it, and what comes back, cut into the texts of the editor."""

from __future__ import annotations

import json
import time
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from pathlib import Path
from typing import NamedTuple

from pygls.uris import to_fs_path

from tfgpu_migrate.config import ConfigError, Configuration, Flags
from tfgpu_migrate.discover import Discovery, is_checked
from tfgpu_migrate.edit.diagnostics import Edit
from tfgpu_migrate.file_report import FileReport
from tfgpu_migrate.looks import needs_work
from tfgpu_migrate.report.findings import Finding, findings, pieces
from tfgpu_migrate.run import Mode, check_text
from tfgpu_migrate.server.documents import Document, Notebook
from tfgpu_migrate.settings import Settings
from tfgpu_migrate.source.source import encoded


class Span(NamedTuple):
    """A place in one text of the editor: offsets of its characters."""

    document: Document
    start: int
    end: int


class Projects:
    """The settings of every folder, read again when a configuration file changes."""

    def __init__(self) -> None:
        """Read nothing yet."""
        self.reload()

    def reload(self) -> None:
        """Forget what was read."""
        self._configuration = Configuration(Flags())

    def settings(self, path: str) -> Settings | None:
        """The settings of a file; None where they exclude it. Raises ConfigError."""
        settings = self._configuration.settings(str(Path(path).absolute().parent))
        return None if Discovery(self._configuration).excluded(path, settings) else settings


@dataclass(frozen=True, eq=False)
class Checked:
    """What was found in a document, or in a notebook, whose cells share their names."""

    unit: Document | Notebook
    path: str
    settings: Settings | None = None
    report: FileReport | None = None
    problem: str = ""  # why nothing could be checked, though it is no fault of the text
    seconds: float = 0.0  # what the check took

    @cached_property
    def findings(self) -> list[Finding]:
        """The findings, sorted by place."""
        return findings([self.report]) if self.report is not None else []

    @property
    def is_json(self) -> bool:
        """Whether the text is that of a notebook file, in which cells have no places."""
        return isinstance(self.unit, Document) and self.path.endswith(".ipynb")

    def document(self, cell: int | None) -> Document:
        """The text of the editor that a finding or an edit is in; cells count from 1."""
        return self.unit if isinstance(self.unit, Document) else self.unit.cells[(cell or 1) - 1]

    def edits(self, edits: Iterable[Edit]) -> Iterator[tuple[Document, Sequence[Edit]]]:
        """The edits of a fix by the texts that they change."""
        assert self.report is not None
        assert self.report.source is not None
        for piece in pieces(edits, self.report.source):
            yield self.document(piece.cell), piece.edits


def check(unit: Document | Notebook, projects: Projects) -> Checked:
    """Check what the editor shows. Raises nothing: settings that mean nothing are the `problem`."""
    path = path_of(unit)
    if isinstance(unit, Document) and unit.language != "python" and not is_checked(path):
        return Checked(unit, path)
    data = data_of(unit)
    if not needs_work(data, path):
        return Checked(unit, path)
    try:
        settings = projects.settings(path)
    except ConfigError as error:
        return Checked(unit, path, problem=str(error))
    if settings is None:
        return Checked(unit, path)
    started = time.perf_counter()
    report = check_text(path, data, settings, Mode.CHECK)
    seconds = time.perf_counter() - started
    problem = report.internal_error if report is not None else None
    return Checked(unit, path, settings, report, f"internal error: {problem}" if problem else "", seconds)


def fixed(checked: Checked) -> list[tuple[Document, str]]:
    """Each text that the safe fixes change, with what it becomes. Raises ConfigError where a fix was not made."""
    if checked.settings is None:
        return []
    unit = checked.unit
    report = check_text(checked.path, data_of(unit), replace(checked.settings, unsafe_fixes=False), Mode.FIX)
    if report is None or report.after is None:
        return []
    if report.internal_error:
        raise ConfigError(report.internal_error)
    assert report.source is not None
    after = report.after.decode(report.source.encoding)
    if isinstance(unit, Document):
        return [(unit, after)]
    cells = json.loads(after)["cells"]
    pairs = zip(unit.cells, cells, strict=True)
    return [(document, cell["source"]) for document, cell in pairs if document.text != cell["source"]]


def path_of(unit: Document | Notebook) -> str:
    """The file that a document is or may become: what its name says about its kind must hold before it is saved."""
    scheme, _, rest = unit.uri.partition(":")
    path = (to_fs_path(unit.uri) if scheme == "file" else None) or rest.rpartition("/")[2] or "-"
    return f"{path}.ipynb" if isinstance(unit, Notebook) and not path.endswith(".ipynb") else path


def data_of(unit: Document | Notebook) -> bytes:
    """The bytes of the file that would hold this."""
    if isinstance(unit, Document):
        return encoded(unit.text)
    cells = [{"cell_type": "code", "source": cell.text} for cell in unit.cells]
    return json.dumps({"nbformat": 4, "metadata": {}, "cells": cells}).encode()
