"""A baseline: findings that are known and may stay. Each is a path, a code and the text of a line, never a line number.

So an entry survives lines that move, and ends with the line itself. Spaces do not count, and how often one and the same
line is found does. A file that cannot be read is never known.
"""

from __future__ import annotations

import json
import os
from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from tfgpu_migrate.config import ConfigError
from tfgpu_migrate.report.portable import escaped
from tfgpu_migrate.settings import absolute_path
from tfgpu_migrate.write import write_whole

if TYPE_CHECKING:
    from tfgpu_migrate.reach import Reach
    from tfgpu_migrate.report.findings import Finding

_VERSION = 1
_NEVER = "TFM9"  # what cannot be read: nobody knows what else is in it
_ONCE = "TFM001"
_CONFLICT = "<<<<<<< "


class Entry(NamedTuple):
    """What one finding is known by; the path is relative to the folder of the baseline."""

    path: str
    code: str
    line: str


class Rename(NamedTuple):
    """A file that is gone, one that has most of what was known of it, and these entries as they were."""

    old: str
    new: str
    entries: Counter[Entry]


class Judged(NamedTuple):
    """The findings that the baseline does not know, those that it does, and the entries that nothing matches.

    `gone` are those that the run would have found, `renamed` says which of them stand in another file now.
    """

    new: list[Finding]
    known: list[Finding]
    gone: Counter[Entry]
    renamed: list[Rename]


@dataclass(frozen=True)
class Baseline:
    """The entries of one file."""

    file: str
    entries: Mapping[Entry, int]

    def judge(self, found: Sequence[Finding], reach: Reach, fixed: Collection[str] = ()) -> Judged:
        """Tell new findings from known ones, and what is gone.

        In a file that was `fixed` the fix may have changed the line of a finding that it left: one of a code is known
        for each entry of that code, and none is gone.
        """
        left = Counter(dict(self.entries))
        new: list[Finding] = []
        known: list[Finding] = []
        for finding, entry in zip(found, self._entries(found), strict=True):
            matched = left[entry] > 0 and not finding.diagnostic.code.startswith(_NEVER)
            left[entry] -= matched
            (known if matched else new).append(finding)
        moved = Counter[tuple[str, str]]()
        for entry, times in left.items():
            moved[entry.path, entry.code] += times
        by_path = {path: self._relative(path) for path in fixed}
        unmatched, new = new, []
        for finding in unmatched:
            key = by_path.get(finding.path, ""), finding.diagnostic.code
            followed = moved[key] > 0
            moved[key] -= followed
            (known if followed else new).append(finding)
        changed = set(by_path.values())
        gone = Counter({one: times for one, times in (+left).items() if one.path not in changed})
        gone = Counter({one: times for one, times in gone.items() if self._could_find(one, reach)})
        return Judged(new, known, gone, list(self._renamed(gone, new)))

    def with_findings(self, found: Sequence[Finding], reach: Reach) -> Baseline:
        """The baseline that knows all of these; of its entries those stay that the run could not have found."""
        named = [one for one in found if not one.diagnostic.code.startswith(_NEVER)]
        now = Counter(self._entries(named))
        unseen = {one: times for one, times in self.entries.items() if not self._could_find(one, reach)}
        return Baseline(self.file, now | Counter(unseen))

    def without(self, judged: Judged) -> Baseline:
        """The baseline without what is gone; what is known of a renamed file is known of it under its new name."""
        left = Counter(dict(self.entries)) - judged.gone
        for old, new, entries in judged.renamed:
            left += Counter({one._replace(path=new): times for one, times in entries.items() if one.path == old})
        return Baseline(self.file, left)

    def after_fixes(self, known: Sequence[Finding], fixed: Collection[str]) -> Baseline:
        """The baseline that knows of the files that were fixed what the fixes left of what it knew."""
        paths = {self._relative(path) for path in fixed}
        kept = {entry: times for entry, times in self.entries.items() if entry.path not in paths}
        return Baseline(self.file, {**kept, **Counter(self._entries(one for one in known if one.path in fixed))})

    def changes(self, before: Baseline) -> tuple[int, int]:
        """How many entries came and how many went since another version of the same baseline."""
        now, then = Counter(dict(self.entries)), Counter(dict(before.entries))
        return (now - then).total(), (then - now).total()

    def dumped(self) -> str:
        """The text of the file: sorted, one finding a line, so that two versions compare well."""
        findings: dict[str, dict[str, dict[str, int]]] = {}
        for (path, code, line), times in sorted(self.entries.items()):
            findings.setdefault(path, {}).setdefault(code, {})[line] = times
        return escaped(json.dumps({"version": _VERSION, "findings": findings}, indent=1, ensure_ascii=False)) + "\n"

    def _entries(self, found: Iterable[Finding]) -> list[Entry]:
        from tfgpu_migrate.report.findings import line_text, named_text

        # What is told once for all places of a name is known by the name: its first place may go.
        texts = ((one, named_text(one) if one.diagnostic.code == _ONCE else line_text(one)) for one in found)
        return [Entry(self._relative(one.path), one.diagnostic.code, text) for one, text in texts]

    def _renamed(self, gone: Counter[Entry], new: Iterable[Finding]) -> Iterator[Rename]:
        """Files that are gone, each with the one that has the most of what was known of it, if that is half or more."""
        known = {entry.path for entry in self.entries}
        missing = {path for path in {entry.path for entry in gone} if not Path(self._absolute(path)).exists()}
        came: dict[str, Counter[tuple[str, str]]] = {}
        for one in self._entries(new) if missing else ():
            if one.path not in known:
                came.setdefault(one.path, Counter())[one.code, one.line] += 1
        for old in sorted(missing):
            went = Counter({(one.code, one.line): times for one, times in gone.items() if one.path == old})
            path = max(sorted(came), key=lambda path: (came[path] & went).total(), default=None)
            if path is not None and (both := came[path] & went).total() * 2 >= went.total():
                yield Rename(old, path, Counter({Entry(old, *key): times for key, times in both.items()}))
                del came[path]

    def _could_find(self, entry: Entry, reach: Reach) -> bool:
        return reach.could_find(self._absolute(entry.path), entry.code, str(Path(absolute_path(self.file)).parent))

    def _absolute(self, path: str) -> str:
        return absolute_path(str(Path(absolute_path(self.file)).parent / path))

    def _relative(self, path: str) -> str:
        if path == "-":
            return path
        relative = os.path.relpath(absolute_path(path), os.path.dirname(absolute_path(self.file)))  # noqa: PTH120
        return os.fsencode(relative.replace(os.sep, "/")).decode("utf-8", "replace")


