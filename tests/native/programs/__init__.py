"""The programs, and what must become of each: the folder says it.

`native`: converted. `refused`: left on `compat.v1`, for the reason marked at its line (`# refused: WORD`). `either`: a
conversion may know it or leave it, but must not print anything else.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

FOLDER = Path(__file__).parent
KINDS = ("native", "refused", "either")

_MARK = re.compile(r"# refused: (\w+)$")


@dataclass(frozen=True)
class Program:
    """One TensorFlow 1 program."""

    path: Path

    @property
    def kind(self) -> str:
        """What must become of it."""
        return self.path.parent.name

    @property
    def name(self) -> str:
        """Its file without the suffix."""
        return self.path.stem

    @property
    def recording(self) -> Path:
        """The file with what it prints on TensorFlow 1.15."""
        return self.path.with_suffix(".txt")

    @property
    def refusals(self) -> dict[int, str]:
        """The marked lines, and a word that the reason must name."""
        lines = enumerate(self.path.read_text(encoding="utf-8").splitlines(), 1)
        return {number: mark[1] for number, line in lines if (mark := _MARK.search(line))}


def programs(*kinds: str) -> Iterator[Program]:
    """All programs of these kinds, sorted; without kinds, all."""
    for kind in kinds or KINDS:
        yield from map(Program, sorted((FOLDER / kind).glob("*.py")))



def pending() -> frozenset[str]:
    """The programs that the conversion does not know yet, or refuses without the marked reason: `pending.txt`."""
    return _listed("pending.txt")


def known_wrong() -> frozenset[str]:
    """The programs whose conversion is wrong today, each a defect: `wrong.txt`, best empty."""
    return _listed("wrong.txt")


def _listed(name: str) -> frozenset[str]:
    return frozenset((FOLDER.parent / name).read_text(encoding="utf-8").split())
