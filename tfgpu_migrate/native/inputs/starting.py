"""The runs that let iterators begin."""

from __future__ import annotations

import ast
from collections.abc import Iterable, Mapping

from tfgpu_migrate.native.model import Kind, Program, Refused, Start, Value


def starters(fetched: ast.expr, values: Mapping[str, Value]) -> list[Value | None]:
    """What lets iterators begin among the things that a run fetches, each in its place; None for the others.

    `iterator.initializer` is answered with the iterator, the name of an initializer with what it is.
    """
    parts = fetched.elts if isinstance(fetched, (ast.List, ast.Tuple)) else [fetched]
    return [_starter(one, values) for one in parts]


def _starter(node: ast.expr, values: Mapping[str, Value]) -> Value | None:
    if isinstance(node, ast.Attribute) and node.attr == "initializer" and isinstance(node.value, ast.Name):
        found = values.get(node.value.id)
        return found if found is not None and found.kind is Kind.ITERATOR else None
    found = values.get(node.id) if isinstance(node, ast.Name) else None
    return found if found is not None and found.kind is Kind.STARTER else None


def begin(program: Program, call: ast.Call, statement: ast.stmt, parts: Iterable[Value]) -> None:
    """Note the iterators that a run lets begin. Raises Refused where it feeds what is no placeholder by its name."""
    many = list(parts)
    if len(many) > 1:
        raise Refused(call, "several iterators begin at once")
    given = {one.arg: one.value for one in call.keywords} | dict(zip(("", "feed_dict"), call.args, strict=False))
    feeds = given.pop("feed_dict", None)
    if set(given) - {""}:
        raise Refused(call, "a run is given more than fetches and feeds")
    fed: dict[str, ast.expr] = {}
    if feeds is not None and not isinstance(feeds, ast.Dict):
        raise Refused(feeds, "what is fed to a dataset is found out at run time")
    for key, value in zip(feeds.keys, feeds.values, strict=True) if isinstance(feeds, ast.Dict) else ():
        if not isinstance(key, ast.Name) or key.id not in program.placeholders:
            raise Refused(feeds or call, "something else than a placeholder is fed to a dataset")
        fed[key.id] = value
    for one in many:
        name = one.follows or one.name
        source = next(each for each in program.sources if each.name == name)
        if source.begins:
            raise Refused(call, "a one-shot iterator is initialized")
        source.starts.append(Start(call, statement, one.form or source.dataset, fed))
