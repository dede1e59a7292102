"""Sessions that nothing runs: people made one only to configure the GPU, or to hand it to Keras."""

import ast
from typing import NamedTuple

from tfgpu_migrate.index.index import Index
from tfgpu_migrate.index.scopes import Argument
from tfgpu_migrate.index.uses import Use

SET_SESSION = "keras.backend.set_session"
_GET_SESSION = "keras.backend.get_session"  # takes the session out again, to run it


class Handed(NamedTuple):
    """The session that a `set_session` call is given; `assignment` is the statement that named it, if one did."""

    session: Use
    assignment: ast.stmt | None


def is_idle_session(index: Index, use: Use) -> bool:
    """Whether a session is dropped at once, kept in a name that nothing reads, or only handed to Keras."""
    call = use.call_node
    if call is None:
        return False
    parent = index.parent(use.statement, call)
    if isinstance(parent, Argument):
        return any(one.call_node is parent.call for one in index.of(SET_SESSION)) and not index.of(_GET_SESSION)
    return isinstance(parent, ast.Expr) or (_name(parent) is not None and _only_handed_on(index, parent))


def handed_session(index: Index, use: Use) -> Handed | None:
    """The session in `K.set_session(tf.Session())` or `sess = tf.Session(); K.set_session(sess)`.

    None where the session comes from elsewhere or is used for something else too.
    """
    call = use.call_node
    if call is None or len(call.args) + len(call.keywords) != 1 or index.of(_GET_SESSION):
        return None
    given = call.args[0] if call.args else call.keywords[0].value
    for session in index.of("Session", "InteractiveSession"):
        if session.call_node is None:
            continue
        if session.call_node is given:
            return Handed(session, None)
        parent = index.parent(session.statement, session.call_node)
        if isinstance(given, ast.Name) and _name(parent) == given.id and _only_handed_on(index, parent):
            return Handed(session, session.statement)
    return None


def _name(statement: ast.AST | Argument) -> str | None:
    if isinstance(statement, ast.Assign) and len(statement.targets) == 1 and isinstance(statement.targets[0], ast.Name):
        return statement.targets[0].id
    return None


def _only_handed_on(index: Index, assignment: ast.AST | Argument) -> bool:
    """Whether the name that an assignment binds is bound nowhere else and read by `set_session` alone."""
    name = _name(assignment)
    found = index.variables([name]).occurrences if name else []
    takers = {id(one.call_node) for one in index.of(SET_SESSION)}
    reads = [one for one in found if isinstance(one.name.ctx, ast.Load)]
    handed = all(isinstance(one.parent, Argument) and id(one.parent.call) in takers for one in reads)
    return handed and len(found) - len(reads) == 1


def is_statement(use: Use) -> bool:
    """Whether the call of a use is a whole statement."""
    return isinstance(use.statement, ast.Expr) and use.statement.value is use.call_node
