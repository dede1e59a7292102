"""What a run could have found: what it could not, it cannot call gone.

Settings say what is checked at all, so an entry of a file or a rule that they leave out is gone. Paths and flags choose
for one run, and leave the other entries as they are.
"""

# Path objects for each of many entries would cost more than the rest.
# ruff: noqa: PTH110, PTH112, PTH114, PTH118, PTH120

from __future__ import annotations

import os
from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING, NamedTuple

from tfgpu_migrate.settings import absolute_path

if TYPE_CHECKING:
    from tfgpu_migrate.config import Configuration
    from tfgpu_migrate.run import Outcome
    from tfgpu_migrate.settings import Settings

_IN_HELPERS = ("TFM7", "TFM8")  # what may be found in a file without TensorFlow that another one imports
_UNREAD = "TFM9"


class Reach(NamedTuple):
    """The files of a run by their absolute paths, and what it was told."""

    settings: Mapping[str, Settings]  # of each file that was looked at
    checked: frozenset[str]  # those that use TensorFlow, or help one that does
    unread: frozenset[str]  # those of which nothing, or not all, is known
    folders: tuple[str, ...]  # those that were walked through, each with a separator at its end
    lasting: Configuration  # without what was told for this run only
    leaves_files_out: bool  # by flags

    def could_find(self, path: str, code: str, folder: str) -> bool:
        """Whether the run would have found this code in this file (absolute), of a baseline in `folder`, were it there.

        Of a file that is no longer there, everything is gone.
        """
        if not os.path.exists(path):
            return True
        if path not in self.settings:
            left_out = path.startswith(self.folders) and not os.path.islink(path)
            return left_out and not self.leaves_files_out
        if path in self.unread:
            return False
        if not self.settings[path].enabled(code, path):
            return not self.lasting.settings(os.path.dirname(path)).enabled(code, path)
        if path not in self.checked and code.startswith(_IN_HELPERS):
            # Whoever imports it may stand anywhere in the tree.
            return os.path.join(folder, "").startswith(self.folders) and not self.leaves_files_out
        return True


def reach_of(
    outcome: Outcome, paths: Iterable[str], settings: Mapping[str, Settings], configuration: Configuration
) -> Reach:
    """What a run over these paths could have found; `settings` are those of its files, by the names in reports."""
    unread = {one.path for one in outcome.reports if one.internal_error}
    unread |= {one.path for one in outcome.reports if any(each.code.startswith(_UNREAD) for each in one.diagnostics)}
    return Reach(
        {absolute_path(path): each for path, each in settings.items()},
        frozenset(absolute_path(one.path) for one in outcome.reports),
        frozenset(map(absolute_path, unread)),
        tuple(os.path.join(absolute_path(path), "") for path in paths if os.path.isdir(path)),
        configuration.lasting(),
        configuration.leaves_files_out,
    )
