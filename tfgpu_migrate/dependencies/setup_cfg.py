"""setup.cfg: the lists of requirements in `[options]` and `[options.extras_require]`."""

import re
from collections.abc import Iterator

from tfgpu_migrate.dependencies.entry import Entry
from tfgpu_migrate.dependencies.requirements import read_line
from tfgpu_migrate.source import Source

_LINE = re.compile(r"^([ \t]*)([^\r\n]*)", re.MULTILINE)
_SECTION = re.compile(r"\[([^\]]+)\]")
_KEY = re.compile(r"([\w.-]+)[ \t]*[=:][ \t]*")
_LISTS = ("install_requires", "setup_requires", "tests_require")


def entries(source: Source) -> Iterator[Entry]:
    """The requests for TensorFlow."""
    section = ""
    in_list = False
    for line in _LINE.finditer(source.text):
        indent, text, start = line[1], line[2], line.start(2)
        if not text or text.startswith(("#", ";")):
            continue
        if named := _SECTION.match(text):
            section, in_list = named[1].strip(), False
        elif not indent and (key := _KEY.match(text)):
            in_list = section == "options.extras_require" or (section == "options" and key[1] in _LISTS)
            if in_list:
                yield from _inline(start + key.end(), text[key.end() :])
        elif indent and in_list and (found := read_line(start, text)):
            yield found


def _inline(start: int, text: str) -> Iterator[Entry]:
    """Requirements behind the equals sign, between semicolons."""
    for piece in re.finditer(r"[^;]+", text):
        words = piece[0].strip()
        found = read_line(start + piece.start() + piece[0].index(words), words) if words else None
        if found is not None:
            yield found
