"""What a run was told, as one frozen value."""

import os
from collections.abc import Iterable
from dataclasses import dataclass, replace
from pathlib import Path

from tfgpu_migrate.globs import matches_within
from tfgpu_migrate.release import NEWEST, Release


@dataclass(frozen=True)
class Settings:
    """What a run was told, after configuration files and flags; the defaults are those of an empty configuration."""

    select: tuple[str, ...] = ("ALL",)
    ignore: tuple[str, ...] = ()
    per_file_ignores: tuple[tuple[str, tuple[str, ...]], ...] = ()
    extend_per_file_ignores: tuple[tuple[str, tuple[str, ...]], ...] = ()  # joined with those above
    exclude: tuple[str, ...] = ()
    extend_exclude: tuple[str, ...] = ()
    target_version: Release = NEWEST
    python_version: tuple[int, int] = (3, 10)
    graph_mode: str = "auto"
    gpu_memory_mb: int | None = None
    tensorboard: bool = False
    unsafe_fixes: bool = False
    fixable: tuple[str, ...] = ("ALL",)
    unfixable: tuple[str, ...] = ()
    extend_safe_fixes: tuple[str, ...] = ()
    extend_unsafe_fixes: tuple[str, ...] = ()
    ignore_noqa: bool = False
    baseline: str | None = None
    extend_select: tuple[str, ...] = ()
    flag_select: tuple[str, ...] = ()  # --extend-select and --ignore: they win over every selector of the file
    flag_ignore: tuple[str, ...] = ()
    root: str = ""  # the folder that globs are relative to; "" is the current one
    is_helper: bool = False  # of one file, found out: it has no TensorFlow, but one that has imports it

    def enabled(self, code: str, path: str) -> bool:
        """Whether findings with this code are wanted in this file; the longest prefix that fits decides, as in ruff."""
        chosen = selected(code, (*self.select, *self.extend_select), self.ignore)
        added, removed = _specificity(code, self.flag_select), _specificity(code, self.flag_ignore)
        if max(added, removed) >= 0:
            chosen = added > removed
        return chosen and not self._ignored_in(code, path)

    def wants_last(self, code: str) -> bool:
        """Whether a rule that is off by default is asked for: by its code, or by wanting unsafe fixes."""
        selectors = (*self.select, *self.extend_select, *self.flag_select)
        return self.unsafe_fixes or _specificity(code, selectors) == len(code)

    def fixes(self, code: str, path: str) -> bool:
        """Whether findings with this code are wanted in this file, and their fixes may be made."""
        return self.enabled(code, path) and selected(code, self.fixable, self.unfixable)

    def fixing_also(self, codes: Iterable[str]) -> "Settings":
        """The settings under which these rules are fixed too, but for those that are left out by name."""
        left_out = (*self.ignore, *self.flag_ignore, *self.unfixable)
        more = tuple(code for code in codes if _specificity(code, left_out) < 0)
        return replace(self, extend_select=(*self.extend_select, *more), fixable=(*self.fixable, *more))

    @property
    def has_wishes_for_fixes(self) -> bool:
        """Whether some fixes are not wanted, or are safer or less safe than their rules say."""
        wishes = (self.fixable, self.unfixable, self.extend_safe_fixes, self.extend_unsafe_fixes)
        return wishes != (("ALL",), (), (), ())

    def _ignored_in(self, code: str, path: str) -> bool:
        if not self.per_file_ignores:
            return False
        root, absolute = self.root or str(Path.cwd()), absolute_path(path)
        return any(
            _specificity(code, selectors) >= 0
            and matches_within(pattern.lstrip("!"), absolute, root) != pattern.startswith("!")
            for pattern, selectors in self.per_file_ignores
        )


def selected(code: str, selectors: Iterable[str], but: Iterable[str]) -> bool:
    """Whether a code is among the selectors and not, by a longer prefix or one as long, among those of `but`."""
    return _specificity(code, selectors) > _specificity(code, but)


def _specificity(code: str, selectors: Iterable[str]) -> int:
    """Length of the longest selector that fits the code: 0 for ALL, -1 for none."""
    return max((0 if s == "ALL" else len(s) for s in selectors if s == "ALL" or code.startswith(s)), default=-1)


def absolute_path(path: str) -> str:
    """Make a path absolute and free of `..`, without following links."""
    return os.path.abspath(path)  # noqa: PTH100 - Path.resolve() follows links
