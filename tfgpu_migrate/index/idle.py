"""Sessions that nothing runs: people made one only to configure the GPU, or to hand it to Keras."""

import ast
from typing import NamedTuple

from tfgpu_migrate.index.index import Index
from tfgpu_migrate.index.scopes import Argument, Occurrence
from tfgpu_migrate.index.uses import Use

SET_SESSION = "keras.backend.set_session"
_PARENTS = ("keras", "keras.backend")  # what an import of them names
_GET_SESSION = "keras.backend.get_session"  # takes the session out again, to run it


class Handed(NamedTuple):
    """The session that a `set_session` call is given; `assignment` is the statement that named it, if one did.

    `returns`: the statements of the file's function that made it; `takers`: the `set_session` calls that are given its
    result, which are all the calls of it.
    """

    session: Use
    assignment: ast.stmt | None
    returns: tuple[ast.Return, ...] = ()
    takers: tuple[Use, ...] = ()


def is_idle_session(index: Index, use: Use) -> bool:
    """Whether a session is dropped at once, kept in a name that nothing but its end reads, or only handed to Keras."""
    call = use.call_node
    if call is None:
        return False
    parent = index.parent(use.statement, call)
    if isinstance(parent, Argument):
        return any(one.call_node is parent.call for one in index.of(SET_SESSION)) and not _is_taken_out(index)
    if isinstance(parent, ast.Return):
        *_, (function, _) = index.holders(parent)
        return parent in _made_by(index, function)
    others = _other_reads(index, parent)
    return isinstance(parent, ast.Expr) or (others is not None and all(map(_closes, others)))


def handed_session(index: Index, use: Use) -> Handed | None:
    """The session in `K.set_session(tf.Session())`, in `sess = tf.Session(); K.set_session(sess)`, or in a function of
    the file whose result is given to it.

    None where the session comes from elsewhere or is used for something else too.
    """
    given = given_session(use)
    if given is None or _is_taken_out(index):
        return None
    if isinstance(given, ast.Call) and isinstance(given.func, ast.Name) and given.func.id in index.definitions:
        return _handed_by_function(index, given.func.id)
    for session in index.of("Session", "InteractiveSession"):
        if session.call_node is None:
            continue
        if session.call_node is given:
            return Handed(session, None)
        parent = index.parent(session.statement, session.call_node)
        if isinstance(given, ast.Name) and _name(parent) == given.id and _only_handed_on(index, parent):
            return Handed(session, session.statement)
    return None


def ends_of_session(index: Index) -> list[ast.stmt]:
    """The statements that end the session of Keras before another is set: `K.get_session().close()`."""
    return [one.statement for one in index.of(_GET_SESSION) if _is_ended(one)]


def goes_with_set_session(index: Index, use: Use) -> bool:
    """Whether a use ends the session of Keras where the file sets another that only configures: both go."""
    if use.statement not in ends_of_session(index):
        return False
    return any(handed_session(index, one) is not None for one in index.of(SET_SESSION))


def _is_ended(use: Use) -> bool:
    match use.statement:
        case ast.Expr(value=ast.Call(func=ast.Attribute(value=session, attr="close"), args=[], keywords=[])):
            return session is use.call_node and use.call_node is not None
    return False


def _is_taken_out(index: Index) -> bool:
    """Whether the file asks for the session of Keras to run something in it."""
    return any(not one.is_import and not _is_ended(one) for one in index.of(_GET_SESSION))


def is_all_of_keras(index: Index, use: Use) -> bool:
    """Whether the file makes the session that a `set_session` call names, and uses Keras for nothing else."""
    given = given_session(use)
    made = (one for one in index.of("Session", "InteractiveSession") if one.call_node is not None)
    names = {name for one in made for name in _names(one.statement)}
    others = (one for one in index.uses if one.symbol.partition(".")[0] == "keras" and one.symbol != SET_SESSION)
    return isinstance(given, ast.Name) and given.id in names and all(one.symbol in _PARENTS for one in others)


