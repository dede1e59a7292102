"""What an editor sends: the messages in a stream of bytes, read in a thread of their own while a check runs."""

from __future__ import annotations

from collections.abc import Iterator
from queue import SimpleQueue
from threading import Thread
from typing import BinaryIO, NamedTuple

_LENGTH = b"content-length"
_LONGEST = 1 << 28  # bytes of a message: far more than any text that an editor shows
_LONGEST_LINE = 1 << 20  # bytes that are taken at once where a message has lost its frame


class Problem(NamedTuple):
    """Why something that came is no message."""

    text: str


class Incoming:
    """The messages of a stream, in their order."""

    def __init__(self, stream: BinaryIO) -> None:
        """Begin to read."""
        self._queue: SimpleQueue[bytes | Problem | None] = SimpleQueue()
        # A daemon: nothing ends a read of standard input but the editor, and the server must not wait for that.
        Thread(target=self._read, args=(stream,), daemon=True).start()

    @property
    def is_idle(self) -> bool:
        """Whether all that came was taken."""
        return self._queue.empty()

    def take(self, seconds: float | None) -> bytes | Problem | None:
        """The next message, None at the end of the stream. Raises queue.Empty where none comes in so many seconds."""
        return self._queue.get(timeout=seconds)

    def _read(self, stream: BinaryIO) -> None:
        try:
            for message in messages(stream):
                self._queue.put(message)
        finally:
            self._queue.put(None)


def messages(stream: BinaryIO) -> Iterator[bytes | Problem]:
    """The bodies in a stream, each behind its headers, whose names may be in any case.

    Where the headers do not say how long a body is, one Problem says so; what comes before headers that do is skipped.
    """
    length: int | None = None
    is_lost = False
    while line := stream.readline(_LONGEST_LINE):
        # From the right: what was skipped stands before the next header, on its line.
        name, colon, value = line.rpartition(b":")
        if colon and _is_length(name, is_lost):
            length = _number(value)
            if length is None and not is_lost:
                shown = value.strip()[:40].decode("ascii", "replace")
                yield Problem(f"a message is skipped: its Content-Length is {shown!r}, not a number up to {_LONGEST}")
            is_lost = length is None
        elif line.strip():
            continue
        elif length is not None:
            body = stream.read(length)
            if len(body) < length:
                return
            yield body
            length = None
        elif not is_lost:
            yield Problem("a message is skipped: it has no Content-Length")
            is_lost = True


def _is_length(name: bytes, is_lost: bool) -> bool:
    lower = name.strip().lower()
    return lower.endswith(_LENGTH) if is_lost else lower == _LENGTH


def _number(value: bytes) -> int | None:
    digits = value.strip()
    # Python reads no number of more than 4,300 digits.
    number = int(digits) if digits.isdigit() and len(digits) < 20 else _LONGEST + 1
    return number if number <= _LONGEST else None
