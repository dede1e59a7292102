"""Each row of docs/reliability.md has a number of its own and names tests or benchmarks that exist."""

import re
from typing import NamedTuple

from tests.readme import ROOT

PAGE = ROOT / "docs" / "reliability.md"
_ROW = re.compile(r"^\| ([A-Z]+\d+) \|(.*)\|(.*)\|(.*)\|$", re.MULTILINE)
_NAMED = re.compile(
    r"`(?:\w+=\S+ )*(?:pytest (?:-\S+ )*|python (?:-m )?)?((?:tests|benchmarks|tools|\.ci)/[\w./-]+)(?:::(\w+))?"
)


class Row(NamedTuple):
    number: str
    claim: str
    proof: str
    figure: str


def rows() -> list[Row]:
    return [Row(*(cell.strip() for cell in cells)) for cells in _ROW.findall(PAGE.read_text(encoding="utf-8"))]


def test_rows_are_numbered_and_say_something() -> None:
    numbers = [row.number for row in rows()]
    lines = [line for line in PAGE.read_text(encoding="utf-8").splitlines() if line.startswith("| ")]
    heads = [line for line in lines if line.startswith("| no. |")]
    assert len(set(numbers)) == len(numbers) == len(lines) - len(heads) > 0
    assert [row.number for row in rows() if not row.claim] == []


def test_what_a_row_names_exists() -> None:
    for row in rows():
        named = _NAMED.findall(row.proof)
        assert named, row
        for file, test in named:
            assert (ROOT / file).exists(), row
            if test:
                assert re.search(rf"^def {test}\(", (ROOT / file).read_text(encoding="utf-8"), re.MULTILINE), row
