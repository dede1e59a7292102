"""What a name or an attribute is bound to in a file."""

import ast

from tfgpu_migrate.index.index import Index


def values_of(index: Index, named: ast.expr) -> list[ast.expr | None]:
    """The values of the statements that bind a name, or an attribute as it is written; None for what is no `x = ...`.

    Empty where nothing in the file binds it.
    """
    if isinstance(named, ast.Name):
        owner = index.owner(named)
        return [_assigned(one.statement) for one in owner.bindings[named.id]] if owner else []
    text = ast.unparse(named)
    bound = [one for one in index.nodes if isinstance(one, ast.Assign)]
    return [one.value for one in bound if any(ast.unparse(target) == text for target in one.targets)]


def _assigned(statement: ast.AST) -> ast.expr | None:
    match statement:
        case ast.Assign(targets=targets, value=value) if all(isinstance(one, ast.Name) for one in targets):
            return value
    return None
