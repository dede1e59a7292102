"""The tags that TensorFlow 1 gave summaries: their names in the graph's scopes, with a number where one was taken."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from dataclasses import dataclass, field

from tfgpu_migrate.index.index import Index
from tfgpu_migrate.index.uses import Use
from tfgpu_migrate.native.model import Refused

# Ops that have another name than the function that makes them, in small letters.
_OF_OPERATORS = frozenset(
    (
        "abs", "add", "biasadd", "const", "div", "floordiv", "floormod", "gradients", "greater", "greaterequal",
        "init", "initial_value", "less", "lessequal", "logicaland", "logicalnot", "logicalor", "logistic_loss",
        "matmul", "merge", "mod", "mul", "neg", "placeholder", "pow", "read", "realdiv", "strided_slice", "sub",
        "truediv", "variable",
    )
)  # fmt: skip
_NOT_IN_TAGS = re.compile(r"[^-/\w.]")
_SCOPED = (ast.With, ast.AsyncWith)


@dataclass
class Scope:
    """Where the graph is built: the scope of ops, None where it is not known, and that of variables."""

    ops: str | None = ""
    variables: str | None = ""


@dataclass
class Tags:
    """The names that a graph has given so far (`Graph.unique_name`, 1.15: capital letters do not count)."""

    index: Index
    scope: Scope = field(default_factory=Scope)
    _used: dict[str, int] = field(default_factory=dict)
    _unsure: set[str] = field(default_factory=set)

    def __post_init__(self) -> None:
        for use in self.index.uses:
            name = use.symbol.rpartition(".")[2].lower().removesuffix("optimizer").removeprefix("reduce_")
            if not use.symbol.startswith("summary."):
                self._unsure |= {name, name.replace("_", "")}

    def note(self, statement: ast.stmt) -> None:
        """Take the names that a statement gives its ops, in the order in which they are made."""
        if isinstance(statement, _SCOPED):
            return  # what stands in the block is noted there
        for one in ast.walk(statement):
            if isinstance(one, ast.Call) and id(one) not in self.index.calls:  # a method, as `minimize`
                named = (each.value for each in one.keywords if each.arg == "name")
                self._unsure.update(text for value in named for text in _texts(value))
        for use in _inner_first(statement, self.index):
            self._note(use, is_straight=not hasattr(statement, "body"))

    def _note(self, use: Use, *, is_straight: bool) -> None:
        call = use.call_node
        if call is None or use.symbol.startswith("summary."):
            return
        given = [one.value for one in call.keywords if one.arg in ("name", "scope")]
        named = given[0] if given else None
        texts = [one.value for one in call.args if isinstance(one, ast.Constant) and isinstance(one.value, str)]
        if use.symbol == "get_variable":
            self._variable(given[0] if given else call.args[0] if call.args else None)
        elif is_straight and isinstance(named, ast.Constant) and isinstance(named.value, str) and self.scope.ops == "":
            self._unique(named.value)
            self._unsure.update(one.lower() for one in texts)
        elif is_straight and isinstance(named, ast.Constant) and isinstance(named.value, str) and self.scope.ops:
            self._unique(f"{self.scope.ops}/{named.value}")
        elif named is not None:
            self._unsure.update(_texts(named))
        else:
            self._unsure.update(one.lower() for one in texts)

    def _variable(self, name: ast.expr | None) -> None:
        if isinstance(name, ast.Constant) and isinstance(name.value, str) and self.scope.variables is not None:
            self._unique(f"{self.scope.variables}{name.value}")
        elif name is not None:
            self._unsure.update(_texts(name))

    def enter(self, use: Use, name: ast.expr) -> None:
        """Enter a scope of names or variables."""
        if not isinstance(name, ast.Constant) or not isinstance(name.value, str) or self.scope.ops is None:
            self.scope = Scope(None, None)
            return
        inside = f"{self.scope.ops}/{name.value}" if self.scope.ops else name.value
        of_variables = self.scope.variables
        if use.symbol == "variable_scope" and of_variables is not None:
            of_variables += f"{name.value}/"
        ends_with_slash = name.value.endswith("/")
        self.scope = Scope(name.value.rstrip("/") if ends_with_slash else self._unique(inside), of_variables)

    def tag(self, node: ast.expr) -> str:
        """The tag of a summary that is given this name here. Raises Refused where it is not known."""
        if not isinstance(node, ast.Constant) or not isinstance(node.value, str) or self.scope.ops is None:
            raise Refused(node, "the tag of a summary is found out at run time")
        name = _NOT_IN_TAGS.sub("_", node.value).lstrip("/")
        if name.rpartition("/")[2].lower() in self._unsure | _OF_OPERATORS or not name:
            raise Refused(node, f"the tag `{name}` may have got a number, as an op may have the same name")
        return self._unique(f"{self.scope.ops}/{name}" if self.scope.ops else name)

    def _unique(self, name: str) -> str:
        key = base = name.lower()
        number = self._used.get(key, 0)
        self._used[key] = number + 1
        if not number:
            return name
        while key in self._used:
            key = f"{base}_{number}"
            number += 1
        self._used[key] = 1
        return f"{name}_{number - 1}"


def _texts(node: ast.expr) -> Iterator[str]:
    """The texts in an expression, in small letters."""
    for one in ast.walk(node):
        if isinstance(one, ast.Constant) and isinstance(one.value, str):
            yield one.value.lower()


def _inner_first(node: ast.AST, index: Index) -> Iterator[Use]:
    """The calls of TensorFlow in a statement, arguments before what is called with them."""
    for child in ast.iter_child_nodes(node):
        yield from _inner_first(child, index)
    if isinstance(node, ast.Call) and (use := index.calls.get(id(node))) is not None:
        yield use
