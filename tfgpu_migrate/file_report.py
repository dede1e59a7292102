"""What came of one file, as it goes from the check to the reports, between processes and through the cache."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, NamedTuple

from tfgpu_migrate.edit.diagnostics import Diagnostic

if TYPE_CHECKING:
    from tfgpu_migrate.source import Source


class Place(NamedTuple):
    """Where a finding stands: 1-based lines and columns, in a notebook those of a cell, which counts from 1 too."""

    cell: int | None
    start: tuple[int, int]
    end: tuple[int, int]


@dataclass(frozen=True)
class FileReport:
    """What came of one file. The offsets of `diagnostics` point into the fixed text.

    `source` holds that text; a report from the cache has None, and the text is that of `before`. `places` has an entry
    for each diagnostic, or none where nobody has looked them up yet. `on_v1` counts the names below `tf.compat.v1` in
    the text, `requires` names the packages that the fixes brought in, `needs` those that the text imports, `lists`
    those that it asks for where it says what to install.
    """

    path: str
    source: Source | None
    diagnostics: tuple[Diagnostic, ...] = ()
    suppressed: int = 0
    fixed: tuple[str, ...] = ()
    before: bytes = b""
    after: bytes | None = None
    internal_error: str | None = None
    on_v1: int = 0
    requires: tuple[str, ...] = ()
    needs: tuple[str, ...] = ()
    lists: tuple[str, ...] = ()
    was_changed: bool = False  # also where the texts are not kept
    places: tuple[Place, ...] = ()

    @cached_property
    def shown(self) -> Source:
        """The text that the findings point into; decoded only for those who show some of it."""
        return self.source if self.source is not None else shown_source(self.path, self.before)

    def located(self) -> tuple[Place, ...]:
        """Where the diagnostics stand, one place for each."""
        return self.places or tuple(_place(self.shown, one) for one in self.diagnostics)


def place_of(source: Source, offset: int) -> tuple[int | None, tuple[int, int]]:
    """The cell (None in a plain file), and the 1-based line and column."""
    if source.notebook is None:
        return None, source.location(offset)
    cell, line, column = source.notebook.cells.place(source.text, offset)
    return cell, (line, column)


def shown_source(path: str, data: bytes) -> Source:
    """The text of a file as reports show it, whether it can be checked or not."""
    from tfgpu_migrate.source import Unreadable, decode

    try:
        return decode(data, path).shown_only()
    except Unreadable:
        return undecoded(path, data)


def undecoded(path: str, data: bytes) -> Source:
    """What is shown of a file whose text nobody knows."""
    from tfgpu_migrate.source import Source

    # Nobody wants to see lines of JSON.
    return Source(path, "" if path.endswith(".ipynb") else data.decode("latin-1"), "latin-1")


def _place(source: Source, diagnostic: Diagnostic) -> Place:
    cell, start = place_of(source, diagnostic.start)
    return Place(cell, start, place_of(source, diagnostic.end)[1])
