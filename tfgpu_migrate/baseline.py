"""A baseline: findings that are known and may stay. Each is a path, a code and the text of a line, never a line number.

So an entry survives lines that move, and ends with the line itself. Spaces do not count, and how often one and the same
line is found does.
"""

from __future__ import annotations

import json
import os
from collections import Counter
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from tfgpu_migrate.config import ConfigError
from tfgpu_migrate.report.portable import escaped
from tfgpu_migrate.settings import absolute_path
from tfgpu_migrate.write import write_whole

if TYPE_CHECKING:
    from tfgpu_migrate.report.findings import Finding

_VERSION = 1
_NEVER = "TFM902"  # a path that is not there
_ONCE = "TFM001"


class Entry(NamedTuple):
    """What one finding is known by; the path is relative to the folder of the baseline."""

    path: str
    code: str
    line: str


class Judged(NamedTuple):
    """The findings that the baseline does not know, those that it does, and how many entries nothing matches."""

    new: list[Finding]
    known: list[Finding]
    stale: int


@dataclass(frozen=True)
class Baseline:
    """The entries of one file."""

    file: str
    entries: Mapping[Entry, int]

    def judge(self, found: Sequence[Finding], looked_at: Collection[str], fixed: Collection[str] = ()) -> Judged:
        """Tell new findings from known ones. Of a file that is there and was not looked at, no entry is stale.

        In a file that was `fixed` the fix may have changed the line of a finding that it left: one of a code is known
        for each entry of that code, and none is stale.
        """
        left = Counter(dict(self.entries))
        new: list[Finding] = []
        known: list[Finding] = []
        for finding, entry in zip(found, self._entries(found), strict=True):
            matched = left[entry] > 0 and finding.diagnostic.code != _NEVER
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
        paths = {self._relative(path) for path in looked_at} - set(by_path.values())
        stale = sum(times for entry, times in left.items() if self._is_judged(entry.path, paths))
        return Judged(new, known, stale)

    def with_findings(self, found: Sequence[Finding], looked_at: Collection[str]) -> Baseline:
        """The baseline that knows all of these; entries of files that were not looked at stay."""
        paths = {self._relative(path) for path in looked_at}
        kept = {entry: times for entry, times in self.entries.items() if not self._is_judged(entry.path, paths)}
        named = [one for one in found if one.diagnostic.code != _NEVER]
        return Baseline(self.file, {**kept, **Counter(self._entries(named))})

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

    def _relative(self, path: str) -> str:
        if path == "-":
            return path
        relative = os.path.relpath(absolute_path(path), os.path.dirname(absolute_path(self.file)))  # noqa: PTH120
        return os.fsencode(relative.replace(os.sep, "/")).decode("utf-8", "replace")

    def _is_judged(self, path: str, looked_at: Collection[str]) -> bool:
        return path in looked_at or not (Path(absolute_path(self.file)).parent / path).exists()


def read(file: str) -> Baseline:
    """Read a baseline. Raises ConfigError."""
    try:
        text = Path(file).read_text(encoding="utf-8")
    except OSError as error:
        raise ConfigError(f"cannot read {file}: {error.strerror}; --write-baseline makes a baseline") from None
    except UnicodeDecodeError:
        text = ""
    try:
        data = json.loads(text)
        entries = {
            Entry(path, code, line): int(times)
            for path, codes in data["findings"].items()
            for code, lines in codes.items()
            for line, times in lines.items()
        }
    except (ValueError, TypeError, KeyError, AttributeError, RecursionError):
        raise ConfigError(f"{file} is no baseline; take it away, and --write-baseline writes one") from None
    if data.get("version") != _VERSION:
        raise ConfigError(f"{file} is a baseline of version {data.get('version')}; this program knows {_VERSION}")
    return Baseline(file, entries)


def write(baseline: Baseline) -> None:
    """Write the file. Raises ConfigError."""
    try:
        write_whole(baseline.file, baseline.dumped().encode())
    except OSError as error:
        raise ConfigError(f"cannot write {baseline.file}: {error.strerror}") from None
