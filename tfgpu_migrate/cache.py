"""What was found in a file before: by its bytes, its settings and this program, so that nothing stale is ever read.

One small JSON file an entry, below its own digest, each written whole or not at all: runs at the same time can share a
folder. No entry holds code that reading it would run, and what another user wrote is not read. Nothing is written
through a link that came with the project. The oldest entries go when a folder is full.
"""

from __future__ import annotations

import json
import os
import shutil
import stat
import sys
import tempfile
from collections.abc import Iterable
from contextlib import suppress
from dataclasses import dataclass, fields
from functools import cache
from hashlib import sha256
from pathlib import Path
from typing import TYPE_CHECKING, Any

from tfgpu_migrate.dependencies.kinds import kind_of
from tfgpu_migrate.settings import Settings, absolute_path

if TYPE_CHECKING:
    from tfgpu_migrate.file_report import FileReport

FOLDER = ".tfgpu_migrate_cache"
_TAG = "Signature: 8a477f597d28d172789f06886806bc55\n# This folder is a cache of tfgpu-migrate.\n"
_PACKAGE = Path(__file__).parent
_LARGEST = 1 << 20  # bytes of an entry
_FULL = 2 << 20  # bytes on the disk that one of the 256 folders may take: 512 MB in all
_BLOCK = 4096  # what the smallest file takes
_READ = os.O_RDONLY | getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_NOFOLLOW", 0)


@dataclass(frozen=True)
class Cache:
    """The entries of one folder."""

    folder: str

    def key(self, path: str, content: str, settings: Settings) -> str:
        """What the findings of a file depend on: its `content` as a `digest` among it.

        The folder of a file only counts where settings look at it.
        """
        named = absolute_path(path) if settings.per_file_ignores else os.path.basename(path)  # noqa: PTH119
        kind = kind_of(path)
        return _hash(_program(), _asked(settings), named, kind.reader if kind else "", content)

    def key_of_folder(self, path: str) -> str:
        """The key of what is remembered of the files in a folder."""
        return _hash(_program(), "folder", path)

    def get(self, key: str, path: str) -> FileReport | None:
        """The report on a file that was checked before, without its bytes; None where there is none."""
        try:
            return _report(self.load(key), path)
        except (ValueError, KeyError, TypeError):
            return None

    def put(self, key: str, report: FileReport) -> None:
        """Keep a report."""
        if report.internal_error is None and all(one.code != "TFM902" for one in report.diagnostics):
            self.store(key, _entry(report))

    def load(self, key: str) -> Any:
        """What was stored; None where there is nothing that can be read."""
        try:
            return json.loads(_read(self._file(key)))
        except (OSError, ValueError, RecursionError):
            return None

    def store(self, key: str, entry: dict[str, Any]) -> None:
        """Keep an entry. A folder that cannot be written is no reason to fail."""
        body = json.dumps(entry, separators=(",", ":")).encode()
        file = Path(self._file(key))
        if len(body) > _LARGEST or not _is_ready(self.folder):
            return
        with suppress(OSError):
            file.parent.mkdir(exist_ok=True)
            if file.parent.is_symlink():
                return
            handle, temporary = tempfile.mkstemp(dir=file.parent)
            try:
                with os.fdopen(handle, "wb") as stream:
                    stream.write(sha256(body).hexdigest().encode() + b"\n" + body)
                Path(temporary).replace(file)
            except BaseException:  # an interrupt must not leave the temporary file
                Path(temporary).unlink(missing_ok=True)
                raise
            if key[2] in "01":  # one put in eight
                _make_room(file.parent)

    def _file(self, key: str) -> str:
        return f"{self.folder}{os.sep}{key[:2]}{os.sep}{key[2:]}"  # a warm run asks for every file


def digest(data: bytes) -> str:
    """What stands for the bytes of a file in a key."""
    return sha256(data).hexdigest()


def _hash(*parts: str) -> str:
    return sha256("\0".join(parts).encode("utf-8", "surrogateescape")).hexdigest()


def folder_of(settings: Settings) -> str:
    """The cache folder of a project: where its settings lie."""
    return os.path.join(settings.root or os.getcwd(), FOLDER)  # noqa: PTH109, PTH118 - for every file


def below(folders: Iterable[str]) -> list[str]:
    """The cache folders in these folders and below, links not followed."""
    return sorted(
        os.path.join(at, FOLDER)  # noqa: PTH118
        for folder in folders
        for at, names, _ in os.walk(folder)
        if FOLDER in names
    )


def clean(folders: Iterable[str]) -> list[str]:
    """Take cache folders away; the ones that were there. A folder without the tag of this cache is left alone."""
    removed = []
    for folder in folders:
        if not os.path.islink(folder) and _has_tag(folder):  # noqa: PTH114
            shutil.rmtree(folder, ignore_errors=True)
            removed.append(folder)
    return removed


