"""`--output-format gitlab`: a Code Quality report for merge requests."""

import os
from collections.abc import Mapping, Sequence

from tfgpu_migrate.report.findings import Finding, fingerprints
from tfgpu_migrate.report.portable import dump
from tfgpu_migrate.settings import absolute_path


def render(found: Sequence[Finding], environment: Mapping[str, str] = os.environ) -> list[str]:
    """Return the report; paths are relative to the checkout of the job, or to the current folder."""
    root = environment.get("CI_PROJECT_DIR") or os.curdir
    issues = [_issue(finding, word, root) for finding, word in zip(found, fingerprints(found), strict=True)]
    return [dump(issues) + "\n"]


def _issue(finding: Finding, fingerprint: str, root: str) -> dict[str, object]:
    code, (start, end) = finding.diagnostic.code, finding.region
    path = os.path.relpath(absolute_path(finding.path), absolute_path(root)) if finding.path != "-" else "-"
    return {
        "check_name": code,
        "description": f"{code}: {finding.located_message}",
        "severity": "major",
        "fingerprint": fingerprint,
        "location": {
            "path": os.fsencode(path).decode("utf-8", "replace").replace(os.sep, "/"),
            "positions": {
                "begin": {"line": start[0], "column": start[1]},
                "end": {"line": end[0], "column": end[1]},
            },
        },
    }
