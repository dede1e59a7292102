"""`tfgpu-migrate rule`: what a rule says of itself."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from tfgpu_migrate.edit.diagnostics import Applicability
from tfgpu_migrate.libraries.table import are_all_fixed
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
    return "\n".join(f"# {rule.name} ({rule.code})\n\n{_fix(rule)}\n\n{rule.docs.strip()}\n" for rule in rules)


def in_table(rule: Rule) -> str:
    """What a row of a table of rules says of the fix: "safe"; "unsafe, some" where not all names have one."""
    if rule.fix is None:
        return ""
    return rule.fix.value if are_all_fixed(rule.symbols) else f"{rule.fix.value}, some"


def _fix(rule: Rule) -> str:
    text = _FIXES[rule.fix]
    return text if rule.fix is None or are_all_fixed(rule.symbols) else text.replace("Fix is", "For some a fix is")


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
