"""What a name or an attribute is bound to in a file."""

import ast

from tfgpu_migrate.index.index import Index
from tfgpu_migrate.index.uses import Use


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


def imported_with(index: Index, use: Use) -> list[Use]:
    """The import that binds the name of a use, `from tensorflow import x`, and behind it all uses of that name.

    Empty where the use is neither.
    """
    if not (use.is_import or use.is_reported_at_import) or use.through_alias:
        return []
    statement = index.import_of(use)
    name = _bound_name(use) if use.is_import else use.root
    same = [one for one in index.of(use.symbol) if one.path == use.path and not one.through_alias]
    bound = [one for one in same if one.statement is statement and _bound_name(one) == name]
    named = [one for one in same if one.is_reported_at_import and one.root == name]
    return [*bound, *(one for one in named if index.import_of(one) is statement)] if bound else []


def _bound_name(use: Use) -> str | None:
    return (use.node.asname or use.node.name) if isinstance(use.node, ast.alias) else None
