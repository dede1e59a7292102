"""`--output-format json`: the contract with other programs, described in docs/verify.md and verify.schema.json."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import Any

from tfgpu_migrate import __version__
from tfgpu_migrate.report.findings import Finding
from tfgpu_migrate.report.json import as_object
from tfgpu_migrate.report.portable import dump, filename
from tfgpu_migrate.verify.launch import Ended
from tfgpu_migrate.verify.result import Op, Result
from tfgpu_migrate.verify.speed import Speed, Timed
from tfgpu_migrate.verify.tables import notes, totals

# Grows by one when a program that reads the old layout would go wrong; new keys alone do not count.
SCHEMA_VERSION = 1


def render(result: Result, found: Sequence[Finding], failing: Collection[str], outcome: str = "") -> str:
    """One JSON object. `failing`: the codes that fail the run. `outcome`: what came of a comparison, or of a fix."""
    return dump(
        {
            "version": SCHEMA_VERSION,
            "tool": f"tfgpu-migrate {__version__}",
            "script": result.script,
            "python": result.interpreter.path,
            "python_version": result.interpreter.version,
            "tensorflow_version": result.interpreter.tensorflow,
            "ok": all(each.diagnostic.code not in failing for each in found),
            "run": _ended(result.ended, result.uncaught),
            "placement": {
                "gpus": result.gpus,
                "pretended": result.pretended_gpus is not None,
                "source": result.source or None,
            },
            "devices": totals(result),
            "speed": None if result.speed is None else _speed(result.speed),
            "ops": [_op(op) for op in result.ops],
            "findings": [_finding(each, failing) for each in found],
            "notes": list(notes(result)),
            "outcome": outcome or None,
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


def _speed(speed: Speed) -> dict[str, Any]:
    return {
        "gpu": _timed(speed.gpu),
        "cpu": None if speed.cpu is None else _timed(speed.cpu),
        "cpu_by_gpu": speed.ratio,
        "cpu_by_gpu_after_import": speed.ratio_after_import,
        "text": speed.text,
    }


def _timed(timed: Timed) -> dict[str, Any]:
    return {
        **_ended(timed.ended, timed.error),
        "seconds": None if timed.times is None else round(timed.times.seconds, 3),
        "import_seconds": None if timed.times is None else round(timed.times.import_seconds, 3),
    }


def _ended(ended: Ended, error: str | None) -> dict[str, Any]:
    return {
        "exit_code": ended.code,
        "signal": ended.signal,
        "timed_out": ended.timed_out,
        "seconds": round(ended.seconds, 3),
        "error": error,
    }


def _finding(finding: Finding, failing: Collection[str]) -> dict[str, Any]:
    made = as_object(finding)
    return {**made, "severity": "error" if finding.diagnostic.code in failing else "note"}
