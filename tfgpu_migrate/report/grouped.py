"""`--output-format grouped`: the findings of each file below its name, as ruff prints them."""

from collections.abc import Iterable, Iterator
from itertools import groupby

from tfgpu_migrate.report.findings import Finding
from tfgpu_migrate.report.paint import BOLD, CYAN, Paint
from tfgpu_migrate.visible import in_line


def render(found: Iterable[Finding], paint: Paint, unsafe: bool) -> Iterator[str]:
    """Yield the name of each file, its findings, and a blank line."""
    for path, group in groupby(found, lambda finding: finding.path):
        findings = list(group)
        lines = max(len(str(finding.start[0])) for finding in findings)
        columns = max(len(str(finding.start[1])) for finding in findings)
        yield f"{paint(in_line(path), BOLD)}{paint(':', CYAN)}\n"
        for finding in findings:
            line, column = finding.start
            place = " " * (lines - len(str(line))) + finding.place.replace(":", paint(":", CYAN))
            star = f"[{paint('*', CYAN)}] " if finding.fixable(unsafe) else ""
            code = paint(finding.diagnostic.code, "1;31")
            yield f"  {place}{' ' * (columns - len(str(column)))} {code} {star}{finding.diagnostic.message}\n"
        yield "\n"
