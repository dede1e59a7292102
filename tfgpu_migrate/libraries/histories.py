"""Names of metrics in what `fit` of a Keras model returns and in what callbacks watch."""

import ast
import re
from collections.abc import Iterator
from typing import TypeGuard

from tfgpu_migrate.index.nodes import own_nodes, statements_on, walk
from tfgpu_migrate.index.scopes import Names
from tfgpu_migrate.index.symbols import Symbol
from tfgpu_migrate.index.uses import Use
from tfgpu_migrate.source import Source

# TensorFlow 1.15 (python/keras/engine/training_utils.py, get_metric_name) and Keras 2.2 call the metric "accuracy" so.
OLD = {"acc": "accuracy", "val_acc": "val_accuracy"}
HISTORY, WATCHED, FILE_NAME = "History.read", "History.watched", "History.file_name"
_ASKED = re.compile(r"""["']accuracy["']""")
# A whole literal, or a field of one that is a template.
NAMED = re.compile(r"""(?<=["'])(?:val_)?acc(?=["'])|(?<={)(?:val_)?acc(?=[:}])""")
_FILLED = re.compile(r"format\([^)]*\b(?:val_)?acc\s*=")  # by the file itself
_WATCHERS = {"EarlyStopping": 0, "ReduceLROnPlateau": 0, "ModelCheckpoint": 1}  # where `monitor` stands


def names_metrics(text: str) -> bool:
    """Whether a text may read the accuracy by its old name although it asks for it by the other."""
    return "acc" in text and NAMED.search(text) is not None and _ASKED.search(text) is not None


def history_uses(source: Source) -> Iterator[Use]:
    """The old names where a model that the file compiles with "accuracy" writes the other ones.

    `History.read` where a history or the logs of a callback are read, `History.watched` where a callback watches it,
    `History.file_name` where `ModelCheckpoint` puts it into names of files. None where a metric of the file may be
    called "acc".
    """
    if not _only_accuracy(source.tree) or "def acc" in source.text:
        return
    histories = _histories(source.tree)
    saves = "ModelCheckpoint" in source.text and _FILLED.search(source.text) is None
    scope = Names(source, ()).module
    for statement in statements_on(source.tree, source.lines_with(OLD)):
        for node, parent in own_nodes(statement):
            found = _named(node, histories)
            if found is None and saves and _is_template(node) and not isinstance(parent, ast.Attribute | ast.JoinedStr):
                found = FILE_NAME, node
            if found is not None and found[1].lineno == found[1].end_lineno:
                (symbol, name), (start, end) = found, source.span(found[1])
                yield Use(
                    Symbol("library", symbol), symbol, start, end, "", (), name, node, statement, scope, symbol,
                    through_alias=False, editable=True,
                )  # fmt: skip


def _only_accuracy(tree: ast.AST) -> bool:
    """Whether some model is compiled with "accuracy", and all with metrics whose names can be told."""
    asked: list[ast.expr] = []
    for node in walk(tree):
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.func.attr == "compile":
            asked += [one.value for one in node.keywords if one.arg == "metrics"] + node.args[2:3]
    names = [name for one in asked for name in (one.elts if isinstance(one, ast.List) else [one])]
    texts = [one.value if isinstance(one, ast.Constant) else None for one in names]
    return "accuracy" in texts and all(isinstance(one, str) and one != "acc" for one in texts)


def _histories(tree: ast.AST) -> set[str]:
    """The variables that hold nothing but histories and logs, and ".history" where no object gets one of its own."""
    given, others = {".history"}, set[str]()
    known = set[int]()  # the names that are bound to a history, or to the logs once more
    for node in walk(tree):
        match node:
            case ast.FunctionDef(name=name, args=ast.arguments(args=args)) if any(one.arg == "logs" for one in args):
                (given if name.startswith("on_") else others).add("logs")
            case ast.Assign(targets=[ast.Name() as target], value=ast.Attribute(attr="history")):
                given.add(target.id)
                known.add(id(target))
            case ast.Assign(targets=[ast.Name(id="logs") as target], value=ast.BoolOp()):  # `logs = logs or {}`
                known.add(id(target))
            case ast.Name(ctx=ast.Store()) if id(node) not in known:
                others.add(node.id)
            case ast.Attribute(attr="history", ctx=ast.Store()):
                others.add(".history")
    return given - others


def _named(node: ast.AST, histories: set[str]) -> tuple[str, ast.Constant] | None:
    """What an expression does with an old name: a symbol, and the text that holds the name."""
    match node:
        case ast.Subscript(value=holder, slice=ast.Constant() as key) if _is_history(holder, histories):
            return (HISTORY, key) if key.value in OLD else None
        case ast.Call(func=ast.Attribute(value=holder, attr="get"), args=[ast.Constant() as key, *_]):
            return (HISTORY, key) if key.value in OLD and _is_history(holder, histories) else None
        case ast.Call():
            return next(((WATCHED, one) for one in _watched(node) if one.value in OLD), None)
    return None


def _watched(call: ast.Call) -> Iterator[ast.Constant]:
    """What a callback watches."""
    name = getattr(call.func, "attr", getattr(call.func, "id", ""))
    place = _WATCHERS.get(name, len(call.args))
    for value in (*call.args[place : place + 1], *(one.value for one in call.keywords if one.arg == "monitor")):
        if isinstance(value, ast.Constant):
            yield value


def _is_template(node: ast.AST) -> TypeGuard[ast.Constant]:
    """Whether it is a text with a field of an old name."""
    return (
        isinstance(node, ast.Constant)
        and isinstance(node.value, str)
        and "{" in node.value
        and bool(NAMED.search(node.value))
    )


def _is_history(holder: ast.expr, histories: set[str]) -> bool:
    if isinstance(holder, ast.Attribute):
        return holder.attr == "history" and ".history" in histories
    return isinstance(holder, ast.Name) and holder.id in histories
