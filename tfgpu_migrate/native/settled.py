"""Whether what a step reads of plain Python is still the same when its function is traced."""

from __future__ import annotations

import ast

from tfgpu_migrate.index.index import Index
from tfgpu_migrate.native.home import Home
from tfgpu_migrate.native.model import Refused

_NUMBERS = frozenset(("abs", "float", "int", "len", "max", "min", "round", "str", "sum"))
# Modules whose names nobody binds again.
_STEADY = frozenset(("__future__", "absl", "keras", "math", "matplotlib", "numpy", "tensorflow"))
# What gives an object of settings, of which each is read by its name.
_SETTINGS = ("flags.FLAGS", ".parse_args()")
_READERS = frozenset(("len", "print", "range"))
_READING = frozenset(
    ("argmax", "argmin", "count", "dtype", "format", "max", "mean", "min", "ndim", "shape", "size", "std", "sum")
)


class Settled:
    """What a file does with its names of plain Python."""

    def __init__(self, index: Index, home: Home) -> None:
        self.index, self.home = index, home
        local, inside = home.local, {id(each) for one in home.functions for each in ast.walk(one)}
        self._parents = {id(child): one for one in index.nodes for child in ast.iter_child_nodes(one)}
        self._loads: dict[str, list[ast.Name]] = {}
        self._stores: dict[str, int] = {}
        self._values: dict[str, list[ast.AST]] = {}
        for one in index.nodes:
            hidden = local if id(one) not in inside else frozenset[str]()  # another name than the function's own
            if isinstance(one, ast.Assign):
                self._note(one, hidden)
            if not isinstance(one, ast.Name) or one.id in hidden:
                continue
            if isinstance(one.ctx, ast.Load):
                self._loads.setdefault(one.id, []).append(one)
            else:
                self._stores[one.id] = self._stores.get(one.id, 0) + 1
        for one in (each for function in home.functions for each in ast.walk(function.args)):
            if isinstance(one, ast.arg):
                known = home.given.get(one.arg, [])
                self._values.setdefault(one.arg, []).extend(known)
                self._stores[one.arg] = self._stores.get(one.arg, 0) + max(1, len(known))
        plotting = [one for one in index.import_statements if ast.unparse(one).startswith("import matplotlib")]
        self._plotting = {alias.asname for one in plotting for alias in one.names}
        self._imported = {
            alias.asname or alias.name.partition(".")[0]: (getattr(one, "module", None) or alias.name).partition(".")[0]
            for one in index.import_statements
            for alias in one.names
        }

    def _note(self, node: ast.Assign, hidden: frozenset[str]) -> None:
        for target in node.targets:
            pairs = [(target, node.value)]
            if isinstance(target, ast.Tuple) and isinstance(node.value, ast.Tuple):
                pairs = list(zip(target.elts, node.value.elts, strict=False))
            for name, value in pairs:
                if isinstance(name, ast.Name) and name.id not in hidden:
                    self._values.setdefault(name.id, []).append(value)

    def must_stay(self, name: str, allowed: set[int]) -> None:
        """Raise Refused where something may change what a name holds; `allowed` are nodes that are known to read."""
        loads = self._loads.get(name, [])
        if name in self._imported:
            if self._imported[name] not in _STEADY:
                raise Refused(loads[0], f"`{name}` comes from a module that may change it")
            return
        defined = self.index.definitions.get(name, [])
        if defined and not self._stores.get(name) and all(isinstance(one, ast.FunctionDef) for one in defined):
            return
        values = self._values.get(name, [])
        if not values and not self._stores.get(name) and name not in self.index.definitions:
            return  # a builtin
        if len(values) != self._stores.get(name):
            raise Refused(loads[0], f"`{name}`, which the graph was made of, is bound by more than plain assignments")
        if all(self._is_number(value, 0) for value in values):
            return
        parts = {self._part(one) for one in loads if id(one) in allowed}
        for load in loads:
            if id(load) not in allowed and not self._only_reads(load) and not self._reads_another(load, parts):
                raise Refused(load, f"`{name}`, which the graph was made of, may change here")
        # What it was made of may be the same list, or a view of the same array.
        fresh = [one for one in values if not ast.unparse(one).endswith(_SETTINGS) and one is not self.home.function]
        made_of = [one for value in fresh for one in ast.walk(value) if isinstance(one, ast.Name)]
        for one in made_of:
            if id(one) not in allowed and one.id != name:
                self.must_stay(one.id, allowed | {id(each) for each in made_of})

    def _part(self, load: ast.Name) -> str:
        """The attribute that is read of what a name holds; empty for the whole."""
        holder = self._parents[id(load)]
        return holder.attr if isinstance(holder, ast.Attribute) else ""

    def _reads_another(self, load: ast.Name, parts: set[str]) -> bool:
        """Whether the place of a name reads an attribute that no step does, or one without giving it a name."""
        part = self._parents[id(load)]
        if not isinstance(part, ast.Attribute) or not isinstance(part.ctx, ast.Load) or self._is_in_function(load):
            return False
        holder = self._parents[id(part)]
        if isinstance(holder, ast.Call) and holder.func is part:
            return False
        return "" not in parts and (part.attr not in parts or isinstance(holder, (ast.BinOp, ast.Call, ast.keyword)))

    def _is_number(self, node: ast.AST, depth: int) -> bool:
        """Whether a value cannot change: a number, a text, or what is computed of such."""
        if isinstance(node, ast.Constant):
            return True
        if isinstance(node, ast.Name):
            values = self._values.get(node.id, [])
            known = depth < len(self._values) and len(values) == self._stores.get(node.id)
            return known and all(self._is_number(one, depth + 1) for one in values)
        if isinstance(node, (ast.BinOp, ast.UnaryOp)):
            parts = [node.left, node.right] if isinstance(node, ast.BinOp) else [node.operand]
            return all(self._is_number(one, depth + 1) for one in parts)
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name):
            return node.func.id in _NUMBERS
        return isinstance(node, ast.Subscript) and isinstance(node.value, ast.Attribute) and node.value.attr == "shape"

    def _only_reads(self, load: ast.Name) -> bool:
        """Whether the place of a name cannot change what it holds, nor give it or a part of it another name."""
        holder = self._parents[id(load)]
        if self._is_in_function(load):
            return False
        if isinstance(holder, ast.Subscript) and isinstance(holder.ctx, ast.Load):
            holder = self._parents[id(holder)]
        if isinstance(holder, (ast.BinOp, ast.UnaryOp, ast.FormattedValue, ast.Dict)):
            return True  # of dictionaries, those that feed: others are refused elsewhere
        if isinstance(holder, ast.Attribute):
            return holder.attr in _READING and isinstance(holder.ctx, ast.Load)
        if not isinstance(holder, ast.Call):
            return False
        callee = holder.func
        if isinstance(callee, ast.Attribute) and isinstance(callee.value, ast.Name):
            return callee.value.id in self._plotting
        return isinstance(callee, ast.Name) and callee.id in _READERS

    def _is_in_function(self, node: ast.AST) -> bool:
        while id(node) in self._parents:
            node = self._parents[id(node)]
            is_own = isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef, ast.Lambda))
            if is_own and node not in self.home.functions and not (self.home.model and node is self.home.model.node):
                return True
        return False
