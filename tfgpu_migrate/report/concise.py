"""`--output-format concise`: one line a finding, as ruff prints it."""

from collections.abc import Iterable, Iterator

from tfgpu_migrate.report.findings import Finding
from tfgpu_migrate.report.paint import BOLD, CYAN, Paint


def render(found: Iterable[Finding], paint: Paint, unsafe: bool) -> Iterator[str]:
    """Yield `path:line:column: CODE [*] message`."""
    colon = paint(":", CYAN)
    for finding in found:
        place = f"{paint(finding.shown_path, BOLD)}{colon}{finding.place.replace(':', colon)}{colon}"
        star = f"[{paint('*', CYAN)}] " if finding.fixable(unsafe) else ""
        yield f"{place} {paint(finding.diagnostic.code, '1;31')} {star}{finding.diagnostic.message}\n"
