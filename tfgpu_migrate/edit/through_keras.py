"""TensorFlow that a file reaches through the backend of Keras, and the edits after which it imports TensorFlow."""

import ast
import re
from collections.abc import Sequence
from typing import NamedTuple

from tfgpu_migrate.edit.diagnostics import Edit
from tfgpu_migrate.edit.imports import ensure_module
from tfgpu_migrate.edit.statements import SharedLine
from tfgpu_migrate.index.index import Index
from tfgpu_migrate.index.symbols import THROUGH_KERAS, Imported, imported
from tfgpu_migrate.index.uses import Use


class Reached(NamedTuple):
    """A place that names the TensorFlow of Keras: `K.tf`, or the name that an import takes."""

    start: int
    text: str
    by: Use | Imported


def through_keras(index: Index) -> list[Reached]:
    """Every place that names the TensorFlow of Keras, in source order."""
    taken = (one for each in index.import_statements for one in imported(each) if one.path in THROUGH_KERAS)
    found = [_at(index, one.alias, one) for one in taken]
    for use in index.uses:
        if use.path.startswith("keras.") and use.target.namespace == "" and not index.is_guarded(use):
            text = _up_to_tensorflow(use, index.source.text[use.start : use.end])
            found += [Reached(use.start, text, use)] if text else []
    return sorted(found, key=lambda one: one.start)


def _at(index: Index, alias: ast.alias, by: Imported) -> Reached:
    start, end = index.source.span(alias)
    return Reached(start, index.source.text[start:end], by)


def _up_to_tensorflow(use: Use, text: str) -> str:
    """The part `K.tf` of `K.tf.Session`; "" where an import has named TensorFlow."""
    home = next(one for one in THROUGH_KERAS if f"{use.path}.".startswith(f"{one}."))
    depth = home.count(".") - use.prefix.count(".")
    match = re.match(rf"\w+(?:\s*\.\s*\w+){{{depth}}}", text) if depth > 0 else None
    return match[0] if match else ""


def taken_from_tensorflow(index: Index, found: Sequence[Reached]) -> list[Edit] | None:
    """Edits after which the file imports TensorFlow and names it at each of these places; None where they cannot be."""
    if any(isinstance(one, ast.Global) for one in index.nodes):
        return None  # a name that a function binds for the module is not followed
    edits = list[Edit | None]()
    brought = (index.import_of(one.by) for one in found if isinstance(one.by, Use))
    top = next((one for one in brought if one in index.tree.body), None)
    for start, text, by in found:
        if isinstance(by, Imported):
            edits.append(_import(index, by))
            continue
        try:
            module, imports = ensure_module(index, by, top or index.import_of(by))
        except SharedLine:
            return None
        if module.is_v1 or not by.editable or not (imports or _is_always_bound(index, module.name)):
            return None
        edits += [*imports, Edit(start, text, module.name)]
    made = [one for one in dict.fromkeys(edits) if one is not None]
    return None if None in edits else made


def _is_always_bound(index: Index, name: str) -> bool:
    """Whether a statement of the module itself, under no condition, imports TensorFlow by this name."""
    found = (alias for one in index.tree.body if isinstance(one, ast.Import) for alias in one.names)
    return any((alias.asname or alias.name) == name for alias in found)


def _import(index: Index, taken: Imported) -> Edit | None:
    """`from keras.backend.tensorflow_backend import tf` as an import of TensorFlow itself."""
    if not isinstance(taken.statement, ast.ImportFrom) or len(taken.statement.names) > 1:
        return None
    start, end = index.source.span(taken.statement)
    return Edit(start, index.source.text[start:end], f"import tensorflow as {taken.name}")
