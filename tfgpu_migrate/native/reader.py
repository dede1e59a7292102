"""Reads a module of graph code statement by statement into a `Program`, or says why it cannot."""

from __future__ import annotations

import ast

from tfgpu_migrate.api.table import GRAPH_SWITCHES
from tfgpu_migrate.edit.legacy_keras import VARIABLE
from tfgpu_migrate.index.index import Index
from tfgpu_migrate.index.uses import Use
from tfgpu_migrate.native.configuration import can_move, configures
from tfgpu_migrate.native.expressions import OF_MODULES, Made, Reading, Surroundings, read
from tfgpu_migrate.native.facts import INITIALIZERS, SESSIONS, draws, is_op
from tfgpu_migrate.native.functions_of_file import made_by
from tfgpu_migrate.native.layers import DENSE, Widths, dense
from tfgpu_migrate.native.model import Kind, Program, Refused, Step, Value
from tfgpu_migrate.native.names import Names
from tfgpu_migrate.native.placeholders import placeholder_edit
from tfgpu_migrate.native.purity import must_be_pure
from tfgpu_migrate.native.running import Runs
from tfgpu_migrate.native.schedules import DECAY, schedule
from tfgpu_migrate.native.seeds import must_have_own_seeds
from tfgpu_migrate.native.spellings import Spellings
from tfgpu_migrate.native.statements import (
    binds,
    import_that_goes,
    is_harmless,
    is_printed,
    keys_of,
    names_bound_in,
    nodes_outside,
    scopes_of,
    unused_import,
)
from tfgpu_migrate.native.training import is_variable, optimizer_edits, optimizer_of, training

_RESETS = ("reset_default_graph", "python.framework.ops.reset_default_graph")
_SHOWN = (Kind.PLACEHOLDER, Kind.EAGER)


def read_program(index: Index, tf: str) -> Program:
    """The program of a module. Raises Refused at the first place that is not understood."""
    reader = _Reader(index, tf)
    reader.statements(index.tree.body)
    reader.finish()
    return reader.program


