"""Many files: which need work at all, who does it, and what is written."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from enum import Enum
from typing import TYPE_CHECKING, NamedTuple

from tfgpu_migrate.discover import Found, reason
from tfgpu_migrate.helpers import helpers
from tfgpu_migrate.looks import Look, Looks, needs_work, read
from tfgpu_migrate.progress import Progress, silent
from tfgpu_migrate.settings import Settings

if TYPE_CHECKING:
    from tfgpu_migrate.cache import Cache
    from tfgpu_migrate.file_report import FileReport


class Mode(Enum):
    """What is done with a file."""

    CHECK = "check"
    FIX = "fix"  # and written
    DIFF = "diff"  # fixed in memory
    ADD_NOQA = "add-noqa"  # and written


_WRITING = (Mode.FIX, Mode.ADD_NOQA)
_NO_LOOK = Look(works=True, status=(0, 0, 0, 0, 0), is_settled=False)


class Job(NamedTuple):
    """One file that mentions TensorFlow."""

    path: str
    settings: Settings
    mode: Mode
    note: str = ""  # that ADD_NOQA writes behind the codes
    cache: Cache | None = None
    leads_to: str = ""  # as in Found


class Outcome(NamedTuple):
    """The reports of the files that have something to say, in the order of the files, and what was looked at."""

    reports: tuple[FileReport, ...]
    paths: tuple[str, ...]

    @property
    def checked(self) -> int:
        """How many files were looked at."""
        return len(self.paths)

    @property
    def fixed(self) -> frozenset[str]:
        """The files that were fixed."""
        return frozenset(report.path for report in self.reports if report.fixed)


def run(
    files: Sequence[Found],
    mode: Mode,
    jobs: int | None = None,
    *,
    note: str = "",
    cache_of: Callable[[Settings], Cache] | None = None,
    progress: Progress = silent,
) -> Outcome:
    """Check or fix the files, on several processes where there are many."""
    reports: dict[str, FileReport] = {}
    work, sizes = list[Job](), list[int]()
    if mode in _WRITING:
        from tfgpu_migrate import write

        write.sweep({os.path.dirname(found.path) or os.curdir for found in files})  # noqa: PTH120
    cache_of = cache_of if mode is not Mode.ADD_NOQA else None
    looks = Looks.of_run(files, cache_of)
    for found, look, data in _needing_work(files, looks):
        if found.error:
            reports[found.path] = unreadable(found.path, found.error)
            continue
        cache = cache_of(found.settings) if cache_of else None
        job = Job(found.path, found.settings, mode, note, cache, found.leads_to)
        report = _known(job, look, data, looks)
        if report is not None:
            reports[found.path] = report
            continue
        work.append(job)
        sizes.append(look.size)
    for job, report in zip(work, _do(work, sizes, jobs, progress), strict=True):
        reports[job.path] = report
    looks.save()
    paths = tuple(found.path for found in files)
    return Outcome(tuple(reports[path] for path in paths if path in reports), paths)


def _needing_work(files: Sequence[Found], looks: Looks) -> Iterator[tuple[Found, Look, bytes | None]]:
    """The files that can have findings, or cannot be read, with their bytes where these had to be read.

    Helpers of others come behind them.
    """
    users = list[str]()
    others: dict[str, tuple[Found, Look]] = {}
    for found in files:
        if found.error:
            yield found, _NO_LOOK, None
            continue
        try:
            look, data = looks.at(found)
        except (OSError, ValueError) as error:
            why = reason(error) if isinstance(error, OSError) else str(error)
            yield found._replace(error=why), _NO_LOOK, None
            continue
        if look.works:
            users.append(found.path)
            yield found, look, data
        else:
            others[found.path] = found, look
    for path in helpers(users, others, looks.modules):
        found, look = others[path]
        yield found._replace(settings=replace(found.settings, is_helper=True)), look, None


def _known(job: Job, look: Look, data: bytes | None, looks: Looks) -> FileReport | None:
    """The report on a file that the cache has, if nothing is left to do with the file."""
    if job.cache is None:
        return None
    if not look.digest:
        from tfgpu_migrate.cache import digest

        data = looks.bytes_of(job.path) if data is None else data
        if data is None:
            return None
        look.digest = digest(data)
    report = job.cache.get(job.cache.key(job.path, look.digest, job.settings), job.path)
    if report is not None and report.diagnostics:
        data = looks.bytes_of(job.path) if data is None else data
        report = replace(report, before=data) if data is not None else None
    if report is not None and job.mode is not Mode.CHECK:
        from tfgpu_migrate.check import applicable_fixes

        if applicable_fixes(report.diagnostics, job.settings):
            return None
    return report


def check_text(path: str, data: bytes, settings: Settings, mode: Mode) -> FileReport | None:
    """Check or fix the bytes of standard input; None where there is nothing to do."""
    return _guarded(Job(path, settings, mode), data) if needs_work(data, path) else None


def unreadable(path: str, why: str) -> FileReport:
    """Report a path that could not be read as a finding of its own."""
    from tfgpu_migrate.edit.diagnostics import Diagnostic
    from tfgpu_migrate.file_report import FileReport
    from tfgpu_migrate.source import Source

    return FileReport(path, Source(path, ""), (Diagnostic(0, 0, "TFM902", why),))


def do_job(job: Job) -> FileReport:
    """Read, check or fix, and write one file."""
    try:
        data, _ = read(job.path)
    except OSError as error:
        return unreadable(job.path, reason(error))
    report = _guarded(job, data)
    if job.cache is not None and report.after is None:  # here: the bytes may be others than those that `run` saw
        from tfgpu_migrate.cache import digest

        job.cache.put(job.cache.key(job.path, digest(data), job.settings), report)
    if job.mode in _WRITING and report.after is not None:
        report = _written(job, report)
    return _light(report, job.mode)


def _do(work: Sequence[Job], sizes: Sequence[int], jobs: int | None, progress: Progress) -> list[FileReport]:
    if not work:
        return []
    from tfgpu_migrate.processes import processes_for

    processes = processes_for(len(work), jobs)
    if processes == 1:
        return [_counted(do_job(job), done, len(work), progress) for done, job in enumerate(work, 1)]
    from tfgpu_migrate.rules import load

    load()  # once, here: the processes are forks of this one
    # Among so many files some need it: better here than once in each process.
    import tfgpu_migrate.proto.decide  # noqa: F401
    from tfgpu_migrate import pool

    results = pool.run_jobs(do_job, work, sizes, processes, lambda done: progress(done, len(work)))
    return [
        _internal_error(job.path, f"the process that checked it ended with {result.exit_code}")
        if isinstance(result, pool.Died)
        else result
        for job, result in zip(work, results, strict=True)
    ]


def _counted(report: FileReport, done: int, total: int, progress: Progress) -> FileReport:
    progress(done, total)
    return report


def _guarded(job: Job, data: bytes) -> FileReport:
    from tfgpu_migrate import check

    try:
        if job.mode is Mode.ADD_NOQA:
            return check.suppress_bytes(job.path, data, job.settings, job.note)
        action = check.check_bytes if job.mode is Mode.CHECK else check.fix_bytes
        return action(job.path, data, job.settings)
    except Exception as error:  # a bug of ours in one file must not cost the others
        return _internal_error(job.path, " ".join(f"{type(error).__name__}: {error}".split()))


def _written(job: Job, report: FileReport) -> FileReport:
    """Write the fixed file; if that fails, the file's findings stand and one more says why."""
    from tfgpu_migrate import write

    assert report.after is not None
    try:
        if job.leads_to:
            raise write.Refused(f"the link leads to {job.leads_to}, outside of the folders that are fixed")
        write.replace_file(job.path, report.before, report.after)
    except (OSError, write.Refused) as error:
        why = reason(error) if isinstance(error, OSError) else str(error)
        checked = _guarded(job._replace(mode=Mode.CHECK), report.before)
        extra = unreadable(job.path, f"the fixes were not written: {why}").diagnostics
        return replace(checked, diagnostics=(*extra, *checked.diagnostics))
    return report


def _internal_error(path: str, why: str) -> FileReport:
    from tfgpu_migrate.file_report import FileReport
    from tfgpu_migrate.source import Source

    return FileReport(path, Source(path, ""), (), internal_error=why)


def _light(report: FileReport, mode: Mode) -> FileReport:
    """Drop what nobody prints, above all the syntax tree that hangs on the source."""
    from tfgpu_migrate.source import Source

    source = report.source
    if source is not None:
        source = source.shown_only() if report.diagnostics else Source(source.path, "")
    light = replace(report, source=source, places=report.located(), was_changed=report.after is not None)
    return light if mode is Mode.DIFF and light.was_changed else replace(light, before=b"", after=None)
