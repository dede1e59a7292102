"""Runs that fetch summaries: they fetch what the summaries are about, which Python writes then."""

from __future__ import annotations

import ast
from collections.abc import Mapping

from tfgpu_migrate.native.model import Fetch, Kind, Program, Refused, Summarized, Value


def summary_in(node: ast.expr, values: Mapping[str, Value]) -> Value | None:
    """The summary that an expression names, else None."""
    value = values.get(node.id) if isinstance(node, ast.Name) else None
    return value if value is not None and value.kind is Kind.SUMMARY else None


def summarized(
    call: ast.Call, statement: ast.stmt, fetched: list[tuple[ast.expr, Fetch | Value]], program: Program
) -> tuple[list[Fetch], Summarized]:
    """What a run fetches instead of its summary. Raises Refused where the summary is kept in no name of its own.

    Variables are read where the summary is written: beside a training op TensorFlow 1 reads them before it or after.
    """
    targets = _targets(call, statement, len(fetched))
    fetches, kept, name, summary = list[Fetch](), list[ast.expr | None](), "", None
    for (_, what), target in zip(fetched, targets, strict=True):
        if isinstance(what, Fetch):
            fetches.append(what)
            kept.append(target)
            continue
        if summary is not None or (target is not None and not isinstance(target, ast.Name)):
            raise Refused(call, "several summaries are fetched, or one is kept in no name of its own")
        name, summary = target.id if target is not None else "", what
    assert summary is not None
    place = next(node for node, what in fetched if what is summary)
    if not summary.summaries:
        raise Refused(place, "a summary of nothing is fetched")
    for one in summary.summaries:
        if one.step is not None and id(one.step) not in program.steps:
            program.add_step(one.step)
        if one.value.kind is Kind.SYMBOLIC and not any(each.value is one.value for each in fetches):
            fetches.append(Fetch(place, one.value))
            kept.append(None)
    if not fetches:
        raise Refused(call, "a summary of variables alone is fetched")
    return fetches, Summarized(summary, name, kept)


def _targets(call: ast.Call, statement: ast.stmt, count: int) -> list[ast.expr | None]:
    """What each fetch is bound to; None for the one that is written at once."""
    if isinstance(statement, ast.Expr) and call is added_to(statement.value):
        return [None] * count if count == 1 and not isinstance(_fetches(call), (ast.List, ast.Tuple)) else _kept(call)
    if not isinstance(statement, ast.Assign) or statement.value is not call or len(statement.targets) != 1:
        return _kept(call)
    (target,) = statement.targets
    if not isinstance(_fetches(call), (ast.List, ast.Tuple)):
        return [target]
    if not isinstance(target, (ast.Tuple, ast.List)) or len(target.elts) != count:
        return _kept(call)
    return list(target.elts)


def _kept(call: ast.Call) -> list[ast.expr | None]:
    raise Refused(call, "a summary is fetched, and kept in no name of its own")


def _fetches(call: ast.Call) -> ast.expr | None:
    """The first argument of a run; of `summary.eval()`, what is evaluated."""
    assert isinstance(call.func, ast.Attribute)
    if call.func.attr == "eval":
        return call.func.value
    return call.args[0] if call.args else next((one.value for one in call.keywords if one.arg == "fetches"), None)


def added_to(node: ast.expr) -> ast.expr | None:
    """What `writer.add_summary(summary, ...)` adds; None for another expression."""
    if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.func.attr == "add_summary":
        return node.args[0] if node.args else None
    return None
