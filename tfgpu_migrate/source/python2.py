"""Tells Python 2 source from broken Python 3 source, by what CPython's parser says of it."""

import re

# Messages of CPython 3.10 to 3.13 that only Python 2 code provokes (Parser/pegen_errors.c, Grammar/python.gram).
_MESSAGES = (
    "Missing parentheses in call to",
    "multiple exception types must be parenthesized",
    "leading zeros in decimal integer literals",
    "inconsistent use of tabs and spaces",
)

# Lines that Python 2 accepts where CPython 3 says no more than "invalid syntax" or "invalid decimal literal".
_LINES = re.compile(
    r"""^\s*print\s*(?:$|>>|["'%\w])"""  # print "x", print x, print >>f, x
    r"""|^\s*exec\s+["'\w]"""
    r"""|^\s*raise\s+[\w.]+\s*,"""
    r"""|^\s*except\s+[\w.()]+\s*,\s*\w+\s*:"""
    r"""|<>|`[^`]+`"""
    r"""|\b[uU][rR]["']"""
    r"""|\b(?:0[xX][0-9a-fA-F]+|\d+)[lL]\b"""
    r"""|^\s*def\s+\w+\s*\([^)]*\(\w+\s*,"""  # tuple parameters
)

# The insides of strings, and comments, say nothing.
_STRING_OR_COMMENT = re.compile(r"""(["'])(?:\\.|(?!\1).)*\1|#.*""")


def is_python2(message: str, line: str) -> bool:
    """Whether a syntax error with this message on this line is Python 2 code."""
    return message.startswith(_MESSAGES) or bool(_LINES.search(_STRING_OR_COMMENT.sub(r"\1\1", line)))
