"""`--output-format github`: workflow commands that annotate a pull request."""

from collections.abc import Iterable, Iterator

from tfgpu_migrate.report.findings import Finding
from tfgpu_migrate.settings import absolute_path
from tfgpu_migrate.visible import visible


def render(found: Iterable[Finding]) -> Iterator[str]:
    """Yield one `::error` command a finding."""
    for finding in found:
        diagnostic = finding.diagnostic
        file = finding.path if finding.path == "-" else absolute_path(finding.path)
        text = f"{finding.shown_path}:{finding.place}: {diagnostic.code} {diagnostic.message}"
        if diagnostic.fix:
            text += f"\n  help: {diagnostic.fix.message}"
        title = _property(f"tfgpu-migrate ({diagnostic.code})")
        yield f"::error title={title},file={_property(visible(file))},{_place(finding)}::{_data(text)}\n"


def _place(finding: Finding) -> str:
    (line, column), (end_line, end_column) = finding.region
    if line != end_line:  # GitHub refuses columns of a range over several lines
        return f"line={line},endLine={end_line}"
    return f"line={line},col={column},endLine={end_line},endColumn={end_column}"


def _data(text: str) -> str:
    return text.replace("%", "%25").replace("\r", "%0D").replace("\n", "%0A")


def _property(text: str) -> str:
    return _data(text).replace(":", "%3A").replace(",", "%2C")
