"""The runs of imported graphs: each becomes the call of a function that is pruned out of the import."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

from tfgpu_migrate.edit.diagnostics import Edit
from tfgpu_migrate.index.index import Index
from tfgpu_migrate.native.frozen.lookups import Found, Graph, Lookups
from tfgpu_migrate.native.frozen.places import Bound, Places
from tfgpu_migrate.native.layout import Layout
from tfgpu_migrate.native.model import Refused
from tfgpu_migrate.native.names import Names


@dataclass
class _Run:
    call: ast.Call
    feeds: list[tuple[Found, ast.expr]] = field(default_factory=list)
    fetches: list[Found] = field(default_factory=list)
    is_list: bool = False

    @property
    def pruned(self) -> str:
        """What its function is pruned to."""
        feeds = ", ".join(one.text for one, _ in self.feeds)
        fetches = ", ".join(one.text for one in self.fetches)
        one = len(self.feeds) == 1
        return f"{feeds if one else f'[{feeds}]'}, {f'[{fetches}]' if self.is_list else fetches}"

    @property
    def graph(self) -> Graph:
        return self.fetches[0].graph


class Pruned:
    """Finds and writes the runs of one file."""

    def __init__(self, index: Index, tf: str, places: Places, names: Names, layout: Layout, lookups: Lookups) -> None:
        self._index, self._places, self._names, self._layout = index, places, names, layout
        self._source, self._tf, self._lookups = index.source, tf, lookups
        self._held = list[tuple[str, ast.stmt, str]]()  # what is found, behind which statement, under which name
        self._attributes = {one.attr for one in index.nodes if isinstance(one, ast.Attribute)}
        self._attributes |= {one.name for one in index.nodes if isinstance(one, ast.FunctionDef)}

    def edits(self, sessions: Bound[Graph], known: set[int]) -> list[Edit]:
        """The edits of all runs. Raises Refused."""
        runs = list[_Run]()
        for one in self._index.nodes:
            if isinstance(one, ast.Call) and isinstance(one.func, ast.Attribute) and one.func.attr == "run":
                graph = sessions.get(one.func.value)
                if graph is not None and id(one.func.value) not in known:  # else it runs an initializer
                    known.add(id(one.func.value))
                    runs.append(self._run(one, graph))
        return list(self._written(runs))

    def _run(self, call: ast.Call, graph: Graph) -> _Run:
        given = dict(zip(("fetches", "feed_dict"), call.args, strict=False))
        given |= {one.arg or "": one.value for one in call.keywords}
        if not set(given) <= {"fetches", "feed_dict"} or len(call.args) > len(given) or "fetches" not in given:
            raise Refused(call, "the session runs with options")
        run, fetches, fed = _Run(call), given["fetches"], given.get("feed_dict")
        if isinstance(fetches, (ast.List, ast.Tuple)):
            if not fetches.elts or (isinstance(fetches, ast.Tuple) and not self._is_unpacked(call)):
                raise Refused(fetches, "a tuple is fetched and kept")
            run.is_list, run.fetches = True, [self._lookups.named(one, graph) for one in fetches.elts]
        else:
            run.fetches = [self._lookups.named(fetches, graph)]
        if fed is not None and not isinstance(fed, ast.Dict):
            raise Refused(fed, "what is fed is no plain dictionary")
        for key, value in zip(fed.keys, fed.values, strict=True) if isinstance(fed, ast.Dict) else ():
            if key is None:
                raise Refused(value, "what is fed is no plain dictionary")
            run.feeds.append((self._lookups.named(key, graph), value))
        return run

    def _is_unpacked(self, call: ast.Call) -> bool:
        statement = self._places.statement(call)
        if not isinstance(statement, ast.Assign) or statement.value is not call or len(statement.targets) != 1:
            return False
        return isinstance(statement.targets[0], (ast.Tuple, ast.List))

    # Writing

    def _written(self, runs: Sequence[_Run]) -> Iterator[Edit]:
        """The functions, each behind what it is pruned of, and their calls."""
        made = dict[tuple[int, str], str]()
        anchors = {id(one): self._anchor(one) for one in runs}
        distinct = {(id(anchors[id(one)]), one.pruned) for one in runs}
        for run in sorted(runs, key=lambda one: (anchors[id(one)].lineno, one.call.lineno)):
            anchor = anchors[id(run)]
            yield from self._hold(run, anchor)
            key = id(anchor), run.pruned
            if key not in made:
                made[key] = self._name(run, anchor, alone=len(distinct) == 1)
                yield self._below(anchor, f"{made[key]} = {run.graph.name}.prune({run.pruned})")
            start, end = self._source.span(run.call)
            yield Edit(start, self._source.text[start:end], self._call(run, anchor, made[key]))

    def _anchor(self, run: _Run) -> ast.stmt:
        """The statement behind which all is there that a run names. Raises Refused."""
        made = [one.made for one in (*run.fetches, *(found for found, _ in run.feeds))]
        bound = [one for one in made if one is not run.graph.made]
        functions = {id(self._places.function(one)) for one in bound}
        if bound and id(self._places.function(run.graph.made)) not in functions:
            made = bound  # the graph was made before
        anchor = max(made, key=lambda one: one.lineno)
        if len({id(self._places.function(one)) for one in made}) > 1:
            raise Refused(run.call, "what a run names is found in several functions")
        function, instance = self._places.function(anchor), self._places.instance(anchor)
        if self._places.sees(run.call, function):
            if not self._places.reaches(anchor, run.call) and self._places.function(run.call) is function:
                raise Refused(run.call, "what a run names may not be there yet")
        elif instance is None or instance != self._places.instance(run.call):
            raise Refused(run.call, "what a run names is found in another function")
        if not all(self._places.reaches(one, anchor) for one in made):
            raise Refused(run.call, "what a run names may not be there yet")
        return anchor

    def _is_seen(self, run: _Run, anchor: ast.stmt) -> bool:
        """Whether a run sees the names that are bound behind a statement; else it has them from its instance."""
        return self._places.sees(run.call, self._places.function(anchor))

    def _hold(self, run: _Run, anchor: ast.stmt) -> Iterator[Edit]:
        """Give names to the tensors that a run finds in the graph itself."""
        for one in (*run.fetches, *(found for found, _ in run.feeds)):
            if not one.written or self._held_name(one, anchor):
                continue
            word = re.sub(r"\W", "_", one.written.split(":")[0].rpartition("/")[2])
            name = one.wish if one.wish and self._is_free_again(one.wish) else ""
            if name := name or self._names.first(word, f"{word}_tensor"):
                self._held.append((one.text, anchor, name))
                yield self._below(anchor, f"{name} = {one.text}")
        seen = self._is_seen(run, anchor)
        run.fetches = [self._as_held(one, anchor, seen=seen) for one in run.fetches]
        run.feeds = [(self._as_held(one, anchor, seen=seen), value) for one, value in run.feeds]

    def _is_free_again(self, name: str) -> bool:
        """Whether a name was bound only where tensors were looked up that are found once now."""
        stores = [one for one in self._index.nodes if isinstance(one, ast.Name) and one.id == name]
        gone = {id(one.targets[0]) for one in self._lookups.gone if isinstance(one, ast.Assign)}
        return all(isinstance(one.ctx, ast.Load) or id(one) in gone for one in stores)

    def _as_held(self, found: Found, anchor: ast.stmt, *, seen: bool) -> Found:
        name = self._held_name(found, anchor)
        return found._replace(text=name, name=name if seen else "") if name else found

    def _held_name(self, found: Found, anchor: ast.stmt) -> str:
        """The name that a tensor has behind a statement, or behind one above it."""
        for text, made, name in self._held:
            if text == found.text and made.lineno <= anchor.lineno and self._places.reaches(made, anchor):
                return name
        return ""

    def _name(self, run: _Run, anchor: ast.stmt, *, alone: bool) -> str:
        names = [one.text.rpartition(".")[2] for one in run.fetches]
        own = "_and_".join(one if one.isidentifier() else "tensor" for one in names)
        wanted = ("predict", "run_graph") if alone else (f"compute_{own}", "predict", "run_graph")
        wanted = *wanted, *(f"predict_{number}" for number in range(2, 9))
        if self._is_seen(run, anchor):
            name = self._names.first(*wanted)
        else:
            name = next((one for one in wanted if one not in self._attributes), "")
            self._attributes.add(name)
        instance = self._places.instance(anchor)
        if not name:
            raise Refused(run.call, "no name is free for the function")
        return name if instance is None or self._is_seen(run, anchor) else f"{instance[1]}.{name}"

    def _below(self, statement: ast.stmt, line: str) -> Edit:
        """The edit that puts a line below a statement."""
        source = self._source
        indent = source.indent(source.line_offset(statement.lineno))
        indent = indent[self._layout.shifted.get(statement.lineno, 0) :]
        return Edit(source.line_end(source.span(statement)[1]), "", f"{source.newline}{indent}{line}")

    def _call(self, run: _Run, anchor: ast.stmt, function: str) -> str:
        here, there = self._places.instance(run.call), self._places.instance(anchor)
        if here is not None and there is not None and here != there:
            raise Refused(run.call, "the instance has another name in another method")
        fed = list[str]()
        for position, (found, value) in enumerate(run.feeds):
            dtype = f"{found.name}.dtype" if found.name else f"{function}.inputs[{position}].dtype"
            fed.append(f"{self._tf}.constant({self._source.text_of(value)}, {dtype})")
        call = f"{function}({', '.join(fed)})"
        return f"[value.numpy() for value in {call}]" if run.is_list else f"{call}.numpy()"
