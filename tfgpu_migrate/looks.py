"""What a run asks of each file before any rule: read once, and remembered for as long as nobody touches the file.

A file is not read again where the system says that it is as it was: its size, the times of its last change and of the
last change of its entry (which no program can set back), its number and its disk. What was changed just before it was
read is not trusted, for a second change in the same tick of the clock leaves no trace: the rule of git's index.
"""

# Path objects would be most of the cost.
# ruff: noqa: PTH100, PTH112, PTH116, PTH118, PTH123

from __future__ import annotations

import os
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from tfgpu_migrate.dependencies.kinds import kind_of
from tfgpu_migrate.helpers import Module, imported_modules
from tfgpu_migrate.settings import Settings

if TYPE_CHECKING:
    from tfgpu_migrate.cache import Cache
    from tfgpu_migrate.discover import Found

_MARKERS = (b"tensorflow", b"keras")
_LISTED = (b"tf_slim", b"tf-slim")  # counts where a file says what to install
_HIDDEN = (b"import *", b"tf.")  # all of them: TensorFlow may come through a star import
_MANY = 16  # files: to remember fewer costs more than to read them
_SETTLED = 2_000_000_000  # nanoseconds: the coarsest clock of a disk (FAT) ticks every two seconds
_TELLS_CHANGES = os.name != "nt"  # Windows has no time of an entry's last change

Status = tuple[int, int, int, int, int]


@dataclass
class Look:
    """What is known of one file as it was at `status`; unless that is settled, it may change without a trace."""

    works: bool  # as `needs_work` says
    status: Status
    is_settled: bool
    digest: str = ""  # of its bytes, once it was asked for
    modules: Sequence[Module] | None = None  # that it imports, once they were asked for

    @property
    def size(self) -> int:
        """How many bytes it has."""
        return self.status[0]


def needs_work(data: bytes, path: str = "") -> bool:
    """Whether a file can have findings; everything else is done without importing the rules."""
    if kind_of(path) is not None:  # there the case of a name does not count; Windows tools write some as UTF-16
        data = data.replace(b"\0", b"").lower()
        if any(marker in data for marker in _LISTED):
            return True
    return any(marker in data for marker in _MARKERS) or all(marker in data for marker in _HIDDEN)


def read(path: str) -> tuple[bytes, Status]:
    """The bytes of a file, and what the system says of it before they are read. Raises OSError and ValueError."""
    with open(path, "rb") as stream:
        status = _status(os.fstat(stream.fileno()))
        return stream.read(), status


@dataclass
class Looks:
    """The looks of one run; those of the last one are in the cache of each folder's settings."""

    cache_of: Callable[[Settings], Cache] | None
    _folders: dict[str, _Folder] = field(default_factory=dict)
    _seen: dict[str, Look] = field(default_factory=dict)

    @classmethod
    def of_run(cls, files: Sequence[Found], cache_of: Callable[[Settings], Cache] | None) -> Looks:
        """The looks of a run over these files: a run of few files remembers nothing."""
        return cls(cache_of if len(files) >= _MANY else None)

    def at(self, found: Found) -> tuple[Look, bytes | None]:
        """What is known of a file, and its bytes where they had to be read. Raises OSError and ValueError."""
        folder = self._folder(found)
        look = folder.remembered(found.path) if folder is not None else None
        data = None
        if look is None:
            data, status = read(found.path)
            look = Look(needs_work(data, found.path), status, _is_settled(status))
        if folder is not None:
            folder.looks[_name(found.path)] = look
        self._seen[found.path] = look
        return look, data

    def bytes_of(self, path: str) -> bytes | None:
        """The bytes of a file that was looked at; None where they are others now, or cannot be read."""
        try:
            data, status = read(path)
        except (OSError, ValueError):
            return None
        return data if status == self._seen[path].status else None

    def modules(self, path: str) -> Sequence[Module]:
        """The modules that a file may import; none where it cannot be read any more."""
        look = self._seen[path]
        if look.modules is None:
            try:
                data, status = read(path)
            except (OSError, ValueError):
                return ()
            look.modules = list(dict.fromkeys(imported_modules(data)))
            look.is_settled = look.is_settled and status == look.status
        return look.modules

    def save(self) -> None:
        """Remember the files for the next run."""
        for folder in self._folders.values():
            folder.save()

    def _folder(self, found: Found) -> _Folder | None:
        if self.cache_of is None:
            return None
        shown = found.path[: -len(_name(found.path))]
        if shown not in self._folders:
            cache, path = self.cache_of(found.settings), os.path.abspath(shown or ".")
            self._folders[shown] = _Folder(cache, shown or ".", cache.key_of_folder(path))
        return self._folders[shown]


class _Folder:
    """What is remembered of the files of one folder, by their names."""

    def __init__(self, cache: Cache, shown: str, key: str) -> None:
        self.looks: dict[str, Look] = {}
        self._cache, self._shown, self._key = cache, shown, key
        rows = cache.load(key)
        self._rows: dict[str, Any] = rows if isinstance(rows, dict) else {}

    def remembered(self, path: str) -> Look | None:
        """The look at a file that is as it was. Raises OSError and ValueError."""
        row = self._rows.get(_name(path))
        if not isinstance(row, list):
            return None
        status = _status(os.stat(path))
        return Look(row[1], status, True, *row[2:]) if row[:1] == [[*status]] else None

    def save(self) -> None:
        """Write what is new; nothing for a project without TensorFlow, which has no cache."""
        rows = {
            name: [[*look.status], look.works, look.digest, look.modules]
            for name, look in self.looks.items()
            if look.is_settled
        }
        if rows.items() <= self._rows.items() or not os.path.isdir(self._cache.folder):
            return
        others = {name: row for name, row in self._rows.items() if name not in self.looks}
        kept = {name: row for name, row in others.items() if os.path.lexists(os.path.join(self._shown, name))}
        self._cache.store(self._key, {**kept, **rows})


def _name(path: str) -> str:
    return path.rpartition(os.sep)[2]


def _status(stat: os.stat_result) -> Status:
    return stat.st_size, stat.st_mtime_ns, stat.st_ctime_ns, stat.st_ino, stat.st_dev


def _is_settled(status: Status) -> bool:
    """Whether the file was changed so long ago that any later change has another time."""
    return _TELLS_CHANGES and time.time_ns() - max(status[1:3]) > _SETTLED
