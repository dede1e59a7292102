"""`tf.div`, which divides integers as Python 2 did: what it is natively depends on the types."""

from __future__ import annotations

import ast
from collections.abc import Callable, Mapping

from tfgpu_migrate.index.uses import Use

DIVISION = "div"
_OF_FLOATS = frozenset(
    ("exp", "math.exp", "math.log", "math.sqrt", "math.tanh", "random.normal", "random.truncated_normal", "sigmoid",
     "sqrt", "tanh")
)  # fmt: skip


def quotient(node: ast.expr, other: ast.expr, uses: Mapping[int, Use], made: Callable[[str], list[ast.expr]]) -> str:
    """The native function for two arguments; empty where their type is not known.

    Both have one type in TensorFlow 1, or are numbers: so one of them tells it.
    """
    kinds = {_kind(one, uses, made, 0) for one in (node, other)}
    if "float" in kinds:
        return "divide"
    return "math.floordiv" if kinds == {"int"} else ""


def _kind(node: ast.expr, uses: Mapping[int, Use], made: Callable[[str], list[ast.expr]], depth: int) -> str:
    if isinstance(node, ast.Constant):
        return {float: "float", int: "int"}.get(type(node.value), "")
    if isinstance(node, ast.UnaryOp):
        return _kind(node.operand, uses, made, depth)
    if isinstance(node, ast.BinOp):
        return "float" if "float" in {_kind(one, uses, made, depth) for one in (node.left, node.right)} else ""
    if isinstance(node, ast.Name):
        values = made(node.id) if depth == 0 else []
        kinds = {_kind(one, uses, made, depth + 1) for one in values}
        return kinds.pop() if len(kinds) == 1 else ""
    use = uses.get(id(node.func)) if isinstance(node, ast.Call) else None
    if not isinstance(node, ast.Call) or use is None:
        return ""
    types = {ast.unparse(one.value).rpartition(".")[2] for one in node.keywords if one.arg == "dtype"}
    if use.symbol == "placeholder":
        types |= {ast.unparse(one).rpartition(".")[2] for one in node.args[:1]}
        return "float" if types == {"float32"} else ""
    if use.symbol in _OF_FLOATS:
        return "float" if types <= {"float32", "float64"} else ""
    if use.symbol in ("constant", "Variable") and node.args and not types and len(node.args) == 1:
        return _kind(node.args[0], uses, made, depth)
    return ""
