"""A statement moved up, with what it needs, above one that must not come before it; only where nothing can notice."""

import ast
from collections.abc import Sequence

from tfgpu_migrate.context import Context
from tfgpu_migrate.edit.diagnostics import Edit
from tfgpu_migrate.edit.statements import has_own_line, start_of
from tfgpu_migrate.index.index import Index
from tfgpu_migrate.placement.setters import PHYSICAL_LISTS, SETTERS
from tfgpu_migrate.placement.steady import are_steady, is_harmless, may_change_objects, names_of

_COMPOUND = (ast.For, ast.If, ast.Try, ast.With)
_LEAVES = (ast.Return, ast.Continue, ast.Break)
# Calls whose value does not depend on what ran before.
_LISTINGS = (
    *PHYSICAL_LISTS,
    "config.experimental.VirtualDeviceConfiguration",
    "config.LogicalDeviceConfiguration",
)


def hoist(context: Context, statement: ast.stmt, above: ast.stmt) -> list[Edit] | None:
    """Edits that move `statement`, of the same block, above `above`; None where something might notice."""
    index = context.index
    block = index.block(statement)
    if above not in block or statement not in block or not _plain_calls(index, statement):
        return None
    between = block[block.index(above) : block.index(statement)]
    moved = _with_its_needs(index, statement, between)
    if moved is None or "environ" in _text(index, between[0], between[-1]) or _write_variables(context, between):
        return None
    if not all(has_own_line(index, one) for one in (*moved, above)) or _is_noticed(index, moved, between):
        return None
    if _is_seen_elsewhere(index, moved):
        return None
    staying = [one for one in between if one not in moved]
    if any(_configures(index, one) for one in staying):
        return None  # that one moves first, so that they keep their order
    if _prints(statement) and any(_calls_others(index, one) for one in staying):
        return None
    helpers = _helpers(index, statement)
    if any(one.lineno > above.lineno for one in helpers):
        return None
    if any(may_change_objects(index, one) for one in staying) and not are_steady(index, moved, helpers):
        return None
    return [_insertion(index, moved, above), *(_removal(index, one) for one in moved)]


def _write_variables(context: Context, statements: Sequence[ast.stmt]) -> bool:
    """Whether statements write environment variables by way of functions of the file."""
    events = (event for line in context.timelines for event in line if event.variable)
    return any(statement in event.trail for event in events for statement in statements)


def _with_its_needs(index: Index, statement: ast.stmt, between: Sequence[ast.stmt]) -> list[ast.stmt] | None:
    """The statement, behind the listings of devices in between that it reads; None where it reads anything else."""
    moved, wanted = [statement], names_of(index, statement).read
    for helper in _helpers(index, statement):
        wanted |= names_of(index, helper).read
    for one in reversed(between):
        if not names_of(index, one).bound & wanted:
            continue
        if not _is_listing(index, one):
            return None
        moved.insert(0, one)
        wanted |= names_of(index, one).read
    return moved


def _is_listing(index: Index, statement: ast.stmt) -> bool:
    """`gpus = tf.config.list_physical_devices("GPU")`."""
    if not isinstance(statement, ast.Assign) or not all(isinstance(one, ast.Name) for one in statement.targets):
        return False
    use = index.calls.get(id(statement.value))
    return use is not None and use.symbol in _LISTINGS


def _is_noticed(index: Index, moved: Sequence[ast.stmt], between: Sequence[ast.stmt]) -> bool:
    """Whether a statement that stays binds what moves reads or binds, or reads it before it was bound."""
    bound = frozenset[str]().union(*(names_of(index, one).bound for one in moved))
    read = frozenset[str]().union(*(names_of(index, one).read for one in moved))
    inside = frozenset[str]().union(*(names_of(index, one).bound for one in moved[:-1]))
    for one in between:
        if one in moved:
            continue
        names = names_of(index, one)
        if "*" in names.bound or names.bound & (bound | read) or names.read & (bound - inside):
            return True
        earlier = frozenset[str]().union(
            *(names_of(index, later).bound for later in moved if later.lineno > one.lineno)
        )
        if names.read & earlier:
            return True
    return False


