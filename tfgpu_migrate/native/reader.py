"""Reads a module of graph code statement by statement into a `Program`, or says why it cannot."""

from __future__ import annotations

import ast

from tfgpu_migrate.api.table import GRAPH_SWITCHES
from tfgpu_migrate.edit.diagnostics import Edit
from tfgpu_migrate.index.index import Index
from tfgpu_migrate.index.uses import Use
from tfgpu_migrate.native.expressions import Made, Reading, Surroundings, read
from tfgpu_migrate.native.facts import INITIALIZERS, SESSIONS, draws, is_op, is_plain
from tfgpu_migrate.native.functions_of_file import made_by
from tfgpu_migrate.native.model import Kind, Program, Refused, Step, Value
from tfgpu_migrate.native.running import Runs
from tfgpu_migrate.native.spellings import Spellings
from tfgpu_migrate.native.training import optimizer_edits, optimizer_of, training

_HARMLESS = ("logging.", "app.", "flags.", "gfile.")
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
        self.spellings = Spellings(index.source, tf)
        self.around = Surroundings(self.uses, self.values, self.functions, self.spellings.native)
        self.runs = Runs(self.program, self.around, index)
        self.ever = set[str]()
        self.initialized: ast.stmt | None = None

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
            self.functions[node.name] = made_by(node, self.index, self.uses, self.functions)
            self.around.seen.update(id(one) for one in ast.walk(node))
            for one in ast.walk(node):
                use = self.uses.get(id(one.func)) if isinstance(one, ast.Call) else None
                rewritten = self.spellings.native(use) if use is not None else None
                self.program.edits += rewritten.edits if rewritten else ()
        elif isinstance(node, ast.With) and self._is_session_header(node):
            self._enter_session(node)
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
        self.values[value.name] = value
        self.functions.pop(value.name, None)
        self.ever.add(value.name)

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
        if use is not None:
            self._plain_session(use)
            self.initialized = None if self.initialized is None else self.initialized
        name = item.optional_vars
        if name is not None and not isinstance(name, ast.Name):
            raise Refused(node, "the session is kept in something else than a name")
        if isinstance(name, ast.Name):
            self._bind(Value(Kind.SESSION, name.id, node))
        self.program.unwrapped.append(node)
        self.runs.has_default = True
        self.statements(node.body)

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
        if use is not None and (use.symbol in GRAPH_SWITCHES or use.symbol == "reset_default_graph"):
            if use.symbol == "reset_default_graph" and self.ever:
                raise Refused(node, "the graph is built a second time")
            self.around.seen.add(id(use.node))
            return True
        if use is not None and use.symbol in SESSIONS and use.namespace == "compat.v1":
            self._plain_session(use)
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
        if self.initialized is not None and self.program.runs:
            raise Refused(node, "the variables are initialized a second time")
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
        elif use is not None and symbol in SESSIONS:
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
        elif (trained := training(node, name, self.around, self.index, self.spellings)) is not None:
            if self.runs.was_run:
                raise Refused(node, "an optimizer is added after the first run")
            self.program.trainings.append(trained)
            self._bind(trained.value)
        else:
            self._bind_all(node, [name], read(value, self.around))

    def _bind_all(self, node: ast.Assign, names: list[str], reading: Reading) -> None:
        self.program.edits += reading.edits
        if reading.is_plain:
            for name in names:
                self._bind_plain(name, node)
        elif reading.makes_variable:
            self._bind_variable(node, names[0], reading)
        elif reading.is_symbolic:
            if reading.draws:
                raise Refused(node, "a random op runs in the session: its numbers would be others")
            values = [Value(Kind.SYMBOLIC, name, node, node.value) for name in names]
            step = Step(
                node, values, list(reading.values), frozenset(reading.plain), frozenset(reading.assigns), reading.slices
            )
            self.program.steps[id(node)] = step
            for value in values:
                self.program.made_by[id(value)] = step
                self._bind(value)
        else:
            for name in names:
                self._bind(Value(Kind.EAGER, name, node, node.value, drawn=reading.draws))

    def _bind_variable(self, node: ast.Assign, name: str, reading: Reading) -> None:
        if self.runs.was_run or self.runs.initialized:
            raise Refused(node, "a variable is made after the first run")
        is_one = isinstance(node.value, ast.Call)
        kind = Kind.VARIABLE if is_one else Kind.HOLDER
        if not is_one:
            self.program.keys[name] = _keys(node.value)
        if reading.is_symbolic:
            raise Refused(node, "variables and what runs in the session are made in one statement")
        value = Value(kind, name, node, node.value)
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
        call = use.call_node
        assert call is not None
        self.around.seen.add(id(use.node))
        given = dict(zip(("dtype", "shape", "name"), call.args, strict=False))
        given |= {one.arg: one.value for one in call.keywords if one.arg}
        if set(given) - {"dtype", "shape", "name"} or "dtype" not in given or len(call.args) > 3:
            raise Refused(node, "a placeholder is given more than dtype, shape and name")
        for key in ("dtype", "shape"):
            if key in given and not read(given[key], self.around).is_plain:
                raise Refused(node, "the shape of a placeholder is made of tensors")
        text = self.spellings.text
        tf = self.spellings.tf
        dtype = text(given["dtype"])
        if isinstance(given["dtype"], ast.Constant):
            named = str(given["dtype"].value)
            dtype = f"{tf}.{ {'float': 'float32', 'int': 'int32'}.get(named, named) }"
        shape = text(given["shape"]) if "shape" in given else "None"
        spelled = (
            f"shape={shape}, dtype={dtype}" if any(one.arg == "shape" for one in call.keywords) else f"{shape}, {dtype}"
        )
        start, end = self.source.span(call)
        self.program.edits.append(Edit(start, self.source.text[start:end], f"{tf}.TensorSpec({spelled})"))
        value = Value(Kind.PLACEHOLDER, name, node, call)
        self._bind(value)
        self.program.placeholders[name] = value

    def _opaque(self, node: ast.stmt) -> None:
        """A statement that runs plain Python around runs of the session."""
        found = self.runs.read_statement(node)
        for one in _outside(node, found):
            self._must_be_plain(one, node)
        for name, place in _bound_in(node):
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
            if value.kind in _SHOWN and not value.drawn and _is_printed(node, statement):
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
                for one in ast.walk(function):
                    if isinstance(one, ast.Name) and one.id in self.ever and not _is_own(one.id, function):
                        raise Refused(one, f"`{one.id}` is used in a function or class")
            if isinstance(function, (ast.Global, ast.Nonlocal)) and self.ever.intersection(function.names):
                raise Refused(function, "a function binds what the graph is made of")
        if self.program.variables and self.runs.needs_initialization and self.initialized is None:
            raise Refused(self.program.variables[0].step, "no initializer is run before the first use")
        self.runs.finish()