class _Reader:
    """The state of reading: what each name means so far."""

    def __init__(self, index: Index, tf: str) -> None:
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
        self.names, self.widths = Names(index), Widths()

    def statements(self, block: list[ast.stmt]) -> None:
        """Read statements that run once, one after the other."""
        for one in block:
            self.program.straight.append(one)
            self._statement(one)

    def _statement(self, node: ast.stmt) -> None:
        if isinstance(node, (ast.Import, ast.ImportFrom)):
            for alias in node.names:
                self._bind_plain(alias.asname or alias.name.partition(".")[0], node)
        elif isinstance(node, ast.FunctionDef):
            self._bind_plain(node.name, node)
            made = self.functions[node.name] = made_by(node, self.index, self.uses, self.functions)
            self.making.update([node] if made is not None else [])
            self.runs.functions[node.name] = node
            self.around.seen.update(id(one) for one in ast.walk(node))
            for one in ast.walk(node):
                use = self.uses.get(id(one.func)) if isinstance(one, ast.Call) else None
                rewritten = self.spellings.native(use) if use is not None else None
                self.program.edits += rewritten.edits if rewritten else ()
        elif isinstance(node, ast.With) and self._is_session_header(node):
            self._enter_session(node)
        elif isinstance(node, ast.With) and (scopes := scopes_of(node, self.index)):
            self._enter_scopes(node, scopes)
        elif isinstance(node, ast.Assign) and len(node.targets) == 1 and not self.runs.has_run(node):
            self._assign(node, node.targets[0])
        elif isinstance(node, ast.Expr) and self._is_settled(node):
            self.program.gone.append(node)
        else:
            self._opaque(node)

    def _bind_plain(self, name: str, node: ast.AST) -> None:
        if name in self.program.placeholders:
            raise Refused(node, f"`{name}`, a placeholder, is bound again")
        self.values.pop(name, None)
        self.functions.pop(name, None)

    def _bind(self, value: Value) -> None:
        if value.name in self.program.placeholders:
            raise Refused(value.step, f"`{value.name}`, a placeholder, is bound again")
        if value.kind in OF_MODULES and self.program.first_op is None:
            self.program.first_op = value.step
        self.values[value.name] = value
        self.functions.pop(value.name, None)
        self.ever.setdefault(value.name, set()).add(value.kind)

    # Sessions

    def _session_call(self, node: ast.expr) -> Use | None:
        use = self.index.calls.get(id(node))
        return use if use is not None and use.symbol in SESSIONS and use.namespace == "compat.v1" else None

    def _is_session_header(self, node: ast.With) -> bool:
        (item, *more) = node.items
        if more:
            return False
        call = item.context_expr
        if self._session_call(call):
            return True
        named = call.func.value if isinstance(call, ast.Call) and isinstance(call.func, ast.Attribute) else call
        known = self.values.get(named.id) if isinstance(named, ast.Name) else None
        return known is not None and known.kind is Kind.SESSION

    def _enter_session(self, node: ast.With) -> None:
        item = node.items[0]
        use = self._session_call(item.context_expr)
        if self.device:
            raise Refused(node, "a session is entered on a device")
        if use is not None:
            self._plain_session(use)
        name = item.optional_vars
        if name is not None and not isinstance(name, ast.Name):
            raise Refused(node, "the session is kept in something else than a name")
        if isinstance(name, ast.Name):
            self._bind(Value(Kind.SESSION, name.id, node))
        self.program.unwrapped.append(node)
        self.runs.has_default = True
        self.statements(node.body)

    def _enter_scopes(self, node: ast.With, scopes: list[Use]) -> None:
        call = scopes[0].call_node
        if len(scopes) > 1 or call is None or len(call.args) != 1 or call.keywords:
            raise Refused(node, "several scopes are entered at once")
        if not read(call.args[0], self.around).is_plain:
            raise Refused(node, "the name of a scope is made of tensors")
        self.around.seen.add(id(scopes[0].node))
        outer = self.device
        if scopes[0].symbol == "device":
            if outer or scopes[0].namespace or not isinstance(call.args[0], ast.Constant) or self.runs.was_run:
                raise Refused(node, "devices are nested, or not named by a string")
            self.device = self.spellings.text(call.args[0])
            self.program.devices.append(node)
        else:
            self.program.unwrapped.append(node)
        self.statements(node.body)
        self.device = outer

    def _plain_session(self, use: Use) -> None:
        call = use.call_node
        self.around.seen.add(id(use.node))
        if call is None or call.args or call.keywords:
            raise Refused(use.node, "the session is given a target, a graph or a configuration")
        if use.symbol == "InteractiveSession":
            self.runs.has_default = True

    # Statements

    def _is_settled(self, node: ast.Expr) -> bool:
        """Whether a statement has nothing to do in TensorFlow 2: it goes."""
        call = node.value
        if not isinstance(call, ast.Call):
            return False
        use = self.index.calls.get(id(call))
        if use is not None and (use.symbol in GRAPH_SWITCHES or use.symbol in _RESETS):
            if use.symbol.endswith("reset_default_graph"):
                self.program.gone += import_that_goes(use, self.index)
            if use.symbol in _RESETS and self.ever:
                raise Refused(node, "the graph is built a second time")
            self.around.seen.add(id(use.node))
            if use.symbol in GRAPH_SWITCHES:
                self.program.switch = node
            return True
        if use is not None and use.symbol in SESSIONS and use.namespace == "compat.v1":
            self._plain_session(use)
            return True
        if VARIABLE in self.spellings.text(call) and self.spellings.text(call.func) == "os.environ.setdefault":
            self.program.gone += unused_import("os", node, self.index)
            return True
        callee = call.func
        if isinstance(callee, ast.Attribute) and isinstance(callee.value, ast.Name):
            value = self.values.get(callee.value.id)
            if value is not None and value.kind is Kind.SESSION and callee.attr == "close":
                return True
            if value is not None and value.kind is Kind.INITIALIZER and callee.attr == "run":
                return self._initialize(node)
        if self.runs.is_initialization(call):
            return self._initialize(node)
        return False

    def _initialize(self, node: ast.stmt) -> bool:
        again = self.initialized is not None and self.program.runs
        changed = [
            one
            for one in self.program.runs
            if any(each.value and each.value.kind is not Kind.EAGER for each in one.fetches)
        ]
        if again or changed:
            raise Refused(node, "the variables are initialized a second time, or after they were used")
        self.initialized = node
        self.runs.initialized = True
        return True

    def _assign(self, node: ast.Assign, target: ast.expr) -> None:
        if isinstance(target, ast.Name):
            self._assign_name(node, target.id, node.value)
            return
        names = [one.id for one in ast.walk(target) if isinstance(one, ast.Name) and isinstance(one.ctx, ast.Store)]
        whole = isinstance(target, (ast.Tuple, ast.List)) and all(isinstance(one, ast.Name) for one in target.elts)
        if not whole:
            self._opaque(node)
            return
        reading = read(node.value, self.around)
        if reading.is_plain:
            for name in names:
                self._bind_plain(name, node)
            return
        if reading.makes_variable or reading.draws:
            raise Refused(node, "several names are bound to what is made of variables or draws")
        self._bind_all(node, names, reading)

    def _assign_name(self, node: ast.Assign, name: str, value: ast.expr) -> None:
        use = self.index.calls.get(id(value))
        symbol = use.symbol if use is not None and use.namespace == "compat.v1" else ""
        if use is not None and symbol == "placeholder":
            self._placeholder(node, name, use)
        elif use is not None and symbol in SESSIONS and not self.device:
            self._plain_session(use)
            self._bind(Value(Kind.SESSION, name, node))
            self.program.gone.append(node)
        elif use is not None and symbol in INITIALIZERS:
            self._bind(Value(Kind.INITIALIZER, name, node))
            self.around.seen.add(id(use.node))
            self.program.gone.append(node)
        elif use is not None and optimizer_of(use) is not None:
            self.program.edits += optimizer_edits(use, self.around, self.spellings)
            self._bind(Value(Kind.OPTIMIZER, name, node, value))
        elif self.runs.is_feed(node):
            self.runs.keep_feed(node)
            self.program.gone.append(node)
        elif (trained := training(node, name, self.around, self.index, self.spellings, self.program)) is not None:
            if self.device:
                raise Refused(node, "an optimizer is placed on a device")
            if self.runs.was_run:
                raise Refused(node, "an optimizer is added after the first run")
            self.program.trainings.append(trained)
            self._bind(trained.value)
        elif use is not None and symbol == DECAY:
            edit, step = schedule(use, self.around, self.spellings)
            self.program.edits.append(edit)
            self.program.schedules.append(Value(Kind.SCHEDULE, name, node, value, follows=step))
            self._bind(self.program.schedules[-1])
        elif use is not None and symbol == DENSE:
            self._layer(node, name, use)
        elif isinstance(value, ast.List) and value.elts and all(is_variable(one, self.around) for one in value.elts):
            self._bind(Value(Kind.LISTED, name, node, value))
        else:
            self._bind_all(node, [name], read(value, self.around))

    def _layer(self, node: ast.Assign, name: str, use: Use) -> None:
        if self.runs.was_run or self.runs.initialized or self.device:
            raise Refused(node, "a layer is made after the first run, or on a device")
        if "Dense" in self.ever or (not self.program.written and not self.names.first("Dense")):
            raise Refused(node, "the name `Dense` is taken")
        made = dense(node, name, use, self.around, self.spellings, self.names, self.widths)
        self.program.written = ["Dense"]
        layer, value = Value(Kind.LAYER, made.name, node), Value(Kind.SYMBOLIC, name, node, node.value)
        self.program.variables.append(layer)
        self.program.edits.append(made.edit)
        reads = [*made.inputs.values, layer]
        self.program.add_step(Step(node, [value], reads, frozenset(made.inputs.plain), called=made.called))
        self._bind(layer)
        self._bind(value)
        self.widths.set(value, made.width)

    def _bind_all(self, node: ast.Assign, names: list[str], reading: Reading) -> None:
        self.program.edits += reading.edits
        if reading.is_plain:
            for name in names:
                self._bind_plain(name, node)
        elif reading.makes_variable:
            self._bind_variable(node, names[0], reading)
        elif reading.is_symbolic:
            if reading.draws:
                raise Refused(node, f"`{reading.draws}` draws in the session: its numbers would be others")
            must_be_pure(reading, self.index)
            values = [Value(Kind.SYMBOLIC, name, node, node.value) for name in names]
            step = Step(
                node, values, list(reading.values), frozenset(reading.plain), frozenset(reading.assigns), reading.slices
            )
            step.device = self.device
            self.program.add_step(step)
            for value in values:
                self._bind(value)
        else:
            for name in names:
                self._bind(Value(Kind.EAGER, name, node, node.value, drawn=bool(reading.draws)))

    def _bind_variable(self, node: ast.Assign, name: str, reading: Reading) -> None:
        if self.runs.was_run or self.runs.initialized:
            raise Refused(node, "a variable is made after the first run")
        is_one = isinstance(node.value, ast.Call)
        kind = Kind.VARIABLE if is_one else Kind.HOLDER
        if not is_one:
            self.program.keys[name] = keys_of(node.value)
        if reading.is_symbolic:
            raise Refused(node, "variables and what runs in the session are made in one statement")
        value = Value(kind, name, node, node.value)
        made = self.index.calls.get(id(node.value))
        if made is not None and made.symbol.endswith("create_global_step"):
            self.program.frozen.add(name)
        if isinstance(node.value, ast.Call):
            for one in node.value.keywords:
                if one.arg == "trainable":
                    if not isinstance(one.value, ast.Constant):
                        raise Refused(one.value, "whether a variable is trained is found out at run time")
                    if not one.value.value:
                        self.program.frozen.add(name)
        self.program.variables.append(value)
        self._bind(value)

    def _placeholder(self, node: ast.Assign, name: str, use: Use) -> None:
        self.program.edits.append(placeholder_edit(use, self.around, self.spellings))
        value = Value(Kind.PLACEHOLDER, name, node, node.value)
        self._bind(value)
        self.program.placeholders[name] = value

    def _opaque(self, node: ast.stmt) -> None:
        """A statement that runs plain Python around runs of the session."""
        found = self.runs.read_statement(node)
        for one in nodes_outside(node, found):
            self._must_be_plain(one, node)
        if self.program.first_op is not None and configures(node, self.uses, self.index):
            if found or not can_move(node, self.program.first_op, self.index):
                raise Refused(node, "devices are configured below the first op, which starts the runtime eagerly")
            self.program.hoisted.append(node)
        for name, place in names_bound_in(node):
            if name in self.ever and isinstance(getattr(place, "ctx", None), ast.Del):
                raise Refused(place, f"`{name}` is deleted")
            if name in self.values and isinstance(node, (ast.For, ast.While, ast.If, ast.Try, ast.With)):
                raise Refused(place, f"`{name}`, {self.values[name].kind.value}, is bound again in a block")
            self._bind_plain(name, place)

    def _must_be_plain(self, node: ast.AST, statement: ast.stmt) -> None:
        """Raise Refused where a node outside the runs builds a graph or hands a tensor to Python."""
        use = self.uses.get(id(node))
        if use is not None:
            if id(node) in self.around.seen:
                return
            if use.namespace == "compat.v1" and use.symbol == "set_random_seed":
                rewritten = self.spellings.native(use)
                self.program.edits += rewritten.edits if rewritten else ()
            elif not is_harmless(use):
                builds = use.namespace == "" and (is_op(use.symbol) or draws(use.symbol))
                raise Refused(node, f"`{use.written}` " + ("builds a graph here" if builds else "is not followed"))
            self.around.seen.add(id(node))
        if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Load) and node.id in self.values:
            value = self.values[node.id]
            if value.kind in _SHOWN and not value.drawn and is_printed(node, statement):
                return
            raise Refused(node, f"`{node.id}`, {value.kind.value}, is used outside of the session's runs")

    def finish(self) -> None:
        """Raise Refused where some use of TensorFlow was not understood, or a function reads what moves."""
        for use in self.index.uses:
            if use.is_import or id(use.node) in self.around.seen or is_harmless(use):
                continue
            raise Refused(use.node, f"`{use.written}` is not followed")
        for function in self.index.nodes:
            if isinstance(function, (ast.FunctionDef, ast.Lambda, ast.ClassDef, ast.AsyncFunctionDef)):
                self._must_not_read(function)
            if isinstance(function, (ast.Global, ast.Nonlocal)) and not self.ever.keys().isdisjoint(function.names):
                raise Refused(function, "a function binds what the graph is made of")
        must_have_own_seeds(self.index)
        if self.program.variables and self.runs.needs_initialization and self.initialized is None:
            raise Refused(self.program.variables[0].step, "no initializer is run before the first use")
        self.runs.finish()

    def _must_not_read(self, function: ast.AST) -> None:
        """Raise Refused where a function reads what moves; one that makes ops may read what stays."""
        for one in ast.walk(function):
            if not isinstance(one, ast.Name) or one.id not in self.ever or binds(function, one.id):
                continue
            if function not in self.making or not self.ever[one.id] <= set(OF_MODULES):
                raise Refused(one, f"`{one.id}` is used in a function or class")
