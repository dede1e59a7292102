"""The runs of imported graphs: each becomes the call of a function that is pruned out of the import."""

from __future__ import annotations

import ast
import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

from tfgpu_migrate.edit.diagnostics import Edit
from tfgpu_migrate.index.index import Index
from tfgpu_migrate.native.layout import Layout
from tfgpu_migrate.native.model import Refused
from tfgpu_migrate.native.names import Names
from tfgpu_migrate.native.places import Bound, Places

_TENSOR, _OPERATION = "get_tensor_by_name", "get_operation_by_name"


@dataclass(eq=False)
class Graph:
    """An imported graph: its name, and the statement behind which it is there."""

    name: str
    made: ast.stmt
    is_imported: bool = False


class _Found(NamedTuple):
    """A tensor that a run names: its text in the new file, its graph, and the statement behind which it is there."""

    text: str
    graph: Graph
    made: ast.stmt
    name: str = ""  # of the variable that holds it
    written: str = ""  # the name in the graph, as it is written where a run takes it by that


@dataclass(eq=False)
class _Lookup:
    graph: Graph
    made: ast.stmt
    is_operation: bool


@dataclass
class _Run:
    call: ast.Call
    feeds: list[tuple[_Found, ast.expr]] = field(default_factory=list)
    fetches: list[_Found] = field(default_factory=list)
    is_list: bool = False

    @property
    def pruned(self) -> str:
        """What its function is pruned to."""
        feeds = ", ".join(one.text for one, _ in self.feeds)
        fetches = ", ".join(one.text for one in self.fetches)
        one = len(self.feeds) == 1
        return f"{feeds if one else f'[{feeds}]'}, {f'[{fetches}]' if self.is_list else fetches}"


