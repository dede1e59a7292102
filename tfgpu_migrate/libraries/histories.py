"""Names of metrics in what `fit` of a Keras model returns and in what callbacks watch."""

import ast
import re
from collections.abc import Iterator

from tfgpu_migrate.index.nodes import own_nodes, statements_on, walk
from tfgpu_migrate.index.scopes import Names
from tfgpu_migrate.index.symbols import Symbol
from tfgpu_migrate.index.uses import Use
from tfgpu_migrate.source import Source

# TensorFlow 1.15 (python/keras/engine/training_utils.py, get_metric_name) and Keras 2.2 call the metric "accuracy" so.
OLD = {"acc": "accuracy", "val_acc": "val_accuracy"}
HISTORY, WATCHED = "History.read", "History.watched"
_ASKED = re.compile(r"""metrics\s*=[^\n]*["']accuracy["']""")
_NAMED = re.compile(r"""["'](?:val_)?acc["']""")


def names_metrics(text: str) -> bool:
    """Whether a text may read the accuracy by its old name although it asks for it by the other."""
    return "acc" in text and _NAMED.search(text) is not None and _ASKED.search(text) is not None


def history_uses(source: Source) -> Iterator[Use]:
    """The old names where a model that the file compiles with "accuracy" writes the other ones.

    `History.read` where a history or the logs of a callback are read, `History.watched` where a callback watches it.
    None where a metric of the file may be called "acc".
    """
    if not _only_accuracy(source.tree) or "def acc" in source.text:
        return
    histories = _histories(source.tree)
    scope = Names(source, ()).module
    for statement in statements_on(source.tree, source.lines_with(OLD)):
        for node, _ in own_nodes(statement):
            symbol, name = _named(node, histories)
            if symbol and name.lineno == name.end_lineno:
                target, (start, end) = Symbol("library", symbol), source.span(name)
                yield Use(
                    target, symbol, start, end, "", (), name, node, statement, scope, symbol,
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


def _named(node: ast.AST, histories: set[str]) -> tuple[str, ast.expr]:
    """What an expression does with an old name: a symbol, or "", and the text that holds the name."""
    match node:
        case ast.Subscript(value=holder, slice=ast.Constant() as key) if _is_history(holder, histories):
            return (HISTORY if key.value in OLD else ""), key
        case ast.Call(func=ast.Attribute(value=holder, attr="get"), args=[ast.Constant() as key, *_]):
            return (HISTORY if key.value in OLD and _is_history(holder, histories) else ""), key
        case ast.Call(keywords=keywords):
            watched = (one.value for one in keywords if one.arg == "monitor" and isinstance(one.value, ast.Constant))
            key = next((one for one in watched if one.value in OLD), ast.Constant(None))
            return (WATCHED if key.value is not None else ""), key
    return "", ast.Constant(None)


def _is_history(holder: ast.expr, histories: set[str]) -> bool:
    if isinstance(holder, ast.Attribute):
        return holder.attr == "history" and ".history" in histories
    return isinstance(holder, ast.Name) and holder.id in histories
