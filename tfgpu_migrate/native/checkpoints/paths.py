"""Where checkpoints are: what their paths are made of, and whether only this run can have written them."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from copy import copy
from typing import NamedTuple

from tfgpu_migrate.index.index import Index

_MAX_DEPTH = 20
_LOOPS = (ast.For, ast.AsyncFor, ast.While)
_LATEST, _STATE = "train.latest_checkpoint", "train.get_checkpoint_state"
# What brings files from elsewhere into a folder.
_COPYING = frozenset(
    (
        "copy2", "copyfile", "copytree", "extractall", "move", "rename", "replace", "system", "urlretrieve",
    )
)  # fmt: skip
_STARTING = "subprocess"  # the module of what may do so in another process
_PURE = (ast.Name, ast.Constant, ast.Attribute, ast.BinOp, ast.JoinedStr, ast.FormattedValue, ast.Subscript, ast.Tuple,
         ast.expr_context, ast.operator, ast.UnaryOp, ast.unaryop)  # fmt: skip


class Split(NamedTuple):
    """The folder and the name of a path, as expressions."""

    folder: str
    name: str


class Paths:
    """What a file knows of its paths."""

    def __init__(self, index: Index) -> None:
        self.index = index
        self._values: dict[str, list[ast.AST]] = {}
        self._lines: dict[str, int] = {}
        self._others = {one.arg for one in index.nodes if isinstance(one, ast.arg)}
        looped = {id(each) for one in index.nodes if isinstance(one, _LOOPS) for each in ast.walk(one)}
        values = {id(target): one.value for one in index.nodes if isinstance(one, ast.Assign) for target in one.targets}
        for one in index.nodes:
            if isinstance(one, ast.withitem) and one.optional_vars is not None:
                values[id(one.optional_vars)] = one.context_expr
        for one in index.nodes:
            if isinstance(one, ast.Name) and not isinstance(one.ctx, ast.Load):
                self._lines[one.id] = max(one.lineno, self._lines.get(one.id, 0))
                self._values.setdefault(one.id, []).append(values.get(id(one), one))
                if id(one) in looped:
                    self._others.add(one.id)
        self.copies = any(isinstance(one, ast.Attribute) and one.attr in _COPYING for one in index.nodes)
        self.copies |= any(alias.name == _STARTING for one in index.import_statements for alias in one.names)
        self._has_os = any(isinstance(one, ast.Attribute) and ast.unparse(one) == "os.path" for one in index.nodes)

    def is_steady(self, node: ast.expr) -> bool:
        """Whether an expression calls nothing but `os.path`, and reads only names that are bound once, in no loop."""
        for one in self._outside_of_calls(node):
            if isinstance(one, ast.Name) and isinstance(one.ctx, ast.Load):
                if one.id in self._others or len(self._values.get(one.id, [])) > 1:
                    return False
            elif not isinstance(one, _PURE):
                return False
        return True

    def _outside_of_calls(self, node: ast.expr) -> Iterator[ast.AST]:
        """The nodes of an expression, but for the names of the functions of `os.path` and `str` that it calls."""
        stack: list[ast.AST] = [node]
        while stack:
            one = stack.pop()
            if isinstance(one, ast.Call) and ast.unparse(one.func).startswith(("os.path.", "str")):
                stack += [*one.args, *(each.value for each in one.keywords)]
            else:
                yield one
                stack += [each for each in ast.iter_child_nodes(one) if not isinstance(each, ast.keyword)]

    def line_of(self, node: ast.AST) -> int:
        """The line where the last name of an expression is bound."""
        names = (one.id for one in ast.walk(node) if isinstance(one, ast.Name))
        return max((self._lines.get(name, 0) for name in names), default=0)

    def value_of(self, node: ast.expr) -> ast.expr:
        """What an expression is, behind names that are bound once."""
        for _ in range(_MAX_DEPTH):
            found = self._values.get(node.id, []) if isinstance(node, ast.Name) else []
            known = len(found) == 1 and isinstance(node, ast.Name) and node.id not in self._others
            if not known or not isinstance(found[0], ast.expr) or found[0] is node:
                break
            node = found[0]
        return node

    def text(self, node: ast.expr) -> str:
        """An expression with what its names stand for, to compare."""
        return ast.unparse(self._spelled_out(node))

    def _spelled_out(self, node: ast.expr) -> ast.expr:
        value = self.value_of(node)
        if isinstance(value, ast.Call) and isinstance(value.func, ast.Attribute) and value.func.attr == "save":
            value = self.value_of(path_of(value) or value)  # it gives back its path
        spelled = copy(value)
        for field, part in ast.iter_fields(value):
            if isinstance(part, ast.expr):
                setattr(spelled, field, self._spelled_out(part))
            elif isinstance(part, list):
                parts = [self._spelled_out(one) if isinstance(one, ast.expr) else one for one in part]
                setattr(spelled, field, parts)
        return spelled

    def folder_of_latest(self, node: ast.expr) -> ast.expr | None:
        """The folder whose latest checkpoint an expression is; None for any other path."""
        value = self.value_of(node)
        if isinstance(value, ast.Attribute) and value.attr == "model_checkpoint_path":
            value = self.value_of(value.value)
        use = self.index.calls.get(id(value))
        if use is None or use.symbol not in (_LATEST, _STATE) or not isinstance(value, ast.Call):
            return None
        return value.args[0] if value.args else next((one.value for one in value.keywords), None)

    def is_fresh(self, node: ast.expr, depth: int = 0) -> bool:
        """Whether a path lies in a folder that this run made, and so holds only what it wrote."""
        if self.copies or depth > _MAX_DEPTH:
            return False
        folder = self.folder_of_latest(node)
        if folder is not None:
            return self.is_fresh(folder, depth + 1)
        if isinstance(node, ast.Name):
            found = self._values.get(node.id, [])
            if not found or node.id in {one.arg for one in self.index.nodes if isinstance(one, ast.arg)}:
                return False
            return all(isinstance(one, ast.expr) and one is not node and self.is_fresh(one, depth + 1) for one in found)
        if isinstance(node, ast.BinOp) and isinstance(node.op, ast.Add):
            return self.is_fresh(node.left, depth + 1)
        if isinstance(node, ast.JoinedStr) and isinstance(node.values[0], ast.FormattedValue):
            return self.is_fresh(node.values[0].value, depth + 1)
        if isinstance(node, ast.Attribute) and node.attr == "name":
            return "TemporaryDirectory" in ast.unparse(self.value_of(node.value))
        if not isinstance(node, ast.Call):
            return False
        called = ast.unparse(node.func)
        if called.endswith((".save", "path.join")):
            first = path_of(node) if called.endswith(".save") else node.args[0]
            return first is not None and self.is_fresh(first, depth + 1)
        return called.endswith(("mkdtemp", "TemporaryDirectory"))

    def split(self, node: ast.expr, *, is_shown: bool) -> Split | None:
        """A path as its folder and its name; None where they cannot be told. `is_shown`: someone reads the path."""
        value = self.value_of(node)
        found = self._split(value, is_shown=is_shown) if self.is_steady(value) else None
        if found is None and isinstance(node, ast.Name) and self.is_steady(node) and self._has_os:
            return Split(f"os.path.dirname({node.id})", f"os.path.basename({node.id})")
        return found

    def _split(self, value: ast.expr, *, is_shown: bool) -> Split | None:
        if isinstance(value, ast.Constant) and isinstance(value.value, str):
            folder, _, name = value.value.rpartition("/")
            whole = "/" if value.value.startswith("/") and not folder else folder
            return Split(repr(whole or ("" if is_shown else ".")), repr(name)) if name else None
        if isinstance(value, ast.Call) and ast.unparse(value.func) == "os.path.join" and not value.keywords:
            *first, last = value.args
            if not first or not self._is_name(last):
                return None
            folder = ast.unparse(first[0]) if len(first) == 1 else f"os.path.join({', '.join(map(ast.unparse, first))})"
            return Split(folder, ast.unparse(last))
        if isinstance(value, ast.BinOp) and isinstance(value.op, ast.Add) and isinstance(value.right, ast.Constant):
            begin, name = self.value_of(value.left), str(value.right.value)
            closed = isinstance(begin, ast.Constant) and str(begin.value).endswith("/")
            if "/" in name[1:] or name.startswith("/") == closed:
                return None
            return Split(ast.unparse(value.left), repr(name.removeprefix("/")))
        return None

    def _is_name(self, node: ast.expr) -> bool:
        value = self.value_of(node)
        return isinstance(value, ast.Constant) and isinstance(value.value, str) and "/" not in value.value


def path_of(call: ast.Call) -> ast.expr | None:
    """The path that `saver.save(sess, path)` is given."""
    named = next((one.value for one in call.keywords if one.arg == "save_path"), None)
    return named or (call.args[1] if len(call.args) > 1 else None)
