"""`--output-format sarif`: SARIF 2.1.0, which code scanning reads; with the fixes."""

from collections.abc import Sequence
from pathlib import Path

from tfgpu_migrate import __version__
from tfgpu_migrate.edit.diagnostics import Edit, Fix
from tfgpu_migrate.report.findings import Finding, fingerprints, rule_name
from tfgpu_migrate.report.portable import dump, filename
from tfgpu_migrate.source import Source

_SCHEMA = "https://json.schemastore.org/sarif-2.1.0.json"


def render(found: Sequence[Finding]) -> list[str]:
    """Return the log of one run."""
    codes = sorted({finding.diagnostic.code for finding in found})
    results = [_result(each, word, codes) for each, word in zip(found, fingerprints(found), strict=True)]
    driver = {"name": "tfgpu-migrate", "version": __version__, "rules": [_rule(code) for code in codes]}
    run = {"tool": {"driver": driver}, "columnKind": "unicodeCodePoints", "results": results}
    return [dump({"$schema": _SCHEMA, "version": "2.1.0", "runs": [run]}) + "\n"]


def _result(finding: Finding, fingerprint: str, codes: list[str]) -> dict[str, object]:
    code, fix = finding.diagnostic.code, finding.diagnostic.fix
    start, end = finding.region
    location = {"artifactLocation": _artifact(finding.path), "region": _region(start, end)}
    value: dict[str, object] = {
        "ruleId": code,
        "ruleIndex": codes.index(code),
        "level": "error",
        "message": {"text": finding.located_message},
        "locations": [{"physicalLocation": location}],
        "partialFingerprints": {"tfgpuMigrate/v1": fingerprint},
    }
    if fix is not None and finding.cell is None:  # an edit of a cell is none of the notebook's JSON
        value["fixes"] = [_fix(fix, finding.path, finding.source)]
    if finding.diagnostic.uses and finding.cell is None:
        value["relatedLocations"] = [_use(span, finding.path, finding.source) for span in finding.diagnostic.uses]
    return value


def _use(span: tuple[int, int], path: str, source: Source) -> dict[str, object]:
    region = _region(source.location(span[0]), source.location(span[1]))
    return {
        "physicalLocation": {"artifactLocation": _artifact(path), "region": region},
        "message": {"text": "used here"},
    }


def _fix(fix: Fix, path: str, source: Source) -> dict[str, object]:
    replacements = [_replacement(edit, source) for edit in fix.edits]
    changes = [{"artifactLocation": _artifact(path), "replacements": replacements}]
    return {"description": {"text": fix.message}, "artifactChanges": changes}


def _replacement(edit: Edit, source: Source) -> dict[str, object]:
    region = _region(source.location(edit.start), source.location(edit.end))
    return {"deletedRegion": region, **({"insertedContent": {"text": edit.new}} if edit.new else {})}


def _region(start: tuple[int, int], end: tuple[int, int]) -> dict[str, int]:
    return {"startLine": start[0], "startColumn": start[1], "endLine": end[0], "endColumn": end[1]}


def _artifact(path: str) -> dict[str, str]:
    return {"uri": "stdin" if path == "-" else Path(filename(path)).as_uri()}


def _rule(code: str) -> dict[str, object]:
    from tfgpu_migrate.rules import load

    name, rule = rule_name(code), load().get(code)
    docs, summary = (rule.docs, rule.summary) if rule else (name, name)
    return {
        "id": code,
        "name": "".join(word.capitalize() for word in name.split("-")),
        "shortDescription": {"text": summary},
        "fullDescription": {"text": summary},
        "help": {"text": docs, "markdown": docs},
        "properties": {"id": code, "name": name, "kind": "tfgpu-migrate", "problem.severity": "error"},
    }
