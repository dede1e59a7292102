"""Uses of names that a file defines itself, in the shape of a use of TensorFlow."""

import ast

from tfgpu_migrate.index.index import Index
from tfgpu_migrate.index.scopes import Scope
from tfgpu_migrate.index.symbols import Symbol
from tfgpu_migrate.index.uses import Use

LOCAL = Symbol("local", "")


def local_use(index: Index, node: ast.expr, call: ast.Call, statement: ast.stmt, scope: Scope) -> Use:
    """The use that a call of the file's own function is, or the parameter of one."""
    return used_as(LOCAL, index, node, call, statement, scope)


def used_as(symbol: Symbol, index: Index, node: ast.expr, call: ast.Call, statement: ast.stmt, scope: Scope) -> Use:
    """A use of a symbol that no import binds."""
    start, end = index.source.span(node)
    home = _known(index, scope)
    return Use(symbol, "", start, end, "", (), node, call, statement, home, "", through_alias=False, editable=True)


def _known(index: Index, scope: Scope) -> Scope:
    """The scope of the index for the same code, which knows what TensorFlow is called there."""
    scopes = index.names.scopes if index.names else ()
    same = next((one for one in scopes if one.node is scope.node), None)
    if same is None and scope.parent is None and index.names is not None:
        return Scope(scope.kind, scope.node, index.names.module)
    return same or scope
