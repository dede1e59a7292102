"""What a rule says: diagnostics, the fixes they carry, and the exact edits that make a fix."""

from collections.abc import Iterable
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

    `uses` are the spans of other places that the finding is about: what was imported here is used there.
    """

    start: int
    end: int
    code: str
    message: str
    fix: Fix | None = None
    uses: tuple[tuple[int, int], ...] = ()


def make_fix(
    message: str,
    edits: Iterable[Edit],
    applicability: Applicability = Applicability.SAFE,
    requires: tuple[str, ...] = (),
) -> Fix:
    """A fix of these edits, sorted, each once; insertions at one place become one, in the order given."""
    insertions: dict[int, str] = {}
    changes: set[Edit] = set()
    for edit in dict.fromkeys(edits):
        if edit.old:
            changes.add(edit)
        else:
            insertions[edit.start] = insertions.get(edit.start, "") + edit.new
    inserted = (Edit(start, "", text) for start, text in insertions.items())
    return Fix(message, tuple(sorted((*changes, *inserted))), applicability, requires)
