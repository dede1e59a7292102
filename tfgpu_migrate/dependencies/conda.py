"""environment.yml of conda: the packages of conda, and the list of pip in it."""

import re
from collections.abc import Iterator

from tfgpu_migrate.dependencies.entry import PACKAGES, Entry, Part
from tfgpu_migrate.dependencies.requirements import read_line
from tfgpu_migrate.source import Source

_LINE = re.compile(r"^([ \t]*)(-[ \t]+)?(?:([\"'])(.*?)\3|([^#\r\n]*?))[ \t]*(?:#.*)?$", re.MULTILINE)
_PACKAGE = re.compile(rf"(?:[\w./-]+::)?({'|'.join(sorted(PACKAGES, key=len, reverse=True))})(?![\w-])[ \t]*(\S*)")
KEPT = "conda's channels have other builds; pip has this one"


def entries(source: Source) -> Iterator[Entry]:
    """The requests for TensorFlow."""
    in_dependencies, pip_indent = False, -1
    for line in _LINE.finditer(source.text.replace("\r", " ")):
        indent, item = len(line[1]), line[4] if line[3] else line[5]
        start = line.start(4) if line[3] else line.start(5)
        if not item:
            continue
        if not line[2]:
            in_dependencies = item == "dependencies:"
        elif in_dependencies and item == "pip:":
            pip_indent = indent
        elif in_dependencies:
            in_pip = -1 < pip_indent < indent
            found = read_line(start, item) if in_pip else read_package(start, item)
            if found is not None:
                yield found


def read_package(start: int, text: str) -> Entry | None:
    """`tensorflow-gpu=1.15` in conda's words, at an offset; None for another package."""
    match = _PACKAGE.match(text)
    if match is None:
        return None
    version = Part(start + match.start(2), match[2])
    return Entry(Part(start + match.start(1), match[1]), version, _pep440(match[2]), kept=KEPT)


def _pep440(version: str) -> str:
    """One equals sign means any release that begins so; a build may follow."""
    if version.startswith("=") and not version.startswith("=="):
        number = version[1:].split("=")[0].rstrip(".*")
        return f"=={number}.*" if number else ""
    return version
