"""How far each file and folder is: clean, fixed by `--fix`, waiting for a person, or not to be read."""

from __future__ import annotations

import posixpath
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, NamedTuple

from tfgpu_migrate.edit.diagnostics import Applicability
from tfgpu_migrate.pages.words import path_of

if TYPE_CHECKING:
    from tfgpu_migrate.file_report import FileReport
    from tfgpu_migrate.report.findings import Finding

# What a finding asks for.
FIX = "fix"  # run `--fix`
UNSAFE = "unsafe"  # look at the fix, then make it with `--unsafe-fixes`
SUGGESTION = "suggestion"  # a fix is shown, and never made
PERSON = "person"  # there is no fix
UNREADABLE = "unreadable"  # until the file can be read nothing is known of it
NEEDS = (PERSON, UNREADABLE, SUGGESTION, UNSAFE, FIX)

CLEAN, FIXABLE = "clean", "fixable"
STATES = (CLEAN, FIXABLE, PERSON, UNREADABLE)


class FileState(NamedTuple):
    """A file that has to do with TensorFlow; `findings` has how many ask for what."""

    path: str
    state: str
    findings: Mapping[str, int]
    on_compat_v1: int
    suppressed: int
    error: str | None  # a bug of this program


class Folder(NamedTuple):
    """What lies in a folder and below: how many files in which state, how many findings."""

    path: str
    files: Mapping[str, int]
    findings: int


def need_of(finding: Finding, unsafe: bool) -> str:
    """What a finding asks for; `unsafe`: unsafe fixes are made too."""
    if finding.is_unreadable():
        return UNREADABLE
    fix = finding.diagnostic.fix
    if fix is None:
        return PERSON
    if finding.fixable(unsafe):
        return FIX
    return UNSAFE if fix.applicability is Applicability.UNSAFE else SUGGESTION


def file_states(reports: Iterable[FileReport], found: Iterable[Finding], unsafe: bool) -> list[FileState]:
    """The state of each file that was more than read, in the order of the reports."""
    needs: dict[str, Counter[str]] = {}
    for finding in found:
        needs.setdefault(finding.path, Counter())[need_of(finding, unsafe)] += 1
    return [_file_state(report, needs.get(report.path, Counter())) for report in reports]


def _file_state(report: FileReport, needs: Mapping[str, int]) -> FileState:
    if report.internal_error or needs.get(UNREADABLE):
        state = UNREADABLE
    elif any(kind != FIX for kind in needs):
        state = PERSON
    else:
        state = FIXABLE if needs else CLEAN
    return FileState(path_of(report.path), state, dict(needs), report.on_v1, report.suppressed, report.internal_error)


def in_states(files: Iterable[FileState]) -> dict[str, int]:
    """How many files are in which state; a state without files is there with 0."""
    counts = Counter(each.state for each in files)
    return {state: counts[state] for state in STATES}


def root_of(files: Sequence[FileState]) -> str:
    """The folder that all files lie in; "" is the current one."""
    return posixpath.commonpath([posixpath.dirname(each.path) for each in files]) if _is_one_tree(files) else ""


def _is_one_tree(files: Sequence[FileState]) -> bool:
    """Whether there are files, all absolute or all relative."""
    return len({each.path.startswith("/") for each in files}) == 1


def folders(files: Sequence[FileState]) -> list[Folder]:
    """The folder of all files, and each below it that has some, sorted by path."""
    root = root_of(files)
    states: dict[str, Counter[str]] = {}
    findings: Counter[str] = Counter()
    for each in files:
        for folder in _above(each.path, root):
            states.setdefault(folder, Counter())[each.state] += 1
            findings[folder] += sum(each.findings.values())
    return [
        Folder(path, {state: counts[state] for state in STATES}, findings[path])
        for path, counts in sorted(states.items())
    ]


def _above(path: str, root: str) -> Iterator[str]:
    """The folders that a file lies in, from the inside out, up to the root."""
    folder = posixpath.dirname(path)
    while folder != root:
        yield folder
        parent = posixpath.dirname(folder)
        if parent == folder:  # relative and absolute paths beside each other: there is no common root
            break
        folder = parent
    if folder == root or root == "":
        yield root
