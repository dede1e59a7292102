"""`--output-format json` and `json-lines`: the keys and layout of ruff."""

import json
from collections.abc import Iterable, Iterator

from tfgpu_migrate.edit.diagnostics import Edit, Fix
from tfgpu_migrate.file_report import place_of
from tfgpu_migrate.report.findings import Finding, rule_name
from tfgpu_migrate.report.portable import dump, escaped, filename
from tfgpu_migrate.source import Source


def render(found: Iterable[Finding]) -> str:
    """Return the findings as one JSON list."""
    return dump([as_object(finding) for finding in found])


def render_lines(found: Iterable[Finding]) -> Iterator[str]:
    """`--output-format json-lines`: yield one JSON object a line for each finding."""
    for finding in found:
        yield escaped(json.dumps(as_object(finding), separators=(",", ":"), ensure_ascii=False)) + "\n"


def as_object(finding: Finding) -> dict[str, object]:
    """Return one finding with the keys of ruff."""
    diagnostic = finding.diagnostic
    return {
        "cell": finding.cell,
        "code": diagnostic.code,
        "end_location": _location(finding.end),
        "filename": filename(finding.path),
        "fix": _fix(diagnostic.fix, finding.source) if diagnostic.fix else None,
        "location": _location(finding.start),
        "message": diagnostic.message,
        "name": rule_name(diagnostic.code),
        "noqa_row": None if diagnostic.code.startswith("TFM9") else finding.start[0],
        "severity": "error",
        "url": None,
        **({"uses": [_span(span, finding.source) for span in diagnostic.uses]} if diagnostic.uses else {}),
    }


def _fix(fix: Fix, source: Source) -> dict[str, object]:
    return {
        "applicability": fix.applicability.value,
        "edits": [_edit(edit, source) for edit in fix.edits],
        "message": fix.message,
        **({"requires": list(fix.requires)} if fix.requires else {}),
    }


def _edit(edit: Edit, source: Source) -> dict[str, object]:
    return {
        "content": edit.new,
        "end_location": _location(place_of(source, edit.end)[1]),
        "location": _location(place_of(source, edit.start)[1]),
    }


def _span(span: tuple[int, int], source: Source) -> dict[str, object]:
    cell, start = place_of(source, span[0])
    place: dict[str, object] = {"end_location": _location(place_of(source, span[1])[1]), "location": _location(start)}
    return place if cell is None else {"cell": cell, **place}


def _location(place: tuple[int, int]) -> dict[str, int]:
    return {"column": place[1], "row": place[0]}
