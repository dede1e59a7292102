"""Which blocks a node stands in, and what a name means there, in files whose code runs in any function."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from typing import Generic, TypeVar

from tfgpu_migrate.native.model import Refused

_FUNCTIONS = (ast.FunctionDef, ast.AsyncFunctionDef, ast.Lambda)
_BLOCKS = (*_FUNCTIONS, ast.ClassDef, ast.ExceptHandler, ast.For, ast.If, ast.Module, ast.Try, ast.While)

T = TypeVar("T")


class Places:
    """The blocks and functions around each node of a tree; a `with` block is none, for what it holds always runs."""

    def __init__(self, tree: ast.Module) -> None:
        self._tree = tree
        self._parents = {id(child): node for node in ast.walk(tree) for child in ast.iter_child_nodes(node)}

    def around(self, node: ast.AST) -> Iterator[ast.AST]:
        """What a node stands in, from the inside."""
        while (parent := self._parents.get(id(node))) is not None:
            yield parent
            node = parent

    def function(self, node: ast.AST) -> ast.AST:
        """The function that a node stands in, or the module."""
        return next((one for one in self.around(node) if isinstance(one, _FUNCTIONS)), self._tree)

    def statement(self, node: ast.AST) -> ast.stmt:
        """The statement that an expression stands in."""
        return next(one for one in (node, *self.around(node)) if isinstance(one, ast.stmt))

    def blocks(self, node: ast.AST) -> list[int]:
        """The ids of the blocks that a node stands in, from the outside."""
        return [id(one) for one in self.around(node) if isinstance(one, _BLOCKS)][::-1]

    def reaches(self, above: ast.AST, below: ast.AST) -> bool:
        """Whether what stands above has run where the code below runs, if that comes later."""
        outer, inner = self.blocks(above), self.blocks(below)
        return inner[: len(outer)] == outer


class Bound(Generic[T]):
    """Names that each mean one thing in their function, however often they are bound."""

    def __init__(self, places: Places, tree: ast.Module) -> None:
        self._places = places
        self._meant: dict[tuple[int, str], list[T]] = {}
        self._stores: dict[tuple[int, str], int] = {}
        for one in ast.walk(tree):
            name = one.arg if isinstance(one, ast.arg) else one.id if isinstance(one, ast.Name) else ""
            if name and not (isinstance(one, ast.Name) and isinstance(one.ctx, ast.Load)):
                key = id(places.function(one)), name
                self._stores[key] = self._stores.get(key, 0) + 1

    def bind(self, target: ast.expr, meaning: T) -> None:
        """Let a name mean something, for one of the places that bind it. Raises Refused for anything but a name."""
        if not isinstance(target, ast.Name):
            raise Refused(target, "what belongs to an imported graph is kept in something else than a name")
        key = id(self._places.function(target)), target.id
        self._meant.setdefault(key, []).append(meaning)

    def get(self, node: ast.AST) -> T | None:
        """What a name means where it is read; None for what is no such name.

        Raises Refused for a name that means one thing here and another there.
        """
        if not isinstance(node, ast.Name):
            return None
        for one in self._places.around(node):
            key = id(one), node.id
            if isinstance(one, (*_FUNCTIONS, ast.Module)) and key in self._stores:
                meant = self._meant.get(key, [])
                if meant and (len(meant) < self._stores[key] or any(each is not meant[0] for each in meant)):
                    raise Refused(node, f"`{node.id}` is bound to different things")
                return meant[0] if meant else None
        return None
