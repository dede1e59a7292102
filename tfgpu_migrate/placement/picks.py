"""Single GPUs taken out of a list of GPUs, `gpus[0]`, and whether the code there knows that the list may be empty."""

import ast
from collections.abc import Iterator
from typing import NamedTuple

from tfgpu_migrate.index.contexts import catches, only_loads
from tfgpu_migrate.index.index import Index
from tfgpu_migrate.placement.setters import LOGICAL_LISTS, PHYSICAL_LISTS, VISIBLE_LISTS
from tfgpu_migrate.placement.timeline import is_script_guard

LISTS = (*PHYSICAL_LISTS, *LOGICAL_LISTS, *VISIBLE_LISTS)
_LEAVES = frozenset(("_exit", "abort", "exit", "fail", "quit", "skip", "skipTest"))


class Pick(NamedTuple):
    """One element of a list of GPUs: `node` is `gpus[0]`, `listed` is `gpus`; `number` is None for a computed index."""

    node: ast.Subscript
    statement: ast.stmt
    listed: ast.expr
    number: int | None
    name: str  # of the list; "" where it is not kept in a name


def picks(index: Index) -> list[Pick]:
    """The elements taken out of `tf.config.list_physical_devices("GPU")` and the like, kept in a name or not."""
    return sorted(_picks(index), key=lambda pick: (pick.node.lineno, pick.node.col_offset))


def _picks(index: Index) -> Iterator[Pick]:
    for use in index.of(*LISTS):
        call = use.call_node
        if call is None or not _asks_for_gpus(call) or index.is_guarded(use):
            continue
        parent = index.parent(use.statement, call)
        if isinstance(parent, ast.Subscript):
            yield from _pick(parent, use.statement, call, "")
        for load in only_loads(index, use.statement, call) or ():
            if isinstance(load.parent, ast.Subscript) and load.chain is load.parent.value and not load.attributes:
                yield from _pick(load.parent, load.statement, load.chain, load.name.id)


def _pick(node: ast.Subscript, statement: ast.stmt, listed: ast.expr, name: str) -> Iterator[Pick]:
    match node.slice:
        case ast.Constant(value=int(number)):
            yield Pick(node, statement, listed, number, name)
        case ast.UnaryOp(op=ast.USub(), operand=ast.Constant(value=1)):
            yield Pick(node, statement, listed, -1, name)
        case ast.Call() | ast.Attribute():
            yield Pick(node, statement, listed, None, name)


def _asks_for_gpus(call: ast.Call) -> bool:
    given = [*call.args, *(one.value for one in call.keywords)]
    return len(given) == 1 and isinstance(given[0], ast.Constant) and given[0].value == "GPU"


def is_guarded(index: Index, pick: Pick) -> bool:
    """Whether the author decided when the element is taken: an `if` or a loop around it, a test before, a handler."""
    return _under_condition(index, pick) or _after_check(index, pick)


def _under_condition(index: Index, pick: Pick) -> bool:
    decides = (ast.IfExp, ast.BoolOp, ast.comprehension, ast.ListComp, ast.Lambda)
    if any(isinstance(one, decides) for one in index.path_to(pick.statement, pick.node)):
        return True
    for holder, block in index.holders(pick.statement):
        if isinstance(holder, (ast.While, ast.For, ast.AsyncFor, ast.Match)):
            return True
        if isinstance(holder, ast.If) and not is_script_guard(holder):
            return True
        handlers = holder.handlers if isinstance(holder, ast.Try) and block == "body" else ()
        if any(catches(one, "IndexError", "LookupError") for one in handlers):
            return True
    return isinstance(pick.statement, (ast.If, ast.While)) and _mentions(pick.statement.test, pick.name)


def _after_check(index: Index, pick: Pick) -> bool:
    """`assert gpus`, `if not gpus: return`, or another early way out that asks for GPUs, before the element."""
    names = _derived(index, pick.name)
    statement: ast.AST = pick.statement
    while True:
        for earlier in index.block(statement):
            if earlier is statement:
                break
            leaves = isinstance(earlier, ast.Assert) or (isinstance(earlier, ast.If) and _leaves(earlier))
            if leaves and _asks(index, earlier.test, names):  # type: ignore[attr-defined]
                return True
        holder = next(index.holders(statement))[0]
        if isinstance(holder, (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef, ast.Module)):
            return False
        statement = holder


def _derived(index: Index, name: str) -> frozenset[str]:
    """The name of a list and those that are assigned from it: `count = len(gpus)`."""
    reads = index.variables([name]).occurrences if name else []
    assigned = (target for one in reads for target in getattr(one.statement, "targets", ()))
    return frozenset((name, *(target.id for target in assigned if isinstance(target, ast.Name))))


def _asks(index: Index, test: ast.expr, names: frozenset[str]) -> bool:
    start, end = index.source.span(test)
    named = any(isinstance(one, ast.Name) and one.id in names for one in ast.walk(test))
    return named or any(word in index.source.text[start:end].lower() for word in ("gpu", "cuda", "device"))


def _leaves(branch: ast.If) -> bool:
    last = branch.body[-1]
    if isinstance(last, (ast.Return, ast.Raise, ast.Continue, ast.Break)):
        return True
    called = last.value.func if isinstance(last, ast.Expr) and isinstance(last.value, ast.Call) else None
    name = getattr(called, "attr", getattr(called, "id", ""))
    return name in _LEAVES


def _mentions(node: ast.AST, name: str) -> bool:
    return any(isinstance(one, ast.Name) and one.id == name for one in ast.walk(node))
