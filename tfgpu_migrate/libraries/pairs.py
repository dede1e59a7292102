"""Lists of pairs that a file passes on to be made an array, and takes apart again: `zip(*batch)`."""

import ast
import builtins
import re
from collections.abc import Iterator

from tfgpu_migrate.index.nodes import statements_on, walk
from tfgpu_migrate.index.scopes import Names
from tfgpu_migrate.index.symbols import Symbol
from tfgpu_migrate.index.uses import Use
from tfgpu_migrate.source import Source

PAIRS = "pairs.passed"
_UNZIPPED = re.compile(r"zip\(\s*\*\s*(\w+)\s*\)")


def names_pairs(text: str) -> bool:
    """Whether a text may do so."""
    return "list(zip(" in text and "zip(*" in text


def pair_uses(source: Source) -> Iterator[Use]:
    """The lists of pairs in calls whose results a loop takes apart again.

    A function of the file counts where it makes an array of what it gets, one of another module always.
    """
    unzipped = set(_UNZIPPED.findall(source.text))
    scope = Names(source, ()).module
    for statement in statements_on(source.tree, source.lines_with(["list(zip("])):
        call = _called(statement)
        pairs = next((one for one in call.args if _is_pairs(one)), None) if call is not None else None
        if call is None or pairs is None or not _may_make_array(source, call, pairs):
            continue
        if unzipped & _items(source.text, statement):
            start, end = source.span(pairs)
            yield Use(
                Symbol("library", PAIRS), PAIRS, start, end, "", (), pairs, call, statement, scope, PAIRS,
                through_alias=False, editable=True,
            )  # fmt: skip


def _called(statement: ast.stmt) -> ast.Call | None:
    match statement:
        case ast.Assign(targets=[ast.Name()], value=ast.Call() as call) | ast.For(iter=ast.Call() as call):
            return call
    return None


def _is_pairs(node: ast.expr) -> bool:
    match node:
        case ast.Call(func=ast.Name(id="list"), args=[ast.Call(func=ast.Name(id="zip"), args=[_, _, *_])]):
            return True
    return False


def _items(text: str, statement: ast.stmt) -> set[str]:
    """What loops call an item of the result of a statement."""
    match statement:
        case ast.For(target=ast.Name(id=name)):
            return {name}
        case ast.Assign(targets=[ast.Name(id=name)]):
            return set(re.findall(rf"for\s+(\w+)\s+in\s+{name}\b", text))
    return set()


def _may_make_array(source: Source, call: ast.Call, pairs: ast.expr) -> bool:
    if not isinstance(call.func, ast.Name):
        return isinstance(call.func, ast.Attribute)
    defined = [one for one in walk(source.tree) if isinstance(one, ast.FunctionDef) and one.name == call.func.id]
    if not defined:
        return not hasattr(builtins, call.func.id)
    parameters = defined[-1].args.args
    place = call.args.index(pairs)
    start, end = source.span(defined[-1])
    made = place < len(parameters) and re.search(rf"array\(\s*{parameters[place].arg}\s*\)", source.text[start:end])
    return bool(made)
