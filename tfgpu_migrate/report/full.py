"""`--output-format full`: the finding, its place in the source, and what its fix would change."""

from collections.abc import Iterable, Iterator

from tfgpu_migrate.edit.diagnostics import Applicability, Fix
from tfgpu_migrate.file_report import place_of
from tfgpu_migrate.report.findings import Finding
from tfgpu_migrate.report.fixdiff import fix_diff
from tfgpu_migrate.report.frame import frame
from tfgpu_migrate.report.paint import BOLD, CODE, HELP, NOTE, Paint
from tfgpu_migrate.source import Source
from tfgpu_migrate.visible import visible

_NOTES = {
    Applicability.UNSAFE: "This is an unsafe fix and may change runtime behavior",
    Applicability.DISPLAY_ONLY: "This is a display-only fix and is likely to be incorrect",
}


def render(found: Iterable[Finding], paint: Paint, unsafe: bool) -> Iterator[str]:
    """Yield the lines of every finding and a blank one after each."""
    shown: set[tuple[str, Fix]] = set()
    for finding in found:
        star = f"[{paint('*', HELP)}] " if finding.fixable(unsafe) else ""
        code, message = finding.diagnostic.code, finding.diagnostic.message
        yield f"{paint(code, CODE)} {star}{paint(message, BOLD)}\n"
        yield from frame(finding, paint)
        yield from _uses(finding, paint)
        if (fix := finding.diagnostic.fix) is not None:
            if (finding.path, fix) in shown:  # one fix of several findings
                yield f"{paint('help', HELP)}{paint(f': {fix.message}, as above', BOLD)}\n"
            else:
                shown.add((finding.path, fix))
                yield from _fix(fix, finding.source, paint)
        yield "\n"


def _uses(finding: Finding, paint: Paint) -> Iterator[str]:
    """The places where what is reported at an import is used."""
    if not finding.diagnostic.uses:
        return
    yield f"{paint('note', NOTE)}{paint(': used at', BOLD)}\n"
    for start, end in finding.diagnostic.uses:
        cell, (line, column) = place_of(finding.source, start)
        place = f"{line}:{column}" if cell is None else f"cell {cell}:{line}:{column}"
        yield f"    {place}: {visible(' '.join(finding.source.text[start:end].split()))}\n"


def _fix(fix: Fix, source: Source, paint: Paint) -> Iterator[str]:
    yield f"{paint('help', HELP)}{paint(f': {fix.message}', BOLD)}\n"
    yield from fix_diff(fix, source, paint)
    if note := _NOTES.get(fix.applicability):
        yield f"{paint('note', NOTE)}{paint(f': {note}', BOLD)}\n"
