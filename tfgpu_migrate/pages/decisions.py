"""The findings by the decision that they ask for: one rule, one kind of message, one way to go on.

What follows from another finding asks for no decision of its own: it stands below the one that settles it.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
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
    how often each is there. `because` is the index of the decision that this one follows from.
    """

    need: str
    code: str
    title: str
    messages: tuple[tuple[str, int], ...]
    places: tuple[Place, ...]
    example: Finding
    because: int | None = None

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


def decisions(found: Sequence[Finding], files: Mapping[str, int], unsafe: bool) -> list[Decision]:
    """The findings grouped, those that need a person first, then the most frequent. `files`: the index of each path.

    Each group of consequences stands right behind what it follows from, if that needs the same.
    """
    causes = {
        (each.path, each.diagnostic.start, each.diagnostic.code): each
        for each in reversed(found)
        if each.diagnostic.because is None
    }
    groups: dict[_Key, list[Finding]] = {}
    consequences: dict[_Key, dict[_Key, list[Finding]]] = {}
    for each in found:
        key = _key(each, unsafe)
        cause = causes.get((each.path, *each.diagnostic.because)) if each.diagnostic.because else None
        if cause is not None and (from_key := _key(cause, unsafe)) != key and from_key[0] == key[0]:
            consequences.setdefault(from_key, {}).setdefault(key, []).append(each)
        else:
            groups.setdefault(key, []).append(each)
    made: list[Decision] = []
    for decision, key in _sorted(groups, files):
        made.append(decision)
        index = len(made) - 1
        made += (each._replace(because=index) for each, _ in _sorted(consequences.get(key, {}), files))
    return made


_Key = tuple[str, str, str]  # what it needs, the code, the kind of message


def _key(finding: Finding, unsafe: bool) -> _Key:
    return need_of(finding, unsafe), finding.diagnostic.code, kind_of(finding.diagnostic.message)


def _sorted(groups: Mapping[_Key, list[Finding]], files: Mapping[str, int]) -> list[tuple[Decision, _Key]]:
    made = [(_decision(key[0], key[1], group, files), key) for key, group in groups.items()]
    return sorted(made, key=lambda pair: (NEEDS.index(pair[0].need), -len(pair[0].places), pair[0].code, pair[0].title))


def _decision(need: str, code: str, group: list[Finding], files: Mapping[str, int]) -> Decision:
    counts = Counter(one_line(each.diagnostic.message) for each in group)
    messages = sorted(counts.items(), key=lambda each: (-each[1], each[0]))
    index = {message: number for number, (message, _) in enumerate(messages)}
    places = [
        Place(files[each.path], each.cell, *each.start, index[one_line(each.diagnostic.message)]) for each in group
    ]
    return Decision(need, code, title_of(index), tuple(messages), tuple(places), group[0])
