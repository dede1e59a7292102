"""Replaces a file by new bytes, so that at every moment it holds either the old or the new ones."""

import os
import stat
import tempfile
from contextlib import suppress
from pathlib import Path


class Refused(Exception):
    """A file that must not be written; the text says why."""


def replace_file(path: str, before: bytes, after: bytes) -> None:
    """Write `after` to the file that `path` leads to, if it still holds `before`. Raises Refused and OSError."""
    target = Path(path).resolve()
    status = target.stat()
    if not stat.S_ISREG(status.st_mode):
        raise Refused("not a regular file")
    if not os.access(target, os.W_OK):  # as `open` would decide: the superuser may write what has no w bit
        raise Refused("the file is read-only")
    handle, temporary = tempfile.mkstemp(prefix=".", suffix=".tfgpu-migrate", dir=target.parent)
    try:
        with open(handle, "wb") as stream:  # noqa: PTH123 - a file descriptor
            stream.write(after)
            stream.flush()
            os.fsync(stream.fileno())
        Path(temporary).chmod(stat.S_IMODE(status.st_mode))
        _keep_owner(temporary, status)
        if target.read_bytes() != before:
            raise Refused("the file was changed while it was checked")
        Path(temporary).replace(target)
    except BaseException:  # an interrupt must not leave the temporary file either
        with suppress(OSError):
            Path(temporary).unlink()
        raise


def _keep_owner(temporary: str, status: os.stat_result) -> None:
    if hasattr(os, "chown") and (status.st_uid, status.st_gid) != (os.geteuid(), os.getegid()):
        with suppress(OSError):  # only root may; anyone else gets what an editor would give
            os.chown(temporary, status.st_uid, status.st_gid)
