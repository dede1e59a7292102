"""Texts as a page and its JSON may have them: nothing that moves, hides or reorders, and valid UTF-8."""

import os

from tfgpu_migrate.visible import in_line, visible


def one_line(text: str) -> str:
    """The text with pictures for control characters, tabs and newlines."""
    return _encodable(in_line(text))


def several_lines(text: str) -> str:
    """The text with pictures for control characters; tabs and newlines stay."""
    return _encodable(visible(text))


def path_of(path: str) -> str:
    """A path as it is shown, with slashes on every system."""
    return one_line(path.replace(os.sep, "/"))


def _encodable(text: str) -> str:
    """The text with U+FFFD for the bytes of a name that are no UTF-8."""
    return text if text.isascii() else text.encode("utf-8", "surrogateescape").decode("utf-8", "replace")
