"""One element of a list with commas (arguments, imported names), taken out where a comment stands before it."""

import re

from tfgpu_migrate.edit.diagnostics import Edit
from tfgpu_migrate.source import Source

_UP_TO_COMMA = re.compile(r"((?:\s|#[^\r\n]*(?=[\r\n]))*),")


def cut_beside_comment(source: Source, start: int, end: int) -> Edit:
    """Take out the element at these offsets with its comma; a line that has nothing else goes too."""
    behind = _UP_TO_COMMA.match(source.text, end)
    if behind is not None and "#" in behind[1]:  # the comma stands below a comment, which stays
        return Edit(start, source.text[start : behind.end()], behind[1].lstrip(" \t"))
    line_end = source.line_end(end)
    end = line_end - len(source.text[end:line_end].lstrip().removeprefix(",").lstrip())
    if end == line_end and not source.text[source.line_start(start) : start].strip():
        start, end = source.line_start(start), source.next_line(end)
    return Edit(start, source.text[start:end], "")
