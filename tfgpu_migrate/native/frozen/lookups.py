"""Tensors of imported graphs, found by their names: where, and what they are called in the new file."""

from __future__ import annotations

import ast
from collections.abc import Callable
from dataclasses import dataclass
from typing import NamedTuple

from tfgpu_migrate.edit.diagnostics import Edit
from tfgpu_migrate.index.index import Index
from tfgpu_migrate.native.frozen.places import Bound, Places
from tfgpu_migrate.native.model import Refused

_TENSOR, _OPERATION = "get_tensor_by_name", "get_operation_by_name"
_LOOPS = (ast.For, ast.While)


@dataclass(eq=False)
class Graph:
    """An imported graph: its name, and the statement behind which it is there."""

    name: str
    made: ast.stmt
    is_imported: bool = False


class Found(NamedTuple):
    """A tensor that a run names: its text in the new file, its graph, and the statement behind which it is there."""

    text: str
    graph: Graph
    made: ast.stmt
    name: str = ""  # of the variable that holds it
    written: str = ""  # the name in the graph, for a tensor that no variable holds
    wish: str = ""  # the name of a variable that held it


@dataclass(eq=False)
class _Lookup:
    graph: Graph
    made: ast.stmt
    is_operation: bool
    moved: ast.Constant | None  # the name of a tensor that is looked up again and again: it is found once now


class Lookups:
    """Those of one file; `graph_of` says which graph an expression is, `known` takes what is understood."""

    def __init__(
        self, index: Index, places: Places, known: set[int], graph_of: Callable[[ast.expr], Graph | None]
    ) -> None:
        self._index, self._places, self._source = index, places, index.source
        self._known, self._graph_of = known, graph_of
        self._bound: Bound[_Lookup] = Bound(places, index.tree)
        self._constants: Bound[ast.Constant] = Bound(places, index.tree)
        self.edits = list[Edit]()
        self.gone = list[ast.stmt]()

    def find(self) -> None:
        """Take the names that are bound to what a graph has under a name, or to such names. Raises Refused."""
        for one in self._index.nodes:
            if not isinstance(one, ast.Assign) or len(one.targets) != 1:
                continue
            if isinstance(one.value, ast.Constant) and _is_tensor(one.value):
                self._bind_constant(one.targets[0], one.value)
            elif (call := _looked_up(one.value)) is not None:
                self._bind(one, call)

    def _bind_constant(self, target: ast.expr, value: ast.Constant) -> None:
        if isinstance(target, (ast.Name, ast.Attribute)) and self._constants.can_bind(target):
            self._constants.bind(target, value)

    def _bind(self, statement: ast.Assign, call: ast.Call) -> None:
        graph = self._receiver(call)
        name = call.args[0] if len(call.args) == 1 and not call.keywords else None
        is_operation = statement.value is call and _attribute(call) == _OPERATION
        moved = name if isinstance(name, ast.Constant) and _is_tensor(name) and statement.value is call else None
        if not self._is_repeated(statement, graph):
            moved = None
        elif moved is None:
            raise Refused(statement, "a function or a loop looks a tensor up each time it runs")
        if moved is None:
            self.edits += self._repeated(call, graph)
        else:
            self.gone.append(statement)
        self._bound.bind(statement.targets[0], _Lookup(graph, statement, is_operation, moved))

    def _is_repeated(self, statement: ast.stmt, graph: Graph) -> bool:
        """Whether a statement may run more often than the import: what is pruned behind it would be each time."""
        function = self._places.function(statement)
        if function is not self._places.function(graph.made):
            return isinstance(function, ast.FunctionDef) and function.name != "__init__"
        inside = set(self._places.blocks(statement)) - set(self._places.blocks(graph.made))
        return any(isinstance(one, _LOOPS) and id(one) in inside for one in self._places.around(statement))

    def named(self, node: ast.expr, graph: Graph) -> Found:
        """The tensor that a run names. Raises Refused where it is none of the session's graph."""
        found = self._named(node, graph)
        if found is None or found.graph is not graph:
            raise Refused(node, f"what is fetched or fed is not found by its name: `{ast.unparse(node)}`")
        return found

    def _named(self, node: ast.expr, graph: Graph) -> Found | None:
        constant = node if isinstance(node, ast.Constant) else self._constants.get(node)
        if constant is not None:
            return self._by_name(node, str(constant.value), graph) if _is_tensor(constant) else None
        if (call := _looked_up(node)) is not None:
            own = self._receiver(call)
            (edit,) = self._repeated(call, own)
            at, end = self._source.span(node)
            text = self._source.text
            return Found(f"{text[at : edit.start]}{edit.new}{text[edit.end : end]}", own, own.made)
        outputs = _first_output(node)
        named = node if outputs is None else outputs
        lookup = self._bound.get(named)
        if lookup is None or lookup.is_operation != (outputs is not None):
            return None
        self._known.add(id(named))
        if lookup.moved is not None:
            wish = named.id if isinstance(named, ast.Name) else ""
            return self._by_name(lookup.moved, str(lookup.moved.value), graph)._replace(wish=wish)
        return Found(
            self._source.text_of(node), lookup.graph, lookup.made, self._source.text_of(node) if outputs is None else ""
        )

    def _by_name(self, node: ast.expr, name: str, graph: Graph) -> Found:
        return Found(f"{graph.name}.graph.{_TENSOR}({self._source.text_of(node)})", graph, graph.made, written=name)

    def _receiver(self, call: ast.Call) -> Graph:
        assert isinstance(call.func, ast.Attribute)
        graph = self._graph_of(call.func.value)
        if graph is None:
            raise Refused(call, f"by-name access to a graph that is not followed: `{call.func.attr}`")
        self._known.add(id(call.func))
        return graph

    def _repeated(self, call: ast.Call, graph: Graph) -> list[Edit]:
        """The edit that looks a name up in the imported graph."""
        assert isinstance(call.func, ast.Attribute)
        start, end = self._source.span(call.func.value)
        return [Edit(start, self._source.text[start:end], f"{graph.name}.graph")]

    def must_be_understood(self) -> None:
        """Raise Refused where what is looked up serves anything but runs."""
        for one in self._index.nodes:
            if id(one) in self._known or isinstance(getattr(one, "ctx", None), ast.Store):
                continue
            if self._bound.get(one):
                name = ast.unparse(one)
                raise Refused(one, f"`{name}`, a tensor of the graph, is used outside of the session's runs")
            if isinstance(one, ast.Attribute) and one.attr in (_TENSOR, _OPERATION):
                raise Refused(one, f"by-name access to the graph: `{one.attr}`")

    @property
    def attributes(self) -> frozenset[str]:
        """The attributes that hold tensors."""
        return self._bound.attributes


def _is_tensor(node: ast.Constant) -> bool:
    """Whether a constant is the name of a tensor."""
    return isinstance(node.value, str) and ":" in node.value


def _attribute(call: ast.Call) -> str:
    return call.func.attr if isinstance(call.func, ast.Attribute) else ""


def _looked_up(node: ast.expr) -> ast.Call | None:
    """The call that looks a tensor or an operation up: all of an expression, or but for `.outputs[0]`."""
    node = _first_output(node) or node
    return node if isinstance(node, ast.Call) and _attribute(node) in (_TENSOR, _OPERATION) else None


def _first_output(node: ast.expr) -> ast.expr | None:
    """What `.outputs[0]` is taken of."""
    if not isinstance(node, ast.Subscript) or not isinstance(node.value, ast.Attribute):
        return None
    is_first = isinstance(node.slice, ast.Constant) and node.slice.value == 0
    return node.value.value if is_first and node.value.attr == "outputs" else None
