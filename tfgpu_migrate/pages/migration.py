"""The state of a migration as one object: what `report --json` writes, and what the page is made of.

Described in docs/report.md and report.schema.json.
"""

from __future__ import annotations

import os
import time
from collections import Counter
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any, NamedTuple

from tfgpu_migrate import __version__
from tfgpu_migrate.pages.decisions import Decision, decisions
from tfgpu_migrate.pages.states import NEEDS, FileState, file_states, folders, in_states, root_of
from tfgpu_migrate.pages.words import one_line, path_of
from tfgpu_migrate.report.findings import findings, rule_name
from tfgpu_migrate.report.summary import totals

if TYPE_CHECKING:
    from tfgpu_migrate.file_report import FileReport

# Grows by one when a program that reads the old layout would go wrong; new keys alone do not count.
SCHEMA_VERSION = 1


class Migration(NamedTuple):
    """Every finding, what it asks for, and the object that says it all."""

    decisions: Sequence[Decision]
    document: Mapping[str, Any]


def migration(
    reports: Sequence[FileReport], checked: int, paths: Sequence[str], target: str, *, unsafe: bool = False
) -> Migration:
    """What the reports on `checked` files come to. `unsafe`: fixes that may change the program count as fixable."""
    found = findings(reports)
    files = file_states(reports, found, unsafe)
    grouped = decisions(found, {report.path: number for number, report in enumerate(reports)}, unsafe)
    total = totals(reports, found, checked, unsafe)
    document = {
        "version": SCHEMA_VERSION,
        "tool": f"tfgpu-migrate {__version__}",
        "created": _now(),
        "target_version": target,
        "unsafe_fixes": unsafe,
        "paths": [path_of(path) for path in paths],
        "root": root_of(files),
        "totals": {
            "checked": checked,
            "files": in_states(files),
            "findings": _by_need(files),
            "suppressed": total.suppressed,
            "on_compat_v1": total.on_v1,
            "files_on_compat_v1": total.files_on_v1,
        },
        "dependencies": {
            "brought_by_fixes": [one_line(each) for each in total.would_require],
            "not_listed": [one_line(each) for each in total.missing] if total.askers else [],
            "requirement_files": [path_of(each) for each in total.askers],
        },
        "folders": [each._asdict() for each in folders(files)],
        "files": [_file(each) for each in files],
        "decisions": [_decision(each) for each in grouped],
    }
    return Migration(grouped, document)


def _now() -> str:
    """The time in UTC, or the one that a build that is to be the same again wants: reproducible-builds.org."""
    wanted = os.environ.get("SOURCE_DATE_EPOCH", "")
    return time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime(int(wanted) if wanted.isdecimal() else None))


def _by_need(files: Sequence[FileState]) -> dict[str, int]:
    counts = Counter[str]()
    for each in files:
        counts.update(each.findings)
    return {need: counts[need] for need in NEEDS}


def _file(state: FileState) -> dict[str, Any]:
    return {
        "path": state.path,
        "state": state.state,
        "findings": {need: state.findings[need] for need in NEEDS if need in state.findings},
        "on_compat_v1": state.on_compat_v1,
        "suppressed": state.suppressed,
        "error": None if state.error is None else one_line(state.error),
    }


def _decision(decision: Decision) -> dict[str, Any]:
    return {
        "needs": decision.need,
        "code": decision.code,
        "name": rule_name(decision.code),
        "title": decision.title,
        "files": decision.files,
        "messages": [{"text": text, "count": count} for text, count in decision.messages],
        "because": decision.because,
        "places": [_place(place._asdict()) for place in decision.places],
    }


def _place(place: dict[str, Any]) -> dict[str, Any]:
    """In a plain file without the key of the cell: there are many of them."""
    return place if place["cell"] is not None else {key: value for key, value in place.items() if key != "cell"}
