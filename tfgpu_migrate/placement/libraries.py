"""Modules that are made to be imported, and what of them starts the runtime when they are."""

import ast

from tfgpu_migrate.context import Context
from tfgpu_migrate.index.index import Index
from tfgpu_migrate.index.uses import Use
from tfgpu_migrate.placement.order import starts_runtime

_DEFINITIONS = (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)
_SETTLES = (*_DEFINITIONS, ast.Import, ast.ImportFrom, ast.Assign, ast.AnnAssign)


def start_at_import(context: Context) -> Use | None:
    """The first call that starts the runtime whenever the module is imported; None in a script."""
    if not _is_library(context.index) or context.is_graph_file or context.is_tf1_code:
        return None
    for event in context.timelines[0] if context.timelines else ():
        at_import = event.trail[0] in context.index.tree.body and not event.path
        if event.use is not None and at_import and starts_runtime(context, event.use):
            return event.use
    return None


def _is_library(index: Index) -> bool:
    """Whether a module holds definitions, imports and assignments only, and a public function or class among them."""
    body = index.tree.body
    if not all(isinstance(one, _SETTLES) or _is_docstring(one) or _only_imports(one) for one in body):
        return False
    return any(isinstance(one, _DEFINITIONS) and not one.name.startswith(("_", "main")) for one in body)


def _is_docstring(statement: ast.stmt) -> bool:
    return isinstance(statement, ast.Expr) and isinstance(statement.value, ast.Constant)


def _only_imports(statement: ast.stmt) -> bool:
    """`try: import x ... except ImportError: x = None`."""
    return isinstance(statement, ast.Try) and all(
        isinstance(one, (ast.Import, ast.ImportFrom)) for one in statement.body
    )
