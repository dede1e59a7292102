"""Names of Keras 1 and 2 that are elsewhere in Keras 3, as edits: imports in every form, and uses of modules."""

import ast
from collections.abc import Sequence

from tfgpu_migrate.api.keras import became, is_gone_module
from tfgpu_migrate.api.table import gone
from tfgpu_migrate.edit.diagnostics import Edit
from tfgpu_migrate.edit.imports import as_one, remove_names
from tfgpu_migrate.edit.rehome import move_use
from tfgpu_migrate.edit.reimport import is_listed, reimport
from tfgpu_migrate.edit.statements import SharedLine
from tfgpu_migrate.index.homes import Bound, is_dispensable
from tfgpu_migrate.index.idle import SET_SESSION
from tfgpu_migrate.index.index import Index
from tfgpu_migrate.index.symbols import THROUGH_KERAS, symbol_of
from tfgpu_migrate.index.uses import Use

_OLD_BACKEND = "keras.backend.tensorflow_backend"
_MERGE = "keras.layers.merge"
# Modules that TensorFlow's Keras has with all that Keras 3 has there, and more.
_WIDER = ("keras.backend", "keras.preprocessing", "keras.preprocessing.image", "keras.preprocessing.sequence")


def path_in_keras_3(path: str) -> str | None:
    """Where Keras 3 has what a dotted path meant; "" where nowhere, None where it is no old name of Keras."""
    namespace, name = symbol_of(path)
    if not name.startswith("keras.") or namespace not in ("", "keras", "private"):
        return None
    found = became(name, "keras" if namespace == "keras" else "tensorflow.keras")
    if namespace != "keras" and (gone(name) is not None or (found and not is_gone_module(name))):
        return None  # what public names of TensorFlow 1 became stands in another table
    if namespace == "private" and not found:
        return None  # TensorFlow 2 still has its old copy of Keras
    return name if found is None and f"{path}.".startswith(f"{_OLD_BACKEND}.") else found


def new_path(index: Index, use: Use) -> str | None:
    """`path_in_keras_3` of a use; the function `merge` of Keras 1 is gone, the module of Keras 2 is not.

    A module whose names went to several is where those are that the file uses.
    """
    path = path_in_keras_3(use.path)
    if use.namespace == "private" and not all(path_in_keras_3(one.path) for one in index.uses if _is_private(one)):
        return None  # what stays in the old copy of Keras does not go with layers of Keras 3
    if path is None or not use.is_import:
        return "" if path and use.symbol == _MERGE and use.call_node is not None else path
    used = through(index, use)
    if use.symbol == _MERGE and any(one.path == use.path and one.call_node is not None for one in used):
        return ""
    homes = {_member(index, one, use.path).rpartition(".")[0] for one in used} if not path else set()
    return homes.pop() if len(homes) == 1 else path


def _is_private(use: Use) -> bool:
    return use.namespace == "private" and use.symbol.startswith("keras.") and not use.is_reported_at_import


def moved(index: Index, use: Use, path: str) -> list[Edit] | None:
    """Edits after which a use names what is at `path` now; None where none can say it."""
    if isinstance(use.node, ast.alias) and _is_bound_elsewhere(index, use, use.node):
        return None
    try:
        if isinstance(use.statement, ast.ImportFrom) and isinstance(use.node, ast.alias):
            return _from_import(index, use, use.statement, use.node, path)
        if isinstance(use.node, ast.alias):
            return _module_import(index, use, use.node, path)
        if path.startswith(f"{use.prefix}."):
            text = f"{use.root}{path.removeprefix(use.prefix)}"
            return [Edit(use.start, index.source.text[use.start : use.end], text)]
        if use.prefix in _WIDER:
            return _rebound(index, use)
        return move_use(index, use, path) if path.startswith("tensorflow.") else None
    except SharedLine:
        return None


def _is_bound_elsewhere(index: Index, use: Use, alias: ast.alias) -> bool:
    """Whether an import binds more than a name of its scope: by `global`, in a class, or what `__all__` lists."""
    bound = alias.asname or alias.name
    if "global" in index.source.text and any(isinstance(one, ast.Global) and bound in one.names for one in index.nodes):
        return True
    return is_listed(index, bound) or isinstance(next(index.holders(use.statement))[0], ast.ClassDef)


def through(index: Index, use: Use) -> list[Use]:
    """The places that use what the import of `use`, or `use` itself where it is one, binds a name to."""
    prefix = use.path if use.is_import else use.prefix
    return [one for one in index.uses if not one.is_import and one.prefix == prefix and not one.through_alias]


def _from_import(index: Index, use: Use, statement: ast.ImportFrom, alias: ast.alias, path: str) -> list[Edit] | None:
    if alias.name == "*":
        start, old = index.source.span(statement)[0], statement.module or ""
        at = index.source.text.index(old, start)
        return [Edit(at, old, path.removesuffix(".*"))]
    used = through(index, use)
    if any(one.path != use.path for one in used) or _is_module(path):
        return _module_name(index, use, statement, path, used)
    here = [one for one in index.uses if one.statement is statement and one.is_import]
    found = {one.path: new_path(index, one) for one in here if one.symbol != SET_SESSION}
    if path.startswith(f"tensorflow.{statement.module}.") and statement.module in _WIDER:
        found = {old: f"tensorflow.{old}" if new is None else new for old, new in found.items()}
    return reimport(index, use, {old: new for old, new in found.items() if new and not _is_module(new)})


