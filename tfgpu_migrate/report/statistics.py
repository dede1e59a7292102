"""`--statistics`: how often each rule was broken."""

from collections import Counter
from collections.abc import Iterable, Iterator
from typing import NamedTuple

from tfgpu_migrate.report.findings import Finding, rule_name
from tfgpu_migrate.report.paint import BOLD, CYAN, Paint


class _Count(NamedTuple):
    code: str
    times: int
    fixable: int
    known: int  # of them, those that a baseline knows


def render(found: Iterable[Finding], paint: Paint, unsafe: bool, known: Iterable[Finding] = ()) -> Iterator[str]:
    """Yield `count, code, [*] name (known)`, the most frequent first; `[-]` where only some can be fixed."""
    counts = _counts(found, known, unsafe)
    digits = max((len(str(each.times)) for each in counts), default=0)
    width = max((len(each.code) for each in counts), default=0)
    any_fixable = any(each.fixable for each in counts)
    for code, times, fixable, old in counts:
        star = paint("*", CYAN) if fixable == times else "-" if fixable else " "
        mark = f"[{star}] " if any_fixable else ""
        pad = " " * (width - len(code))
        told = f" ({old} known)" if old else ""
        yield f"{paint(f'{times:>{digits}}', BOLD)}\t{paint(code, '1;31')}{pad}\t{mark}{rule_name(code)}{told}\n"


def as_json(found: Iterable[Finding], unsafe: bool, known: Iterable[Finding] = ()) -> list[dict[str, object]]:
    """Return the counts in the keys of ruff, and how many of them a baseline knows."""
    return [
        {
            "code": code,
            "name": rule_name(code),
            "count": times,
            "fixable": fixable == times,
            "fixable_count": fixable,
            "known_count": old,
        }
        for code, times, fixable, old in _counts(found, known, unsafe)
    ]


def _counts(found: Iterable[Finding], known: Iterable[Finding], unsafe: bool) -> list[_Count]:
    counts: dict[str, list[bool]] = {}
    listed = list(known)
    old = Counter(finding.diagnostic.code for finding in listed)
    for finding in (*found, *listed):
        counts.setdefault(finding.diagnostic.code, []).append(finding.fixable(unsafe))
    rows = (_Count(code, len(fixable), sum(fixable), old[code]) for code, fixable in counts.items())
    return sorted(rows, key=lambda each: (-each.times, each.code))
