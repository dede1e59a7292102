"""`--diff`: a unified diff that `patch` applies, in the bytes of the file."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from difflib import diff_bytes, unified_diff
from typing import TYPE_CHECKING

from tfgpu_migrate.report.paint import ADDED, REMOVED, Paint, plain
from tfgpu_migrate.visible import quoted

if TYPE_CHECKING:
    from tfgpu_migrate.source import Source


def render(
    path: str, before: bytes, after: bytes, paint: Paint, shown: Callable[[bytes], bytes] = bytes
) -> Iterator[bytes]:
    """Yield the lines of the diff and a blank one; without a file's name (`-`) there is no header.

    Of a notebook, each changed cell has a diff of its own, as in ruff. `shown` is what a line becomes for a terminal.
    """
    if path.endswith(".ipynb"):
        yield from _cells(path, before, after, paint, shown)
        return
    lines = diff_bytes(unified_diff, _lines(before), _lines(after), b"", b"")
    for index, line in enumerate(lines):
        if index < 2:
            if path != "-":
                yield _header(line, path, paint)
            continue
        yield _painted(shown(line), paint)
        if not line.endswith(b"\n"):
            yield b"\n\\ No newline at end of file\n"
    yield b"\n"


def _cells(path: str, before: bytes, after: bytes, paint: Paint, shown: Callable[[bytes], bytes]) -> Iterator[bytes]:
    from tfgpu_migrate.source import decode

    old, new = (_bodies(decode(data, path)) for data in (before, after))
    for number, body in old.items():
        lines = diff_bytes(unified_diff, _lines(_encoded(body)), _lines(_encoded(new[number])), b"", b"")
        for index, line in enumerate(lines):
            ended = line if line.endswith(b"\n") else line + b"\n"  # a cell need not end with a newline
            yield _header(ended, f"{path}:cell {number}", paint) if index < 2 else _painted(shown(ended), paint)
    yield b"\n"


def _bodies(source: Source) -> dict[int, str]:
    """The code cells of a notebook by number."""
    assert source.notebook is not None
    cells = source.notebook.cells
    return dict(zip(cells.numbers, map(cells.original, cells.bodies(source.text)), strict=True))


def _encoded(body: str) -> bytes:
    return body.encode("utf-8", "replace")


def _lines(data: bytes) -> list[bytes]:
    lines = data.split(b"\n")
    return [line + b"\n" for line in lines[:-1]] + ([lines[-1]] if lines[-1] else [])


def _header(line: bytes, path: str, paint: Paint) -> bytes:
    sign = line[:3].decode()
    return os.fsencode(f"{sign} {paint(quoted(path), REMOVED if sign == '---' else ADDED)}\n")


def _painted(line: bytes, paint: Paint) -> bytes:
    colour = {b"-": REMOVED, b"+": ADDED}.get(line[:1])
    if colour is None or paint is plain:
        return line
    body = line.removesuffix(b"\n").decode("utf-8", "surrogateescape")
    return paint(body, colour).encode("utf-8", "surrogateescape") + line[len(line.removesuffix(b"\n")) :]
