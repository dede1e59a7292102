"""What became of a migration since an earlier report, and over all reports that led to it."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from tfgpu_migrate.config import ConfigError
from tfgpu_migrate.pages.states import CLEAN, NEEDS, STATES
from tfgpu_migrate.pages.words import one_line

_MOST = 500  # points of the history that are kept
_VERSION = 1


def read(file: str) -> Mapping[str, Any]:
    """The object that `report --json` wrote. Raises ConfigError for anything else."""
    try:
        data: Any = json.loads(Path(file).read_text("utf-8"))
    except OSError as error:
        raise ConfigError(f"cannot read {file}: {error.strerror}") from None
    except (ValueError, RecursionError):
        raise ConfigError(f"{file} is not JSON; give what `report --json` wrote") from None
    if isinstance(data, dict) and isinstance(data.get("version"), int) and data["version"] > _VERSION:
        raise ConfigError(f"{file} is of a newer tfgpu-migrate (version {data['version']}); this one reads {_VERSION}")
    if not _is_report(data):
        raise ConfigError(f"{file} is no report; give what `report --json` wrote")
    known: Mapping[str, Any] = data
    return known


def _is_report(data: Any) -> bool:
    """Whether an object has all that is compared. It may come from anywhere."""
    return (
        isinstance(data, dict)
        and data.get("version") == _VERSION
        and _is_point(data)
        and isinstance(data.get("history", []), list)
        and all(map(_is_point, data.get("history", [])))
        and _are(data.get("files"), {"path": str, "state": str})
        and _are(data.get("decisions"), {"code": str, "places": list})
    )


def _is_point(data: Any) -> bool:
    if not isinstance(data, dict) or not isinstance(data.get("created"), str):
        return False
    totals = data.get("totals")
    return (
        isinstance(totals, dict)
        and _are_counts(totals.get("files"), STATES)
        and _are_counts(totals.get("findings"), NEEDS)
        and _is_count(totals.get("on_compat_v1"))
    )


def _are_counts(data: Any, keys: tuple[str, ...]) -> bool:
    return isinstance(data, dict) and all(_is_count(data.get(key)) for key in keys)


def _is_count(value: Any) -> bool:
    return isinstance(value, int) and not isinstance(value, bool) and value >= 0


def _are(data: Any, fields: Mapping[str, type]) -> bool:
    return isinstance(data, list) and all(
        isinstance(each, dict) and all(isinstance(each.get(key), kind) for key, kind in fields.items()) for each in data
    )


def with_previous(document: Mapping[str, Any], previous: Mapping[str, Any] | None) -> dict[str, Any]:
    """The document with `history` (a point for each report, this one the last) and `since` (what changed; or None)."""
    points = [] if previous is None else [*previous.get("history", [])[-_MOST:], point(previous)]
    points = [point(each) for number, each in enumerate(points) if each not in points[:number]]
    return {
        **document,
        "history": [*points[-_MOST + 1 :], point(document)],
        "since": None if previous is None else changes(previous, document),
    }


def point(document: Mapping[str, Any]) -> dict[str, Any]:
    """What a chart of many reports needs of one."""
    totals = document["totals"]
    return {
        "created": one_line(document["created"]),
        "totals": {
            "files": {state: totals["files"][state] for state in STATES},
            "findings": {need: totals["findings"][need] for need in NEEDS},
            "on_compat_v1": totals["on_compat_v1"],
        },
    }


def changes(previous: Mapping[str, Any], document: Mapping[str, Any]) -> dict[str, Any]:
    """What is different: findings by rule, files that became clean, and those that no longer are."""
    before, after = _by_code(previous), _by_code(document)
    states = {one_line(each["path"]): each["state"] for each in previous["files"]}
    now = {each["path"]: each["state"] for each in document["files"]}
    both = states.keys() & now.keys()
    return {
        "created": one_line(previous["created"]),
        "comparable": all(previous.get(key) == document[key] for key in ("paths", "target_version", "unsafe_fixes")),
        "codes": [
            {"code": code, "before": before[code], "after": after[code]}
            for code in sorted({*before, *after}, key=lambda code: (after[code] - before[code], code))
            if before[code] != after[code]
        ],
        "became_clean": sorted(path for path in both if now[path] == CLEAN != states[path]),
        "no_longer_clean": sorted(path for path in both if now[path] != CLEAN == states[path]),
        "new_files": sorted(path for path in now.keys() - both if now[path] != CLEAN),
        "gone_files": sorted(states.keys() - both),
    }


def _by_code(document: Mapping[str, Any]) -> Counter[str]:
    counts = Counter[str]()
    for each in document["decisions"]:
        counts[one_line(each["code"])] += len(each["places"])
    return counts
