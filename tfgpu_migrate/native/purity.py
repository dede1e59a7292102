"""Calls of plain Python that may move into a function: they give the same there, whenever it is traced."""

from __future__ import annotations

import ast

from tfgpu_migrate.index.index import Index
from tfgpu_migrate.native.expressions import Reading
from tfgpu_migrate.native.model import Refused

_BUILTINS = frozenset(
    ("abs", "bool", "float", "int", "len", "list", "max", "min", "range", "round", "str", "sum", "tuple")
)
_MODULES = frozenset(("math", "numpy"))
# What NumPy's functions begin with that read its settings, a file, or memory that nobody has written.
_LATE = ("array2string", "array_repr", "array_str", "empty", "from", "gen", "get", "load", "memmap", "random", "set")
_METHODS = frozenset(("astype", "copy", "flatten", "format", "max", "mean", "min", "ravel", "reshape", "std", "sum"))


def must_be_pure(reading: Reading, index: Index) -> None:
    """Raise Refused where what runs in the session calls Python that would give something else in a function."""
    impure = next((one for one in reading.calls if _is_impure(one, index)), None)
    if impure is not None:
        raise Refused(impure, "a call of Python would run anew in each function")


def _is_impure(node: ast.Call, index: Index) -> bool:
    """Whether a call of plain Python may draw, change something or depend on when it is made."""
    callee = node.func
    if isinstance(callee, ast.Name):
        return callee.id not in _BUILTINS
    names = list[str]()
    while isinstance(callee, ast.Attribute):
        names.append(callee.attr)
        callee = callee.value
    if any(one.startswith(_LATE) for one in names):
        return True
    imported = {
        (alias.asname or alias.name)
        for one in index.import_statements
        if isinstance(one, ast.Import)
        for alias in one.names
        if alias.name in _MODULES
    }
    if isinstance(callee, ast.Name) and callee.id in imported:
        return False
    return names[0] not in _METHODS if names else True
