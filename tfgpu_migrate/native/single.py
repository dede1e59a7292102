"""Whether an expression gives one tensor, and not several: only one has `.numpy()`."""

from __future__ import annotations

import ast
from collections.abc import Mapping

from tfgpu_migrate.index.uses import Use
from tfgpu_migrate.native.facts import CHANGES, gives_several

_ONE = (ast.BinOp, ast.UnaryOp, ast.Compare, ast.Subscript, ast.Constant)


def is_single(node: ast.expr, uses: Mapping[int, Use], functions: Mapping[str, ast.FunctionDef]) -> bool:
    """Whether it surely is one tensor."""
    if isinstance(node, _ONE):
        return True
    if not isinstance(node, ast.Call):
        return False
    use = uses.get(id(node.func))
    if use is not None:
        return not gives_several(use.symbol)
    if isinstance(node.func, ast.Attribute):
        return node.func.attr in CHANGES
    function = functions.get(node.func.id) if isinstance(node.func, ast.Name) else None
    return function is not None and _returns_one(function, uses, functions)


def _returns_one(function: ast.FunctionDef, uses: Mapping[int, Use], functions: Mapping[str, ast.FunctionDef]) -> bool:
    nodes = list(ast.walk(function))
    parameters = {one.arg for one in nodes if isinstance(one, ast.arg)}
    values: dict[str, list[ast.expr]] = {}
    for one in nodes:
        if isinstance(one, ast.Assign):
            for target in one.targets:
                if isinstance(target, ast.Name):
                    values.setdefault(target.id, []).append(one.value)

    def one_tensor(node: ast.expr) -> bool:
        if not isinstance(node, ast.Name):
            return is_single(node, uses, functions)
        found = values.get(node.id, [])
        return node.id in parameters if not found else all(is_single(one, uses, functions) for one in found)

    returned = [one.value for one in nodes if isinstance(one, ast.Return)]
    return bool(returned) and all(one is not None and one_tensor(one) for one in returned)
