"""What runs in the session: `sess.run(fetches, feeds)`, `x.eval()` and `op.run()`."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterable, Mapping

from tfgpu_migrate.index.index import Index
from tfgpu_migrate.index.nodes import own_nodes
from tfgpu_migrate.native.expressions import Reading, Surroundings, read
from tfgpu_migrate.native.facts import INITIALIZERS, OF_FEEDS
from tfgpu_migrate.native.inputs.starting import begin, starters
from tfgpu_migrate.native.layout import moved
from tfgpu_migrate.native.model import Fetch, Kind, Program, Refused, Run, Step, Value
from tfgpu_migrate.native.names import Names
from tfgpu_migrate.native.notebooks import is_shown
from tfgpu_migrate.native.purity import must_be_pure
from tfgpu_migrate.native.single import is_single
from tfgpu_migrate.native.statements import handles, names_bound_in, statements_in
from tfgpu_migrate.native.summaries.summarized import summarized, summary_in

_FETCHED = (Kind.VARIABLE, Kind.SCHEDULE, Kind.SYMBOLIC, Kind.EAGER, Kind.TRAIN, Kind.ELEMENT)
_PURE = (ast.Name, ast.Constant, ast.Attribute, ast.Subscript, ast.Slice, ast.List, ast.Tuple, ast.UnaryOp, ast.BinOp,
         ast.expr_context, ast.operator, ast.unaryop)  # fmt: skip


class Runs:
    """Finds the runs of a module and reads them into its program."""

    def __init__(self, program: Program, around: Surroundings, index: Index) -> None:
        self.program, self.around, self.index = program, around, index
        self.has_default = False  # a session that `x.eval()` finds
        self.initialized = False
        self.since = 0  # the first run of this part of the program
        self.closed = set[int]()  # the sessions that were closed, by their ids
        self.feeds: dict[str, list[ast.Assign]] = {}
        self.functions: dict[str, ast.FunctionDef] = {}
        self.consumed = set[int]()  # names that are read as feeds, by id
        self.names = Names(index)
        self.named: dict[int, ast.Name] = {}  # what dictionaries of feeds compute, by the id of the expression

    @property
    def was_run(self) -> bool:
        """Whether something ran already."""
        return len(self.program.runs) > self.since

    def has_run(self, node: ast.AST) -> bool:
        """Whether a node holds a run."""
        return any(isinstance(one, ast.Call) and self._kind_of_run(one) for one in ast.walk(node))

    def _kind_of_run(self, call: ast.Call) -> str:
        """`run` of a session, `eval` of a tensor, `op` for the run of an op; empty for another call."""
        callee = call.func
        if not isinstance(callee, ast.Attribute) or callee.attr not in ("run", "eval"):
            return ""
        receiver = callee.value
        value = self.around.values.get(receiver.id) if isinstance(receiver, ast.Name) else None
        if value is not None and value.kind is Kind.SESSION:
            return "run" if callee.attr == "run" else ""
        if value is not None:
            return "eval" if callee.attr == "eval" else "op"
        if isinstance(receiver, ast.Name):
            return ""
        tensors = any(isinstance(one, ast.Name) and one.id in self.around.values for one in ast.walk(receiver))
        uses = any(id(one) in self.around.uses for one in ast.walk(receiver))
        return ("eval" if callee.attr == "eval" else "op") if tensors or uses else ""

    def is_initialization(self, call: ast.Call) -> bool:
        """Whether a call runs the initializers of the variables, and nothing else."""
        kind = self._kind_of_run(call)
        if kind == "op" and isinstance(call.func, ast.Attribute) and not call.args and not call.keywords:
            return self.is_initializer(call.func.value)
        if kind != "run" or len(call.args) != 1 or call.keywords:
            return False
        (fetched,) = call.args
        parts = fetched.elts if isinstance(fetched, (ast.List, ast.Tuple)) else [fetched]
        parts = [each for one in parts for each in (self._grouped(one) or [one])]
        return bool(parts) and all(map(self.is_initializer, parts))

    def _grouped(self, node: ast.expr) -> list[ast.expr]:
        use = self.index.calls.get(id(node))
        if use is None or use.symbol != "group" or not isinstance(node, ast.Call):
            return []
        self.around.seen.add(id(use.node))
        return node.args

    def is_initializer(self, node: ast.expr) -> bool:
        """Whether an expression is an initializer of the variables."""
        if isinstance(node, ast.Name):
            value = self.around.values.get(node.id)
            return value is not None and value.kind is Kind.INITIALIZER
        use = self.index.calls.get(id(node))
        if use is None or use.symbol not in INITIALIZERS or use.namespace != "compat.v1":
            return False
        self.around.seen.add(id(use.node))
        return True

    def begins(self, call: ast.Call, statement: ast.stmt) -> bool:
        """Whether a call lets iterators begin, and nothing else. Raises Refused where it does more."""
        if self._kind_of_run(call) != "run" or not call.args:
            return False
        parts = starters(call.args[0], self.around.values)
        if not parts or not all(parts):
            return False
        if not isinstance(statement, ast.Expr) or statement.value is not call:
            raise Refused(call, "what the initializer of an iterator gives is kept")
        begin(self.program, call, statement, [one for one in parts if one is not None])
        return True

    # Feeds

    def is_feed(self, node: ast.AST) -> bool:
        """Whether a statement makes a dictionary that feeds placeholders."""
        if not isinstance(node, ast.Assign) or len(node.targets) != 1 or not isinstance(node.targets[0], ast.Name):
            return False
        return isinstance(node.value, ast.Dict) and bool(node.value.keys) and all(map(self._is_fed, node.value.keys))

    def _is_fed(self, node: ast.expr | None) -> bool:
        value = self.around.values.get(node.id) if isinstance(node, ast.Name) else None
        return value is not None and value.kind in (Kind.PLACEHOLDER, Kind.ELEMENT)

    def keep_feed(self, node: ast.Assign) -> None:
        """Remember a dictionary that later runs feed; what it computes gets names. Raises Refused for other runs."""
        target = node.targets[0]
        assert isinstance(target, ast.Name)
        assert isinstance(node.value, ast.Dict)
        self.feeds.setdefault(target.id, []).append(node)
        if all(isinstance(one, _PURE) for one in _values(node)):
            self.program.gone.append(node)
            return
        lines = list[str]()
        for key, value in zip(node.value.keys, node.value.values, strict=True):
            assert isinstance(key, ast.Name)
            if self.has_run(value) or not read(value, self.around).is_plain:
                raise Refused(value, "what is fed is a tensor or a run itself")
            if all(isinstance(one, _PURE) for one in ast.walk(value)):
                continue
            name = self.names.first(f"{key.id}_data", f"{key.id}_{target.id}", f"{key.id}_value", f"fed_{key.id}")
            if not name:
                raise Refused(value, "no name is free for what is fed")
            lines += self._assigned(name, value, node)
            self.named[id(value)] = ast.copy_location(ast.Name(name, ast.Load()), value)
        self.program.written_anew.append((node, lines))

    def _assigned(self, name: str, value: ast.expr, node: ast.stmt) -> list[str]:
        """The lines that give an expression of a statement a name."""
        source = self.index.source
        start, end = source.span(value)
        first, *rest = source.text[start:end].splitlines()
        if not rest:
            return [f"{name} = {first}"]
        depth = len(source.indent(source.line_offset(node.lineno)))
        *between, last = moved(source, rest, depth, "")
        return [f"{name} = ({first}", *between, f"{last})"]

    def _feed_of(self, name: ast.Name, statement: ast.stmt) -> ast.Assign:
        """The statement that made a dictionary: above in the same block, or the only one of the module."""
        block = self.index.block(statement)
        made = self.feeds.get(name.id, [])
        above = [one for one in block[: block.index(statement)] if any(one is each for each in made)]
        found = above[-1] if above else made[0] if len(made) == 1 and made[0] in self.program.straight else None
        if found is None or not isinstance(found, ast.Assign):
            raise Refused(name, f"what `{name.id}` feeds is not known")
        self._must_not_change(found, statement, name)
        self.consumed.add(id(name))
        return found

    def _must_not_change(self, found: ast.Assign, statement: ast.stmt, name: ast.Name) -> None:
        names = {one.id for one in _values(found) if isinstance(one, ast.Name)}
        beside = any(one is found for one in self.index.block(statement))
        for one in ast.walk(self.index.tree):
            stored = isinstance(one, ast.Name) and isinstance(one.ctx, ast.Store) and one.id in names
            if stored and found.lineno < one.lineno and not (beside and one.lineno > statement.lineno):  # type: ignore[attr-defined]
                raise Refused(name, f"what `{name.id}` feeds may have changed")

    def _fed(self, node: ast.expr | None, statement: ast.stmt) -> dict[str, ast.expr]:
        if node is None:
            return {}
        if isinstance(node, ast.Name):
            made = self._feed_of(node, statement).value
            assert isinstance(made, ast.Dict)
            node = made
        if not isinstance(node, ast.Dict):
            raise Refused(node, "what is fed is found out at run time")
        fed: dict[str, ast.expr] = {}
        for key, value in zip(node.keys, node.values, strict=True):
            if key is None or not self._is_fed(key):
                raise Refused(key or node, "something else than a placeholder is fed")
            if self.has_run(value) or not read(value, self.around).is_plain:
                raise Refused(value, "what is fed is a tensor or a run itself")
            assert isinstance(key, ast.Name)
            name = self.program.aliases.get(key.id, key.id)
            self._must_fit(name, value)
            fed[name] = self.named.get(id(value), value)
        return fed

    def _must_fit(self, name: str, value: ast.expr) -> None:
        """Raise Refused where a list of floats is fed for integers: a session cuts them off, a function does not."""
        made = self.program.placeholders[name].node
        dtype = ast.unparse(made) if made is not None else ""
        parts = list(ast.walk(value))
        for one in ast.walk(self.index.tree) if isinstance(value, ast.Name) else ():
            targets = one.targets if isinstance(one, ast.Assign) else []
            if isinstance(one, ast.Assign) and any(ast.unparse(each) == ast.unparse(value) for each in targets):
                parts += list(ast.walk(one.value))
        floats = any(isinstance(one, ast.Constant) and isinstance(one.value, float) for one in parts)
        if re.search(r"\bu?int\d", dtype) and floats:
            raise Refused(value, f"`{name}`, of integers, is fed floats")
        fed = value.elts if isinstance(value, (ast.List, ast.Tuple)) else [value]
        integers = any(isinstance(one, ast.Constant) and type(one.value) is int for one in fed)
        if re.search(r"\bbool\b", dtype) and integers:
            raise Refused(value, f"`{name}`, of truth values, is fed an integer")

    # Runs

    def read_statement(self, node: ast.stmt, known: Iterable[int] = ()) -> set[int]:
        """Read the runs of a statement and of those in it, but for `known`; the ids of the nodes that they explain."""
        explained = set(known)
        for one in statements_in(node):
            if self.is_feed(one):
                assert isinstance(one, ast.Assign)
                self.keep_feed(one)
                explained.add(id(one))
        for one in statements_in(node):
            for part, _ in own_nodes(one):
                if isinstance(part, ast.Call) and id(part) not in explained and self._kind_of_run(part):
                    if not self.begins(part, one):
                        self._read_run(part, one)
                    explained.update(map(id, ast.walk(part)))
        return explained

    def _read_run(self, call: ast.Call, statement: ast.stmt) -> None:
        kind = self._kind_of_run(call)
        assert isinstance(call.func, ast.Attribute)
        self._must_not_be_caught(call, statement)
        given = {one.arg: one.value for one in call.keywords}
        names = ("fetches", "feed_dict") if kind == "run" else ("feed_dict", "session")
        given |= dict(zip(names, call.args, strict=False))
        if len(call.args) > 2 or set(given) - set(names) or (kind == "run" and "fetches" not in given):
            raise Refused(call, "a run is given more than fetches and feeds")
        if kind != "run" and "session" not in given and not self.has_default:
            raise Refused(call, "an op is run without a session")
        fetched = given["fetches"] if kind == "run" else call.func.value
        is_list = isinstance(fetched, (ast.List, ast.Tuple))
        fetches = fetched.elts if isinstance(fetched, (ast.List, ast.Tuple)) else [fetched]
        if isinstance(fetched, ast.Tuple):
            self._must_be_unpacked(call, statement)
        fed = self._fed(given.get("feed_dict"), statement)
        what = [(one, summary_in(one, self.around.values) or self._fetch(one, statement)) for one in fetches]
        run = Run(call, statement, [one for _, one in what if isinstance(one, Fetch)], is_list, fed)
        if len(run.fetches) < len(what):
            run.fetches, run.summary = summarized(call, statement, what, self.program)
            if not all(one.value is None or self._is_one(one.value) for one in run.fetches):
                raise Refused(call, "what is summarized may be several tensors, or what is fed")
        updates = [one for one in run.fetches if one.value is not None and one.value.is_update]
        alone = isinstance(statement, ast.Expr) and statement.value is call and len(fetches) == 1
        if updates and (not alone or is_shown(self.index, statement)):
            raise Refused(call, "what variables became is kept, or fetched beside other ops")
        if not fetches:
            raise Refused(call, "nothing is fetched")
        self._must_change_once(run)
        if isinstance(call.func.value, ast.Name) and id(self.around.values.get(call.func.value.id)) in self.closed:
            raise Refused(call, "the session is closed before it runs")
        self.program.runs.append(run)

    def _must_change_once(self, run: Run) -> None:
        """Raise Refused where what may change a variable is fetched twice at once: a session runs it once."""
        values = [id(one.value) for one in run.fetches if one.value is not None and one.value.kind is Kind.SYMBOLIC]
        if len(set(values)) < len(values) and any(one.assigns for one in self.program.steps.values()):
            raise Refused(run.call, "what may change a variable is fetched twice at once")

    def _must_not_be_caught(self, call: ast.Call, statement: ast.stmt) -> None:
        """Raise Refused where the error is handled that a session raises for what it cannot be fed."""
        for one, part in self.index.holders(statement):
            for handler in one.handlers if isinstance(one, ast.Try) and part == "body" else ():
                if handles(handler, OF_FEEDS, self.index):
                    raise Refused(call, "what is fed may raise another error than is handled here")

    def _must_be_unpacked(self, call: ast.Call, statement: ast.stmt) -> None:
        unpacked = isinstance(statement, ast.Assign) and isinstance(statement.targets[0], (ast.Tuple, ast.List))
        alone = isinstance(statement, ast.Expr) and not is_shown(self.index, statement)
        if not (unpacked or alone) or getattr(statement, "value", None) is not call:
            raise Refused(call, "a tuple is fetched and kept")

    def _fetch(self, node: ast.expr, statement: ast.stmt) -> Fetch:
        if isinstance(node, ast.Name):
            value = self.around.values.get(node.id)
            if value is None or value.kind not in _FETCHED:
                raise Refused(
                    node, f"`{node.id}`, {value.kind.value if value else 'found out at run time'}, is fetched"
                )
            if value.drawn:
                raise Refused(node, f"`{node.id}` is drawn anew in each run")
            if not value.is_update and not self._is_one(value):
                raise Refused(node, f"`{node.id}`, which is fetched, may be several tensors, or what is fed")
            return Fetch(node, value)
        if isinstance(node, (ast.List, ast.Tuple, ast.Dict, ast.Starred)):
            raise Refused(node, "what is fetched is nested")
        if (listed := _gradients_of(node, self.around.values)) is not None:
            return self._fetched_expression(node, Reading([listed]), statement, "gradient")
        reading = read(node, self.around)
        if reading.is_plain or reading.draws or reading.makes_variable:
            raise Refused(node, "what is fetched is found out at run time, or draws")
        if reading.assigns and len(reading.assigns) + sum(one.kind is Kind.EAGER for one in reading.values) < len(
            reading.values
        ):
            raise Refused(node, "what is fetched reads variables and changes them")
        if not is_single(node, self.around.uses, self.functions):
            raise Refused(node, "what is fetched may be several tensors")
        self.program.assigned |= reading.assigns
        symbolic = [one for one in reading.values if one.kind is Kind.SYMBOLIC]
        fed = (Kind.PLACEHOLDER, Kind.ELEMENT)
        if any(one.kind in fed for one in reading.values) or len(symbolic) > 1:
            return self._fetched_expression(node, reading, statement)
        return Fetch(node, symbolic[0] if symbolic else None, is_inline=True, edits=tuple(reading.edits))

    def _is_one(self, value: Value) -> bool:
        """Whether a value is one tensor, behind the names that only stand for another."""
        while isinstance(value.node, ast.Name) and (step := self.program.made_by.get(id(value))) is not None:
            (value,) = step.reads
        if value.kind is Kind.PLACEHOLDER:
            return False  # a session gives back an array of what it was fed, where a tensor gives a number
        if value.kind is Kind.ELEMENT:
            source = self.program.source_of(value.name)
            return (
                source is not None
                and source.known.parts is not None
                and (source.gives_tensors() or not source.is_unpacked)
            )
        if value.node is None or value.kind not in (Kind.SYMBOLIC, Kind.EAGER):
            return True
        unpacked = isinstance(value.step, ast.Assign) and isinstance(value.step.targets[0], (ast.Tuple, ast.List))
        parts = value.node.elts if isinstance(value.node, (ast.Tuple, ast.List)) and unpacked else [value.node]
        if unpacked and parts == [value.node]:
            return True
        return all(is_single(one, self.around.uses, self.functions) for one in parts)

    def _fetched_expression(
        self, node: ast.expr, reading: Reading, statement: ast.stmt, called: str = "result"
    ) -> Fetch:
        """An expression of several ops: a step of its own, above the statement that fetches it."""
        holders = [one for one in self.program.straight if any(each is node for each in ast.walk(one))]
        holder = holders[-1] if holders else statement
        bound = {name for name, _ in names_bound_in(holder)} if holder is not statement else set[str]()
        if bound & reading.plain:
            raise Refused(node, "an expression of several ops and of names of a loop is fetched")
        must_be_pure(reading, self.index)
        target = statement.targets[0] if isinstance(statement, ast.Assign) else None
        name = target.id if isinstance(target, ast.Name) else called
        value = Value(Kind.SYMBOLIC, name, holder, node, part=len(self.program.resets))
        self.program.edits += reading.edits
        self.program.add_step(
            Step(
                holder, [value], list(reading.values), frozenset(reading.plain), sparse=reading.slices, expression=node
            )
        )
        return Fetch(node, value)

    def finish(self) -> None:
        """Raise Refused where a dictionary of feeds is used otherwise."""
        for one in ast.walk(self.index.tree):
            read = isinstance(one, ast.Name) and isinstance(one.ctx, ast.Load) and id(one) not in self.consumed
            if read and isinstance(one, ast.Name) and one.id in self.feeds:
                raise Refused(one, f"`{one.id}` is used for more than feeding")


def _gradients_of(node: ast.expr, values: Mapping[str, Value]) -> Value | None:
    """The gradients of which an expression takes one by its place: `gradients[0]`, or `pairs[0][0]`."""
    places = list[object]()
    while isinstance(node, ast.Subscript) and isinstance(node.slice, ast.Constant):
        places.insert(0, node.slice.value)
        node = node.value
    value = values.get(node.id) if isinstance(node, ast.Name) else None
    if value is None or value.kind is not Kind.GRADIENTS or not all(isinstance(one, int) for one in places):
        return None
    is_one = len(places) == 1 if value.form == "list" else value.form == "pairs" and places[1:] == [0]
    return value if is_one else None


def _values(node: ast.Assign) -> list[ast.AST]:
    assert isinstance(node.value, ast.Dict)
    return [each for one in node.value.values for each in ast.walk(one)]
