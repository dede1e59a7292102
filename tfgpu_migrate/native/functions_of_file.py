"""What calling a function of the file does to a graph: nothing, ops, or a variable."""

from __future__ import annotations

import ast

from tfgpu_migrate.index.uses import Use
from tfgpu_migrate.native.expressions import Made
from tfgpu_migrate.native.facts import draws, is_op
from tfgpu_migrate.native.model import Refused
from tfgpu_migrate.native.statements import is_harmless

_PAIR = 2
_PURE_CALLS = frozenset(("abs", "float", "int", "len", "list", "max", "min", "range", "sum", "tuple", "zip"))
_STATEMENTS = (ast.Assign, ast.AugAssign, ast.Expr, ast.For, ast.If, ast.Pass, ast.Return)
_OF_GRAPHS = frozenset(("eval", "graph", "name", "op", "run", "value", "shape"))


def is_plain_python(function: ast.FunctionDef, uses: dict[int, Use], known: dict[str, Made | None]) -> bool:
    """Whether a function names nothing that makes ops or variables."""
    nodes = list(ast.walk(function))
    called = {one.func.id for one in nodes if isinstance(one, ast.Call) and isinstance(one.func, ast.Name)}
    return all(is_harmless(uses[id(one)]) for one in nodes if id(one) in uses) and not any(map(known.get, called))


def made_by(function: ast.FunctionDef, uses: dict[int, Use], known: dict[str, Made | None]) -> Made:
    """What a function makes that is given tensors. Raises Refused where it cannot be followed."""
    nodes = [one for one in ast.walk(function) if one is not function]
    inside = [uses[id(one)] for one in nodes if id(one) in uses]
    own = {one.func.id for one in nodes if isinstance(one, ast.Call) and isinstance(one.func, ast.Name)}
    called = {name: known[name] for name in own if known.get(name) is not None}
    adding = added_in(function, uses)
    allowed = {id(each) for call in adding for one in (call.func, call.args[0]) for each in ast.walk(one)}
    if function.decorator_list or function.args.vararg or function.args.kwarg:
        raise Refused(function, f"`{function.name}` makes ops, and has decorators or takes any arguments")
    variables = [one for one in inside if one.symbol == "Variable" and one.namespace in ("", "compat.v1")]
    for one in inside:
        if (
            one in variables
            or id(one.node) in allowed
            or (one.namespace == "" and one.symbol == "name_scope")
            or is_harmless(one)
            or (one.namespace == "" and is_op(one.symbol))
        ):
            continue
        raise Refused(one.node, f"`{one.written}` in `{function.name}`")
    ended = [one for one in function.body if isinstance(one, ast.Expr) and any(one.value is each for each in adding)]
    for node in nodes:
        if not any(node is one for one in ended):
            _must_be_followed(node, function, uses, called)
    makes = bool(variables) or any(one is not None and one.makes_variable for one in called.values())
    if adding and not variables:
        raise Refused(adding[0], f"`{function.name}` adds to a collection, and makes no variable")
    if makes and not _returns_variable([one for one in function.body if one not in ended], variables, called):
        raise Refused(function, f"`{function.name}` makes variables, and more than returns one")
    drawn = any(draws(one.symbol) for one in inside) or any(one is not None and one.draws for one in called.values())
    bound = {one.arg for one in ast.walk(function.args) if isinstance(one, ast.arg)}
    bound |= {one.id for one in nodes if isinstance(one, ast.Name) and isinstance(one.ctx, ast.Store)}
    names = {one.id for one in nodes if isinstance(one, ast.Name)} - bound
    return Made(makes, drawn, frozenset(names.union(*(one.names for one in called.values() if one is not None))))


def _must_be_followed(
    node: ast.AST, function: ast.FunctionDef, uses: dict[int, Use], called: dict[str, Made | None]
) -> None:
    where = f"in `{function.name}`, which makes ops"
    if isinstance(node, ast.With) and all(
        (use := uses.get(id(getattr(item.context_expr, "func", None)))) is not None
        and use.symbol == "name_scope"
        and not use.namespace
        for item in node.items
    ):
        return
    if isinstance(node, ast.stmt) and not isinstance(node, _STATEMENTS):
        raise Refused(node, f"a statement that is not followed {where}")
    if isinstance(node, ast.Expr) and not isinstance(node.value, ast.Constant):
        raise Refused(node, f"an expression for its effect {where}")
    if isinstance(node, ast.Attribute) and node.attr in _OF_GRAPHS and id(node) not in uses:
        raise Refused(node, f"`.{node.attr}` {where}")
    if isinstance(node, ast.Compare) and _may_compare_tensors(node):
        raise Refused(node, f"`==` {where}")
    if isinstance(node, (ast.Lambda, ast.ListComp, ast.SetComp, ast.DictComp, ast.GeneratorExp, ast.NamedExpr)):
        raise Refused(node, f"an expression that is not followed {where}")
    if isinstance(node, ast.Call) and id(node.func) not in uses:
        name = node.func.id if isinstance(node.func, ast.Name) else ""
        shape = isinstance(node.func, ast.Attribute) and node.func.attr in ("get_shape", "as_list", "format")
        if name not in called and name not in _PURE_CALLS and not shape:
            raise Refused(node, f"a call that is not followed {where}")


def added_in(function: ast.FunctionDef, uses: dict[int, Use]) -> list[ast.Call]:
    """The calls of `tf.add_to_collection` that are statements of a function, each with a key and a value."""
    found = list[ast.Call]()
    for one in function.body:
        call = one.value if isinstance(one, ast.Expr) else None
        use = uses.get(id(call.func)) if isinstance(call, ast.Call) else None
        adds = use is not None and use.symbol == "add_to_collection"
        if adds and isinstance(call, ast.Call) and len(call.args) == _PAIR and not call.keywords:
            found.append(call)
    return found


def _returns_variable(body: list[ast.stmt], variables: list[Use], called: dict[str, Made | None]) -> bool:
    """Whether all that the body of a function does is to return one new variable."""
    *before, last = body
    returned = last.value if isinstance(last, ast.Return) else None
    if isinstance(returned, ast.Name) and before and _binds(before[-1], returned.id):
        returned = before.pop().value  # type: ignore[attr-defined]
    if not isinstance(returned, ast.Call):
        return False
    if not all(isinstance(one, (ast.Assign, ast.Expr)) for one in before):
        return False
    if len(variables) == 1:
        return variables[0].call_node is returned
    return not variables and isinstance(returned.func, ast.Name) and returned.func.id in called


def _binds(node: ast.stmt, name: str) -> bool:
    """Whether a statement is `name = ...`, and nothing else."""
    if not isinstance(node, ast.Assign) or len(node.targets) != 1:
        return False
    return isinstance(node.targets[0], ast.Name) and node.targets[0].id == name


def _may_compare_tensors(node: ast.Compare) -> bool:
    """`a == b` with no constant on either side: between tensors of a graph it means identity."""
    same = any(isinstance(one, (ast.Eq, ast.NotEq)) for one in node.ops)
    return same and not any(isinstance(one, ast.Constant) for one in (node.left, *node.comparators))
