"""What kind of value `tf.device` is given: a string, a function, or nobody can tell."""

import ast
from typing import Literal

from tfgpu_migrate.index.index import Index
from tfgpu_migrate.index.uses import Use

Kind = Literal["string", "function", "unknown"]

_DEPTH = 4
_MAKES_FUNCTION = frozenset(("train.replica_device_setter",))
_MAKES_STRING = frozenset(("DeviceSpec", "DeviceSpec.from_string", "test.gpu_device_name"))
_FUNCTIONS = (ast.FunctionDef, ast.AsyncFunctionDef)
_OPTIONS = frozenset(("FLAGS", "args", "flags", "hparams", "options", "opts", "params"))


def given_device(index: Index, use: Use) -> Kind:
    """The kind of the only argument of `tf.device(...)`; "string" for None, a DeviceSpec and a logical device too."""
    call = use.call_node
    if call is None or len(call.args) + len(call.keywords) != 1 or use.given.starred:
        return "unknown"
    value = call.args[0] if call.args else call.keywords[0].value
    return _kind(index, use.statement, value, _DEPTH)


def _kind(index: Index, statement: ast.stmt, value: ast.expr, depth: int) -> Kind:
    match value:
        case _ if depth == 0:
            return "unknown"
        case ast.Lambda():
            return "function"
        case ast.Constant() | ast.JoinedStr() | ast.BinOp():
            return "string"
        case ast.Attribute(value=owner, attr="device" | "name") if not _is_self(owner):
            return "string"  # of an op, a variable, a logical device
        case ast.Attribute() | ast.Subscript() if _is_option(value):
            return "string"
        case ast.IfExp(body=body, orelse=orelse):
            kinds: set[Kind] = {_kind(index, statement, one, depth - 1) for one in (body, orelse)}
            return _joined(kinds)
        case ast.BoolOp(values=values):
            return _joined({_kind(index, statement, one, depth - 1) for one in values})
        case ast.Call():
            return _called(index, value, depth)
        case ast.Name(id=name):
            return _named(index, name, value, depth)
    return "unknown"


def _is_self(node: ast.expr) -> bool:
    return isinstance(node, ast.Name) and node.id == "self"


def _joined(kinds: set[Kind]) -> Kind:
    if "function" in kinds:
        return "function"
    return "string" if kinds == {"string"} else "unknown"


def _is_option(value: ast.AST) -> bool:
    """`FLAGS.device`, `args.device`, `params["device"]`: what a command line or a file of settings gives."""
    while isinstance(value, (ast.Attribute, ast.Subscript)):
        value = value.value
    return isinstance(value, ast.Name) and value.id in _OPTIONS


def _called(index: Index, call: ast.Call, depth: int) -> Kind:
    use = index.calls.get(id(call))
    if use is not None:
        symbol = use.symbol
        return "function" if symbol in _MAKES_FUNCTION else "string" if symbol in _MAKES_STRING else "unknown"
    match call.func:
        case ast.Attribute(attr="format" | "join" | "replace" | "to_string"):
            return "string"
        case ast.Name(id="str"):
            return "string"
        case ast.Name(id="partial") | ast.Attribute(value=ast.Name(id="functools"), attr="partial"):
            return "function"
        case ast.Name(id=name):
            return _returned(index, name, depth)
    return "unknown"


def _returned(index: Index, name: str, depth: int) -> Kind:
    """What the function of this file that has a name returns."""
    made = [one for one in index.definitions.get(name, ()) if isinstance(one, _FUNCTIONS)]
    if len(made) != 1:
        return "unknown"
    inner = {one.name for one in ast.walk(made[0]) if isinstance(one, _FUNCTIONS) and one is not made[0]}
    returns = [one for one in ast.walk(made[0]) if isinstance(one, ast.Return) and one.value is not None]
    kinds: set[Kind] = set()
    for one in returns:
        if isinstance(one.value, ast.Name) and one.value.id in inner:
            kinds.add("function")
        elif one.value is not None and not inner:
            kinds.add(_kind(index, one, one.value, depth - 1))
    return _joined(kinds)


def _named(index: Index, name: str, at: ast.Name, depth: int) -> Kind:
    """What a name is bound to everywhere in its scope."""
    owner = index.owner(at)
    kinds: set[Kind] = set()
    for binding in owner.bindings[name] if owner is not None else ():
        statement = binding.statement
        if binding.kind == "definition" and isinstance(statement, _FUNCTIONS):
            kinds.add("function")
        elif binding.kind == "assignment" and isinstance(statement, (ast.Assign, ast.AnnAssign)) and statement.value:
            kinds.add(_kind(index, statement, statement.value, depth - 1))
        elif isinstance(statement, ast.For) and isinstance(statement.iter, (ast.List, ast.Tuple)):
            kinds |= {_kind(index, statement, one, depth - 1) for one in statement.iter.elts}
        elif binding.kind == "parameter" and isinstance(statement, ast.FunctionDef):
            kinds.add(_passed(index, statement, name, depth - 1))
        else:
            kinds.add("unknown")
    return _joined(kinds)


def _passed(index: Index, function: ast.FunctionDef, name: str, depth: int) -> Kind:
    """What the file's own calls of a function pass for a parameter; "unknown" where there is none."""
    parameters = [one.arg for one in (*function.args.posonlyargs, *function.args.args)]
    position = parameters.index(name) if name in parameters else len(parameters)
    kinds: set[Kind] = set()
    for one in index.variables([function.name]).occurrences:
        call = one.parent
        if not isinstance(call, ast.Call) or call.func is not one.name:
            continue
        named = next((word.value for word in call.keywords if word.arg == name), None)
        given = call.args[position] if named is None and position < len(call.args) else named
        if given is not None:
            kinds.add(_kind(index, one.statement, given, depth))
        elif any(isinstance(word, ast.Starred) for word in call.args) or any(
            word.arg is None for word in call.keywords
        ):
            kinds.add("unknown")
    return _joined(kinds)
