"""Which files the paths of a command line mean, each with the settings that hold for it."""

# Path objects would be most of the cost of a walk, and names that are no text must survive it.
# ruff: noqa: PTH100, PTH109, PTH110, PTH112, PTH113, PTH116, PTH118, PTH119, PTH120, PTH123

from __future__ import annotations

import os
import re
import stat
from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, NamedTuple

from tfgpu_migrate.config import Configuration
from tfgpu_migrate.dependencies.kinds import kind_of
from tfgpu_migrate.globs import matches
from tfgpu_migrate.settings import Settings

if TYPE_CHECKING:
    from pathspec import GitIgnoreSpec

# Folders that hold no source of the project: the list of ruff, and `build`.
_DEFAULT_EXCLUDES = frozenset(
    """
    .bzr .direnv .eggs .git .git-rewrite .hg .ipynb_checkpoints .mypy_cache .nox .pants.d .pyenv .pytest_cache .pytype
    .ruff_cache .svn .tox .venv .vscode __pypackages__ _build buck-out build dist node_modules site-packages venv
    """.split()
)


class Found(NamedTuple):
    """One file to look at; `error` says why it cannot be."""

    path: str  # as it is shown: relative where it lies below the current folder
    settings: Settings
    error: str = ""
    leads_to: str = ""  # of a link that leads out of the folders that were named: what it leads to


class _Seen(NamedTuple):
    """A file that a walk came to, its absolute path, and whether it is a link."""

    found: Found
    absolute: str
    is_link: bool


class Discovery(NamedTuple):
    """How paths are turned into files."""

    configuration: Configuration
    respect_gitignore: bool = True
    force_exclude: bool = False

    def files(self, paths: Iterable[str]) -> list[Found]:
        """Every file once, sorted by path: the named ones, and those below named folders. Raises ConfigError."""
        named: dict[str, Found] = {}
        walked: dict[str, Found] = {}
        links: dict[str, Found] = {}
        roots: list[str] = []
        for path in paths:
            shown = shown_path(path)
            if os.path.isdir(path):
                absolute, real = os.path.abspath(path), os.path.realpath(path)
                roots.append(os.path.join(real, ""))
                for found, at, is_link in self._below(shown):
                    if is_link:
                        links.setdefault(os.path.realpath(at), found)
                    else:  # no link on the way: much cheaper than to ask for every file
                        walked.setdefault(real + at[len(absolute) :], found)
            elif single := self._named(shown):
                named.setdefault(os.path.realpath(path), single)
        links = {
            real: found if real.startswith(tuple(roots)) else found._replace(leads_to=real)
            for real, found in links.items()
        }
        # A file that is reached twice keeps the name that the user gave, then the one that is no link.
        return sorted({**links, **walked, **named}.values(), key=lambda found: found.path)

    def _named(self, path: str) -> Found | None:
        settings = self.configuration.settings(os.path.dirname(os.path.abspath(path)))
        if self.force_exclude and self.excluded(path, settings):
            return None
        return Found(path, settings, _irregular(path))

    def excluded(self, path: str, settings: Settings) -> bool:
        """Whether a path, or a folder that it lies in, is excluded by name."""
        absolute = os.path.abspath(path)
        root = settings.root or os.getcwd()
        while len(absolute) > len(root) or not absolute.startswith(root):
            if _is_excluded(os.path.basename(absolute), absolute, settings):
                return True
            if not absolute.startswith(os.path.join(root, "")):
                return False
            absolute = os.path.dirname(absolute)
        return False

    def _below(self, folder: str) -> list[_Seen]:
        ignores = _ignores_above(folder) if self.respect_gitignore else ()
        seen: list[_Seen] = []
        self._walk("" if folder == "." else os.path.join(folder, ""), os.path.abspath(folder), ignores, seen)
        return seen

    def _walk(self, shown: str, absolute: str, ignores: Sequence[_Ignore], seen: list[_Seen]) -> None:
        """Add what lies in a folder, which is shown as `shown`, and below it."""
        settings = self.configuration.settings(absolute)
        try:
            entries = sorted(os.scandir(shown or "."), key=lambda entry: entry.name)
        except OSError as error:
            seen.append(_Seen(Found(shown.rstrip(os.sep) or ".", settings, reason(error)), absolute, False))
            return
        if self.respect_gitignore and any(entry.name == ".gitignore" for entry in entries):
            ignores = (*ignores, *_ignore_file(absolute, ".gitignore"))
        inside = os.path.join(absolute, "")
        for entry in entries:
            is_folder = entry.is_dir(follow_symlinks=False)
            path = inside + entry.name
            if not is_folder and not (is_checked(path) and _is_file(entry)):
                continue
            if _is_excluded(entry.name, path, settings) or _is_ignored(path, is_folder, ignores):
                continue
            if is_folder:
                self._walk(f"{shown}{entry.name}{os.sep}", path, ignores, seen)
            else:
                seen.append(_Seen(Found(shown + entry.name, settings), path, entry.is_symlink()))


