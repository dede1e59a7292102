"""`--output-format`: which there are. The module of each is imported only when it is asked for."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from tfgpu_migrate.report.findings import Finding
    from tfgpu_migrate.report.paint import Paint

# For people, with colours and a summary below.
TEXT = ("full", "concise", "grouped")
# For programs: nothing else may stand on standard output. Name -> module and function.
_MACHINE = {
    "json": ("json", "render"),
    "json-lines": ("json", "render_lines"),
    "sarif": ("sarif", "render"),
    "github": ("github", "render"),
    "gitlab": ("gitlab", "render"),
    "junit": ("junit", "render"),
    "pylint": ("pylint", "render"),
    "rdjson": ("rdjson", "render"),
}
FORMATS = (*TEXT, *_MACHINE)


def render(name: str, found: Sequence[Finding], paint: Paint, unsafe: bool) -> Iterable[str]:
    """The findings in the format of that name."""
    if name in TEXT:
        lines: Iterable[str] = _module(name).render(found, paint, unsafe) if found else ()
        return lines
    module, function = _MACHINE[name]
    printed: str | Iterable[str] = getattr(_module(module), function)(found)
    return [printed] if isinstance(printed, str) else printed


def _module(name: str) -> Any:
    return import_module(f"tfgpu_migrate.report.{name}")
