"""`--output-format rdjson`: Reviewdog's diagnostic format."""

from collections.abc import Iterable

from tfgpu_migrate.edit.diagnostics import Edit
from tfgpu_migrate.report.findings import Finding
from tfgpu_migrate.report.portable import dump, filename
from tfgpu_migrate.source import Source


def render(found: Iterable[Finding]) -> list[str]:
    """Return all findings as one object."""
    diagnostics = [_diagnostic(finding) for finding in found]
    return [dump({"diagnostics": diagnostics, "severity": "WARNING", "source": {"name": "tfgpu-migrate"}}) + "\n"]


def _diagnostic(finding: Finding) -> dict[str, object]:
    start, end = finding.region
    value: dict[str, object] = {
        "code": {"value": finding.diagnostic.code},
        "location": {"path": filename(finding.path), "range": _range(start, end)},
        "message": finding.located_message,
    }
    fix = finding.diagnostic.fix
    if fix is not None and finding.cell is None:  # an edit of a cell is none of the file that Reviewdog sees
        value["suggestions"] = [_suggestion(edit, finding.source) for edit in fix.edits]
    return value


def _suggestion(edit: Edit, source: Source) -> dict[str, object]:
    return {"range": _range(source.location(edit.start), source.location(edit.end)), "text": edit.new}


def _range(start: tuple[int, int], end: tuple[int, int]) -> dict[str, object]:
    return {"end": _position(end), "start": _position(start)}


def _position(place: tuple[int, int]) -> dict[str, int]:
    return {"column": place[1], "line": place[0]}
