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

    def owner(self, node: ast.AST) -> ast.AST:
        """The function or class whose names a node binds, or the module."""
        return next((one for one in self.around(node) if isinstance(one, (*_FUNCTIONS, ast.ClassDef))), self._tree)

    def statement(self, node: ast.AST) -> ast.stmt:
        """The statement that an expression stands in."""
        return next(one for one in (node, *self.around(node)) if isinstance(one, ast.stmt))

    def blocks(self, node: ast.AST) -> list[int]:
        """The ids of the blocks that a node stands in, from the outside."""
        return [id(one) for one in self.around(node) if isinstance(one, _BLOCKS)][::-1]

    def reaches(self, above: ast.AST, below: ast.AST) -> bool:
        """Whether what stands above has run where the code below runs, if that comes later in the same function."""
        outer, inner = self.blocks(above), self.blocks(below)
        return inner[: len(outer)] == outer

    def sees(self, node: ast.AST, function: ast.AST) -> bool:
        """Whether a node can read the local names of a function, or of the module."""
        return any(one is function for one in self.around(node))

    def instance(self, node: ast.AST) -> tuple[ast.ClassDef, str] | None:
        """The class of the method that a node stands in, and what its instance is called there."""
        for one in self.around(node):
            if isinstance(one, ast.FunctionDef) and isinstance(owner := self._parents.get(id(one)), ast.ClassDef):
                arguments = [*one.args.posonlyargs, *one.args.args]
                return (owner, arguments[0].arg) if arguments and not one.decorator_list else None
        return None


class Bound(Generic[T]):
    """Names that each mean one thing in their function, and attributes that do in their class."""

    def __init__(self, places: Places, tree: ast.Module) -> None:
        self._places = places
        self._meant: dict[tuple[int, str], list[T]] = {}
        self._stores: dict[tuple[int, str], int] = {}
        for one in ast.walk(tree):
            if isinstance(one, ast.arg):
                self._count((id(places.function(one)), one.arg))
            elif isinstance(one, (ast.Attribute, ast.Name)) and not isinstance(one.ctx, ast.Load):
                self._count(self._key_of_target(one))

    def _count(self, key: tuple[int, str] | None) -> None:
        if key is not None:
            self._stores[key] = self._stores.get(key, 0) + 1

    @property
    def attributes(self) -> frozenset[str]:
        """The attributes that mean something."""
        return frozenset(name[1:] for _, name in self._meant if name.startswith("."))

    def can_bind(self, target: ast.expr) -> bool:
        """Whether a name is one that can be followed, and is bound once."""
        return self._stores.get(self._key_of_target(target) or (0, ""), 0) == 1

    def bind(self, target: ast.expr, meaning: T) -> None:
        """Let a name mean something, for one of the places that bind it. Raises Refused for anything but a name."""
        key = self._key_of_target(target)
        if key is None:
            raise Refused(target, "what belongs to an imported graph is kept in something else than a name")
        self._meant.setdefault(key, []).append(meaning)

    def get(self, node: ast.AST) -> T | None:
        """What a name means where it is read; None for what is no such name.

        Raises Refused for a name that means one thing here and another there.
        """
        key = self._key(node)
        meant = self._meant.get(key, []) if key is not None else []
        if key is None or not meant:
            return None
        if len(meant) < self._stores[key] or any(each is not meant[0] for each in meant):
            raise Refused(node, f"`{ast.unparse(node)}` is bound to different things")
        return meant[0]

    def _key_of_target(self, node: ast.expr) -> tuple[int, str] | None:
        if not isinstance(node, ast.Name):
            return self._attribute(node)
        owner = self._places.owner(node)
        return id(owner), f".{node.id}" if isinstance(owner, ast.ClassDef) else node.id

    def _key(self, node: ast.AST) -> tuple[int, str] | None:
        if not isinstance(node, ast.Name):
            return self._attribute(node)
        for one in self._places.around(node):
            if isinstance(one, (*_FUNCTIONS, ast.Module)) and (id(one), node.id) in self._stores:
                return id(one), node.id
        return None

    def _attribute(self, node: ast.AST) -> tuple[int, str] | None:
        """The key of `self.name`. Only plain classes have any: another one may bind its attributes elsewhere."""
        if not isinstance(node, ast.Attribute) or not isinstance(node.value, ast.Name):
            return None
        found = self._places.instance(node)
        if found is None or found[1] != node.value.id:
            return None
        is_plain = all(isinstance(one, ast.Name) and one.id == "object" for one in found[0].bases)
        return (id(found[0]), f".{node.attr}") if is_plain and not found[0].keywords else None
