"""The line that switches legacy Keras on, above everything that imports TensorFlow."""

import ast

from tfgpu_migrate.edit.diagnostics import Edit
from tfgpu_migrate.edit.imports import import_above
from tfgpu_migrate.edit.statements import has_own_line
from tfgpu_migrate.index.index import Index

VARIABLE = "TF_USE_LEGACY_KERAS"


def switch_on_legacy_keras(index: Index) -> list[Edit] | None:
    """`os.environ.setdefault("TF_USE_LEGACY_KERAS", "1")` above the first import of TensorFlow, and `import os`.

    Empty where the file names the variable already; None where the line cannot stand above the import. TensorFlow reads
    the variable while it is imported (tensorflow/__init__.py, 2.21.0).
    """
    source = index.source
    if VARIABLE in source.text:
        return []
    first = index.imports()[0]
    if index.block(first) is not index.tree.body or not has_own_line(index, first):
        return None
    others = index.variables(["os"]).scopes
    if any(not isinstance(one.statement, ast.Import) for scope in others for one in scope.bindings.get("os", ())):
        return None
    above = source.line_start(source.span(first)[0])
    imports = import_above(index, "os", first)
    at_line = [edit.new for edit in imports if edit.start == above]
    apart = at_line[0].endswith(source.newline * 2) if at_line else above == 0 or bool(source.blank_lines_before(above))
    mark, newline = source.quote, source.newline
    line = f"os.environ.setdefault({mark}{VARIABLE}{mark}, {mark}1{mark})"
    return [*imports, Edit(above, "", f"{'' if apart else newline}{line}{newline}{newline}")]
