"""What the names of a module mean so far, while its program is read."""

from __future__ import annotations

import ast

from tfgpu_migrate.index.index import Index
from tfgpu_migrate.index.uses import Use
from tfgpu_migrate.native.expressions import OF_MODULES, Made, Surroundings
from tfgpu_migrate.native.home import Home
from tfgpu_migrate.native.layers import Widths
from tfgpu_migrate.native.model import Kind, Program, Refused, Value
from tfgpu_migrate.native.names import Names
from tfgpu_migrate.native.running import Runs
from tfgpu_migrate.native.spellings import Spellings


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
        self.around = Surroundings(self.uses, self.values, self.functions, self.spellings.native)
        self.runs = Runs(self.program, self.around, index)
        self.ever: dict[str, set[Kind]] = {}
        self.making = set[ast.AST]()  # functions that make ops or variables
        self.initialized: ast.stmt | None = None
        self.device = ""
        self.graph: ast.AST | None = None  # the call that makes a graph of its own
        self.in_graph = False
        self.names, self.widths = Names(index), Widths()

    def bind_plain(self, name: str, node: ast.AST) -> None:
        """Let a name stand for plain Python. Raises Refused where it was a placeholder."""
        if name in self.program.placeholders:
            raise Refused(node, f"`{name}`, a placeholder, is bound again")
        self.values.pop(name, None)
        self.functions.pop(name, None)

    def bind(self, value: Value) -> None:
        """Let a name stand for a value. Raises Refused where it was a placeholder."""
        if value.name in self.program.placeholders:
            raise Refused(value.step, f"`{value.name}`, a placeholder, is bound again")
        if self.graph is not None and not self.in_graph and value.kind not in (Kind.SESSION, Kind.GRAPH):
            raise Refused(value.step, "a graph of its own is made in this file, and this stands outside of it")
        if value.kind in OF_MODULES and self.program.first_op is None:
            self.program.first_op = value.step
        self.values[value.name] = value
        self.functions.pop(value.name, None)
        self.ever.setdefault(value.name, set()).add(value.kind)
