"""Dockerfile: `pip install` and `conda install` in its commands, and the image that it begins with."""

import re
from collections.abc import Iterator
from typing import NamedTuple

from tfgpu_migrate.dependencies.conda import read_package
from tfgpu_migrate.dependencies.entry import Entry
from tfgpu_migrate.dependencies.requirements import read_line
from tfgpu_migrate.source import Source

_INSTALL = re.compile(r"\b(pip[\d.]*|conda|mamba)[ \t]+install\b([^\r\n&|;#]*)")
_COMMENT_LINE = re.compile(r"^[ \t]*#.*\n?", re.MULTILINE)
_CONTINUED = re.compile(r"\\[ \t]*\r?\n(?:[ \t]*\r?\n)*")
_ESCAPED = re.compile(r'\\([\\"$`])')
_HASH = re.compile(r"(?<!\S)#")
_WORD = re.compile(r"""(["'])([^"'\r\n]*)\1|([^\s"'\\]+)""")
_IMAGE = re.compile(
    r"^[ \t]*(?:FROM(?:[ \t]+--\S+)*[ \t]+|ARG[ \t]+\w+=)[\"']?"
    r"((?:[\w.-]+/)*(tensorflow|nvidia)/tensorflow:([\w.-]+))",
    re.IGNORECASE | re.MULTILINE,
)
_NVIDIA = re.compile(r"(\d\d)\.(\d\d)")
_NESTED = "it stands in quotes within quotes"
_BOTH_SINCE = (20, 2)  # the release of NVIDIA's container that first came for TensorFlow 1 and 2


class Image(NamedTuple):
    """An image of TensorFlow 1, and where its name stands."""

    start: int
    name: str


def entries(source: Source) -> Iterator[Entry]:
    """The requests for TensorFlow in commands."""
    start = 0
    for line in _joined(source.text).split("\n"):
        for command in _INSTALL.finditer(line):
            if not _is_comment(line[: command.start()]):
                yield from _requests(line, command, start)
        start += len(line) + 1


def _joined(text: str) -> str:
    """The text with each command on one line: comment lines do not count, and a backslash goes on.

    Blanks take the place of what goes, so that offsets stay.
    """
    without = _COMMENT_LINE.sub(lambda found: " " * len(found[0]), text)
    return _CONTINUED.sub(lambda found: " " * len(found[0]), without)


def _requests(line: str, command: re.Match[str], offset: int) -> Iterator[Entry]:
    """The requests of one command, where the line stands at an offset of the file."""
    opening = _open_quote(line[: command.start()])
    for word in _WORD.finditer(line, command.start(2), command.end(2)):
        if opening >= 0 and _open_quote(line[: word.start()]) != opening:
            return  # the string that holds the command has ended
        group = 2 if word[1] else 3
        start, text = word.start(group), word[group]
        if not command[1].startswith("pip"):
            found = read_package(offset + start, text)
        elif (found := read_line(offset + start, text)) is not None:
            mark = _mark(line[:start])
            found = found._replace(mark=mark or "", kept=found.kept or (_NESTED if mark is None else ""))
        if found is not None:
            yield found


def _open_quote(command: str) -> int:
    """Offset of the quotation mark that is open where a piece of a command ends, -1 where none is."""
    opening, at = -1, 0
    while at < len(command):
        one = command[at]
        if opening >= 0 and one == command[opening]:
            opening = -1
        elif opening < 0 and one in "\"'":
            opening = at
        elif one == "\\" and (opening < 0 or command[opening] == '"'):
            at += 1
        at += 1
    return opening


def _inside(command: str, opening: int) -> str:
    """What stands behind an open mark, as the shell that it is for reads it."""
    text = command[opening + 1 :]
    return _ESCAPED.sub(r"\1", text) if command[opening] == '"' else text


def _is_comment(command: str) -> bool:
    """Whether what follows a piece of a command is a comment, also in the string for another shell."""
    if any(_open_quote(command[: one.start()]) < 0 for one in _HASH.finditer(command)):
        return True
    opening = _open_quote(command)
    return opening >= 0 and _is_comment(_inside(command, opening))


def _mark(command: str) -> str | None:
    """The quotation mark that a word needs behind a piece of a command; "" within marks of its own.

    None within the marks of a longer string in a string: there is no third mark.
    """
    opening = _open_quote(command)
    if opening < 0:
        return "'"
    inside = _inside(command, opening)
    if not inside:
        return ""
    within = _open_quote(inside)
    if within == len(inside) - 1:
        return ""
    return None if within >= 0 else "'" if command[opening] == '"' else '"'


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
