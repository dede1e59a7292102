"""A graph that was frozen into a file: imported into a function of TensorFlow 2, out of which each run is pruned.

`wrap_function` and `prune` are how TensorFlow's own guide reads such files ("Migrating your TensorFlow 1 code", 2.21).
"""

from __future__ import annotations

import ast
from collections.abc import Iterator

from tfgpu_migrate.api.table import GRAPH_SWITCHES
from tfgpu_migrate.edit.diagnostics import Edit
from tfgpu_migrate.index.index import Index
from tfgpu_migrate.index.uses import Use
from tfgpu_migrate.native.absl import of_absl
from tfgpu_migrate.native.configuration import configure_above
from tfgpu_migrate.native.facts import INITIALIZERS, SESSIONS
from tfgpu_migrate.native.frozen.lookups import Graph, Lookups
from tfgpu_migrate.native.frozen.places import Bound, Places
from tfgpu_migrate.native.frozen.pruned import Pruned
from tfgpu_migrate.native.home import Home
from tfgpu_migrate.native.layout import Layout
from tfgpu_migrate.native.logging import of_logging
from tfgpu_migrate.native.model import Refused
from tfgpu_migrate.native.names import Names
from tfgpu_migrate.native.statements import is_harmless

_IMPORTS = frozenset(("import_graph_def", "graph_util.import_graph_def"))
_TAKEN = frozenset(("graph_def", "name"))  # arguments of an import
_NAMES = ("frozen_model", "imported_graph", "frozen_graph")  # for what was the default graph
_STAYS = "GraphDef"
# All that such a file has of TensorFlow, but for settings and files.
_OWN = frozenset(("Graph", _STAYS, "get_default_graph", *_IMPORTS, *GRAPH_SWITCHES, *INITIALIZERS, *SESSIONS))


def imports_graph(index: Index) -> bool:
    """Whether a file imports a graph."""
    return any(one.symbol in _IMPORTS and one.call_node is not None for one in index.uses)


def frozen_edits(index: Index, tf: str) -> list[Edit]:
    """The edits of a file that only runs graphs which it imports. Raises Refused where it does more."""
    return _Frozen(index, tf).edits()


