"""`--output-format pylint`: one line a finding, without a column."""

from collections.abc import Iterable, Iterator

from tfgpu_migrate.report.findings import Finding


def render(found: Iterable[Finding]) -> Iterator[str]:
    """Yield `path:line: [CODE] message`."""
    for finding in found:
        line = finding.region[0][0]
        yield f"{finding.shown_path}:{line}: [{finding.diagnostic.code}] {finding.located_message}\n"
