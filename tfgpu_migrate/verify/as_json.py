"""`--output-format json`: the contract with other programs, described in docs/verify.md and verify.schema.json."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import Any

from tfgpu_migrate import __version__
from tfgpu_migrate.report.findings import Finding
from tfgpu_migrate.report.json import as_object
from tfgpu_migrate.report.portable import dump, filename
from tfgpu_migrate.verify.result import Op, Result
from tfgpu_migrate.verify.tables import notes, totals

# Grows by one when a program that reads the old layout would go wrong; new keys alone do not count.
SCHEMA_VERSION = 1


def render(result: Result, found: Sequence[Finding], failing: Collection[str]) -> str:
    """One JSON object. `failing`: the codes that fail the run."""
    return dump(
        {
            "version": SCHEMA_VERSION,
            "tool": f"tfgpu-migrate {__version__}",
            "script": result.script,
            "python": result.interpreter.path,
            "python_version": result.interpreter.version,
            "tensorflow_version": result.interpreter.tensorflow,
            "ok": all(each.diagnostic.code not in failing for each in found),
            "run": {
                "exit_code": result.ended.code,
                "signal": result.ended.signal,
                "timed_out": result.ended.timed_out,
                "seconds": round(result.ended.seconds, 3),
                "error": result.uncaught,
            },
            "placement": {
                "gpus": result.gpus,
                "pretended": result.pretended_gpus is not None,
                "source": result.source or None,
            },
            "devices": totals(result),
            "ops": [_op(op) for op in result.ops],
            "findings": [_finding(each, failing) for each in found],
            "notes": list(notes(result)),
        }
    )


def _op(op: Op) -> dict[str, Any]:
    return {
        "kind": op.kind,
        "op": op.op,
        "dtype": op.dtype or None,
        "filename": None if op.place is None else filename(op.place.file),
        "line": None if op.place is None else op.place.line,
        "requested": op.asked or None,
        "device": op.device or None,
        "memory": op.memory or None,
        "count": op.count,
        "copies": op.copies,
        "known": op.how,
        "cause": op.cause or None,
        "culprit": op.culprit or None,
        "graph": op.graph or None,
        "node": op.name or None,
    }


def _finding(finding: Finding, failing: Collection[str]) -> dict[str, Any]:
    made = as_object(finding)
    return {**made, "severity": "error" if finding.diagnostic.code in failing else "note"}