def _is_module(path: str) -> bool:
    """Whether a path in Keras 3 is that of a module: `keras.layers`, `tensorflow.keras.preprocessing.text`."""
    last = path.rpartition(".")[2]
    return (path.removeprefix("tensorflow.").count(".") == 1 and last.islower()) or path.endswith("preprocessing.text")


def _module_name(
    index: Index, use: Use, statement: ast.ImportFrom, path: str, used: Sequence[Use]
) -> list[Edit] | None:
    """A module that a name was bound to: its own names take the place, else what has them all."""
    alias = use.node
    assert isinstance(alias, ast.alias)
    bound = alias.asname or alias.name
    if not used:
        if is_dispensable(index, Bound(use, bound, (), None)):
            return as_one(index, statement, remove_names(index, [alias]))
        return reimport(index, use, {use.path: path}) if path else None
    names = {one: _member(index, one, use.path) for one in used}
    homes = {name.rpartition(".")[0] for name in names.values()}
    if len(homes) > 1 or not all(one.editable for one in used):
        return None
    home = homes.pop()
    if not home:
        return None
    lasts = list(dict.fromkeys(name.rpartition(".")[2] for name in names.values()))
    if home == statement.module and _can_take(index, bound, lasts, used):
        wanted = [Edit(*_span(index, alias), ", ".join(lasts))]
        return [*wanted, *(_without_root(index, one, names[one]) for one in used)]
    renamed = [_attribute(index, one, names[one]) for one in used if names[one].rpartition(".")[2] != one.attributes[0]]
    edits = reimport(index, use, {use.path: home})
    return None if edits is None else [*edits, *renamed]


def _member(index: Index, use: Use, module: str) -> str:
    """Where the member of a module is now that a use names: of `core.Dense.build` that is where `Dense` is."""
    if not use.attributes:
        return ""
    return path_in_keras_3(f"{module}.{use.attributes[0]}") or ""


def _can_take(index: Index, bound: str, names: Sequence[str], used: Sequence[Use]) -> bool:
    """Whether names can be bound beside nothing else of that name, and all that reads `bound` is known."""
    found = index.variables([bound, *names])
    taken = any(name in scope.bindings for scope in found.scopes for name in names)
    known = {id(one.node) for one in used}
    reads = [one for one in found.occurrences if one.name.id == bound]
    return not taken and all(id(one.chain) in known for one in reads)


def _span(index: Index, node: ast.alias) -> tuple[int, str]:
    start, end = index.source.span(node)
    return start, index.source.text[start:end]


def _without_root(index: Index, use: Use, path: str) -> Edit:
    text = ".".join((path.rpartition(".")[2], *use.attributes[1:]))
    return Edit(use.start, index.source.text[use.start : use.end], text)


def _attribute(index: Index, use: Use, path: str) -> Edit:
    """The first attribute of a chain under another name."""
    start = index.source.text.index(use.attributes[0], use.start + len(use.root))
    return Edit(start, use.attributes[0], path.rpartition(".")[2])


def _module_import(index: Index, use: Use, alias: ast.alias, path: str) -> list[Edit] | None:
    """`import keras.layers.core as L` from its new home; without `as` only where the package stays the same."""
    used = through(index, use)
    names = [(one, _member(index, one, alias.name)) for one in used] if alias.asname else []
    homes = {name.rpartition(".")[0] for _, name in names} or {path}
    if len(homes) > 1 or "" in homes:
        return None
    home = homes.pop()
    if alias.asname is None and home.partition(".")[0] != alias.name.partition(".")[0]:
        return None
    changed = [_attribute(index, one, name) for one, name in names if name.rpartition(".")[2] != one.attributes[0]]
    return [Edit(index.source.span(alias)[0], alias.name, home), *changed]


def _rebound(index: Index, use: Use) -> list[Edit] | None:
    """`from keras import backend as K` from TensorFlow, where all that `K` has been used for is."""
    if any(f"{one.path}.".startswith(f"{each}.") for one in through(index, use) for each in THROUGH_KERAS):
        return None  # these go first
    statement = index.import_of(use)
    here = [one for one in index.uses if one.statement is statement and one.is_import and one.path == use.prefix]
    if len(here) != 1 or not isinstance(here[0].node, ast.alias):
        return None
    alias = here[0].node
    if isinstance(statement, ast.ImportFrom):
        return reimport(index, here[0], {use.prefix: f"tensorflow.{use.prefix}"})
    return [Edit(index.source.span(alias)[0], alias.name, f"tensorflow.{alias.name}")]


def told_together(index: Index, use: Use, path: str) -> list[Use]:
    """The uses that one finding is about: all that need another import of the module that their name is bound to."""
    if use.is_import or use.prefix not in _WIDER or path.startswith(f"{use.prefix}."):
        return [use]
    others = (one for one in through(index, use) if not index.is_guarded(one))
    return [one for one in others if (path_in_keras_3(one.path) or "").startswith("tensorflow.")]
