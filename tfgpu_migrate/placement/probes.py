"""The tf.config expression that answers what `is_gpu_available()` and `gpu_device_name()` were asked."""

import ast

from tfgpu_migrate.edit.diagnostics import Edit
from tfgpu_migrate.edit.fragment import NOT_LITERAL, Expression, Fragment
from tfgpu_migrate.edit.quotes import quote_at
from tfgpu_migrate.index.contexts import is_builtin, is_tested
from tfgpu_migrate.index.index import Index
from tfgpu_migrate.index.scopes import Argument

# What gpu_device_name() can return (tensorflow/python/framework/test_util.py, 2.21.0): the first GPU, or "".
_FIRST, _NONE = "/device:GPU:0", ""
_CAPABILITY = "min_cuda_compute_capability"


class Unanswered(Exception):
    """A question that tf.config does not answer in one expression; the message is a clause for a person."""


def availability(index: Index, statement: ast.stmt, call: ast.Call, tf: str) -> Edit:
    """Replace `is_gpu_available(...)`. Raises Unanswered."""
    fragment = Fragment(index.source, *index.source.span(call))
    for position, argument in enumerate(fragment.arguments):
        name = argument.keyword or ("cuda_only", _CAPABILITY)[min(position, 1)]
        if argument.star or (argument.value.literal is NOT_LITERAL and not argument.value.dotted):
            raise Unanswered("its arguments are computed: decide whether any GPU will do")
        if name == _CAPABILITY and argument.value.literal is not None:
            raise Unanswered("compare `tf.config.experimental.get_device_details(gpu)` for a compute capability")
    return _present(index, statement, call, tf)


def name_asked(index: Index, statement: ast.stmt, call: ast.Call, tf: str) -> Edit | None:
    """Replace `gpu_device_name()` where it is only tested or compared with what it can be; None where it is not."""
    if is_tested(index, statement, call):
        return _present(index, statement, call, tf)
    compare = index.parent(statement, call)
    if not isinstance(compare, ast.Compare) or len(compare.ops) != 1:
        return None
    other = compare.comparators[0] if compare.left is call else compare.left
    value = Expression.at(index.source, *index.source.span(other)).literal
    if value not in (_FIRST, _NONE) or not isinstance(compare.ops[0], (ast.Eq, ast.NotEq)):
        return None
    if isinstance(compare.ops[0], ast.Eq) is (value == _FIRST):
        return _present(index, statement, compare, tf)
    text = f"not {_devices(index, statement, compare, tf)}"
    return _edit(index, compare, text if _stands_alone(index, statement, compare) else f"({text})")


def name_given(index: Index, statement: ast.stmt, call: ast.Call, tf: str) -> Edit:
    """Replace `gpu_device_name()` anywhere by an expression for the same string. Raises Unanswered."""
    devices = _devices(index, statement, call, tf)
    mark = _quote(index, statement, call)
    text = f"{mark}{_FIRST}{mark} if {devices} else {mark}{mark}"
    return _edit(index, call, text if _stands_alone(index, statement, call) else f"({text})")


def _present(index: Index, statement: ast.stmt, node: ast.expr, tf: str) -> Edit:
    devices = _devices(index, statement, node, tf)
    if is_tested(index, statement, node):
        return _edit(index, node, devices)
    if not is_builtin(index, "bool"):
        raise Unanswered("`bool` is not Python's here")
    return _edit(index, node, f"bool({devices})")


def _devices(index: Index, statement: ast.stmt, node: ast.expr, tf: str) -> str:
    mark = _quote(index, statement, node)
    return f"{tf}.config.list_physical_devices({mark}GPU{mark})"


def _quote(index: Index, statement: ast.stmt, node: ast.expr) -> str:
    mark = quote_at(index, statement, node)
    if mark is None:
        raise Unanswered("no quotation mark is left inside this f-string")
    return mark


def _stands_alone(index: Index, statement: ast.stmt, node: ast.expr) -> bool:
    """Tell whether an expression of low precedence needs no parentheses in this place."""
    parent = index.parent(statement, node)
    if isinstance(parent, Argument):
        return not any(isinstance(one, ast.Starred) for one in parent.call.args)
    return parent is statement and not isinstance(statement, ast.AugAssign)


def _edit(index: Index, node: ast.expr, text: str) -> Edit:
    start, end = index.source.span(node)
    old = index.source.text[start:end]
    if "#" in old:
        raise Unanswered("a comment stands inside: move it first")
    return Edit(start, old, text)
