"""The findings by the decision that they ask for: one rule, one kind of message, one way to go on."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Mapping
from typing import NamedTuple

from tfgpu_migrate.pages.states import NEEDS, need_of
from tfgpu_migrate.pages.words import one_line
from tfgpu_migrate.report.findings import Finding

_VARIABLE = re.compile(r"(`[^`]*`|\bline \d+(?: of cell \d+)?)")
_GAP = {"`": "`…`", "l": "line …"}
_NAMED = 2  # so many names for one gap are told


class Place(NamedTuple):
    """Where a finding stands. `file` and `message` are indexes: into the files, into the messages of the decision."""

    file: int
    cell: int | None
    line: int
    column: int
    message: int


class Decision(NamedTuple):
    """Findings that one decision answers; `example` is the first of them.

    `title` is the message with gaps for what differs; `messages` are those that there are, the most frequent first, and
    how often each is there.
    """

    need: str
    code: str
    title: str
    messages: tuple[tuple[str, int], ...]
    places: tuple[Place, ...]
    example: Finding

    @property
    def files(self) -> int:
        """In how many files it is."""
        return len({place.file for place in self.places})


def kind_of(message: str) -> str:
    """A message without the names and lines that it tells."""
    return _VARIABLE.sub(lambda found: _GAP[found[0][0]], message)


def title_of(messages: Iterable[str]) -> str:
    """What messages of one kind say, with gaps for what differs."""
    columns = zip(*(_VARIABLE.split(message) for message in messages), strict=True)
    return "".join(_merged(list(dict.fromkeys(column))) for column in columns)


def _merged(pieces: list[str]) -> str:
    if len(pieces) == 1 or (len(pieces) <= _NAMED and pieces[0].startswith("`")):
        return " or ".join(pieces)
    return _GAP[pieces[0][0]]


def decisions(found: Iterable[Finding], files: Mapping[str, int], unsafe: bool) -> list[Decision]:
    """The findings grouped, those that need a person first, then the most frequent. `files`: the index of each path."""
    groups: dict[tuple[str, str, str], list[Finding]] = {}
    for each in found:
        key = (need_of(each, unsafe), each.diagnostic.code, kind_of(each.diagnostic.message))
        groups.setdefault(key, []).append(each)
    made = [_decision(need, code, group, files) for (need, code, _), group in groups.items()]
    return sorted(made, key=lambda each: (NEEDS.index(each.need), -len(each.places), each.code, each.title))


def _decision(need: str, code: str, group: list[Finding], files: Mapping[str, int]) -> Decision:
    counts = Counter(one_line(each.diagnostic.message) for each in group)
    messages = sorted(counts.items(), key=lambda each: (-each[1], each[0]))
    index = {message: number for number, (message, _) in enumerate(messages)}
    places = [
        Place(files[each.path], each.cell, *each.start, index[one_line(each.diagnostic.message)]) for each in group
    ]
    return Decision(need, code, title_of(index), tuple(messages), tuple(places), group[0])
