"""Dotted names: the tables that list them, and what a name is a member of."""

from collections.abc import Container, Iterator
from pathlib import Path


def table_lines(name: str) -> list[str]:
    """The lines of a table of this folder, without its comments."""
    lines = Path(__file__).with_name(name).read_text("utf-8").splitlines()
    return [line for line in lines if line and line[0] != "#"]


def heads(symbol: str) -> Iterator[str]:
    """The symbol itself, and what it is a member of, longest first."""
    while symbol:
        yield symbol
        symbol = symbol.rpartition(".")[0]


def longest_head(symbol: str, names: Container[str]) -> str | None:
    """The longest of the heads of a symbol that is among the names."""
    while symbol:
        if symbol in names:
            return symbol
        symbol = symbol.rpartition(".")[0]
    return None
