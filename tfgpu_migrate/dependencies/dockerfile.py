"""Dockerfile: `pip install` and `conda install` in its commands, and the image that it begins with."""

import re
from collections.abc import Iterator
from typing import NamedTuple

from tfgpu_migrate.dependencies.conda import read_package
from tfgpu_migrate.dependencies.entry import Entry
from tfgpu_migrate.dependencies.requirements import read_line
from tfgpu_migrate.source import Source

# A command goes on over a backslash, and over lines of comment below one.
_INSTALL = re.compile(r"\b(pip[\d.]*|conda|mamba)[ \t]+install\b((?:\\[ \t]*\r?\n(?:[ \t]*#[^\n]*\n)*|[^\r\n&|;#])*)")
_COMMENT = re.compile(r"(?<!\S)#")
_WORD = re.compile(r"""(["'])([^"'\r\n]*)\1|([^\s"'\\]+)""")
_IMAGE = re.compile(
    r"^[ \t]*(?:FROM(?:[ \t]+--\S+)*[ \t]+|ARG[ \t]+\w+=)[\"']?"
    r"((?:[\w.-]+/)*(tensorflow|nvidia)/tensorflow:([\w.-]+))",
    re.IGNORECASE | re.MULTILINE,
)
_NVIDIA = re.compile(r"(\d\d)\.(\d\d)")
_BOTH_SINCE = (20, 2)  # the release of NVIDIA's container that first came for TensorFlow 1 and 2


class Image(NamedTuple):
    """An image of TensorFlow 1, and where its name stands."""

    start: int
    name: str


def entries(source: Source) -> Iterator[Entry]:
    """The requests for TensorFlow in commands."""
    for command in _INSTALL.finditer(source.text):
        if _COMMENT.search(source.text, source.line_start(command.start()), command.start()):
            continue
        for word in _WORD.finditer(source.text, command.start(2), command.end(2)):
            group = 2 if word[1] else 3
            start, text = word.start(group), word[group]
            if command[1].startswith("pip"):
                found = read_line(start, text, mark="" if word[1] else _mark(source, start))
            else:
                found = read_package(start, text)
            if found is not None:
                yield found


def _mark(source: Source, start: int) -> str:
    """The quotation mark for a word: within a string of the other one where the command is in one."""
    return '"' if source.text[source.line_start(start) : start].count("'") % 2 else "'"


def images(source: Source) -> Iterator[Image]:
    """The images of TensorFlow 1 that the file begins with."""
    for match in _IMAGE.finditer(source.text):
        if _is_tf1(match[2].lower(), match[3]):
            yield Image(match.start(1), match[1])


def _is_tf1(owner: str, tag: str) -> bool:
    if owner == "tensorflow":
        return tag.startswith(("0.", "1."))
    month = _NVIDIA.match(tag)
    if month is None:
        return False
    return "-tf1" in tag or (int(month[1]), int(month[2])) < _BOTH_SINCE
