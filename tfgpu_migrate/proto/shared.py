"""Protos that another function takes: whether all of them is set before that function can run."""

import ast
import re
from collections.abc import Sequence

from tfgpu_migrate.index.index import Index
from tfgpu_migrate.index.mode import is_script
from tfgpu_migrate.index.scopes import Argument, Occurrence
from tfgpu_migrate.proto.life import Problem, Proto, Write
from tfgpu_migrate.proto.places import class_of
from tfgpu_migrate.proto.results import own_calls

LOOPS = (ast.For, ast.While, ast.AsyncFor)


def shared_problem(index: Index, proto: Proto, live: Sequence[Write]) -> Problem | None:
    """Why the session in another function might not find what the file sets; None where it surely does.

    What stands at the level of a module runs at import. A script may configure its process there, a library may not.
    """
    use = proto.first.use
    taker = next(one for one in proto.consumptions if one.elsewhere)
    if use.scope.function.kind in ("module", "class") and not is_script(index):
        line = index.source.named_line(taker.use.start)
        reason = f"importing this file would configure the process for the session on {line}: build it there"
        return Problem(use.start, use.end, reason)
    home = class_of(index, use.scope.function.node) or use.scope.function.node
    varies = next((write for write in live if not write.value.is_literal), None)
    once = isinstance(use.scope.function.node, (ast.Module, ast.ClassDef))
    if varies is not None and not once and times_called(index, home) > 1:
        reason = "it is built more than once, and its session is opened in another function"
        return Problem(varies.start, varies.end, reason)
    built = (*proto.definitions, *(one.statement for one in proto.constructs), *(write.statement for write in live))
    lines = [one.lineno for one in built]
    for call in own_calls(index, _between(index, built[0], min(lines), max(lines))):
        if not _is_written(index, call, live):
            start, end = index.source.span(call)
            return Problem(start, end, "this call may open its session before all of it is set")
    return None


def _between(index: Index, statement: ast.stmt, first: int, last: int) -> list[ast.AST]:
    """The nodes on the lines from the first statement that builds a proto to the last one, functions left out."""
    found, stack = list[ast.AST](), list[ast.AST](index.block(statement))
    while stack:
        node = stack.pop()
        if isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef, ast.Lambda)):
            continue
        if first <= getattr(node, "lineno", first) <= last:
            found.append(node)
        stack.extend(ast.iter_child_nodes(node))
    return found


def _is_written(index: Index, call: ast.Call, live: Sequence[Write]) -> bool:
    """Whether the call is a value that a field is set to, or what brings the proto."""
    start, end = index.source.span(call)
    return any(write.start <= start and end <= write.end for write in live)


def times_called(index: Index, function: ast.AST) -> int:
    """How often the file calls a function or a method of its name, or makes an object of a class, as far as its text
    tells; twice in a loop, or where it is passed on to be called.
    """
    name = getattr(function, "name", "")
    defined = isinstance(function, ast.FunctionDef) or (isinstance(function, ast.ClassDef) and bool(function.bases))
    written = len(re.findall(rf"\b{name}[ \t]*\(", index.source.text)) - defined
    found = [one for one in index.variables([name]).occurrences if isinstance(one.name.ctx, ast.Load)]
    looped = any(_is_in_loop(index, one) for one in found)
    return written + looped + 2 * any(_is_passed_on(one) for one in found)


def _is_in_loop(index: Index, found: Occurrence) -> bool:
    holders = (found.statement, *index.all_holders(found.statement))
    return found.scope.kind == "comprehension" or any(isinstance(one, LOOPS) for one in holders)


def _is_passed_on(found: Occurrence) -> bool:
    """Whether a function is an argument; not of `app.run(main)` or `Thread(target=main)`, which call it once."""
    if not isinstance(found.parent, Argument) or found.attributes:
        return False
    once = getattr(found.parent.call.func, "attr", "") == "run" or found.parent.keyword in ("main", "target")
    return not once
