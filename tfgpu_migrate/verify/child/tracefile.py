"""The files of the record, and how `trace.json` says that they are complete; valid Python 3.7."""

from __future__ import annotations

import json
import os
import traceback
from typing import Any

from .frames import place_in

_open = open  # before a script puts another function in its place


def write_bytes(folder: str, name: str, data: bytes) -> None:
    """Write a file of the record."""
    with _open(os.path.join(folder, name), "wb") as file:
        file.write(data)


def write_trace(folder: str, uncaught: BaseException | None, **parts: Any) -> None:
    """Write `trace.json`. It comes last and whole, so that where it is, the rest is."""
    said = None if uncaught is None else f"{type(uncaught).__name__}: {uncaught}"
    raised_at = None if uncaught is None else place_in(traceback.extract_tb(uncaught.__traceback__))
    trace = {**parts, "uncaught": said, "raised_at": raised_at}
    write_bytes(folder, "trace.json.part", json.dumps(trace).encode())
    os.replace(os.path.join(folder, "trace.json.part"), os.path.join(folder, "trace.json"))
