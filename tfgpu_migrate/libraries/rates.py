"""The learning rate of a model's optimizer under the name that it had in Keras 2: `model.optimizer.lr`."""

import ast
from collections.abc import Iterator

from tfgpu_migrate.edit.diagnostics import Edit
from tfgpu_migrate.index.nodes import own_nodes, statements_on
from tfgpu_migrate.index.scopes import Names
from tfgpu_migrate.index.symbols import Symbol
from tfgpu_migrate.index.uses import Use
from tfgpu_migrate.source import Source

RATE = "Optimizer.lr"
_NAMED = "optimizer.lr"


def names_rates(text: str) -> bool:
    """Whether a text may name one."""
    return _NAMED in text and "keras" in text


def rate_uses(source: Source) -> Iterator[Use]:
    """Where it is read or set; `parent` is the call `K.set_value(model.optimizer.lr, rate)` where that sets it."""
    scope = Names(source, ()).module
    for statement in statements_on(source.tree, source.lines_with([_NAMED])):
        for node, parent in own_nodes(statement):
            if not isinstance(node, ast.Attribute) or not _is_rate(node) or getattr(parent, "func", None) is node:
                continue
            start, end = source.span(node)
            yield Use(
                Symbol("library", RATE), RATE, start, end, "", (), node, parent, statement, scope, RATE,
                through_alias=False, editable=source.text[end - len(_NAMED) : end] == _NAMED,
            )  # fmt: skip


def _is_rate(node: ast.Attribute) -> bool:
    return node.attr == "lr" and getattr(node.value, "attr", "") == "optimizer"


def renamed_rate(source: Source, use: Use) -> list[Edit]:
    """Edits after which Keras 3 reads or sets it: its `set_value` takes no variable of Keras. None around a comment."""
    match use.parent:
        case ast.Call(func=ast.Attribute(attr="set_value"), args=[first, value], keywords=[]) if first is use.node:
            start, end = source.span(use.parent)[0], source.span(value)[0]
            if "#" in source.text[start:end]:
                return []
            return [
                Edit(start, source.text[start : use.start], ""),
                Edit(use.end - len("lr"), source.text[use.end - len("lr") : end], "learning_rate.assign("),
            ]
    return [Edit(use.end - len("lr"), "lr", "learning_rate")]
