"""What a program does with the value of an expression: only tests it, only counts it, names it."""

import ast

from tfgpu_migrate.index.index import Index
from tfgpu_migrate.index.scopes import Argument, Occurrence, Scope


def is_tested(index: Index, statement: ast.stmt, node: ast.expr) -> bool:
    """Whether nothing but the truth of the value counts: `if x`, `not x`, `y if x else z`, `bool(x)`."""
    parent = index.parent(statement, node)
    if isinstance(parent, (ast.If, ast.While, ast.IfExp, ast.Assert)):
        return parent.test is node
    if isinstance(parent, ast.UnaryOp):
        return isinstance(parent.op, ast.Not)
    if isinstance(parent, ast.BoolOp):
        return is_tested(index, statement, parent)
    if isinstance(parent, ast.comprehension):
        return any(one is node for one in parent.ifs)
    return isinstance(parent, Argument) and _is_builtin_call(index, parent, "bool")


def is_counted(index: Index, statement: ast.stmt, node: ast.expr) -> bool:
    """Whether nothing but the length or the truth of the value counts, also by way of one local variable."""
    if _is_counted_here(index, statement, node):
        return True
    loads = only_loads(index, statement, node)
    return bool(loads) and all(
        not one.attributes and _is_counted_here(index, one.statement, one.chain) for one in loads or ()
    )


def _is_counted_here(index: Index, statement: ast.stmt, node: ast.expr) -> bool:
    parent = index.parent(statement, node)
    return is_tested(index, statement, node) or (
        isinstance(parent, Argument) and _is_builtin_call(index, parent, "len")
    )


def _is_builtin_call(index: Index, argument: Argument, name: str) -> bool:
    call = argument.call
    alone = len(call.args) == 1 and not call.keywords
    return alone and isinstance(call.func, ast.Name) and call.func.id == name and is_builtin(index, name)


def catches(handler: ast.ExceptHandler, *errors: str) -> bool:
    """Whether a handler is for one of these errors, or for all."""
    if handler.type is None:
        return True
    caught = {*errors, "Exception", "BaseException"}
    return any(isinstance(node, ast.Name) and node.id in caught for node in ast.walk(handler.type))


def is_builtin(index: Index, name: str) -> bool:
    """Whether nothing in the file gives the name another meaning."""
    return not any(name in scope.bindings for scope in index.variables([name]).scopes)


def only_loads(index: Index, statement: ast.stmt, value: ast.expr) -> list[Occurrence] | None:
    """What reads the variable of `name = value`, a name that nothing else binds; None where there is none such.

    Also None for a name of a class body, which is an attribute elsewhere.
    """
    if not isinstance(statement, (ast.Assign, ast.AnnAssign)) or statement.value is not value:
        return None
    targets = statement.targets if isinstance(statement, ast.Assign) else [statement.target]
    if len(targets) != 1 or not isinstance(targets[0], ast.Name):
        return None
    names = index.variables([targets[0].id])
    mine = next(found for found in names.occurrences if found.name is targets[0])
    owner = _owner(mine)
    if owner is None or owner.kind == "class" or len(owner.bindings[mine.name.id]) != 1:
        return None
    others = [one for one in names.occurrences if one is not mine and one.scope.owner(one.name.id) is owner]
    return others if all(isinstance(one.name.ctx, ast.Load) for one in others) else None


def _owner(found: Occurrence) -> Scope | None:
    return found.scope.owner(found.name.id)


def is_asked_for(index: Index, statement: ast.stmt, node: ast.AST) -> bool:
    """Whether the value is a class that something is asked for: `isinstance(x, (tf.Variable, float))`, `issubclass`."""
    parent = index.parent(statement, node)
    while isinstance(parent, (ast.Tuple, ast.BinOp)):
        node, parent = parent, index.parent(statement, parent)
    asks = isinstance(parent, Argument) and parent.keyword is None and len(parent.call.args) > 1
    if not isinstance(parent, Argument) or not asks or parent.call.args[1] is not node:
        return False
    func = parent.call.func
    return isinstance(func, ast.Name) and func.id in ("isinstance", "issubclass") and is_builtin(index, func.id)


def is_annotation(statement: ast.stmt, node: ast.AST) -> bool:
    """Whether an expression, or a part of one, only says of what type something is."""
    match statement:
        case ast.FunctionDef(args=args, returns=returns) | ast.AsyncFunctionDef(args=args, returns=returns):
            types = [returns, *(one.annotation for one in ast.walk(args) if isinstance(one, ast.arg))]
        case ast.AnnAssign(annotation=annotation):
            types = [annotation]
        case _:
            return False
    return any(part is node for one in types if one is not None for part in ast.walk(one))