def given_session(use: Use) -> ast.expr | None:
    """What a `set_session` call is given; None where that is not one argument."""
    call = use.call_node
    given = [] if call is None else [*call.args, *(one.value for one in call.keywords)]
    return given[0] if len(given) == 1 else None


def _handed_by_function(index: Index, name: str) -> Handed | None:
    found = [one for one in index.definitions.get(name, ()) if isinstance(one, ast.FunctionDef)]
    returns = _made_by(index, found[0]) if len(found) == 1 else ()
    session = index.calls.get(id(returns[0].value)) if returns else None
    if session is None:
        return None
    calls = {id(one.parent) for one in index.variables([name]).occurrences}
    takers = (one for one in index.of(SET_SESSION) if id(given_session(one)) in calls)
    return Handed(session, None, returns, tuple(takers))


def _made_by(index: Index, function: ast.AST) -> tuple[ast.Return, ...]:
    """The `return tf.Session(...)` of a function that only makes sessions for `set_session`; () for any other.

    Calls that differ are others: the first of their sessions decided, and without sessions the last call would.
    """
    if not isinstance(function, ast.FunctionDef) or function.decorator_list:
        return ()
    if any(isinstance(holder, ast.ClassDef) for holder in index.all_holders(function)):
        return ()
    returns = tuple(one for one in ast.walk(function) if isinstance(one, ast.Return))
    made = [index.calls.get(id(one.value)) for one in returns]
    handed = {id(given): given for one in index.of(SET_SESSION) if (given := given_session(one)) is not None}
    named = [one for one in index.variables([function.name]).occurrences if isinstance(one.name.ctx, ast.Load)]
    calls = [ast.unparse(handed[id(one.parent)]) for one in named if id(one.parent) in handed]
    for_keras = len(calls) == len(named) and len(set(calls)) == 1
    sessions = all(use is not None and use.symbol in ("Session", "InteractiveSession") for use in made)
    return returns if for_keras and sessions and not _is_taken_out(index) else ()


def _name(statement: ast.AST | Argument) -> str | None:
    if isinstance(statement, ast.Assign) and len(statement.targets) == 1 and isinstance(statement.targets[0], ast.Name):
        return statement.targets[0].id
    return None


def _names(statement: ast.stmt) -> list[str]:
    """The plain names that a session is kept in: by `sess = ...` or `with ... as sess`."""
    if isinstance(statement, ast.With):
        kept = (one.optional_vars for one in statement.items)
        return [one.id for one in kept if isinstance(one, ast.Name)]
    name = _name(statement)
    return [] if name is None else [name]


def _only_handed_on(index: Index, assignment: ast.AST | Argument) -> bool:
    """Whether the name that an assignment binds is bound nowhere else and read by `set_session` alone."""
    return _other_reads(index, assignment) == []


def _other_reads(index: Index, assignment: ast.AST | Argument) -> list[Occurrence] | None:
    """Where the name that an assignment binds is read but for `set_session`; None where it is bound elsewhere too."""
    name = _name(assignment)
    found = index.variables([name]).occurrences if name else []
    takers = {id(one.call_node) for one in index.of(SET_SESSION)}
    reads = [one for one in found if isinstance(one.name.ctx, ast.Load)]
    if len(found) - len(reads) != 1:
        return None
    return [one for one in reads if not isinstance(one.parent, Argument) or id(one.parent.call) not in takers]


def _closes(read: Occurrence) -> bool:
    """Whether a session is read for `sess.close` alone."""
    return read.attributes == ("close",)


def adds_nothing(index: Index, session: Use) -> bool:
    """Whether a session is made of what it would take anyway: no argument, or `graph=tf.get_default_graph()`."""
    if session.call_node is None or not session.given.is_only(0, frozenset({"graph"})):
        return False
    graphs = (index.calls.get(id(one.value)) for one in session.call_node.keywords)
    return all(graph is not None and graph.symbol == "get_default_graph" for graph in graphs)


def is_statement(use: Use) -> bool:
    """Whether the call of a use is a whole statement."""
    return isinstance(use.statement, ast.Expr) and use.statement.value is use.call_node
