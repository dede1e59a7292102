"""Calls of functions that a library changed or took away: whether this one is concerned, and what takes its place."""

import ast
from collections.abc import Callable
from typing import NamedTuple

from tfgpu_migrate.context import Context
from tfgpu_migrate.edit.diagnostics import Applicability, Edit
from tfgpu_migrate.edit.fragment import CallArgument, Fragment
from tfgpu_migrate.index.contexts import is_builtin
from tfgpu_migrate.index.uses import Use
from tfgpu_migrate.libraries.subtypes import KINDS, asked_kind
from tfgpu_migrate.libraries.table import rows

# The functions that a library still has, and what a call of them does now.
STILL_THERE = {
    "numpy.array": "with `copy=False` fails where it has to copy",
    "numpy.fromstring": "reads text only",
    "numpy.issubdtype": "takes a type of Python for one type of its own",
    "numpy.load": "reads no pickled objects",
}


class Concerned(NamedTuple):
    """A call that no longer does what it did; without edits where no other call surely does."""

    edits: list[Edit]
    safety: Applicability = Applicability.SAFE


def judged(use: Use, context: Context) -> Concerned | None:
    """What becomes of a use of such a function; None where it does what it did."""
    keyword = rows()[use.path].keyword
    if keyword and (use.call_node is None or keyword not in use.given.keywords):
        return None  # before anything looks at the call: most calls of such a function have no such argument
    call = context.call(use)
    if call is None:
        return None if use.path in STILL_THERE else Concerned([])
    return _JUDGES.get(use.path, _with_keyword)(use, context, call)


def _with_keyword(use: Use, context: Context, call: Fragment) -> Concerned | None:
    """The argument under its new keyword, or at the place where it never needed one."""
    row, arguments = rows()[use.path], call.arguments
    place, argument = next((n, one) for n, one in enumerate(arguments) if one.keyword == row.keyword)
    if row.new.isdigit():
        before = arguments[:place]
        if place != int(row.new) - 1 or any(one.keyword or one.star for one in before):
            return Concerned([])
        return Concerned([Edit(argument.start, context.source.text[argument.start : argument.value.start], "")])
    if not row.new or row.new in use.given.keywords:
        return Concerned([])
    return Concerned([Edit(argument.start, row.keyword, row.new)])


def _array(use: Use, context: Context, call: Fragment) -> Concerned | None:
    """In NumPy 1 `copy=False` asked for no copy where none was needed; in NumPy 2 it forbids one."""
    argument = next(one for one in call.arguments if one.keyword == "copy")
    if argument.value.text != "False" or not context.is_tf1_code:
        return None
    known = use.given.keywords <= {"copy", "dtype", "order"} and not use.given.starred
    if not known or not use.attributes:
        return Concerned([])
    return Concerned([_renamed(use, "asarray"), *call.without(argument)])


def _fromstring(use: Use, context: Context, call: Fragment) -> Concerned | None:
    """Without a separator it read bytes, and returned a copy; of text, its ASCII."""
    arguments = call.arguments
    separator = next((one for n, one in enumerate(arguments) if (one.keyword or n) in ("sep", 3)), None)
    if any(one.star for one in arguments) or (separator is not None and separator.value.literal != ""):
        return None
    known = all(one.keyword in (None, "dtype", "count", "sep") for one in arguments)
    if not arguments or not known or not use.attributes or isinstance(arguments[0].value.literal, str):
        return Concerned([])
    without = call.without(separator) if separator is not None else []
    return Concerned([_renamed(use, "frombuffer"), *without, Edit(call.end, "", ".copy()")])


def _asscalar(use: Use, context: Context, call: Fragment) -> Concerned | None:
    if len(call.arguments) != 1 or call.arguments[0].keyword or call.arguments[0].star:
        return Concerned([])
    (argument,), text = call.arguments, context.source.text
    before, behind = text[use.start : argument.start], text[argument.end : call.end]
    if "#" in before + behind:
        return Concerned([])
    bare = _takes_a_dot(argument) and _stands_alone(text[argument.start : argument.end])
    opening, closing = ("", "") if bare else ("(", ")")
    return Concerned([Edit(use.start, before, opening), Edit(argument.end, behind, f"{closing}.item()")])


def _takes_a_dot(argument: CallArgument) -> bool:
    """Whether `.item()` behind the argument belongs to all of it."""
    atoms = (ast.Name, ast.Attribute, ast.Call, ast.Subscript)
    return isinstance(argument.value.fragment.tree, atoms) or argument.value.is_enclosed


def _stands_alone(expression: str) -> bool:
    """Whether no line of an expression ends but for the brackets around it."""
    try:
        ast.parse(expression, mode="eval")
    except SyntaxError:
        return False
    return True


def _load(use: Use, context: Context, call: Fragment) -> Concerned | None:
    """An encoding is for pickles of Python 2, and `.item()` takes the one object out of an array of objects."""
    arguments = call.arguments
    given = {one.keyword for one in arguments}
    by_position = [one for one in arguments if one.keyword is None]
    if "allow_pickle" in given or len(by_position) > 2 or any(one.star for one in arguments) or not arguments:
        return None
    if "encoding" not in given and _attribute_of(use, context) != "item":
        return None
    return Concerned([Edit(arguments[-1].end, "", ", allow_pickle=True")], Applicability.UNSAFE)


def _issubdtype(use: Use, context: Context, call: Fragment) -> Concerned | None:
    """Code of TensorFlow 1 met NumPy 1.18 at most; other code means what it says."""
    argument = asked_kind(call)
    named = argument.value.text if argument else ""
    if argument is None or named not in KINDS or not context.is_tf1_code or not is_builtin(context.index, named):
        return None
    at = argument.end - len(named)
    if KINDS[named] == "generic" or not use.attributes or context.source.text[at : argument.end] != named:
        return Concerned([])
    return Concerned([Edit(at, named, use.written.removesuffix(use.attributes[-1]) + KINDS[named])])


def _getargspec(use: Use, context: Context, call: Fragment) -> Concerned | None:
    """The fields that the two tuples share have the same names."""
    if _attribute_of(use, context) not in ("args", "varargs", "defaults") or not use.attributes:
        return Concerned([])
    return Concerned([_renamed(use, "getfullargspec")])


def _renamed(use: Use, name: str) -> Edit:
    old = use.attributes[-1]
    return Edit(use.end - len(old), old, name)


def _attribute_of(use: Use, context: Context) -> str:
    """The attribute that is read of the result of the call, "" where none is."""
    assert use.call_node is not None
    parent = context.libraries.index.parent(use.statement, use.call_node)
    return parent.attr if isinstance(parent, ast.Attribute) else ""


_JUDGES: dict[str, Callable[[Use, Context, Fragment], Concerned | None]] = {
    "inspect.getargspec": _getargspec,
    "numpy.array": _array,
    "numpy.asscalar": _asscalar,
    "numpy.fromstring": _fromstring,
    "numpy.issubdtype": _issubdtype,
    "numpy.load": _load,
}
