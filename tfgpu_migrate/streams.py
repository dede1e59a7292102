"""Standard output and standard error, as bytes: UTF-8 whatever the locale."""

import sys
from collections.abc import Iterable
from contextlib import suppress
from typing import IO

from tfgpu_migrate.visible import visible


def say(text: str) -> None:
    """Print to standard error, for a terminal; names that are no text are printed as their bytes."""
    if text:
        with suppress(OSError):  # who cannot be told does not change what was done
            write(sys.stderr.buffer, [visible(text)])


def write(stream: IO[bytes], pieces: Iterable[str | bytes]) -> None:
    """Write UTF-8 as ruff does; a name that is no text goes out as its bytes."""
    for piece in pieces:
        stream.write(piece if isinstance(piece, bytes) else piece.encode("utf-8", "surrogateescape"))
    stream.flush()
