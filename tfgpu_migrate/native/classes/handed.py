"""Sessions that a class is handed: the session of the program, which its objects keep in an attribute."""

from __future__ import annotations

import ast
from collections.abc import Iterator, Sequence

from tfgpu_migrate.edit.diagnostics import Edit
from tfgpu_migrate.index.index import Index
from tfgpu_migrate.native.classes.marks import SELF
from tfgpu_migrate.native.facts import SESSIONS
from tfgpu_migrate.native.model import Refused
from tfgpu_migrate.source import Source


def class_with_handed_session(index: Index) -> ast.ClassDef | None:
    """The only class of a module of which objects are given a session that the file makes; None where there is none."""
    names = set(_names_of_sessions(index))
    found = []
    for one in index.tree.body:
        calls = _calls(one.name, index) if isinstance(one, ast.ClassDef) else []
        given = [each for call in calls for each in (*call.args, *(keyword.value for keyword in call.keywords))]
        if isinstance(one, ast.ClassDef) and any(isinstance(each, ast.Name) and each.id in names for each in given):
            found.append(one)
    if len(found) > 1:
        raise Refused(found[1], f"`{found[0].name}` and `{found[1].name}` are both given the session")
    return found[0] if found else None


def session_of(given: dict[str, list[ast.AST]], index: Index) -> str:
    """The parameter that is given the session of the program; empty where none is. Raises Refused if only sometimes."""
    names = set(_names_of_sessions(index))
    for name, values in given.items():
        sessions = [one for one in values if isinstance(one, ast.Name) and one.id in names]
        if sessions and len(sessions) < len(values):
            raise Refused(sessions[0], "a class is given the session, and sometimes something else")
        if sessions:
            return name
    return ""


def without(parameter: str, method: ast.FunctionDef, given: Sequence[ast.AST], index: Index) -> Iterator[Edit]:
    """The edits that take a parameter of a method away, and what calls give it."""
    source, arguments = index.source, method.args.args
    at = next((number for number, one in enumerate(arguments) if one.arg == parameter), 0)
    if not at or arguments[0].arg != SELF or len(arguments) - at <= len(method.args.defaults):
        raise Refused(method, "the session is no plain parameter")
    start, end = source.span(arguments[at - 1])[1], source.span(arguments[at])[1]
    yield Edit(start, source.text[start:end], "")
    for call in (one for one in index.nodes if isinstance(one, ast.Call)):
        parts: list[ast.AST] = [*call.args, *call.keywords]
        for number, one in enumerate(parts):
            if any((one.value if isinstance(one, ast.keyword) else one) is each for each in given):
                start, end = _span(parts, number, source)
                yield Edit(start, source.text[start:end], "")


def _span(parts: Sequence[ast.AST], number: int, source: Source) -> tuple[int, int]:
    """Where an argument stands with the comma that goes with it."""
    start, end = source.span(parts[number])
    if number + 1 < len(parts):
        return start, source.span(parts[number + 1])[0]
    return (source.span(parts[number - 1])[1], end) if number else (start, end)


def _names_of_sessions(index: Index) -> Iterator[str]:
    made = {id(one.call_node) for one in index.uses if one.symbol in SESSIONS and one.call_node is not None}
    for one in index.nodes:
        if isinstance(one, ast.Assign) and id(one.value) in made:
            yield from (each.id for each in one.targets if isinstance(each, ast.Name))
        elif isinstance(one, ast.withitem) and id(one.context_expr) in made:
            yield from ([one.optional_vars.id] if isinstance(one.optional_vars, ast.Name) else ())


def _calls(name: str, index: Index) -> list[ast.Call]:
    calls = (one for one in index.nodes if isinstance(one, ast.Call))
    return [one for one in calls if isinstance(one.func, ast.Name) and one.func.id == name]