def _has_tag(folder: str) -> bool:
    try:
        return _opened(str(Path(folder, "CACHEDIR.TAG"))).startswith(_TAG.encode())
    except OSError:
        return False


def _opened(file: str) -> bytes:
    """The bytes of a file, of which this user or root is the owner; no link, no pipe. Raises OSError."""
    with open(os.open(file, _READ), "rb") as stream:  # noqa: PTH123 - a file descriptor
        status = os.fstat(stream.fileno())
        if not stat.S_ISREG(status.st_mode) or status.st_size > _LARGEST + 65 or not _is_ours(status):
            raise PermissionError
        return stream.read()


def _read(file: str) -> bytes:
    """The body of an entry. Raises OSError, and ValueError where it is not what was written."""
    digest, _, body = _opened(file).partition(b"\n")
    if sha256(body).hexdigest().encode() != digest:
        raise ValueError
    return body


def _is_ours(status: os.stat_result) -> bool:
    return not hasattr(os, "geteuid") or status.st_uid in (os.geteuid(), 0)


@cache
def _is_ready(folder: str) -> bool:
    """Whether a folder can take entries; it is made if it is not there.

    A link of that name, or a folder of someone else, is none: it may have come with the project to have files written
    in another place. For the same reason nothing that is there is written over.
    """
    with suppress(OSError):
        Path(folder).mkdir(parents=True, exist_ok=True)
        status = os.lstat(folder)
        if not stat.S_ISDIR(status.st_mode) or not _is_ours(status):
            return False
        for name, text in ((".gitignore", "*\n"), ("CACHEDIR.TAG", _TAG)):  # the tag last: it says that all is there
            with suppress(FileExistsError), Path(folder, name).open("x", encoding="utf-8") as stream:
                stream.write(text)
        return True
    return False


def _make_room(folder: Path) -> None:
    """Take the oldest entries away where a folder is full; and with them what killed runs left."""
    entries = []
    with suppress(OSError), os.scandir(folder) as found:
        for entry in found:
            status = entry.stat(follow_symlinks=False)
            entries.append((status.st_mtime_ns, max(status.st_size, _BLOCK), entry.path))
    total = sum(size for _, size, _ in entries)
    if total <= _FULL:
        return
    for _, size, path in sorted(entries):
        if total <= _FULL * 3 // 4:
            return
        total -= size
        with suppress(OSError):  # another run may have taken it
            Path(path).unlink()


@cache
def _program() -> str:
    """What this program is: its files, tables included, and the Python that parses with it."""
    files = sorted(file for file in _PACKAGE.rglob("*") if file.suffix in (".py", ".txt"))
    stats = ((str(file), (stat := file.stat()).st_size, stat.st_mtime_ns) for file in files)
    return sha256(repr((sys.version_info[:3], list(stats))).encode()).hexdigest()


@cache
def _asked(settings: Settings) -> str:
    return repr([(one.name, getattr(settings, one.name)) for one in fields(settings) if one.name not in _NO_MATTER])


_NO_MATTER = frozenset(("exclude", "extend_exclude", "baseline"))


def _entry(report: FileReport) -> dict[str, Any]:
    """A report without its text: what is found points into the text, which the next run has."""
    found = dict.fromkeys(one.fix for one in report.diagnostics if one.fix)
    numbers = {fix: number for number, fix in enumerate(found)}
    return {
        "suppressed": report.suppressed,
        "on_v1": report.on_v1,
        "needs": report.needs,
        "lists": report.lists,
        "fixes": [
            [fix.message, [list(edit) for edit in fix.edits], fix.applicability.value, fix.requires] for fix in found
        ],
        "found": [
            [*one[:4], None if one.fix is None else numbers[one.fix], [list(span) for span in one.uses], one.because]
            for one in report.diagnostics
        ],
        "places": [[cell, list(start), list(end)] for cell, start, end in report.located()],
    }


def _report(entry: Any, path: str) -> FileReport:
    from tfgpu_migrate.edit.diagnostics import Applicability, Diagnostic, Edit, Fix
    from tfgpu_migrate.file_report import FileReport, Place

    fixes = [
        Fix(message, tuple(Edit(*edit) for edit in edits), Applicability(value), tuple(requires))
        for message, edits, value, requires in entry["fixes"]
    ]
    diagnostics = tuple(
        Diagnostic(
            start,
            end,
            code,
            message,
            None if number is None else fixes[number],
            tuple((at, to) for at, to in uses),
            None if because is None else (because[0], because[1]),
        )
        for start, end, code, message, number, uses, because in entry["found"]
    )
    return FileReport(
        path,
        source=None,  # few formats show it: the bytes are decoded for those
        diagnostics=diagnostics,
        suppressed=entry["suppressed"],
        on_v1=entry["on_v1"],
        needs=tuple(entry["needs"]),
        lists=tuple(entry["lists"]),
        places=tuple(Place(cell, tuple(start), tuple(end)) for cell, start, end in entry["places"]),
    )
