"""How long the script runs: from its first line to its end, without what the recorder does around it; Python 3.7."""

from __future__ import annotations

import contextlib
import json
import time
from collections.abc import Iterator

from .tracefile import write_bytes

FILE = "times.json"


class Clock:
    """Runs while the script does. What each line costs more because it is recorded counts."""

    def __init__(self) -> None:
        self._started = time.monotonic()
        self._import_seconds = 0.0

    def start(self) -> None:
        """Begin at the script's first line."""
        self._started = time.monotonic()

    def imported(self, seconds: float) -> None:
        """Note how long the import of TensorFlow took."""
        self._import_seconds = seconds

    @contextlib.contextmanager
    def paused(self) -> Iterator[None]:
        """Leave out what is done inside."""
        since = time.monotonic()
        try:
            yield
        finally:
            self._started += time.monotonic() - since

    def write(self, folder: str) -> None:
        """Write what the clock shows into a folder."""
        seconds = time.monotonic() - self._started
        times = {"seconds": seconds, "import_seconds": self._import_seconds}
        write_bytes(folder, FILE, json.dumps(times).encode())
