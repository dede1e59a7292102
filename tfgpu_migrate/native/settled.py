"""Whether what a step reads of plain Python is still the same when its function is traced."""

from __future__ import annotations

import ast

from tfgpu_migrate.index.index import Index
from tfgpu_migrate.native.model import Refused

_NUMBERS = frozenset(("abs", "float", "int", "len", "max", "min", "round", "str", "sum"))
_READERS = frozenset(("enumerate", "len", "list", "max", "min", "print", "range", "sorted", "sum", "tuple", "zip"))
_READING_METHODS = frozenset(
    "all any argmax argmin astype copy count dot flatten format index items keys max mean min next_batch ravel reshape "
    "std sum tolist transpose values".split()
)
_WRITERS = frozenset(("copyto", "fill_diagonal", "place", "put", "putmask", "shuffle"))


class Settled:
    """What a file does with its names of plain Python."""

    def __init__(self, index: Index) -> None:
        self.index = index
        self._parents = {id(child): one for one in index.nodes for child in ast.iter_child_nodes(one)}
        self._loads: dict[str, list[ast.Name]] = {}
        self._values: dict[str, list[ast.expr]] = {}
        for one in index.nodes:
            if isinstance(one, ast.Name) and isinstance(one.ctx, ast.Load):
                self._loads.setdefault(one.id, []).append(one)
            if isinstance(one, ast.Assign):
                for target in one.targets:
                    if isinstance(target, ast.Name):
                        self._values.setdefault(target.id, []).append(one.value)
        self._modules = {
            alias.asname or alias.name.partition(".")[0] for one in index.import_statements for alias in one.names
        }

    def must_stay(self, name: str, allowed: set[int]) -> None:
        """Raise Refused where something may change what a name holds; `allowed` are nodes that are known to read."""
        if name in self._modules or name in self.index.definitions or name not in self._values:
            return
        if all(self._is_number(value, 0) for value in self._values[name]):
            return
        for load in self._loads.get(name, ()):
            if id(load) not in allowed and not self._only_reads(load):
                raise Refused(load, f"`{name}`, which the graph was made of, may change here")

    def _is_number(self, node: ast.expr, depth: int) -> bool:
        """Whether a value cannot change: a number, a text, or what is computed of such."""
        if isinstance(node, ast.Constant):
            return True
        if isinstance(node, ast.Name):
            values = self._values.get(node.id, [])
            return depth < len(self._values) and bool(values) and all(self._is_number(v, depth + 1) for v in values)
        if isinstance(node, (ast.BinOp, ast.UnaryOp)):
            parts = [node.left, node.right] if isinstance(node, ast.BinOp) else [node.operand]
            return all(self._is_number(one, depth + 1) for one in parts)
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name):
            return node.func.id in _NUMBERS
        return isinstance(node, ast.Subscript) and isinstance(node.value, ast.Attribute) and node.value.attr == "shape"

    def _only_reads(self, load: ast.Name) -> bool:
        """Whether the place of a name cannot change what it holds, nor give it another name."""
        holder = self._parents[id(load)]
        if self._is_in_function(load):
            return False
        if isinstance(holder, (ast.BinOp, ast.UnaryOp, ast.Compare, ast.For, ast.comprehension, ast.FormattedValue)):
            return True
        if isinstance(holder, ast.Dict):
            return True  # a feed, or refused elsewhere
        if isinstance(holder, ast.Subscript):
            return isinstance(holder.ctx, ast.Load) and not isinstance(self._parents[id(holder)], ast.Assign)
        if isinstance(holder, ast.Attribute):
            call = self._parents[id(holder)]
            is_call = isinstance(call, ast.Call) and call.func is holder
            return holder.attr in _READING_METHODS if is_call else isinstance(holder.ctx, ast.Load)
        if isinstance(holder, (ast.Tuple, ast.List, ast.Starred)):
            holder = self._parents[id(holder)]
        return isinstance(holder, ast.Call) and self._reads_arguments(holder)

    def _reads_arguments(self, call: ast.Call) -> bool:
        callee = call.func
        if isinstance(callee, ast.Name):
            return callee.id in _READERS
        last = callee.attr if isinstance(callee, ast.Attribute) else ""
        while isinstance(callee, ast.Attribute):
            callee = callee.value
        return isinstance(callee, ast.Name) and callee.id in self._modules and last not in _WRITERS

    def _is_in_function(self, node: ast.AST) -> bool:
        while id(node) in self._parents:
            node = self._parents[id(node)]
            if isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef, ast.Lambda)):
                return True
        return False
