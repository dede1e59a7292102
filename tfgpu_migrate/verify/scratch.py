"""`--scratch`: the script runs in a copy of its folder, so that nothing it writes there is kept."""

from __future__ import annotations

import contextlib
import os
import shutil
import tempfile
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import NamedTuple

from tfgpu_migrate.config import ConfigError

MOST_BYTES = 1 << 30
MOST_FILES = 50_000
# What a script does not read: history, caches and environments.
_LEFT_OUT = frozenset({".git", ".hg", ".svn", "__pycache__", ".mypy_cache", ".ruff_cache", ".tox", "node_modules"})
_ENVIRONMENT = "pyvenv.cfg"  # stands at the top of a virtual environment


class Scratch(NamedTuple):
    """A copy of a folder. `script` is the path that starts the script there."""

    original: Path
    copy: Path
    script: str

    def told(self, text: str) -> str:
        """A path or a text with the name of the original folder in place of the copy's."""
        return text.replace(str(self.copy), str(self.original))


@contextlib.contextmanager
def scratch(script: str) -> Iterator[Scratch]:
    """Copy the working directory if the script is in it or below, else the script's folder; remove the copy at the end.

    Raises ConfigError where there is too much to copy, or the system refuses.
    """
    path, here = Path(os.path.normpath(Path(script).absolute())), Path.cwd()
    original = here if path.is_relative_to(here) else path.parent
    with tempfile.TemporaryDirectory(prefix="tfgpu-verify-") as name:
        copy = Path(name).resolve() / original.name
        try:
            _copy(original, copy)
        except OSError as error:
            where = error.filename or original
            raise ConfigError(f"--scratch could not copy {where}: {error.strerror}; leave out --scratch") from None
        yield Scratch(original, copy, str(path.relative_to(original)))


def _copy(original: Path, copy: Path) -> None:
    folders = list(_walk(original))
    _check(original, [folder / name for folder, names in folders for name in names])
    for folder, names in folders:
        target = copy / folder.relative_to(original)
        target.mkdir()
        for name in names:
            source = folder / name
            if source.is_symlink():
                (target / name).symlink_to(_link(source, original))
            elif source.is_file():  # no socket, pipe or device
                shutil.copy2(source, target / name)


def _walk(original: Path) -> Iterator[tuple[Path, list[str]]]:
    """Folders with the names of what is to be copied from each. Raises OSError where one cannot be read."""
    waiting = [original]
    while waiting:
        folder = waiting.pop()
        with os.scandir(folder) as entries:
            found = sorted(entries, key=lambda entry: entry.name)
        if folder != original and any(entry.name == _ENVIRONMENT for entry in found):
            continue
        below = [entry.name for entry in found if entry.is_dir(follow_symlinks=False)]
        waiting += (folder / name for name in below if name not in _LEFT_OUT)
        yield folder, [entry.name for entry in found if not entry.is_dir(follow_symlinks=False)]


def _link(link: Path, original: Path) -> str:
    """Where a copy of a link leads: into the copy where it led into the folder, else to the place itself."""
    target = link.readlink()
    leads_to = Path(os.path.normpath(link.parent / target))
    if not leads_to.is_relative_to(original):
        return str(leads_to)
    return os.path.relpath(leads_to, link.parent)


def _check(original: Path, files: Sequence[Path]) -> None:
    """Raise ConfigError where that is too much to copy."""
    too_large = sum(file.lstat().st_size for file in files) > MOST_BYTES
    if too_large or len(files) > MOST_FILES:
        most = f"{MOST_BYTES >> 20} MiB" if too_large else f"{MOST_FILES} files"
        raise ConfigError(
            f"--scratch copies at most {most}, and {original} has more; "
            "let the script read its data from elsewhere, or leave out --scratch"
        )