def read(file: str) -> Baseline:
    """Read a baseline. Raises ConfigError."""
    if os.path.exists(file) and not os.path.isfile(file):  # noqa: PTH110, PTH113 - these raise nothing
        raise ConfigError(f"{file} is no regular file; name one for the baseline")
    try:
        text = Path(file).read_text(encoding="utf-8")
    except OSError as error:
        raise ConfigError(f"cannot read {file}: {error.strerror}; --write-baseline makes a baseline") from None
    except UnicodeDecodeError:
        text = ""
    if _CONFLICT in text:
        line = text[: text.index(_CONFLICT)].count("\n") + 1
        how = "keep the lines of both sides, and --prune-baseline takes out what is gone"
        raise ConfigError(f"{file} has a merge conflict in line {line}: {how}")
    try:
        data = json.loads(text)
        entries = {
            Entry(path, code, line): _count(times)
            for path, codes in data["findings"].items()
            for code, lines in codes.items()
            for line, times in lines.items()
            if not code.startswith(_NEVER)
        }
    except (ValueError, TypeError, KeyError, AttributeError, RecursionError):
        raise ConfigError(f"{file} is no baseline; restore the one that --write-baseline wrote") from None
    if data.get("version") != _VERSION:
        raise ConfigError(f"{file} is a baseline of version {data.get('version')}; this program knows {_VERSION}")
    return Baseline(file, entries)


def _count(times: object) -> int:
    """How often a finding is known. Raises ValueError where that is no number of times."""
    if type(times) is not int or times < 1:
        raise ValueError(f"not a number of times: {times!r}")
    return times


def write(baseline: Baseline) -> None:
    """Write the file. Raises ConfigError."""
    try:
        write_whole(baseline.file, baseline.dumped().encode())
    except OSError as error:
        raise ConfigError(f"cannot write {baseline.file}: {error.strerror}") from None