def is_harmless(use: Use) -> bool:
    """Whether a use may stay as it is."""
    if use.namespace == "compat.v1":
        return use.symbol.startswith(_HARMLESS)
    return use.namespace == "" and is_plain(use.symbol)


def _is_printed(node: ast.Name, statement: ast.stmt) -> bool:
    """Whether a statement prints a name, as it is."""
    call = statement.value if isinstance(statement, ast.Expr) else None
    if not isinstance(call, ast.Call) or not isinstance(call.func, ast.Name) or call.func.id != "print":
        return False
    return any(one is node for one in call.args)


def _is_own(name: str, function: ast.AST) -> bool:
    """Whether a function binds a name itself."""
    return any(
        (isinstance(one, ast.arg) and one.arg == name)
        or (isinstance(one, ast.Name) and one.id == name and isinstance(one.ctx, ast.Store))
        for one in ast.walk(function)
    )


def _keys(value: ast.expr) -> list[str]:
    """The keys under which a dictionary holds its variables. Raises Refused for any other collection."""
    if not isinstance(value, ast.Dict) or not all(isinstance(one, ast.Constant) for one in value.keys):
        raise Refused(value, "variables are made in an expression that is no plain dictionary")
    if not all(isinstance(one, ast.Call) for one in value.values):
        raise Refused(value, "a dictionary holds more than variables")
    return [str(one.value) for one in value.keys if isinstance(one, ast.Constant)]


def _outside(node: ast.AST, without: set[int]) -> list[ast.AST]:
    """The nodes below a node, but for those in runs."""
    found, stack = list[ast.AST](), [node]
    while stack:
        one = stack.pop()
        if id(one) in without:
            continue
        found.append(one)
        stack += list(ast.iter_child_nodes(one))
    return found


def _bound_in(node: ast.AST) -> list[tuple[str, ast.AST]]:
    """The names that a statement binds in the module, with their places."""
    found, stack = list[tuple[str, ast.AST]](), [node]
    while stack:
        one = stack.pop()
        if isinstance(one, (ast.FunctionDef, ast.ClassDef, ast.AsyncFunctionDef)):
            found.append((one.name, one))
            continue
        if isinstance(one, (ast.Lambda, ast.ListComp, ast.SetComp, ast.DictComp, ast.GeneratorExp)):
            continue
        if isinstance(one, ast.Name) and isinstance(one.ctx, (ast.Store, ast.Del)):
            found.append((one.id, one))
        if isinstance(one, (ast.Import, ast.ImportFrom)):
            found += [(alias.asname or alias.name.partition(".")[0], one) for alias in one.names]
        if isinstance(one, ast.ExceptHandler) and one.name:
            found.append((one.name, one))
        stack += list(ast.iter_child_nodes(one))
    return found
