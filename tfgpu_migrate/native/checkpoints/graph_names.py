"""The names that TensorFlow 1 gives to variables, under which it saves them."""

from __future__ import annotations

import ast
from collections import Counter

from tfgpu_migrate.index.index import Index
from tfgpu_migrate.native.model import Kind, Program, Value

_SCOPES = ("name_scope", "variable_scope")
_UNNAMED = "Variable"
_MAKERS = ("Variable", "get_variable")
# What may run a statement of a function several times, never, or under another name.
_SEVERAL = (ast.For, ast.While, ast.If, ast.With, ast.ListComp, ast.DictComp, ast.GeneratorExp, ast.Lambda)


def names_in_graph(program: Program, index: Index) -> dict[int, str]:
    """The name of each variable whose name is certain, by the id of the call that makes it."""
    found, given = dict[int, str](), Counter[tuple[int, str]]()
    scopes = _scopes(index)
    for value in program.variables:
        for call in calls_of(value):
            made = _made_by(call, index)
            use = index.calls.get(id(made))
            if (
                use is None
                or made is None
                or not isinstance(call, ast.Call)
                or (made is not call and use.symbol != "Variable")
            ):
                return found  # it may make any number of variables: no later name is certain
            named = _name(made, use.symbol)
            first, last = program.start_of(value.part), program.end_of(value.part)
            around = _around(call, use.symbol, [one for one in scopes if first <= one[0].lineno < last])
            if named is None or around is None:
                return found
            name = "/".join([*around, named])
            before = given[value.part, name]
            given[value.part, name] += 1
            if before and use.symbol != "Variable":
                return found
            if _is_shared(named, index):
                continue
            found[id(call)] = f"{name}_{before}" if before else name
    taken = Counter((value.part, found.get(id(call))) for value in program.variables for call in calls_of(value))
    twice = {name for (_, name), count in taken.items() if count > 1}
    return {key: name for key, name in found.items() if name not in twice}


def _made_by(call: ast.expr, index: Index) -> ast.Call | None:
    """The call that makes a variable: itself, or the one in a function of the file. None where there may be several."""
    if not isinstance(call, ast.Call) or id(call) in index.calls:
        return call if isinstance(call, ast.Call) else None
    functions = index.definitions.get(call.func.id, []) if isinstance(call.func, ast.Name) else []
    inside = [one for each in functions for one in ast.walk(each)]
    made = [one for one in inside if id(one) in index.calls and index.calls[id(one)].symbol in _MAKERS]
    called = {one.func.id for one in inside if isinstance(one, ast.Call) and isinstance(one.func, ast.Name)}
    again = any(isinstance(one, _SEVERAL) for one in inside) or called & set(index.definitions)
    if len(functions) != 1 or len(made) != 1 or again or not isinstance(made[0], ast.Call):
        return None
    return made[0]


def calls_of(value: Value) -> list[ast.expr]:
    """The calls that make a variable, or those of a dictionary of them."""
    if value.kind is Kind.HOLDER and isinstance(value.node, ast.Dict):
        return value.node.values
    return [value.node] if value.kind is Kind.VARIABLE and value.node is not None else [ast.Constant(None)]


def _name(call: ast.Call, symbol: str) -> str | None:
    """The name that a call gives a variable; None where it is not known."""
    if symbol.endswith("create_global_step"):
        return "global_step"
    first = call.args[0] if symbol == "get_variable" and call.args else None
    node = next((one.value for one in call.keywords if one.arg == "name"), first)
    if node is None:
        return _UNNAMED if symbol == "Variable" else None
    return node.value if isinstance(node, ast.Constant) and isinstance(node.value, str) else None


def _scopes(index: Index) -> list[tuple[ast.With, str, ast.expr | None]]:
    """The blocks of scopes in source order, each with what opens it and its name."""
    found = list[tuple[ast.With, str, ast.expr | None]]()
    for one in index.nodes:
        for item in one.items if isinstance(one, ast.With) else ():
            use = index.calls.get(id(item.context_expr))
            if use is not None and use.symbol in _SCOPES and use.call_node is not None and isinstance(one, ast.With):
                found.append((one, use.symbol, use.call_node.args[0] if use.call_node.args else None))
    return sorted(found, key=lambda each: each[0].lineno)


def _around(call: ast.Call, symbol: str, scopes: list[tuple[ast.With, str, ast.expr | None]]) -> list[str] | None:
    """The names of the scopes around a call that become part of its name; None where one is not certain."""
    names, texts = list[str](), [ast.unparse(name) if name is not None else "" for _, _, name in scopes]
    for block, kind, name in scopes:
        if not any(one is call for one in ast.walk(block)):
            continue
        if symbol == "get_variable" and kind == "name_scope":
            continue
        if not isinstance(name, ast.Constant) or not isinstance(name.value, str):
            return None
        if symbol != "get_variable" and texts.count(ast.unparse(name)) > 1:
            return None  # the second one gets a number
        names.append(name.value)
    return names


def _is_shared(name: str, index: Index) -> bool:
    """Whether something else of the graph may have a name, so that the variable's got a number."""
    if name == _UNNAMED:
        return False
    others = 0
    for use in index.uses:
        call = use.call_node
        if call is None or use.symbol in ("Variable", "get_variable"):
            continue
        texts = [one.value for one in call.keywords if one.arg == "name"]
        texts += call.args[:1] if use.symbol in _SCOPES else []
        others += any(isinstance(one, ast.Constant) and one.value == name for one in texts)
    return others > 0
