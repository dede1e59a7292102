"""The page of `report --html`: what its template shows of the state of a migration."""

from __future__ import annotations

import shlex
from collections.abc import Mapping, Sequence
from itertools import groupby
from typing import Any, NamedTuple

from tfgpu_migrate.pages import charts
from tfgpu_migrate.pages.decisions import Decision
from tfgpu_migrate.pages.example import DiffLine, Line, diff_lines, lines_around
from tfgpu_migrate.pages.page import render as render_page
from tfgpu_migrate.pages.rule_texts import RuleText, rule_texts
from tfgpu_migrate.pages.states import CLEAN, FIX, FIXABLE, PERSON, STATES, SUGGESTION, UNREADABLE, UNSAFE
from tfgpu_migrate.pages.words import one_line, path_of
from tfgpu_migrate.report.findings import rule_name

# What each state of a file, and each group of decisions, is called and means.
STATE_TEXTS = {
    CLEAN: ("Clean", "nothing is left to do"),
    FIXABLE: ("Fixed by --fix", "one command does all of it"),
    PERSON: ("Needs a person", "something has to be decided"),
    UNREADABLE: ("Cannot be read", "nothing is known of them yet"),
}
NEED_TEXTS = {
    PERSON: ("Needs a person", "There is no fix: each of these asks for a decision."),
    UNREADABLE: ("Cannot be read", "What cannot be read was not checked: a whole file, or cells of a notebook."),
    SUGGESTION: ("Suggested", "A change is shown and never made: it is a start for whoever decides."),
    UNSAFE: ("Fix to look at", "Made with --fix --unsafe-fixes: it may change what the program does."),
    FIX: ("Fixed by --fix", "Safe: the program does the same. Nothing has to be decided."),
}


class Card(NamedTuple):
    """A decision as the page shows it; `number` is its place in the data."""

    number: int
    decision: Decision
    name: str
    path: str  # of the example
    place: str
    lines: Sequence[Line]
    diff: Sequence[DiffLine]
    help: str  # what the fix of the example does
    names: Sequence[str]  # what the messages are about, the most frequent first


class Group(NamedTuple):
    """The decisions that need one and the same."""

    need: str
    title: str
    text: str
    cards: Sequence[Card]

    @property
    def findings(self) -> int:
        """How many findings these decisions answer."""
        return sum(len(card.decision.places) for card in self.cards)

    @property
    def decisions(self) -> int:
        """How many have to be made: what follows from another is settled with that."""
        return sum(card.decision.because is None for card in self.cards)


def render(decisions: Sequence[Decision], document: Mapping[str, Any]) -> str:
    """The page of this document, whose decisions these are."""
    states = document["totals"]["files"]
    return render_page(
        "migration",
        {key: document[key] for key in ("root", "folders", "files", "decisions")},
        document=document,
        total=sum(states.values()),
        findings=sum(document["totals"]["findings"].values()),
        share=charts.percent(states[CLEAN] + states[FIXABLE], sum(states.values())),
        states=STATE_TEXTS,
        segments=charts.segments([(state, states[state]) for state in STATES]),
        groups=_groups(decisions),
        rules=_rules(decisions),
        command=f"tfgpu-migrate check --fix {' '.join(shlex.quote(path) for path in document['paths'])}",
        bands=charts.bands([point["totals"]["files"] for point in document["history"]], STATES),
        changes=_changes(document),
    )


def _groups(decisions: Sequence[Decision]) -> list[Group]:
    """The decisions in their order, by what they need."""
    cards = [_card(number, each) for number, each in enumerate(decisions)]
    return [
        Group(need, *NEED_TEXTS[need], list(group)) for need, group in groupby(cards, lambda card: card.decision.need)
    ]


def _card(number: int, decision: Decision) -> Card:
    example = decision.example
    fix = example.diagnostic.fix
    return Card(
        number,
        decision,
        rule_name(decision.code),
        path_of(example.path),
        example.place,
        lines_around(example),
        diff_lines(example),
        "" if fix is None else one_line(fix.message),
        _names(decision),
    )


def _names(decision: Decision) -> list[str]:
    """The first name of each message, where that is not told by the title."""
    if "`…`" not in decision.title:
        return []
    return list(dict.fromkeys(text.split("`")[1] for text, _ in decision.messages))


def _rules(decisions: Sequence[Decision]) -> list[RuleText]:
    return rule_texts(sorted({each.code for each in decisions}))


def _changes(document: Mapping[str, Any]) -> list[tuple[str, int, int]]:
    """What is counted, in words, at the report before this one and now."""
    if len(document["history"]) < 2:
        return []
    before, now = (point["totals"] for point in document["history"][-2:])
    rows = [
        (f"Files: {STATE_TEXTS[state][0].lower()}", before["files"][state], now["files"][state]) for state in STATES
    ]
    rows += [
        (f"Findings: {NEED_TEXTS[need][0].lower()}", before["findings"][need], now["findings"][need])
        for need in NEED_TEXTS
        if before["findings"][need] or now["findings"][need]
    ]
    return [*rows, ("Names on tf.compat.v1", before["on_compat_v1"], now["on_compat_v1"])]
