"""`--diff`: a unified diff that `patch` applies, in the bytes of the file."""

import os
from collections.abc import Iterator
from difflib import diff_bytes, unified_diff

from tfgpu_migrate.report.paint import ADDED, REMOVED, Paint, plain


def render(path: str, before: bytes, after: bytes, paint: Paint) -> Iterator[bytes]:
    """Yield the lines of the diff and a blank one; without a file's name (`-`) there is no header."""
    name = os.fsencode(path)
    lines = diff_bytes(unified_diff, _lines(before), _lines(after), name, name)
    for index, line in enumerate(lines):
        if index < 2:
            if path != "-":
                yield _header(line, path, paint)
            continue
        yield _painted(line, paint)
        if not line.endswith(b"\n"):
            yield b"\n\\ No newline at end of file\n"
    yield b"\n"


def _lines(data: bytes) -> list[bytes]:
    lines = data.split(b"\n")
    return [line + b"\n" for line in lines[:-1]] + ([lines[-1]] if lines[-1] else [])


def _header(line: bytes, path: str, paint: Paint) -> bytes:
    sign = line[:3].decode()
    return os.fsencode(f"{sign} {paint(path, REMOVED if sign == '---' else ADDED)}\n")


def _painted(line: bytes, paint: Paint) -> bytes:
    colour = {b"-": REMOVED, b"+": ADDED}.get(line[:1])
    if colour is None or paint is plain:
        return line
    body = line.removesuffix(b"\n").decode("utf-8", "surrogateescape")
    return paint(body, colour).encode("utf-8", "surrogateescape") + line[len(line.removesuffix(b"\n")) :]