class _Frozen:
    """Reads one file."""

    def __init__(self, index: Index, tf: str) -> None:
        self._index, self._tf, self._source = index, tf, index.source
        self._layout, self._names, self._places = Layout(index.source), Names(index), Places(index.tree)
        self._graphs: Bound[Graph] = Bound(self._places, index.tree)
        self._sessions: Bound[Graph] = Bound(self._places, index.tree)
        self._initializers: Bound[bool] = Bound(self._places, index.tree)
        self._default: Graph | None = None
        self._known = set[int]()  # the ids of the nodes that are understood
        self._entered = set[int]()  # the ids of the blocks whose headers go
        self._edits = list[Edit]()
        self._gone = list[ast.stmt]()

    def edits(self) -> list[Edit]:
        """All edits. Raises Refused."""
        self._must_be_alone()
        for use, _ in self._uses(*GRAPH_SWITCHES):
            self._known.add(id(use.node))
            self._gone.append(use.statement)
        absl = of_absl(self._index)
        self._edits += (*absl.edits, *of_logging(self._index, self._tf))
        for statement in absl.gone:
            self._gone.append(statement)
        self._find_graphs()
        self._enter_blocks()
        self._configure_first()
        for use, call in self._uses(*_IMPORTS):
            self._import(use, call)
        self._find_sessions()
        self._find_aliases()
        lookups = Lookups(self._index, self._places, self._known, self._graph_of)
        lookups.find()
        self._gone += lookups.gone
        self._take_out()
        runs = Pruned(self._index, self._tf, self._places, self._names, self._layout, lookups)
        edits = runs.edits(self._sessions, self._known)
        lookups.must_be_understood()
        self._must_be_understood(lookups.attributes)
        if not edits:
            raise Refused(None, "nothing runs the graph that is imported")
        return self._layout.edits([*self._edits, *lookups.edits, *edits])

    def _take_out(self) -> None:
        """Let statements go; what would leave a block empty becomes `pass`."""
        gone = {id(one) for one in self._gone}
        for one in self._gone:
            block = self._index.block(one)
            if all(id(each) in gone for each in block) and block[-1] is one and self._must_hold(one):
                start, end = self._source.span(one)
                self._edits.append(Edit(start, self._source.text[start:end], "pass"))
            else:
                self._layout.take_out(one)

    def _must_hold(self, statement: ast.stmt) -> bool:
        """Whether the block of a statement stays, and needs a statement."""
        holder = next(self._places.around(statement))
        return not isinstance(holder, ast.Module) and id(holder) not in self._entered

    def _uses(self, *symbols: str) -> Iterator[tuple[Use, ast.Call]]:
        for use in self._index.uses:
            if use.symbol in symbols and use.call_node is not None:
                yield use, use.call_node

    # Graphs

    def _find_graphs(self) -> None:
        """The names of new graphs, and of what a function gives that makes one."""
        for use, call in self._uses("Graph"):
            statement = self._places.statement(call)
            if isinstance(statement, ast.Assign) and statement.value is call and len(statement.targets) == 1:
                self._known.add(id(use.node))
                self._graphs.bind(statement.targets[0], Graph(self._source.text_of(statement.targets[0]), statement))
                self._gone.append(statement)
            elif isinstance(statement, ast.With):
                self._enter_new(use, statement)
        for one in self._index.nodes:
            if isinstance(one, ast.Return) and one.value is not None and self._graphs.get(one.value):
                self._known.add(id(one.value))
                self._follow_returned(getattr(self._places.function(one), "name", ""))

    def _enter_new(self, use: Use, block: ast.With) -> None:
        """Take `with tf.Graph().as_default()`, maybe with a name."""
        for item in block.items:
            if use.call_node is _default_of(item.context_expr):
                self._known.add(id(use.node))
                if item.optional_vars is not None:
                    self._graphs.bind(item.optional_vars, Graph(self._source.text_of(item.optional_vars), block))

    def _follow_returned(self, function: str) -> None:
        """Take the names that are bound to what a function gives."""
        for one in self._index.nodes:
            if isinstance(one, ast.Assign) and isinstance(one.value, ast.Call) and len(one.targets) == 1:
                called = one.value.func
                if isinstance(called, ast.Name) and called.id == function:
                    self._graphs.bind(one.targets[0], Graph(self._source.text_of(one.targets[0]), one))

    def _enter_blocks(self) -> None:
        """Let the headers go that only enter graphs and sessions."""
        for one in self._index.nodes:
            if isinstance(one, ast.With) and all(self._is_entered(item.context_expr) for item in one.items):
                self._entered.add(id(one))
                self._layout.unwrap(one)

    def _is_entered(self, node: ast.expr) -> bool:
        use = self._index.calls.get(id(node))
        if use is not None and use.symbol in SESSIONS:
            return True
        graph = _default_of(node)
        if graph is not None and self._graphs.get(graph):
            self._known.add(id(graph))
            return True
        new = self._index.calls.get(id(graph))
        return new is not None and new.symbol == "Graph"

    def _around(self, node: ast.AST) -> Graph | None:
        """The graph that a node stands in; None for the default one."""
        for block in self._places.around(node):
            if isinstance(block, ast.With) and id(block) in self._entered:
                for item in block.items:
                    graph = _default_of(item.context_expr)
                    if graph is not None:
                        return self._graphs.get(graph) or self._graphs.get(item.optional_vars or graph)
        return None

    def _configure_first(self) -> None:
        """Move device configuration above the first import, which starts the runtime. Raises Refused."""
        first = min((self._places.statement(call) for _, call in self._uses(*_IMPORTS)), key=lambda one: one.lineno)
        function = self._places.function(first)
        home = Home(self._index.tree, function if isinstance(function, ast.FunctionDef) else None, {})
        if (late := configure_above(first, home, self._entered, self._index, self._layout)) is not None:
            raise Refused(late, "the device is configured below the import of a graph")

    # Imports

    def _import(self, use: Use, call: ast.Call) -> None:
        """Make an import a function of TensorFlow 2."""
        self._known.add(id(use.node))
        statement = self._places.statement(call)
        if len(call.args) > 1 or not {one.arg for one in call.keywords} <= _TAKEN:
            raise Refused(call, "a graph is imported with more than its name")
        if isinstance(self._places.function(call), ast.Lambda) or not _throws_away(statement, call, self._index):
            raise Refused(call, "what an import of a graph gives is kept")
        graph = self._around(call)
        if graph is None:
            before = self._import_default(statement)
        elif self._places.function(graph.made) is not self._places.function(statement):
            raise Refused(call, "a graph is made in one function, and imported in another")
        elif graph.is_imported:
            raise Refused(call, "two graphs are imported into one")
        else:
            graph.made, graph.is_imported, before = statement, True, f"{graph.name} = "
        start, end = self._source.span(statement)
        made = f"{before}{self._tf}.compat.v1.wrap_function(lambda: {self._source.text_of(call)}, [])"
        self._edits.append(Edit(start, self._source.text[start:end], made))

    def _import_default(self, statement: ast.stmt) -> str:
        """What stands in front of an import into the default graph, which gets a name."""
        if self._default is not None:
            raise Refused(statement, "two graphs are imported into one")
        name = self._names.first(*_NAMES)
        if not name:
            raise Refused(statement, "no name is free for the imported graph")
        function, instance = self._places.function(statement), self._places.instance(statement)
        if instance is not None:
            name = f"{instance[1]}.{name}"
            self._default = Graph(name, statement, is_imported=True)
            return f"{name} = "
        if not isinstance(function, ast.FunctionDef) or self._has_session(function):
            self._default = Graph(name, statement, is_imported=True)
            return f"{name} = "
        call = self._only_call(function, statement)
        self._default = Graph(name, call, is_imported=True)
        self._edits.append(Edit(self._source.span(call)[0], "", f"{name} = "))
        return "return "

    def _has_session(self, function: ast.FunctionDef) -> bool:
        return any(self._places.function(call) is function for _, call in self._uses(*SESSIONS))

    def _only_call(self, function: ast.FunctionDef, last: ast.stmt) -> ast.Expr:
        """The one statement that calls a function which imports a graph as its last act. Raises Refused."""
        named = [one for one in self._index.nodes if isinstance(one, ast.Name) and one.id == function.name]
        statement = self._places.statement(named[0]) if len(named) == 1 else None
        gives = any(isinstance(one, ast.Return) for one in ast.walk(function))
        called = statement.value if isinstance(statement, ast.Expr) else None
        if not isinstance(statement, ast.Expr) or not isinstance(called, ast.Call) or called.func is not named[0]:
            raise Refused(function, "a function imports a graph, and is not called once as a statement")
        if gives or not _is_last(last, function):
            raise Refused(last, "a function does more than import a graph")
        return statement

    # Sessions

    def _find_sessions(self) -> None:
        for use, call in self._uses(*SESSIONS):
            self._known.add(id(use.node))
            graph = self._graph_of_session(call)
            statement = self._places.statement(call)
            if isinstance(statement, ast.With):
                for item in statement.items:
                    if item.context_expr is call and item.optional_vars is not None:
                        self._sessions.bind(item.optional_vars, graph)
            elif isinstance(statement, ast.Assign) and statement.value is call and len(statement.targets) == 1:
                self._sessions.bind(statement.targets[0], graph)
                self._gone.append(statement)
            else:
                raise Refused(call, "a session has no name")
        self._find_initializers()
        for one in self._index.nodes:
            if isinstance(one, ast.Expr) and (last := self._goes(one)) is not None:
                self._known.add(id(last))
                self._gone.append(one)

    def _graph_of_session(self, call: ast.Call) -> Graph:
        for one in call.keywords:
            graph = self._graphs.get(one.value)
            if one.arg == "graph" and graph is not None and len(call.keywords) == 1 and not call.args:
                self._known.add(id(one.value))
                return graph
        if call.args or call.keywords:
            raise Refused(call, "the session is given a target, a graph or a configuration")
        return self._graph_here(call)

    def _graph_here(self, node: ast.AST) -> Graph:
        graph = self._around(node) or self._default
        if graph is None:
            raise Refused(node, "which graph this is about is not known")
        return graph

    def _find_initializers(self) -> None:
        """Let the names of initializers go: a frozen graph has no variables."""
        for use, call in self._uses(*INITIALIZERS):
            self._known.add(id(use.node))
            statement = self._places.statement(call)
            if isinstance(statement, ast.Assign) and statement.value is call and len(statement.targets) == 1:
                self._initializers.bind(statement.targets[0], True)
                self._gone.append(statement)
            elif not isinstance(statement, ast.Expr) or self._goes(statement) is None:
                raise Refused(call, f"`{use.written}` is not only run")

    def _goes(self, node: ast.Expr) -> ast.expr | None:
        """The session of a statement that has nothing to do any more: one that closes it, or runs an initializer."""
        call = node.value
        if not isinstance(call, ast.Call) or not isinstance(call.func, ast.Attribute):
            return None
        session = call.func.value
        if call.func.attr == "as_default" and isinstance(session, ast.Attribute) and session.attr == "graph":
            session = session.value  # without `with` it does nothing
        elif (call.func.attr == "run" and not self._initializes(call)) or call.func.attr not in ("close", "run"):
            return None
        return session if self._sessions.get(session) else None

    def _initializes(self, call: ast.Call) -> bool:
        if len(call.args) != 1 or call.keywords:
            return False
        use = self._index.calls.get(id(call.args[0]))
        if self._initializers.get(call.args[0]):
            self._known.add(id(call.args[0]))
            return True
        return use is not None and use.symbol in INITIALIZERS

    def _graph_of(self, node: ast.expr) -> Graph | None:
        """The graph that an expression is: a name, that of a session, or the default one; it is understood then."""
        if (graph := self._graphs.get(node)) is not None:
            self._known.add(id(node))
            return graph
        if isinstance(node, ast.Attribute) and node.attr == "graph" and (graph := self._sessions.get(node.value)):
            self._known.add(id(node.value))
            return graph
        use = self._index.calls.get(id(node))
        if use is not None and use.symbol == "get_default_graph":
            self._known.add(id(use.node))
            return self._graph_here(node)
        return None

    def _find_aliases(self) -> None:
        """Take the names of the graph of a session, and of the default one."""
        for one in self._index.nodes:
            if isinstance(one, ast.Assign) and len(one.targets) == 1 and not isinstance(one.value, ast.Name):
                graph = self._graph_of(one.value)
                if graph is not None:
                    self._graphs.bind(one.targets[0], graph)
                    self._gone.append(one)

    def _must_be_alone(self) -> None:
        """Raise Refused where a file does more with TensorFlow than to run graphs that it imports."""
        for use in self._index.uses:
            if use.symbol.partition(".")[0] not in _OWN and use.symbol not in _OWN and not is_harmless(use):
                raise Refused(use.node, f"`{use.written}` stands beside an imported graph")

    def _must_be_understood(self, tensors: frozenset[str]) -> None:
        """Raise Refused where a graph, a session or TensorFlow serves anything else."""
        bounds = (self._graphs, self._sessions, self._initializers)
        attributes = tensors.union(*(one.attributes for one in bounds))
        for one in self._index.nodes:
            if not isinstance(getattr(one, "ctx", None), ast.Load) or id(one) in self._known:
                continue
            if any(bound.get(one) for bound in bounds):
                raise Refused(one, f"`{ast.unparse(one)}` is used in a way that is not followed")
            if isinstance(one, ast.Attribute) and one.attr in attributes and not self._is_own(one):
                raise Refused(one, f"`{ast.unparse(one)}` may be a graph, a session or a tensor of another object")
        for use in self._index.uses:
            if use.symbol in _OWN and use.symbol != _STAYS and id(use.node) not in self._known:
                raise Refused(use.node, f"`{use.written}` is used in a way that is not followed")

    def _is_own(self, node: ast.Attribute) -> bool:
        """Whether an attribute is one of the instance, or of something that is followed itself."""
        instance = self._places.instance(node)
        named = isinstance(node.value, ast.Name) and instance is not None and node.value.id == instance[1]
        return named or id(node.value) in self._known


def _default_of(node: ast.expr) -> ast.expr | None:
    """What `as_default()` is called of."""
    if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.func.attr == "as_default":
        return node.func.value
    return None


def _throws_away(statement: ast.stmt, call: ast.Call, index: Index) -> bool:
    """Whether a statement only calls, or binds what a call gives to a name that nothing reads."""
    if isinstance(statement, ast.Expr):
        return statement.value is call
    if not isinstance(statement, ast.Assign) or statement.value is not call or len(statement.targets) != 1:
        return False
    (target,) = statement.targets
    read = (one.id for one in index.nodes if isinstance(one, ast.Name) and isinstance(one.ctx, ast.Load))
    return isinstance(target, ast.Name) and target.id not in read


def _is_last(statement: ast.stmt, function: ast.FunctionDef) -> bool:
    """Whether a statement is the last of a function, or of a `with` block that is."""
    last: ast.stmt = function.body[-1]
    while last is not statement and isinstance(last, ast.With):
        last = last.body[-1]
    return last is statement
