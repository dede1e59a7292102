"""Ways through CPython's tree: which fields of a node hold code, its statements, and all that is in it."""

import ast
from bisect import bisect_left
from collections.abc import Iterator, Sequence

# Fields without code.
_LEAVES = frozenset("ctx op ops type_comment kind id attr conversion level simple is_async type_ignores".split())
_BLOCKS = ("body", "orelse", "finalbody", "handlers", "cases")
_FIELDS: dict[type[ast.AST], tuple[str, ...]] = {
    kind: tuple(name for name in kind._fields if name not in _LEAVES)
    for kind in vars(ast).values()
    if isinstance(kind, type) and issubclass(kind, ast.AST)
}
_FIELDS[ast.Constant] = ()
# What holds statements, handlers or cases; `body` of a lambda or a conditional expression is no statement.
_HOLDS: dict[type[ast.AST], tuple[str, ...]] = {
    kind: tuple(name for name in _BLOCKS if name in kind._fields and kind not in (ast.Lambda, ast.IfExp))
    for kind in _FIELDS
}
# The same without `handlers` and `cases`, and all other fields with code.
BLOCKS_OF = {kind: tuple(name for name in names if name not in ("handlers", "cases")) for kind, names in _HOLDS.items()}
EXPRESSIONS_OF = {kind: tuple(name for name in names if name not in BLOCKS_OF[kind]) for kind, names in _FIELDS.items()}
_HOLDS_LAST_FIRST = {kind: names[::-1] for kind, names in _HOLDS.items()}
_DECORATED = frozenset(kind for kind in _FIELDS if "decorator_list" in kind._fields)
_BEYOND = 1 << 60  # a line that no file has


def up_to_end(lines: Sequence[int]) -> list[int]:
    """Line numbers as `standing_on` takes them: one that no file has behind them."""
    return [*lines, _BEYOND]


def standing_on(block: Sequence[ast.stmt], lines: Sequence[int]) -> list[ast.stmt]:
    """The statements of a block that stand on one of these lines (in order, `up_to_end`), their decorators included."""
    found = []
    for node in block:
        first = node.lineno
        if type(node) in _DECORATED and node.decorator_list:  # type: ignore[attr-defined]
            first = node.decorator_list[0].lineno  # type: ignore[attr-defined]
        if lines[bisect_left(lines, first)] <= node.end_lineno:  # type: ignore[operator]
            found.append(node)
    return found


def statements_on(tree: ast.AST, lines: Sequence[int]) -> Iterator[ast.stmt]:
    """The statements that stand on one of these lines (in order), in source order, outer ones first."""
    if not lines:
        return
    lines, stack = up_to_end(lines), [tree]
    while stack:
        node = stack.pop()
        if node is not tree and isinstance(node, ast.stmt):
            yield node
        for name in _HOLDS_LAST_FIRST[type(node)]:
            block = getattr(node, name)
            stack.extend(reversed(block if name in ("handlers", "cases") else standing_on(block, lines)))


def holders(tree: ast.AST) -> Iterator[tuple[ast.AST, ast.AST, str]]:
    """Every statement, `except` handler and `case` below `tree` in source order, with its holder and field."""
    stack: list[tuple[ast.AST, ast.AST, str]] = [(tree, tree, "")]
    while stack:
        node, holder, name = stack.pop()
        if node is not tree:
            yield node, holder, name
        for block in _HOLDS_LAST_FIRST[type(node)]:
            stack.extend((child, node, block) for child in reversed(getattr(node, block)))


def holder_of_each(tree: ast.AST) -> dict[int, tuple[ast.AST, str]]:
    """What `holders` tells, by the id of the statement, handler or case; without a step of Python for each of them."""
    found: dict[int, tuple[ast.AST, str]] = {}
    stack = [tree]
    while stack:
        node = stack.pop()
        for name in _HOLDS[type(node)]:
            block = getattr(node, name)
            found.update(dict.fromkeys(map(id, block), (node, name)))
            stack += [one for one in block if _HOLDS[type(one)]]
    return found


def children(node: ast.AST) -> list[ast.AST]:
    """As `ast.iter_child_nodes`, but for what only says how (`Load`, `Add`): a list, made several times as fast."""
    found: list[ast.AST] = []
    for name in _FIELDS[type(node)]:
        child = getattr(node, name, None)
        if type(child) is list:
            found += [one for one in child if isinstance(one, ast.AST)]
        elif isinstance(child, ast.AST):
            found.append(child)
    return found


def walk(tree: ast.AST) -> list[ast.AST]:
    """As `ast.walk`, with the nodes that `children` has."""
    found = [tree]
    for node in found:  # which grows meanwhile
        found += children(node)
    return found


def own_nodes(statement: ast.stmt) -> Iterator[tuple[ast.AST, ast.AST]]:
    """The nodes of a statement, but not of those in it, in order and outer ones first, each with its parent.

    A statement is its own.
    """
    stack: list[tuple[ast.AST, ast.AST]] = [(statement, statement)]
    while stack:
        node, parent = stack.pop()
        yield node, parent
        stack += [(child, node) for child in reversed(children(node)) if not isinstance(child, ast.stmt)]
