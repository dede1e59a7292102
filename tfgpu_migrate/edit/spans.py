"""Where the arguments of a call stand, their own parentheses included: by the places that CPython's tree gives.

Between the nodes of a call there is nothing but white space, comments, commas, parentheses, stars and keywords.
"""

import ast
import re
from collections.abc import Iterator
from typing import NamedTuple

from tfgpu_migrate.source import Source

_GAP = r"(?:[\s\\]|#[^\r\n]*(?![^\r\n]))*"  # a comment is not left before its line ends
_NOTHING = re.compile(_GAP)
_OPENING = re.compile(rf"(?:{_GAP}\))*{_GAP}\(")
_CLOSING = re.compile(rf"{_GAP}\)")
_COMMA = re.compile(rf"{_GAP},")
_KEYWORD = re.compile(rf"(\w+){_GAP}={_GAP}")


class Span(NamedTuple):
    """One argument: `start` is that of its keyword or star, `value` that of what is passed, `end` that of both."""

    keyword: str | None  # as written: CPython's tree has it in another spelling where it is not ASCII
    star: str  # "", "*" or "**"
    start: int
    value: int
    end: int
    node: ast.expr | None  # what is passed; None for a generator in the parentheses of the call


def opening(source: Source, call: ast.Call) -> int:
    """Offset just after the parenthesis that opens the arguments."""
    match = _OPENING.match(source.text, source.span(call.func)[1])
    assert match is not None
    return match.end()


def argument_spans(source: Source, call: ast.Call) -> Iterator[Span]:
    """The arguments of a call in the order in which they are written."""
    text, closing = source.text, source.span(call)[1] - 1
    at = opening(source, call)
    arguments: list[ast.expr | ast.keyword] = [*call.args, *call.keywords]
    given = sorted(arguments, key=lambda one: (one.lineno, one.col_offset))
    for node in given:
        start = _after(_NOTHING, text, at)
        keyword, star, value = _head(text, node, start)
        end = _behind(text, source.span(_last(source, node, at))[1], closing)
        passed = node.value if isinstance(node, (ast.keyword, ast.Starred)) else node
        yield Span(keyword, star, start, value, end, None if isinstance(passed, ast.GeneratorExp) else passed)
        comma = _COMMA.match(text, end)
        at = comma.end() if comma else closing


def _head(text: str, node: ast.expr | ast.keyword, start: int) -> tuple[str | None, str, int]:
    """The keyword, the star, and where the value begins."""
    if isinstance(node, ast.Starred) or (isinstance(node, ast.keyword) and node.arg is None):
        star = "*" if isinstance(node, ast.Starred) else "**"
        return None, star, _after(_NOTHING, text, start + len(star))
    match = _KEYWORD.match(text, start) if isinstance(node, ast.keyword) else None
    return (match[1], "", match.end()) if match else (None, "", start)


def _last(source: Source, node: ast.expr | ast.keyword, opening: int) -> ast.AST:
    """The node that ends where an argument does: `y` of `f(x for x in y)`, whose own has the call's parentheses."""
    if isinstance(node, ast.GeneratorExp) and source.span(node)[0] < opening:
        last = node.generators[-1]
        return last.ifs[-1] if last.ifs else last.iter
    return node


def _behind(text: str, end: int, limit: int) -> int:
    """The end of an expression with the parentheses that are closed behind it, up to that of the call at `limit`."""
    while (match := _CLOSING.match(text, end)) and match.end() <= limit:
        end = match.end()
    return end


def _after(pattern: re.Pattern[str], text: str, at: int) -> int:
    match = pattern.match(text, at)
    return match.end() if match else at
