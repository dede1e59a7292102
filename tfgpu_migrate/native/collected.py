"""What a program adds to a collection of its own, and takes from it: a list of the same tensors."""

from __future__ import annotations

import ast

from tfgpu_migrate.index.index import Index
from tfgpu_migrate.native.expressions import Collected, read
from tfgpu_migrate.native.functions_of_file import added_in
from tfgpu_migrate.native.model import Kind, Refused, Step, Value
from tfgpu_migrate.native.purity import must_be_pure
from tfgpu_migrate.native.state import State

_ADDS, _TAKES = "add_to_collection", "get_collection"
_MANY = 100


def own_collections(index: Index) -> set[str]:
    """The texts of the keys under which a file adds something itself, where nothing else adds there."""
    given = [
        use.call_node.args[0] for use in index.uses if use.symbol == _ADDS and use.call_node and use.call_node.args
    ]
    return {ast.unparse(one) for one in given if is_key(one)}


def is_key(node: ast.expr) -> bool:
    """Whether an expression is a key that only the program uses, or the one of penalties, which layers use, too."""
    is_text = isinstance(node, ast.Constant) and isinstance(node.value, str)
    return is_text or (isinstance(node, ast.Attribute) and node.attr == "REGULARIZATION_LOSSES")


def collects(state: State, node: ast.Expr) -> bool:
    """Whether a statement adds a tensor to a collection: it goes. Raises Refused."""
    use = state.index.calls.get(id(node.value))
    if use is None or use.symbol != _ADDS or use.namespace != "compat.v1" or use.call_node is None:
        return False
    call = use.call_node
    if len(call.args) != 2 or call.keywords or not is_key(call.args[0]) or state.device or state.runs.was_run:
        raise Refused(call, "a collection is added to in a way that is not followed")
    _see(state, use.node, call.args[0])
    state.around.collections.setdefault(ast.unparse(call.args[0]), []).append(_collected(call.args[1], node, state))
    state.program.gone.append(node)
    return True


def _see(state: State, *nodes: ast.AST) -> None:
    state.around.seen.update(id(each) for one in nodes for each in ast.walk(one))


def _collected(node: ast.expr, statement: ast.stmt, state: State) -> Collected:
    if isinstance(node, ast.Name):
        value = state.values.get(node.id)
        if value is None or value.kind is not Kind.SYMBOLIC:
            raise Refused(node, f"`{node.id}`, which is collected, is no op that runs in the session")
        return Collected(node.id, (value,))
    reading = read(node, state.around)
    if not reading.is_symbolic or reading.draws or reading.assigns or reading.makes_variable:
        raise Refused(node, "what is collected draws, changes a variable, or is no op")
    must_be_pure(reading, state.index)
    name = state.runs.names.first("penalty", *(f"penalty_{number}" for number in range(2, _MANY)))
    value = Value(Kind.SYMBOLIC, name, statement, node, part=state.part)
    state.program.edits += reading.edits
    values, plain = list(reading.values), frozenset(reading.plain)
    state.program.add_step(Step(statement, [value], values, plain, sparse=reading.slices, expression=node))
    state.bind(value)
    return Collected(name, (value,))


def collect_of_variable(state: State, node: ast.Assign, variable: Value) -> None:
    """Collect what a function of the file adds that makes a variable. Raises Refused where it is not followed."""
    called = {
        one.func.id for one in ast.walk(node.value) if isinstance(one, ast.Call) and isinstance(one.func, ast.Name)
    }
    adding = {
        name for name in called if name in state.runs.functions and added_in(state.runs.functions[name], state.uses)
    }
    if not adding:
        return
    call = node.value
    if (
        not isinstance(call, ast.Call)
        or not isinstance(call.func, ast.Name)
        or call.func.id not in adding
        or len(adding) > 1
    ):
        raise Refused(node, "a function that adds to a collection is called inside of an expression")
    function = state.runs.functions[call.func.id]
    given = _given(call, function, state)
    returned = function.body[-1].value if isinstance(function.body[-1], ast.Return) else None
    if not isinstance(returned, ast.Name):
        raise Refused(function, "a function adds to a collection, and returns no variable by its name")
    given[returned.id] = variable.name
    for one in added_in(function, state.uses):
        key, made = one.args
        text = _substituted(made, given, state)
        state.around.collections.setdefault(ast.unparse(key), []).append(Collected(text, (variable,)))


def _given(call: ast.Call, function: ast.FunctionDef, state: State) -> dict[str, str]:
    """What each parameter is given, where that is a number, or a name for one."""
    names = [one.arg for one in function.args.args]
    values = dict(zip(names[len(names) - len(function.args.defaults) :], function.args.defaults, strict=True))
    values |= dict(zip(names, call.args, strict=False))
    values |= {one.arg: one.value for one in call.keywords if one.arg}
    known = {name: value for name, value in values.items() if _is_number(value, state)}
    return {name: state.spellings.text(value) for name, value in known.items()}


def _is_number(node: ast.expr, state: State) -> bool:
    if isinstance(node, ast.Name):
        made = state.spellings.values_of(node.id)
        stored = (one for one in state.index.nodes if isinstance(one, ast.Name) and isinstance(one.ctx, ast.Store))
        return len(made) == 1 and isinstance(made[0], ast.Constant) and sum(one.id == node.id for one in stored) == 1
    return isinstance(node, ast.Constant)


def _substituted(node: ast.expr, given: dict[str, str], state: State) -> str:
    """The text of an expression of a function, in which other names stand for its own. Raises Refused."""
    start, end = state.spellings.span(node)
    whole, text, last = state.source.text, "", start
    names = [one for one in ast.walk(node) if isinstance(one, ast.Name)]
    for one in sorted(names, key=lambda each: state.spellings.span(each)[0]):
        if any(use.root == one.id for use in state.uses.values() if any(each is one for each in ast.walk(use.node))):
            continue
        if one.id not in given:
            raise Refused(one, f"`{one.id}` is used in what a function adds to a collection")
        first, behind = state.spellings.span(one)
        text += whole[last:first] + given[one.id]
        last = behind
    return text + whole[last:end]
