"""What a rule says: diagnostics, the fixes they carry, and the exact edits that make a fix."""

import re
from collections.abc import Iterable, Mapping
from enum import Enum
from typing import NamedTuple


class Applicability(str, Enum):
    """Who may apply a fix, in ruff's words."""

    SAFE = "safe"  # the program does the same: applied by --fix
    UNSAFE = "unsafe"  # meaning may change: applied by --fix --unsafe-fixes
    DISPLAY_ONLY = "display-only"  # a suggestion: shown, never applied


class Edit(NamedTuple):
    """Replace `old`, which stands at `start` (a character offset), with `new`."""

    start: int
    old: str
    new: str

    @property
    def end(self) -> int:
        """Offset just after the replaced text."""
        return self.start + len(self.old)


class Fix(NamedTuple):
    """Edits that are made all together or not at all, sorted by offset; `message` says it in the imperative.

    `requires` are the packages that the fixed file needs, as pip takes them.
    """

    message: str
    edits: tuple[Edit, ...]
    applicability: Applicability = Applicability.SAFE
    requires: tuple[str, ...] = ()


class Diagnostic(NamedTuple):
    """One finding: `start` and `end` are character offsets. Several findings may carry one and the same fix.

    `uses` are the spans of other places that the finding is about: what was imported here is used there. `because` is
    the start and the code of the finding in this file that this one follows from: who settles that settles both.
    """

    start: int
    end: int
    code: str
    message: str
    fix: Fix | None = None
    uses: tuple[tuple[int, int], ...] = ()
    because: tuple[int, str] | None = None


def make_fix(
    message: str,
    edits: Iterable[Edit],
    applicability: Applicability = Applicability.SAFE,
    requires: tuple[str, ...] = (),
) -> Fix:
    """A fix of these edits, sorted, each once; insertions at one place become one, in the order given.

    Lines that are taken out leave the blank lines beside which the fix inserts others.
    """
    insertions: dict[int, str] = {}
    changes: set[Edit] = set()
    for edit in dict.fromkeys(edits):
        if edit.old:
            changes.add(edit)
        else:
            insertions[edit.start] = insertions.get(edit.start, "") + edit.new
    inserted = (Edit(start, "", text) for start, text in insertions.items())
    apart = (_beside_insertions(edit, insertions) for edit in changes)
    return Fix(message, tuple(sorted((*apart, *inserted))), applicability, requires)


_LINES_THAT_GO = re.compile(r"((?:[ \t\f]*(?:\r\n|\r|\n))*)(.*?(?:\r\n|\r|\n))((?:[ \t\f]*(?:\r\n|\r|\n))*)", re.DOTALL)


def _beside_insertions(edit: Edit, insertions: Mapping[int, str]) -> Edit:
    """An edit that takes lines out and makes one run of the blank lines around, without those that come apart."""
    lines = _LINES_THAT_GO.fullmatch(edit.old) if not edit.new.strip() else None
    if lines is None:
        return edit
    start, end = edit.start + lines.start(2), edit.start + lines.end(2)
    above, below = insertions.get(start), insertions.get(end)
    if (above is None or not lines[1]) and (below is None or not lines[3]):
        return edit
    if above is None and below is not None and below[0] in "\r\n":  # it brings the blank lines above itself
        return Edit(edit.start, lines[1] + lines[2], "")
    return Edit(start, lines[2], "")
