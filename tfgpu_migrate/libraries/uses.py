"""Where a file names what a library or Python itself no longer has; looked for only where the text names it."""

import ast
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cache

from tfgpu_migrate.index.index import Index
from tfgpu_migrate.index.nodes import own_nodes, statements_on
from tfgpu_migrate.index.scopes import Names
from tfgpu_migrate.index.symbols import Imported, Symbol, imported
from tfgpu_migrate.index.uses import Use
from tfgpu_migrate.libraries.drawing import asks_for, drawing_uses, names_drawings
from tfgpu_migrate.libraries.histories import history_uses, names_metrics
from tfgpu_migrate.libraries.lists import list_uses, names_data
from tfgpu_migrate.libraries.pairs import names_pairs, pair_uses
from tfgpu_migrate.libraries.rates import names_rates, rate_uses
from tfgpu_migrate.libraries.table import METHODS_OF, keywords, packages, row_of, rows, symbols_below
from tfgpu_migrate.source import Source

# What no import tells: whether a text may do such a thing, and where it does.
_FINDERS = ((names_metrics, history_uses), (names_pairs, pair_uses), (names_rates, rate_uses), (names_data, list_uses))
_VERSION_PACKAGES = ("sys", "six", "platform")  # whose names tell Python 2 from Python 3


@dataclass(frozen=True, eq=False)
class LibraryUses:
    """The uses in one file, and the index of their packages (of TensorFlow where there are none)."""

    index: Index
    uses: tuple[Use, ...]


def library_uses(index: Index) -> LibraryUses:
    """Every place that names something of the table, in source order; `index` is the one of TensorFlow."""
    source, text = index.source, index.source.text
    imports = [found for statement in index.import_statements for found in imported(statement, packages())]
    builtins, methods = _named(source, _builtins()), _named(source, _method_calls())
    methods = {name for name in methods if rows()[_methods_by_name()[name]].keyword in text}
    builtins -= _imported_names(index) if builtins else set()
    found = [*(_unbound(source, builtins) if builtins else ()), *(_methods(source, methods) if methods else ())]
    found += [use for may_name, uses in _FINDERS if may_name(text) for use in uses(source)]
    drawings = names_drawings(text)
    unnamed = keywords() - source.words
    roots = {one.path.partition(".")[0] for one in imports if drawings or _is_hit(source, one, unnamed)}
    if not (found or roots):
        return LibraryUses(index, ())
    index = Index(source, (*sorted(roots), *_VERSION_PACKAGES))
    given = {use.path for use in index.uses if use.is_assigned}  # `np.bool = bool` gives the name back
    found += [use for use in index.uses if (row := row_of(use.path)) is not None and row.old not in given]
    if drawings:
        found += drawing_uses(source, index)
    return LibraryUses(index, tuple(sorted(found, key=lambda use: (use.start, use.end))))


@cache
def _builtins() -> dict[str, str]:
    """How the builtins of the table stand in code.

    Most texts hold some of these words as English; only names of code are followed by one of these characters. That it
    is no attribute and no part of a longer name is asked behind the name: so a search looks for its letters first.
    """
    names = [old.partition(".")[2] for old in symbols_below("builtins")]
    return {name: rf"{name}(?<![\w.]{name})\s*[(),\]:]" for name in names}


# How many arguments a call has that means the method of the table; none where it is not said, any for a model.
_ARGUMENTS = {"has_key": 1, "itemset": 2}
_OF_MODELS = frozenset(old.partition(".")[2] for old in symbols_below("Model"))


@cache
def _methods_by_name() -> dict[str, str]:
    """The methods of the table with their rows' names."""
    return {old.partition(".")[2]: old for old in symbols_below(*METHODS_OF)}


@cache
def _method_calls() -> dict[str, str]:
    """How calls of the methods of the table stand in code."""
    return {
        name: rf"\.\s*{name}\s*\({'' if name in _ARGUMENTS or name in _OF_MODELS else ' *[)]'}"
        for name in _methods_by_name()
    }


