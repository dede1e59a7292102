"""In which order a file's calls of TensorFlow and writes of environment variables run, as far as the file tells."""

import ast
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from functools import lru_cache
from itertools import pairwise
from typing import NamedTuple

from tfgpu_migrate.index.index import Index
from tfgpu_migrate.index.nodes import children, walk
from tfgpu_migrate.index.uses import Use

_FUNCTIONS = (ast.FunctionDef, ast.AsyncFunctionDef)
_LOOPS = (ast.For, ast.AsyncFor)
_COMPREHENSIONS = (ast.ListComp, ast.SetComp, ast.DictComp, ast.GeneratorExp)

Path = tuple[tuple[int, str], ...]


class Event(NamedTuple):
    """One call or write: where it stands, under which conditions, by way of which statements it is reached.

    `path` holds each branch, loop or handler that decides whether it runs; `trail` the statements from that of the
    outermost block down to its own, through calls of the file's functions. `use` is None for the write of a `variable`.
    """

    node: ast.expr
    use: Use | None
    variable: str
    path: Path
    trail: tuple[ast.stmt, ...]

    def surely_before(self, later: "Event") -> bool:
        """Whether this has run whenever `later`, an event behind it on the same line, runs."""
        return later.path[: len(self.path)] == self.path

    def runs_with(self, other: "Event") -> bool:
        """Whether one of the two runs whenever the other does, if loops over devices run at all."""
        mine, yours = ([one for one in event.path if one[1] != "loop"] for event in (self, other))
        shorter = min(len(mine), len(yours))
        return mine[:shorter] == yours[:shorter]


@lru_cache(maxsize=1)
def timelines(index: Index) -> list[list[Event]]:
    """The events of the module in order, then those of functions nothing in the file calls, then of the others.

    In each list a function of the file is followed where it is first called, and not again.
    """
    walker = _Walker(index)
    lines, seen = list[list[Event]](), set[ast.AST]()
    called = {id(one) for one in walker.called()}
    functions = sorted(walker.functions, key=lambda one: id(one) in called)
    for root in (index.tree, *functions):
        if root in seen:
            continue
        walker.followed = {root}
        walker.events = []
        walker.block(root.body, (), ())
        lines.append(walker.events)
        seen |= walker.followed
    return [line for line in lines if line]


@dataclass
class _Walker:
    index: Index
    followed: set[ast.AST] = field(default_factory=set)
    events: list[Event] = field(default_factory=list)  # a list: each step of a chain of generators would cost as much

    def __post_init__(self) -> None:
        definitions = (one for named in self.index.definitions.values() for one in named)
        self.functions = [one for one in definitions if isinstance(one, _FUNCTIONS)]
        self._generators = set(filter(_is_generator, self.functions)) if "yield" in self.index.source.text else set()

    def called(self) -> Iterator[ast.FunctionDef]:
        """The functions that the file calls anywhere."""
        calls = (node for node in self.index.nodes if isinstance(node, ast.Call))
        yield from (function for call in calls if (function := self._callee(call)) is not None)

    def block(self, body: Iterable[ast.stmt], path: Path, trail: tuple[ast.stmt, ...]) -> None:
        """Take the events of these statements down."""
        for statement in body:
            self._statement(statement, path, (*trail, statement))

    def _statement(self, node: ast.stmt, path: Path, trail: tuple[ast.stmt, ...]) -> None:
        if isinstance(node, _FUNCTIONS):
            return
        if isinstance(node, ast.Assign):
            self._expression(node.value, path, trail)
            self.events += [one for target in node.targets for one in _written(target, path, trail)]
            return
        blocks = {name for name in ("body", "orelse", "finalbody", "handlers", "cases") if hasattr(node, name)}
        headers = [getattr(node, name) for name in node._fields if name not in blocks]
        self._expressions(_flat(headers), path, trail)
        for name in ("body", "handlers", "cases", "orelse", "finalbody"):
            if name not in blocks:
                continue
            for position, child in enumerate(getattr(node, name)):
                decides = not _always_runs(node, name)
                branch = f"{name}{position}" if name in ("handlers", "cases") else name
                branch = "loop" if name == "body" and isinstance(node, _LOOPS) else branch
                inner = (*path, (id(node), branch)) if decides else path
                if isinstance(child, ast.stmt):
                    self._statement(child, inner, (*trail, child))
                else:
                    self.block(child.body, inner, trail)

    def _expressions(self, nodes: Iterable[ast.AST | None], path: Path, trail: tuple[ast.stmt, ...]) -> None:
        for node in nodes:
            if node is not None:
                self._expression(node, path, trail)

    def _expression(self, node: ast.AST, path: Path, trail: tuple[ast.stmt, ...]) -> None:
        """What evaluating an expression does, in order; the body of a lambda runs elsewhere."""
        if isinstance(node, (ast.Lambda, ast.Constant, ast.Name)):
            return
        later = (*path, (id(node), "later"))
        if isinstance(node, ast.BoolOp):
            self._expression(node.values[0], path, trail)
            self._expressions(node.values[1:], later, trail)
        elif isinstance(node, ast.IfExp):
            self._expression(node.test, path, trail)
            self._expression(node.body, (*path, (id(node), "body")), trail)
            self._expression(node.orelse, (*path, (id(node), "orelse")), trail)
        elif isinstance(node, _COMPREHENSIONS):
            self._expression(node.generators[0].iter, path, trail)
            parts = (getattr(node, name, None) for name in ("elt", "key", "value"))
            self._expressions(parts, later, trail)
        else:
            self._expressions(children(node), path, trail)
        if isinstance(node, ast.Call):
            self._call(node, path, trail)

    def _call(self, node: ast.Call, path: Path, trail: tuple[ast.stmt, ...]) -> None:
        use = self.index.calls.get(id(node))
        if use is not None:
            self.events.append(Event(node, use, "", path, trail))
            return
        self.events += _written_by(node, path, trail)
        function = self._callee(node)
        if function is not None and function not in self.followed:
            self.followed.add(function)
            self.block(function.body, path, trail)

    def _callee(self, node: ast.Call) -> ast.FunctionDef | None:
        """The function of this file that a call runs: `f()`, `self.f()`, `C()`, `app.run(f)`."""
        name, kinds = _called_name(node)
        found = self.index.definitions.get(name, ())
        if len(found) != 1:
            return None
        (only,) = found
        if isinstance(only, ast.ClassDef) and kinds == "name":
            made = (one for one in only.body if isinstance(one, ast.FunctionDef) and one.name == "__init__")
            return next(made, None)
        return only if isinstance(only, ast.FunctionDef) and only not in self._generators else None


