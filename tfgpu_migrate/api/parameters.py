"""A parameter of a TF 1.15 function, and what became of it in the TF 2.21 function that takes its place."""

import re
from typing import NamedTuple

_CELL = re.compile(
    r"(?P<name>\w+)(?P<move>[=+>!]?)(?P<new>\w*)(?P<flags>[/*^]*)(?:~(?P<how>\w+))?(?::(?P<value>.*))?", re.DOTALL
)

# How many of its first parameters an object of `tf.compat.v1` of 2.21 takes at the places that 1.15 did, where not all.
# Source: python/ops/variable_v1.py of 2.21, python/ops/variables.py of 1.15.
STEADY = {"Variable": 2}


class Parameter(NamedTuple):
    """A cell of table.txt, whose first lines say what the signs mean."""

    name: str
    by_position: bool = True  # it stands at the same position
    keyword: str | None = None  # what TF 2 calls it; None where it is gone
    needed: bool = False  # TF 2 cannot do without it
    same_default: bool = True  # left out, it means the same
    same_meaning: bool = True  # given, or given as `value`, it means the same
    how: str = ""  # how TF 2 is told the same: "complement" (1 - x), "stop_gradient", "fills"
    value: str = ""  # what may be written for it or, where it is gone, be left out

    @property
    def is_gone(self) -> bool:
        """Whether TF 2 has no such argument under any keyword."""
        return self.keyword is None

    @property
    def is_renamed(self) -> bool:
        """Whether TF 2 has the argument under another keyword only."""
        return self.keyword not in (None, self.name)

    @classmethod
    def read(cls, cell: str) -> "Parameter":
        """Read a cell: `x`, `x=`, `x+new`, `x>new`, `x!`, with `/`, `*`, `^`, `~how` and `:value` behind it."""
        found = _CELL.fullmatch(cell)
        if found is None:
            raise ValueError(f"not a cell of the table: {cell!r}")
        move, flags = found["move"], found["flags"]
        return cls(
            found["name"],
            by_position=move in ("", "+"),
            keyword=None if move == "!" else found["new"] or found["name"],
            needed="/" in flags,
            same_default="*" not in flags,
            same_meaning="^" not in flags,
            how=found["how"] or "",
            value=found["value"] or "",
        )
