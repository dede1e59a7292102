"""Methods that Pillow's drawings and fonts lost, where a variable surely holds one."""

import ast
import re
from collections.abc import Iterator
from functools import cache

from tfgpu_migrate.index.index import Index
from tfgpu_migrate.index.scopes import Names, Occurrence
from tfgpu_migrate.index.symbols import Symbol
from tfgpu_migrate.index.uses import Use
from tfgpu_migrate.libraries.table import rows, symbols_below
from tfgpu_migrate.source import Source

_FONT = "PIL.ImageFont.FreeTypeFont"
_MAKERS = {
    "PIL.ImageDraw.Draw": "PIL.ImageDraw.ImageDraw",
    "PIL.ImageFont.load_default": _FONT,
    "PIL.ImageFont.truetype": _FONT,
}


@cache
def _methods() -> frozenset[str]:
    return frozenset(old.rpartition(".")[2] for old in symbols_below(*_MAKERS.values()))


def names_drawings(text: str) -> bool:
    """Whether a text may call one of these methods."""
    return "PIL" in text and any(f".{method}(" in text and not asks_for(text, method) for method in _methods())


def asks_for(text: str, method: str) -> bool:
    """Whether the text asks some object for the method before it calls it."""
    return re.search(rf"hasattr\([^()]*[\"']{method}[\"']", text) is not None


def drawing_uses(source: Source, index: Index) -> Iterator[Use]:
    """The calls of these methods."""
    made = {id(use.statement): _MAKERS[use.path] for use in index.uses if use.path in _MAKERS and _is_assigned(use)}
    names = {name for use in index.uses if id(use.statement) in made for name in _target(use.statement)}
    for found in Names(source, names).occurrences if names else ():
        kinds = _kinds(found, made) if found.attributes and found.attributes[-1] in _methods() else set()
        if len(kinds) != 1 or len(found.attributes) != 1:
            continue
        (kind,), method = kinds, found.attributes[0]
        path = f"{kind}.{method}"
        start, end = source.span(found.chain)
        if path in rows():
            yield Use(
                Symbol("library", path), path, start, end, found.name.id, found.attributes, found.chain, found.parent,
                found.statement, found.scope, kind, False, False,
            )  # fmt: skip


def _is_assigned(use: Use) -> bool:
    """Whether the use makes the whole value of `name = Draw(...)`."""
    return bool(_target(use.statement)) and getattr(use.statement, "value", None) is use.call_node


def _target(statement: ast.stmt) -> list[str]:
    targets = statement.targets if isinstance(statement, ast.Assign) else []
    return [one.id for one in targets if isinstance(one, ast.Name)] if len(targets) == 1 else []


def _kinds(found: Occurrence, made: dict[int, str]) -> set[str]:
    """What the variable holds, by everything that binds it."""
    owner = found.scope.owner(found.name.id)
    return {made.get(id(one.statement), "") for one in owner.bindings[found.name.id]} if owner else set()
