"""A parameter taken out of a function's signature."""

import ast

from tfgpu_migrate.edit.diagnostics import Edit
from tfgpu_migrate.edit.statements import SharedLine
from tfgpu_migrate.index.index import Index


def without_parameter(index: Index, function: ast.FunctionDef, argument: ast.arg) -> Edit:
    """The edit that takes a plain parameter with its default out. Raises SharedLine where a comment stands there."""
    given, source = function.args.args, index.source
    spans = [_span(index, function, one) for one in given]
    at = given.index(argument)
    start, end = spans[at]
    if at + 1 < len(given):
        end = spans[at + 1][0]
    elif at:
        start = spans[at - 1][1]
    old = source.text[start:end]
    if "#" in old:
        raise SharedLine
    return Edit(start, old, "")


def _span(index: Index, function: ast.FunctionDef, argument: ast.arg) -> tuple[int, int]:
    given, defaults = function.args.args, function.args.defaults
    start, end = index.source.span(argument)
    position = given.index(argument) - len(given) + len(defaults)
    return start, index.source.span(defaults[position])[1] if position >= 0 else end