def _named(source: Source, codes: Mapping[str, str]) -> set[str]:
    """The names that stand in the text as code, and that it does not ask for first."""
    text, words = source.text, codes.keys() & source.words
    return {name for name in words if re.search(codes[name], text) and not asks_for(text, name)}


def _imported_names(index: Index) -> set[str]:
    """What the module imports by name; every builtin, where a star import may bind anything."""
    from_imports = [one for one in index.import_statements if isinstance(one, ast.ImportFrom)]
    if any(alias.name == "*" for one in from_imports for alias in one.names):
        return set(_builtins())
    return {alias.asname or alias.name for one in from_imports if one in index.tree.body for alias in one.names}


def _is_hit(source: Source, one: Imported, unnamed: frozenset[str]) -> bool:
    """Whether the text names a row by what an import binds, or the import does.

    `unnamed` are the arguments that the text does not name: the functions that lost one of them are not meant.
    """
    path = one.alias.name if isinstance(one.statement, ast.Import) else one.path
    if (row := row_of(path)) is not None and row.keyword not in unnamed:
        return True
    text = source.text
    members = _members(one.path, unnamed)
    if not any(first in source.words for first, _ in members):
        return False
    firsts = set(re.findall(rf"{one.name}\s*\.\s*(\w+)", text))
    named = [whole for first, whole in members if first in firsts]
    if named and re.search(rf"{one.name}\s*\.\s*(?:{'|'.join(named)})\b", text):
        return True
    if f"= {one.name}" not in text and f"={one.name}" not in text:
        return False
    # `xp = np`: what `xp` names then, the index will say
    return re.search(rf"=[ \t]*{one.name}[ \t]*$", text, re.MULTILINE) is not None


@cache
def _members(path: str, unnamed: frozenset[str]) -> list[tuple[str, str]]:
    """What the table has below a path: the first word of each name, and a pattern of the whole."""
    named = (old for old, row in rows().items() if row.keyword not in unnamed)
    below = (old.removeprefix(f"{path}.") for old in named if old.startswith(f"{path}."))
    return [(one.partition(".")[0], re.escape(one).replace(r"\.", r"\s*\.\s*")) for one in sorted(below)]


def _unbound(source: Source, words: set[str]) -> Iterator[Use]:
    """Builtins of Python 2 that nothing in the file binds."""
    for found in Names(source, words).occurrences:
        name = found.name.id
        if isinstance(found.name.ctx, ast.Load) and found.scope.owner(name) is None:
            start, end = source.span(found.name)
            path = f"builtins.{name}"
            parent = found.parent if found.chain is found.name else found.chain
            editable = source.text[start:end] == name
            yield Use(
                Symbol("library", path), path, start, end, name, (), found.name, parent, found.statement, found.scope,
                path, False, editable,
            )  # fmt: skip


def _methods(source: Source, names: set[str]) -> Iterator[Use]:
    """Calls of methods that objects lost, but not where the file defines a method of that name itself."""
    names = {name for name in names if f"def {name}" not in source.text}
    scope = Names(source, ()).module
    for statement in statements_on(source.tree, source.lines_with(names)):
        for method, call in own_nodes(statement):
            if not isinstance(call, ast.Call) or method is not call.func:
                continue
            if not isinstance(method, ast.Attribute) or method.attr not in names:
                continue
            given = len(call.args) + len(call.keywords)
            if method.attr not in _OF_MODELS and given != _ARGUMENTS.get(method.attr, 0):
                continue
            end = source.span(method)[1]
            start, path = end - len(method.attr), _methods_by_name()[method.attr]
            yield Use(
                Symbol("library", path), path, start, end, "", (method.attr,), method, call, statement,
                scope, path, False, source.text[start:end] == method.attr,
            )  # fmt: skip
