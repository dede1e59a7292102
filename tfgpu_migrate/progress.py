"""How far a long run is, on a terminal."""

import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import IO, Any

Progress = Callable[[int, int], None]  # how many are done, and of how many

_AFTER = 0.5  # seconds: what is over by then needs no progress
_EVERY = 0.1
_WIDTH = 30


def silent(done: int, total: int) -> None:
    """Show nothing."""


@contextmanager
def shown_on(stream: IO[Any], *, quiet: bool) -> Iterator[Progress]:
    """A bar on a terminal, taken away at the end; nothing on anything else, nor where quiet is asked for."""
    if quiet or not stream.isatty():
        yield silent
        return
    due, drawn = time.monotonic() + _AFTER, False

    def show(done: int, total: int) -> None:
        nonlocal due, drawn
        now = time.monotonic()
        if now >= due:
            due, drawn = now + _EVERY, True
            stream.write(f"\r{bar(done, total)}")
            stream.flush()

    try:
        yield show
    finally:
        if drawn:
            stream.write("\r\x1b[K")
            stream.flush()


def bar(done: int, total: int) -> str:
    """The bar, the same length all the time."""
    full = _WIDTH * done // max(total, 1)
    return f"[{'#' * full}{' ' * (_WIDTH - full)}] {done:>{len(str(total))}}/{total} files"