class Pruned:
    """Finds and writes the runs of one file; `graph_of` says which graph an expression is, `known` takes what it is."""

    def __init__(
        self,
        index: Index,
        tf: str,
        places: Places,
        names: Names,
        layout: Layout,
        known: set[int],
        graph_of: Callable[[ast.expr], Graph | None],
    ) -> None:
        self._index, self._places, self._names, self._layout = index, places, names, layout
        self._source, self._tf, self._known, self._graph_of = index.source, tf, known, graph_of
        self._lookups: Bound[_Lookup] = Bound(places, index.tree)
        self._held = list[
            tuple[str, ast.stmt, str]
        ]()  # what is found by its name, behind which statement, and its name
        self._edits = list[Edit]()

    def edits(self, sessions: Bound[Graph]) -> list[Edit]:
        """The edits of all lookups and runs. Raises Refused."""
        self._find_lookups()
        runs = [self._run(one, graph) for one, graph in self._calls(sessions)]
        self._must_be_understood()
        return [*self._edits, *self._written(runs)]

    # Lookups

    def _find_lookups(self) -> None:
        """The names that are bound to what a graph has under a name."""
        for one in self._index.nodes:
            if isinstance(one, ast.Assign) and len(one.targets) == 1 and (call := _looked_up(one.value)):
                graph = self._receiver(call)
                self._edits += self._repeated(call, graph)
                is_operation = one.value is call and call.func.attr == _OPERATION  # type: ignore[attr-defined]
                self._lookups.bind(one.targets[0], _Lookup(graph, one, is_operation))

    def _receiver(self, call: ast.Call) -> Graph:
        assert isinstance(call.func, ast.Attribute)
        graph = self._graph_of(call.func.value)
        if graph is None:
            raise Refused(call, f"by-name access to a graph that is not followed: `{call.func.attr}`")
        self._known.add(id(call.func))
        if not self._places.reaches(graph.made, call):
            raise Refused(call, "the graph may not be imported yet where a name is looked up in it")
        return graph

    def _repeated(self, call: ast.Call, graph: Graph) -> list[Edit]:
        """The edit that looks a name up in the imported graph."""
        assert isinstance(call.func, ast.Attribute)
        start, end = self._source.span(call.func.value)
        return [Edit(start, self._source.text[start:end], f"{graph.name}.graph")]

    # Runs

    def _calls(self, sessions: Bound[Graph]) -> Iterator[tuple[ast.Call, Graph]]:
        for one in self._index.nodes:
            if isinstance(one, ast.Call) and isinstance(one.func, ast.Attribute) and one.func.attr == "run":
                graph = sessions.get(one.func.value)
                if graph is not None and id(one.func.value) not in self._known:  # else it runs an initializer
                    self._known.add(id(one.func.value))
                    yield one, graph

    def _run(self, call: ast.Call, graph: Graph) -> _Run:
        given = dict(zip(("fetches", "feed_dict"), call.args, strict=False))
        given |= {one.arg or "": one.value for one in call.keywords}
        if not set(given) <= {"fetches", "feed_dict"} or len(call.args) > len(given) or "fetches" not in given:
            raise Refused(call, "the session runs with options")
        run, fetches, fed = _Run(call), given["fetches"], given.get("feed_dict")
        if isinstance(fetches, (ast.List, ast.Tuple)):
            if isinstance(fetches, ast.Tuple) and not self._is_unpacked(call):
                raise Refused(fetches, "a tuple is fetched and kept")
            run.is_list, run.fetches = True, [self._found(one, graph) for one in fetches.elts]
        else:
            run.fetches = [self._found(fetches, graph)]
        if fed is not None and not isinstance(fed, ast.Dict):
            raise Refused(fed, "what is fed is no plain dictionary")
        for key, value in zip(fed.keys, fed.values, strict=True) if isinstance(fed, ast.Dict) else ():
            if key is None:
                raise Refused(value, "what is fed is no plain dictionary")
            run.feeds.append((self._found(key, graph), value))
        return run

    def _found(self, node: ast.expr, graph: Graph) -> _Found:
        """The tensor that a run names. Raises Refused where it is none of the session's graph."""
        found = self._named(node, graph)
        if found is None or found.graph is not graph:
            raise Refused(node, f"what is fetched or fed is not found by its name: `{ast.unparse(node)}`")
        return found

    def _named(self, node: ast.expr, graph: Graph) -> _Found | None:
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and ":" in node.value:
            return _Found(f"{graph.name}.graph.{_TENSOR}({self._text(node)})", graph, graph.made, "", node.value)
        if (call := _looked_up(node)) is not None:
            own = self._receiver(call)
            (edit,) = self._repeated(call, own)
            at, end = self._source.span(node)
            text = self._source.text
            return _Found(f"{text[at : edit.start]}{edit.new}{text[edit.end : end]}", own, own.made)
        outputs = _first_output(node)
        lookup = self._lookups.get(node if outputs is None else outputs)
        if lookup is None or lookup.is_operation != (outputs is not None):
            return None
        named = node if outputs is None else outputs
        self._known.add(id(named))
        return _Found(self._text(node), lookup.graph, lookup.made, self._text(node) if outputs is None else "")

    def _text(self, node: ast.AST) -> str:
        start, end = self._source.span(node)
        return self._source.text[start:end]

    def _is_unpacked(self, call: ast.Call) -> bool:
        statement = self._places.statement(call)
        if not isinstance(statement, ast.Assign) or statement.value is not call or len(statement.targets) != 1:
            return False
        return isinstance(statement.targets[0], (ast.Tuple, ast.List))

    def _must_be_understood(self) -> None:
        """Raise Refused where what is looked up serves anything but runs."""
        for one in self._index.nodes:
            is_read = isinstance(one, ast.Name) and isinstance(one.ctx, ast.Load) and id(one) not in self._known
            if is_read and self._lookups.get(one):
                name = ast.unparse(one)
                raise Refused(one, f"`{name}`, a tensor of the graph, is used outside of the session's runs")
            if isinstance(one, ast.Attribute) and one.attr in (_TENSOR, _OPERATION) and id(one) not in self._known:
                raise Refused(one, f"by-name access to the graph: `{one.attr}`")

    # Writing

    def _written(self, runs: Sequence[_Run]) -> Iterator[Edit]:
        """The functions, each behind what it is pruned of, and their calls."""
        made = dict[tuple[int, str], str]()
        distinct = {(id(self._anchor(one)), one.pruned) for one in runs}
        for run in sorted(runs, key=lambda one: self._anchor(one).lineno):
            anchor = self._anchor(run)
            yield from self._hold(run, anchor)
            key = id(anchor), run.pruned
            if key not in made:
                made[key] = self._name(run, alone=len(distinct) == 1)
                yield self._below(anchor, f"{made[key]} = {run.fetches[0].graph.name}.prune({run.pruned})")
            start, end = self._source.span(run.call)
            yield Edit(start, self._source.text[start:end], self._call(run, made[key]))

    def _hold(self, run: _Run, anchor: ast.stmt) -> Iterator[Edit]:
        """Give names to the tensors that a run finds in the graph itself."""
        for one in (*run.fetches, *(found for found, _ in run.feeds)):
            if not one.written or self._held_name(one, anchor):
                continue
            word = re.sub(r"\W", "_", one.written.split(":")[0].rpartition("/")[2])
            if name := self._names.first(word, f"{word}_tensor"):
                self._held.append((one.text, anchor, name))
                yield self._below(anchor, f"{name} = {one.text}")
        run.fetches = [self._as_held(one, anchor) for one in run.fetches]
        run.feeds = [(self._as_held(one, anchor), value) for one, value in run.feeds]

    def _as_held(self, found: _Found, anchor: ast.stmt) -> _Found:
        name = self._held_name(found, anchor)
        return found._replace(text=name, name=name) if name else found

    def _held_name(self, found: _Found, anchor: ast.stmt) -> str:
        """The name that a tensor has behind a statement, or behind one above it."""
        for text, made, name in self._held:
            if text == found.text and made.lineno <= anchor.lineno and self._places.reaches(made, anchor):
                return name
        return ""

    def _anchor(self, run: _Run) -> ast.stmt:
        """The statement behind which all is there that a run names. Raises Refused."""
        made = [one.made for one in (*run.fetches, *(found for found, _ in run.feeds))]
        anchor = max(made, key=lambda one: one.lineno)
        if not all(self._places.reaches(one, anchor) for one in made) or not self._places.reaches(anchor, run.call):
            raise Refused(run.call, "what a run names may not be there yet")
        return anchor

    def _name(self, run: _Run, *, alone: bool) -> str:
        own = "_and_".join(one.name or "tensor" for one in run.fetches)
        wanted = ("predict", "run_graph") if alone else (f"compute_{own}", "predict", "run_graph")
        name = self._names.first(*wanted, *(f"predict_{number}" for number in range(2, 9)))
        if not name:
            raise Refused(run.call, "no name is free for the function")
        return name

    def _below(self, statement: ast.stmt, line: str) -> Edit:
        """The edit that puts a line below a statement."""
        source = self._source
        indent = source.indent(source.line_offset(statement.lineno))
        indent = indent[self._layout.shifted.get(statement.lineno, 0) :]
        return Edit(source.line_end(source.span(statement)[1]), "", f"{source.newline}{indent}{line}")

    def _call(self, run: _Run, function: str) -> str:
        fed = list[str]()
        for position, (found, value) in enumerate(run.feeds):
            dtype = f"{found.name}.dtype" if found.name else f"{function}.inputs[{position}].dtype"
            fed.append(f"{self._tf}.constant({self._text(value)}, {dtype})")
        call = f"{function}({', '.join(fed)})"
        return f"[value.numpy() for value in {call}]" if run.is_list else f"{call}.numpy()"


def _looked_up(node: ast.expr) -> ast.Call | None:
    """The call that looks a tensor or an operation up: all of an expression, or but for `.outputs[0]`."""
    node = _first_output(node) or node
    if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.func.attr in (_TENSOR, _OPERATION):
        return node
    return None


def _first_output(node: ast.expr) -> ast.expr | None:
    """What `.outputs[0]` is taken of."""
    if not isinstance(node, ast.Subscript) or not isinstance(node.value, ast.Attribute):
        return None
    is_first = isinstance(node.slice, ast.Constant) and node.slice.value == 0
    return node.value.value if is_first and node.value.attr == "outputs" else None