def _is_seen_elsewhere(index: Index, moved: Sequence[ast.stmt]) -> bool:
    """Whether another function names a variable that these statements bind, which has had another value before."""
    inside = {id(node) for one in moved for node in ast.walk(one)}
    names = index.variables(frozenset[str]().union(*(names_of(index, one).bound for one in moved)))
    here = {found.scope.function for found in names.occurrences if id(found.name) in inside}
    for found in names.occurrences:
        owner = found.scope.owner(found.name.id) if found.scope.function not in here else None
        if owner is None or not any(id(one.target) in inside for one in owner.bindings[found.name.id]):
            continue
        if any(id(one.target) not in inside for one in owner.bindings[found.name.id]):
            return True
    return False


def _plain_calls(index: Index, statement: ast.stmt) -> bool:
    """Whether a statement calls nothing but TensorFlow, harmless builtins and functions of the file that do no more."""
    helpers = {id(call) for call in _calls_of_functions(index, statement)}
    leaves = any(isinstance(node, _LEAVES) for node in ast.walk(statement))
    plain = all(_calls_nothing_else(index, one, set()) for one in _helpers(index, statement))
    return not leaves and plain and _calls_nothing_else(index, statement, helpers)


def _calls_nothing_else(index: Index, node: ast.AST, allowed: set[int]) -> bool:
    known = index.calls.keys() | allowed
    calls = (one for one in ast.walk(node) if isinstance(one, ast.Call) and id(one) not in known)
    others = (ast.Yield, ast.YieldFrom, ast.Await, ast.Import, ast.ImportFrom, ast.Global, ast.Nonlocal)
    return all(is_harmless(index, one) for one in calls) and not any(isinstance(x, others) for x in ast.walk(node))


def _helpers(index: Index, statement: ast.stmt) -> list[ast.FunctionDef]:
    """The functions at the top of the file that a statement calls by name."""
    named = {call.func.id for call in _calls_of_functions(index, statement) if isinstance(call.func, ast.Name)}
    return [one for one in index.tree.body if isinstance(one, ast.FunctionDef) and one.name in named]


def _calls_of_functions(index: Index, statement: ast.stmt) -> list[ast.Call]:
    """The calls of functions that stand once, undecorated, at the top of the file."""
    top = [one for one in index.tree.body if isinstance(one, ast.FunctionDef)]
    names = [one.name for one in top if not one.decorator_list]
    calls = (one for one in ast.walk(statement) if isinstance(one, ast.Call) and isinstance(one.func, ast.Name))
    return [one for one in calls if isinstance(one.func, ast.Name) and names.count(one.func.id) == 1]


def _configures(index: Index, statement: ast.stmt) -> bool:
    """Whether a statement configures devices itself."""
    called = (index.calls.get(id(node)) for node in ast.walk(statement))
    return any(use is not None and use.symbol in SETTERS for use in called)


def _prints(node: ast.AST) -> bool:
    """Whether a statement prints, but for what it says of an error: that error is what moving it prevents."""
    if isinstance(node, ast.ExceptHandler):
        return False
    called = isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "print"
    return called or any(map(_prints, ast.iter_child_nodes(node)))


def _calls_others(index: Index, statement: ast.stmt) -> bool:
    """Whether a statement calls what is not TensorFlow's: it may print too."""
    return any(isinstance(node, ast.Call) and id(node) not in index.calls for node in ast.walk(statement))


def _text(index: Index, first: ast.stmt, last: ast.stmt) -> str:
    return index.source.text[start_of(index.source, first) : index.source.span(last)[1]]


def _head(index: Index, statement: ast.stmt) -> int:
    """Offset of the line of a statement, or of the comment that stands directly above it."""
    source = index.source
    start = source.line_start(start_of(source, statement))
    while start and source.location(start - 1)[0] in source.comment_lines:
        start = source.line_start(start - 1)
    return start


def _insertion(index: Index, moved: Sequence[ast.stmt], above: ast.stmt) -> Edit:
    source = index.source
    parts = [source.text[_head(index, one) : source.next_line(source.span(one)[1])] for one in moved]
    text = "".join(part if part.endswith(("\n", "\r")) else part + source.newline for part in parts)
    gap = source.newline if isinstance(moved[-1], _COMPOUND) else ""
    return Edit(_head(index, above), "", text + gap)


def _removal(index: Index, statement: ast.stmt) -> Edit:
    """Cut a statement with its lines; of the blank lines around it those above stay."""
    source = index.source
    start, end = _head(index, statement), source.next_line(source.span(statement)[1])
    if source.blank_lines_before(start):
        end += len("".join(source.blank_lines_after(end)))
    return Edit(start, source.text[start:end], "")
