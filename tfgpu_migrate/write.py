"""Replaces a file by new bytes, so that at every moment it holds either the old or the new ones."""

import os
import re
import shutil
import signal
import stat
import tempfile
from collections.abc import Iterable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from tfgpu_migrate.processes import held_back

try:
    import fcntl
except ImportError:  # Windows, which removes no file that is open
    fcntl = None  # type: ignore[assignment]

_SUFFIX = ".tfgpu-migrate"
_TEMPORARY = re.compile(rf"\.\w{{8}}{re.escape(_SUFFIX)}")


class Refused(Exception):
    """A file that must not be written; the text says why."""


def replace_file(path: str, before: bytes, after: bytes) -> None:
    """Write `after` to the file that `path` leads to, if it still holds `before`. Raises Refused and OSError."""
    target = Path(path).resolve()
    status = target.stat()
    if not stat.S_ISREG(status.st_mode):
        raise Refused("not a regular file")
    if status.st_nlink > 1:  # a new file under one name would part it from the others, and no write in place is safe
        raise Refused(f"the file has {status.st_nlink} names (hard links), which a fix would part; fix a copy of it")
    if not os.access(target, os.W_OK):  # as `open` would decide: the superuser may write what has no w bit
        raise Refused("the file is read-only")
    with held_back(signal.SIGINT, signal.SIGTERM), _new_file_for(target, status, after):
        if target.read_bytes() != before:
            raise Refused("the file was changed while it was checked")


def write_whole(path: str, data: bytes) -> None:
    """Write a file of our own; one that is there is never seen half written. Raises OSError."""
    target = Path(path).resolve()
    if not target.is_file():
        target.write_bytes(data)
        return
    sweep([str(target.parent)])
    with held_back(signal.SIGINT, signal.SIGTERM), _new_file_for(target, target.stat(), data):
        pass


@contextmanager
def _new_file_for(target: Path, status: os.stat_result, data: bytes) -> Iterator[None]:
    """Write the bytes beside a file; they take its place when the block ends, unless it raises."""
    handle, temporary = _create(target.parent)
    try:
        with open(handle, "wb") as stream:  # noqa: PTH123 - a file descriptor
            stream.write(data)
            stream.flush()
            _make_alike(temporary, target, status)
            os.fsync(stream.fileno())
            yield
            if fcntl is None:  # Windows renames no file that is open
                stream.close()
            Path(temporary).replace(target)  # still locked: `sweep` of another run leaves it alone
    except BaseException:  # an interrupt must not leave the temporary file either
        with suppress(OSError):
            Path(temporary).unlink()
        raise


def sweep(folders: Iterable[str]) -> None:
    """Take away the temporary files of runs that were killed; those that a run still holds stay."""
    for folder in folders:
        with suppress(OSError), os.scandir(folder) as entries:
            for entry in entries:
                if _TEMPORARY.fullmatch(entry.name) and entry.is_file(follow_symlinks=False):
                    _take_away(Path(entry.path))


def _take_away(temporary: Path) -> None:
    with suppress(OSError), temporary.open("rb") as stream:
        if fcntl is not None:
            fcntl.flock(stream, fcntl.LOCK_EX | fcntl.LOCK_NB)
            temporary.unlink()
    if fcntl is None:
        with suppress(OSError):
            temporary.unlink()


def _create(folder: Path) -> tuple[int, str]:
    """A new file, open and locked."""
    while True:
        handle, name = tempfile.mkstemp(prefix=".", suffix=_SUFFIX, dir=folder)
        if fcntl is None:
            return handle, name
        with suppress(OSError):  # a file system without locks: then nothing is swept there either
            fcntl.flock(handle, fcntl.LOCK_EX)
        if os.fstat(handle).st_nlink:
            return handle, name
        os.close(handle)  # a sweep came before the lock


def _make_alike(temporary: str, target: Path, status: os.stat_result) -> None:
    """Give the new file the mode, the extended attributes and the owner of the old one; the time is its own."""
    changed = Path(temporary).stat()
    if hasattr(os, "chown") and (status.st_uid, status.st_gid) != (os.geteuid(), os.getegid()):
        with suppress(OSError):  # only root may; anyone else gets what an editor would give
            os.chown(temporary, status.st_uid, status.st_gid)
    shutil.copystat(target, temporary)  # after `chown`, which takes bits of the mode away
    os.utime(temporary, ns=(changed.st_atime_ns, changed.st_mtime_ns))
