"""What became of the names in table.txt, which NumPy, SciPy, Pillow and Python took away."""

from collections.abc import Iterable, Iterator
from functools import cache
from pathlib import Path
from typing import NamedTuple

# Objects of which the table has methods: no import tells what is one.
METHODS_OF = ("dict", "ndarray", "DataFrame", "Model")


class Row(NamedTuple):
    """One removed name; `new` is "" where no other name takes its place."""

    old: str
    new: str
    owner: str  # "NumPy 1.24": who no longer has it, and since which version
    mark: str  # as the head of table.txt says
    advice: str

    @property
    def is_near(self) -> bool:
        """Whether the new name means another object, which only mostly does the same."""
        return self.mark == "near"

    @property
    def module(self) -> str:
        """The module that the new name needs an import of; "" where it needs none of its own."""
        return self.mark.partition("+")[2]

    @property
    def keyword(self) -> str:
        """The argument that a function, which is still there, no longer has; "" where the name is what is gone."""
        return self.mark.removeprefix("keyword=") if self.mark.startswith("keyword=") else ""

    @property
    def asks_for_call(self) -> bool:
        """Whether only a call can tell whether it is concerned."""
        return self.mark == "call" or self.keyword != ""

    @property
    def is_builtin(self) -> bool:
        """Whether the new name needs no import."""
        return bool(self.new) and "." not in self.new


@cache
def rows() -> dict[str, Row]:
    """table.txt by the old name."""
    lines = Path(__file__).with_name("table.txt").read_text("utf-8").splitlines()
    read = (_row(line) for line in lines if line and line[0] != "#")
    return {row.old: row for row in read}


def _row(line: str) -> Row:
    old, new, owner, mark, advice, *_ = *(cell.strip() for cell in line.split("|")), ""
    return Row(old, new, owner, mark, advice)


def row_of(path: str) -> Row | None:
    """The row of a dotted path or of what it is a member of; the longest counts."""
    while path:
        if path in rows():
            return rows()[path]
        path = path.rpartition(".")[0]
    return None


def changed_calls(root: str) -> Iterator[str]:
    """The names below a root of functions that still exist, or are replaced otherwise in each call."""
    return (old for old in symbols_below(root) if rows()[old].asks_for_call)


def symbols_below(*roots: str) -> Iterator[str]:
    """The names of the table that begin with one of these roots: what a rule is about."""
    below = tuple(f"{root}." for root in roots)
    return (old for old in rows() if old.startswith(below) or old in roots)


def are_all_fixed(symbols: Iterable[str]) -> bool:
    """Whether every one of the names that is in the table has a fix, and none is only told."""
    return all(rows()[old].mark != "told" for old in symbols if old in rows())


@cache
def packages() -> tuple[str, ...]:
    """The packages and modules that the table has names of; `builtins` and what has methods are none."""
    roots = dict.fromkeys(old.partition(".")[0] for old in rows())
    return tuple(root for root in roots if root not in ("builtins", *METHODS_OF))


def is_method(path: str) -> bool:
    """Whether a path of the table names a method of some object."""
    return path.partition(".")[0] in METHODS_OF


@cache
def keywords() -> frozenset[str]:
    """The arguments that functions of the table lost."""
    return frozenset(row.keyword for row in rows().values() if row.keyword)
