"""One element of a list with commas (arguments, imported names), taken out where a comment stands beside it."""

import re

from tfgpu_migrate.edit.diagnostics import Edit
from tfgpu_migrate.source import Source

_COMMENTS_BEFORE_COMMA = re.compile(r"\s*((?:#[^\r\n]*[\r\n]\s*)+),")


def cut_beside_comment(source: Source, start: int, end: int) -> Edit:
    """Take out the element at these offsets with its comma; a line that has nothing else goes too."""
    if behind := _COMMENTS_BEFORE_COMMA.match(source.text, end):
        return Edit(start, source.text[start : behind.end()], behind[1])
    line_end = source.line_end(end)
    end = line_end - len(source.text[end:line_end].lstrip().removeprefix(",").lstrip())
    if end == line_end and not source.text[source.line_start(start) : start].strip():
        start, end = source.line_start(start), source.next_line(end)
    return Edit(start, source.text[start:end], "")
