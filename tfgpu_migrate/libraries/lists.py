"""Lists of numbers that models of Keras are given: Keras 3 takes arrays, and lists of arrays as several inputs."""

import ast
from collections.abc import Iterator
from itertools import chain
from typing import NamedTuple

from tfgpu_migrate.index.bound import values_of
from tfgpu_migrate.index.index import Index
from tfgpu_migrate.index.nodes import own_nodes, statements_on
from tfgpu_migrate.index.scopes import Names
from tfgpu_migrate.index.symbols import Symbol
from tfgpu_migrate.index.uses import Use
from tfgpu_migrate.libraries.models import is_method_of_model
from tfgpu_migrate.source import Source

LISTS = "Model.lists"
# The arguments of each method that are data, in order (Keras 3.15, `Model`).
_DATA = {
    "fit": ("x", "y"),
    "evaluate": ("x", "y"),
    "predict": ("x",),
    "train_on_batch": ("x", "y", "sample_weight"),
    "test_on_batch": ("x", "y", "sample_weight"),
    "predict_on_batch": ("x",),
}
_MORE = ("sample_weight", "validation_data")  # by keyword
_CALLS = tuple(f".{name}(" for name in _DATA)


def names_data(text: str) -> bool:
    """Whether a text may give data to a model of Keras."""
    return "keras" in text and any(call in text for call in _CALLS)


def list_uses(source: Source) -> Iterator[Use]:
    """What may be a list of numbers where such a method is given data: `node` is that, `parent` the call."""
    scope = Names(source, ()).module
    for statement in statements_on(source.tree, source.lines_with(_CALLS)):
        for call, _ in own_nodes(statement):
            if isinstance(call, ast.Call) and isinstance(call.func, ast.Attribute) and call.func.attr in _DATA:
                for node in _given(call, call.func.attr):
                    start, end = source.span(node)
                    yield Use(
                        Symbol("library", LISTS), LISTS, start, end, "", (), node, call, statement, scope, LISTS,
                        through_alias=False, editable=True,
                    )  # fmt: skip


def _given(call: ast.Call, method: str) -> Iterator[ast.expr]:
    """The data of a call, that of `validation_data=(x, y)` included, which is written as a list or a name."""
    names = _DATA[method]
    named = [(one.arg, one.value) for one in call.keywords if one.arg in (*names, *_MORE)]
    starred = next((at for at, one in enumerate(call.args) if isinstance(one, ast.Starred)), len(call.args))
    for name, value in chain(zip(names, call.args[:starred], strict=False), named):
        is_pair = name == "validation_data" and isinstance(value, (ast.Tuple, ast.List))
        for one in value.elts if is_pair and isinstance(value, (ast.Tuple, ast.List)) else [value]:
            if isinstance(one, (ast.List, ast.Tuple, ast.Name)):
                yield one


class Given(NamedTuple):
    """A list of numbers, or of lists of them, that a method of a model is given."""

    method: str
    is_flat: bool  # has no lists in it
    is_even: bool  # an array can be made of it: the lists in it are equally long, at each depth


def numbers_given(index: Index, use: Use) -> Given | None:
    """What a use is given, written there or under a name that nothing else is bound to; None where it is no such list.

    None, too, where it cannot be told that the object is a model.
    """
    call, node = use.parent, use.node
    if (
        not isinstance(call, ast.Call)
        or not isinstance(call.func, ast.Attribute)
        or not is_method_of_model(index, call)
    ):
        return None
    match values_of(index, node) if isinstance(node, ast.Name) else [node]:
        case [ast.List() | ast.Tuple() as listed] if _is_of_numbers(listed):
            is_flat = all(not isinstance(one, (ast.List, ast.Tuple)) for one in listed.elts)
            return Given(call.func.attr, is_flat, _shape(listed) is not None)
    return None


def _shape(node: ast.expr) -> tuple[int, ...] | None:
    if not isinstance(node, (ast.List, ast.Tuple)):
        return ()
    first, *others = [_shape(one) for one in node.elts]
    return None if first is None or any(one != first for one in others) else (len(node.elts), *first)


def _is_of_numbers(node: ast.List | ast.Tuple) -> bool:
    return bool(node.elts) and all(
        _is_of_numbers(one) if isinstance(one, (ast.List, ast.Tuple)) else _is_number(one) for one in node.elts
    )


def _is_number(node: ast.expr) -> bool:
    match node:
        case ast.Constant(value=bool()):
            return False
        case ast.Constant(value=int() | float()):
            return True
        case ast.UnaryOp(op=ast.USub(), operand=operand):
            return _is_number(operand)
        case ast.BinOp(left=left, right=right):
            return _is_number(left) and _is_number(right)
    return False


def numpy_name(source: Source, use: Use) -> str | None:
    """What a module calls NumPy everywhere: bound once, by an import that stands alone, above a use."""
    line = source.location(use.start)[0]
    imports = (one for one in source.tree.body if isinstance(one, ast.Import) and one.lineno < line)
    aliases = (alias for one in imports for alias in one.names if alias.name == "numpy")
    name = next((alias.asname or alias.name for alias in aliases), None)
    if name is None:
        return None
    bound = [one for scope in Names(source, (name,)).scopes for one in scope.bindings.get(name, ())]
    return name if len(bound) == 1 else None
