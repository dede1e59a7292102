"""The device that a place of a file asks for: the innermost `with tf.device(...)` around it."""

import ast
import re
from collections.abc import Iterator
from typing import Any

from tfgpu_migrate.edit.fragment import Expression
from tfgpu_migrate.index.index import Index
from tfgpu_migrate.index.uses import Use

# `/gpu:0`, `/device:GPU:0`, `gpu`, `/job:worker/task:0/gpu:1`; `*` stands for a number that is put in at run time.
_DEVICE = re.compile(r"(?:^|/)(?:device:)?([a-z][a-z_]*)(?::(?:\d+|\*))?$", re.IGNORECASE)
_ELSEWHERE = re.compile(r"/?(?:(?:job|replica|task):[\w*]+/?)*$", re.IGNORECASE)
_HOLE = re.compile(r"%[ds]|\{\w*\}")
# Contexts of TensorFlow in which an outer device scope does not hold, or not alone.
_RESETS = frozenset(("Graph", "colocate_with", "init_scope", "ops.init_scope", "python.framework.ops.init_scope"))
_FUNCTIONS = (ast.FunctionDef, ast.AsyncFunctionDef)


def device_kind(index: Index, use: Use) -> str:
    """Give the kind of device ("GPU", "CPU") asked for at a use; "" where none is, or it cannot be seen."""
    items = list(_items(index, use.statement))
    if not items or any(isinstance(one, ast.Lambda) for one in index.path_to(use.statement, use.node)):
        return ""
    for item in items:
        context = index.calls.get(id(item))
        if context is None or context.symbol in _RESETS or context.symbol.startswith("distribute."):
            return ""  # somebody's own context manager, or one that asks for devices itself
        if context.symbol != "device":
            continue
        kind = _kind(index, item)
        if kind is not None:
            return kind
    return ""


def _items(index: Index, statement: ast.stmt) -> Iterator[ast.expr]:
    """The context managers around a statement in its function, innermost first."""
    for holder in index.all_holders(statement):
        if isinstance(holder, _FUNCTIONS):
            return
        if isinstance(holder, (ast.With, ast.AsyncWith)):
            yield from (item.context_expr for item in reversed(holder.items))


def _kind(index: Index, device: ast.expr) -> str | None:
    """Give the kind in `tf.device(...)`: None for a job or task alone, which an outer scope completes, "" if unseen."""
    if not isinstance(device, ast.Call) or len(device.args) != 1 or device.keywords:
        return ""
    given = device.args[0]
    plain = getattr(given, "value", None) if isinstance(given, ast.Constant) else None
    text = plain if isinstance(plain, str) else _template(Expression.at(index.source, *index.source.span(given)).node)
    if text is None:
        return ""
    if _ELSEWHERE.match(text):
        return None
    found = _DEVICE.search(text)
    return found.group(1).upper() if found else ""


def _template(node: Any) -> str | None:
    """Give a device string with `*` for what is put in at run time; None for anything but a string."""
    import libcst as cst

    match node:
        case cst.SimpleString() | cst.ConcatenatedString() if isinstance(node.evaluated_value, str):
            return node.evaluated_value
        case cst.FormattedString():
            return "".join(map(_part, node.parts))
        case cst.BinaryOperation(operator=cst.Modulo()):
            text = _template(node.left)
            return _HOLE.sub("*", text) if text is not None else None
        case cst.BinaryOperation(operator=cst.Add()):
            text = _template(node.left)
            return f"{text}*" if text is not None else None
        case cst.Call(func=cst.Attribute(value=template, attr=cst.Name(value="format"))):
            text = _template(template)
            return _HOLE.sub("*", text) if text is not None else None
    return None


def _part(part: Any) -> str:
    """The text of a part of an f-string; `*` for an expression."""
    import libcst as cst

    return str(part.value) if isinstance(part, cst.FormattedStringText) else "*"
