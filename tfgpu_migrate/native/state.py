"""What the names of a module mean so far, while its program is read."""

from __future__ import annotations

import ast

from tfgpu_migrate.index.index import Index
from tfgpu_migrate.index.uses import Use
from tfgpu_migrate.native.expressions import OF_MODULES, Made, Surroundings
from tfgpu_migrate.native.home import Home
from tfgpu_migrate.native.layers.layers import Layers, Widths
from tfgpu_migrate.native.model import Dataset, Kind, Program, Refused, Value
from tfgpu_migrate.native.names import Names
from tfgpu_migrate.native.running import Runs
from tfgpu_migrate.native.spellings import Spellings
from tfgpu_migrate.native.summaries.tags import Tags

SECOND_TIME = "the variables are initialized a second time, or after they were used"


class State:
    """What was read so far; the program grows with it."""

    def __init__(self, index: Index, tf: str, home: Home) -> None:
        self.home = home
        self.index, self.source = index, index.source
        self.program = Program()
        self.values: dict[str, Value] = {}
        self.functions: dict[str, Made | None] = {}
        self.uses: dict[int, Use] = {id(use.node): use for use in index.uses if not use.is_import}
        self.spellings = Spellings(index, tf)
        self.around = Surroundings(
            self.uses, self.values, self.functions, self.spellings.native, self.spellings.replace
        )
        self.runs = Runs(self.program, self.around, index)
        self.ever: dict[str, set[Kind]] = {}
        self.making = set[ast.AST]()  # functions that make ops or variables
        self.initialized: ast.stmt | None = None
        self.device = ""
        self.sessions = 0  # how many were made: each has variables of its own
        self.entered: list[int] = []  # the sessions whose blocks are open
        self.begun = 0  # the session whose variables have values
        self.waiting: ast.stmt | None = None  # initializes them a second time: a checkpoint must replace all
        self.graph: ast.AST | None = None  # the call that makes a graph of its own
        self.in_graph = False
        self.datasets: dict[int, Dataset] = {}  # by the id of a value
        self.pipelines = set[str]()  # functions that only datasets call
        self.names = Names(index)
        self.layers = Layers(index, self.around, self.spellings, self.names, Widths())
        self.tags = Tags(index)

    @property
    def part(self) -> int:
        """How many graphs of the file were reset."""
        return len(self.program.resets)

    def _is_placeholder(self, name: str) -> bool:
        known = self.program.placeholders.get(name)
        return known is not None and known.part == self.part

    def must_be_initialized(self) -> None:
        """Raise Refused where this part of the program runs something and initializes no variable."""
        made = [one for one in self.program.variables if one.part == self.part]
        if made and self.runs.was_run and self.initialized is None:
            raise Refused(made[0].step, "no initializer is run before the first use")

    def must_wait_no_more(self) -> None:
        """Raise Refused where variables should be initialized a second time, and no checkpoint replaces them all."""
        if self.waiting is not None:
            raise Refused(self.waiting, SECOND_TIME)

    def begin_again(self, node: ast.stmt) -> None:
        """Begin a new graph, of which nothing is known. Raises Refused where the old one may still be in use."""
        seeded = [one for one in self.index.uses if one.symbol.endswith(("set_random_seed", "random.set_seed"))]
        drawn = any(isinstance(one, ast.keyword) and one.arg == "seed" for one in self.index.nodes)
        if self.home.function is not None or self.graph is not None or node not in self.index.tree.body:
            raise Refused(node, "the graph is built a second time")
        if seeded and drawn:
            raise Refused(node, "a reset also takes the seed of the graph")
        self.must_be_initialized()
        for name in self.ever.keys() & self.values.keys():
            self.values[name] = Value(Kind.GONE, name, self.values[name].step, part=self.part)
        self.program.resets.append(node.lineno)
        self.initialized, self.runs.initialized, self.runs.has_default = None, False, False
        self.must_wait_no_more()
        self.sessions = self.begun = 0
        self.tags = Tags(self.index)
        self.around.collections.clear()
        self.runs.since = len(self.program.runs)

    def bind_plain(self, name: str, node: ast.AST) -> None:
        """Let a name stand for plain Python. Raises Refused where it was a placeholder."""
        if self._is_placeholder(name):
            raise Refused(node, f"`{name}`, a placeholder, is bound again")
        self.values.pop(name, None)
        self.functions.pop(name, None)
        self.around.followed.pop(name, None)

    def bind(self, value: Value) -> None:
        """Let a name stand for a value. Raises Refused where it was a placeholder."""
        if self._is_placeholder(value.name):
            raise Refused(value.step, f"`{value.name}`, a placeholder, is bound again")
        if self.graph is not None and not self.in_graph and value.kind not in (Kind.SESSION, Kind.GRAPH):
            raise Refused(value.step, "a graph of its own is made in this file, and this stands outside of it")
        if value.kind in OF_MODULES and self.program.first_op is None:
            self.program.first_op = value.step
        value.part = self.part
        self.values[value.name] = value
        self.functions.pop(value.name, None)
        self.ever.setdefault(value.name, set()).add(value.kind)
