"""Which fixes the settings want made, and how safe they take them to be."""

from collections.abc import Iterable

from tfgpu_migrate.edit.diagnostics import Applicability, Diagnostic, Fix
from tfgpu_migrate.settings import Settings, selected


def with_wanted_fixes(found: Iterable[Diagnostic], settings: Settings) -> list[Diagnostic]:
    """The findings, each with the fix that the settings leave it.

    A fix that several findings carry is made whole or not at all: where one of their codes must not be fixed, none is.
    """
    diagnostics = list(found)
    codes: dict[Fix, set[str]] = {}
    for one in diagnostics:
        if one.fix is not None:
            codes.setdefault(one.fix, set()).add(one.code)
    wanted = {fix: _wanted(fix, carried, settings) for fix, carried in codes.items()}
    return [one if one.fix is None else one._replace(fix=wanted[one.fix]) for one in diagnostics]


def _wanted(fix: Fix, codes: set[str], settings: Settings) -> Fix | None:
    if not all(selected(code, settings.fixable, settings.unfixable) for code in codes):
        return None
    safe = any(selected(code, settings.extend_safe_fixes, settings.extend_unsafe_fixes) for code in codes)
    unsafe = any(selected(code, settings.extend_unsafe_fixes, settings.extend_safe_fixes) for code in codes)
    if unsafe and fix.applicability is Applicability.SAFE:
        return fix._replace(applicability=Applicability.UNSAFE)
    if safe and not unsafe and fix.applicability is Applicability.UNSAFE:
        return fix._replace(applicability=Applicability.SAFE)
    return fix
