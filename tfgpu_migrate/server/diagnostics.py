"""Findings as the diagnostics of LSP, by the text that they are in."""

from __future__ import annotations

from lsprotocol.types import Diagnostic, DiagnosticSeverity, Range

from tfgpu_migrate.report.findings import Finding
from tfgpu_migrate.server.checking import Checked, Span
from tfgpu_migrate.server.documents import Document, Notebook
from tfgpu_migrate.server.positions import Lines, Units

SOURCE = "tfgpu-migrate"


def diagnostics(checked: Checked, units: Units) -> dict[Document, list[Diagnostic]]:
    """What is to be shown in the document, or in every cell of the notebook; an empty list where all is well."""
    unit = checked.unit
    shown: dict[Document, list[Diagnostic]] = {
        document: [] for document in (unit.cells if isinstance(unit, Notebook) else (unit,))
    }
    lines = {document: Lines(document.text, units) for document in shown}
    if checked.problem and shown:
        first = next(iter(shown))
        shown[first].append(_problem(checked.problem, lines[first]))
    for finding in checked.findings:
        document = span_of(finding, checked, lines).document
        shown[document].append(diagnostic(finding, checked, lines))
    return shown


def diagnostic(finding: Finding, checked: Checked, lines: dict[Document, Lines]) -> Diagnostic:
    """One finding."""
    one = finding.diagnostic
    return Diagnostic(
        range=range_of(finding, checked, lines),
        severity=DiagnosticSeverity.Error if one.code.startswith("TFM9") else DiagnosticSeverity.Warning,
        code=one.code,
        source=SOURCE,
        message=finding.located_message if checked.is_json else one.message,
    )


def range_of(finding: Finding, checked: Checked, lines: dict[Document, Lines]) -> Range:
    """Where a finding stands, as the client counts."""
    document, start, end = span_of(finding, checked, lines)
    return lines[document].range(start, end)


def span_of(finding: Finding, checked: Checked, lines: dict[Document, Lines]) -> Span:
    """Where a finding stands in the texts of the editor."""
    document = checked.document(finding.cell)
    start, end = finding.region if checked.is_json else (finding.start, finding.end)
    return Span(document, lines[document].checked_place(*start), lines[document].checked_place(*end))


def _problem(message: str, lines: Lines) -> Diagnostic:
    return Diagnostic(
        range=lines.range(0, 0),
        severity=DiagnosticSeverity.Error,
        source=SOURCE,
        message=f"{message}; the file was not checked",
    )