def _called_name(node: ast.Call) -> tuple[str, str]:
    match node:
        case ast.Call(func=ast.Name(id=name)):
            return name, "name"
        case ast.Call(func=ast.Attribute(attr="run"), args=[ast.Name(id=name), *_]):
            return name, "argument"
        case ast.Call(func=ast.Attribute(value=ast.Name(id="self" | "cls"), attr=name)):
            return name, "method"
    return "", ""


def _is_generator(function: ast.FunctionDef | ast.AsyncFunctionDef) -> bool:
    return any(isinstance(one, (ast.Yield, ast.YieldFrom)) for one in walk(function))


def _always_runs(node: ast.stmt, block: str) -> bool:
    """Whether a block of a statement runs whenever the statement does (what an exception cuts short aside)."""
    if isinstance(node, (ast.With, ast.AsyncWith, ast.ClassDef)):
        return True
    if isinstance(node, ast.Try):
        return block in ("body", "finalbody")
    return isinstance(node, ast.If) and block == "body" and is_script_guard(node)


def is_script_guard(node: ast.If) -> bool:
    """`if __name__ == "__main__":`."""
    return isinstance(node.test, ast.Compare) and any(
        isinstance(one, ast.Name) and one.id == "__name__" for one in (node.test.left, *node.test.comparators)
    )


def _written(target: ast.expr, path: Path, trail: tuple[ast.stmt, ...]) -> Iterator[Event]:
    """`os.environ["NAME"] = ...`."""
    match target:
        case ast.Subscript(value=mapping, slice=ast.Constant(value=str(name))) if _is_environ(mapping):
            yield Event(target, None, name, path, trail)


def _written_by(node: ast.Call, path: Path, trail: tuple[ast.stmt, ...]) -> Iterator[Event]:
    """`os.environ.setdefault("NAME", ...)`, `os.putenv("NAME", ...)`, `os.environ.update(NAME=...)`."""
    match node:
        case ast.Call(func=ast.Attribute(value=mapping, attr="setdefault"), args=[ast.Constant(value=str(name)), *_]):
            names = [name] if _is_environ(mapping) else []
        case ast.Call(func=ast.Attribute(attr="putenv"), args=[ast.Constant(value=str(name)), _]):
            names = [name]
        case ast.Call(func=ast.Attribute(value=mapping, attr="update"), args=given) if _is_environ(mapping):
            keys = [key for one in given if isinstance(one, ast.Dict) for key in one.keys]
            names = [one.arg for one in node.keywords if one.arg]
            names += [key.value for key in keys if isinstance(key, ast.Constant) and isinstance(key.value, str)]
        case _:
            names = []
    yield from (Event(node, None, name, path, trail) for name in names)


def _is_environ(node: ast.expr) -> bool:
    match node:
        case ast.Attribute(value=ast.Name(id="os"), attr="environ") | ast.Name(id="environ"):
            return True
    return False


def _flat(values: Iterable[object]) -> Iterator[ast.AST]:
    for value in values:
        for one in value if isinstance(value, list) else [value]:
            if isinstance(one, ast.AST):
                yield one


def meeting(first: Event, second: Event) -> tuple[ast.stmt, ast.stmt] | None:
    """The two statements of one block by way of which two events are reached; None where one statement has both."""
    for mine, yours in zip(first.trail, second.trail, strict=False):
        if mine is not yours:
            return mine, yours
    return None


def called_by(first: Event, second: Event) -> ast.stmt | None:
    """The statement with the call by which `second` comes after `first`, where it stands in another function."""
    common = sum(1 for mine, yours in zip(first.trail, second.trail, strict=False) if mine is yours)
    after = second.trail[max(common - 1, 0) :]
    for outer, inner in pairwise(after):
        if not outer.lineno <= inner.lineno <= (outer.end_lineno or 0):
            return outer
    return None
