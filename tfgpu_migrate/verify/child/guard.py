"""An error of the recorder is noted and goes no further: the script must not notice it."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar

T = TypeVar("T")
_MANY = 20


class Guard:
    """Calls what may fail, and keeps the first errors."""

    def __init__(self) -> None:
        self.errors: list[str] = []

    def __call__(self, function: Callable[..., T], *arguments: Any) -> T | None:
        """Return what the function returns, or None if it raises."""
        try:
            return function(*arguments)
        except Exception as error:
            self.note(function.__name__, error)
            return None

    def note(self, where: str, error: BaseException) -> None:
        """Keep an error for the report."""
        if len(self.errors) < _MANY:
            self.errors.append(f"{where}: {error!r}"[:500])
