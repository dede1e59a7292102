"""Calls that take a proto: the consumption, or in which words it escapes."""

import ast

from tfgpu_migrate.api.table import NEEDS_GRAPH, gone
from tfgpu_migrate.index.index import Index
from tfgpu_migrate.index.scopes import Argument
from tfgpu_migrate.index.symbols import Symbol
from tfgpu_migrate.index.uses import Use
from tfgpu_migrate.proto.life import Consumption
from tfgpu_migrate.proto.local import used_as
from tfgpu_migrate.proto.messages import CONSUMERS, METHODS
from tfgpu_migrate.proto.places import function_of

_ESCAPES = {
    ast.Return: "is returned from a function, to callers that are not all in sight",
    ast.IfExp: "is one side of a conditional expression",
    ast.Lambda: "is built in a lambda",
    ast.Yield: "is yielded",
}


def taken_by(
    index: Index, value: ast.expr, argument: Argument, statement: ast.stmt, *, elsewhere: bool
) -> Consumption | None:
    """The session, or what else takes a proto, that an argument is the configuration of."""
    takers = (one for one in index.of(*CONSUMERS) if one.call_node is argument.call and not index.is_guarded(one))
    use = next(takers, None) or _method(index, argument.call, statement)
    if use is None:
        return None
    consumer = CONSUMERS.get(use.symbol) or METHODS[use.symbol]
    position = next((at for at, one in enumerate(argument.call.args) if one is value), None)
    if argument.keyword != consumer.keyword and position != consumer.position:
        return None
    # Beside graph code the call stays: it says that the file is eager on purpose.
    goes = consumer.goes and not any(one.symbol in NEEDS_GRAPH for one in index.uses)
    return Consumption(use, argument.call, value, statement, consumer, goes, elsewhere=elsewhere)


def _method(index: Index, call: ast.Call, statement: ast.stmt) -> Use | None:
    """`supervisor.managed_session(...)`: no symbol of TensorFlow, but a name that only its objects have."""
    callee = call.func
    if not isinstance(callee, ast.Attribute) or callee.attr not in METHODS or index.names is None:
        return None
    if f"def {callee.attr}" in index.source.text:
        return None
    return used_as(Symbol("method", callee.attr), index, callee, call, statement, index.names.module)


def escape(index: Index, holder: ast.AST | Argument) -> str:
    """What happens to a message that no call of this project's tables takes, as a clause."""
    if isinstance(holder, Argument):
        callee = next((use for use in index.uses if use.node is holder.call.func), None)
        if callee is not None and gone(callee.symbol):
            return f"is passed to `{callee.written}`, which is gone in TensorFlow 2: move that first"
        return f"is passed to `{ast.unparse(holder.call.func)}`, which may take anything from it"
    for kind, words in _ESCAPES.items():
        if isinstance(holder, kind):
            return words
    if isinstance(holder, ast.Assign) and isinstance(holder.targets[0], ast.Attribute):
        return f"is kept in `{ast.unparse(holder.targets[0])}`"
    if isinstance(holder, ast.Assign) and isinstance(function_of(index, holder), ast.ClassDef):
        return "is an attribute of a class"
    return "is used here in a way that is not followed"
