"""`tfgpu-migrate rule`: what a rule says of itself."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from tfgpu_migrate.edit.diagnostics import Applicability
from tfgpu_migrate.report.portable import dump

if TYPE_CHECKING:
    from tfgpu_migrate.rules import Rule

_FIXES = {
    None: "Fix is not available.",
    Applicability.SAFE: "Fix is available with `--fix`.",
    Applicability.UNSAFE: "Fix is available with `--fix --unsafe-fixes`.",
    Applicability.DISPLAY_ONLY: "Fix is shown, never made.",
}


def as_text(rules: Sequence[Rule]) -> str:
    """Return the documentation of rules as Markdown."""
    return "\n".join(f"# {rule.name} ({rule.code})\n\n{_FIXES[rule.fix]}\n\n{rule.docs.strip()}\n" for rule in rules)


def as_json(rules: Sequence[Rule], several: bool) -> str:
    """Return one object, or a list if several were asked for."""
    values = [
        {
            "name": rule.name,
            "code": rule.code,
            "summary": rule.summary,
            "fix": rule.fix.value if rule.fix else None,
            "explanation": rule.docs.strip(),
        }
        for rule in rules
    ]
    return dump(values if several else values[0]) + "\n"