def shown_path(path: str) -> str:
    """Return a path as the reports show it: relative below the current folder, else absolute."""
    absolute, here = os.path.abspath(path), os.getcwd()
    if absolute == here:
        return "."
    below = os.path.join(here, "")
    return absolute[len(below) :] if absolute.startswith(below) else absolute


def _irregular(path: str) -> str:
    """Why a path that a user named cannot be read to its end: a pipe would never give one."""
    try:
        mode = os.stat(path).st_mode
    except (OSError, ValueError):
        return ""  # reading it will say what is wrong
    return "" if stat.S_ISREG(mode) or stat.S_ISDIR(mode) else "not a regular file"


def reason(error: OSError) -> str:
    """Return an error of the system in ruff's words."""
    return f"{error.strerror} (os error {error.errno})" if error.strerror else str(error)


def is_checked(path: str) -> bool:
    """Whether a file is looked at without being named: Python, a notebook, or one that says what to install."""
    return path.endswith((".py", ".ipynb")) or kind_of(path) is not None


def _is_file(entry: os.DirEntry[str]) -> bool:
    """Whether the entry is a file or a link to one; a link to nothing is an editor's lock, not a file."""
    try:
        return entry.is_file()
    except OSError:
        return False


def _is_excluded(name: str, absolute: str, settings: Settings) -> bool:
    if name in _DEFAULT_EXCLUDES:
        return True
    if not (patterns := (*settings.exclude, *settings.extend_exclude)):
        return False
    root = settings.root or os.getcwd()
    return any(matches(pattern, absolute, root) for pattern in patterns)


class _Ignore(NamedTuple):
    """The patterns of one ignore file and the folder that they are relative to, with a slash at its end."""

    folder: str
    spec: GitIgnoreSpec


def _is_ignored(path: str, is_folder: bool, ignores: Sequence[_Ignore]) -> bool:
    """Whether git ignores the path: the deepest file that speaks of it decides."""
    for folder, spec in reversed(ignores):
        verdict = spec.check_file(path[len(folder) :] + "/" * is_folder).include
        if verdict is not None:
            return verdict
    return False


def _ignores_above(folder: str) -> tuple[_Ignore, ...]:
    """Read the ignore files of the repository that stand above `folder`; none outside a repository."""
    above: list[tuple[_Ignore, ...]] = []
    at = os.path.abspath(folder)
    while not os.path.exists(os.path.join(at, ".git")):
        parent = os.path.dirname(at)
        if parent == at:
            return ()
        at = parent
        above.append(_ignore_file(at, ".gitignore"))
    above.append(_ignore_file(at, os.path.join(".git", "info", "exclude")))
    return tuple(ignore for ignores in reversed(above) for ignore in ignores)


def _ignore_file(folder: str, name: str) -> tuple[_Ignore, ...]:
    file = os.path.join(folder, name)
    if not os.path.isfile(file):  # reading a pipe of that name would never end
        return ()
    try:
        with open(file, encoding="utf-8", errors="surrogateescape") as stream:
            lines = stream.read().splitlines()
    except OSError:
        return ()
    from pathspec import GitIgnoreSpec

    try:
        spec = GitIgnoreSpec.from_lines(lines)
    except (ValueError, re.error):  # as git does: a line that is no pattern ignores nothing
        spec = GitIgnoreSpec.from_lines(line for line in lines if _is_pattern(line))
    return (_Ignore(os.path.join(folder, ""), spec),)


def _is_pattern(line: str) -> bool:
    from pathspec import GitIgnoreSpec

    try:
        GitIgnoreSpec.from_lines([line])
    except (ValueError, re.error):
        return False
    return True
