"""setup.py: the strings that reach `install_requires` and the like of its `setup()` call."""

import ast
from collections.abc import Iterator

from tfgpu_migrate.dependencies.entry import Entry, read_requirement
from tfgpu_migrate.source import Source

_KEYWORDS = ("install_requires", "extras_require", "setup_requires", "tests_require")
_ADDING = ("append", "extend")


def entries(source: Source) -> Iterator[Entry]:
    """The requests for TensorFlow. Raises Unreadable where the file is not Python."""
    calls = [node for node in ast.walk(source.tree) if isinstance(node, ast.Call) and _name(node.func) == "setup"]
    values = [one.value for call in calls for one in call.keywords if one.arg in _KEYWORDS]
    for node in _strings(source.tree, values):
        start, end = source.span(node)
        written = source.text[start:end]
        if written[:1] in "\"'" and written[1:-1] == node.value and (found := read_requirement(start + 1, node.value)):
            yield found


def _strings(tree: ast.Module, values: list[ast.expr]) -> Iterator[ast.Constant]:
    """The strings in these expressions, and in what is assigned or added to the names in them, each once."""
    stack: list[ast.AST] = list(reversed(values))
    seen: set[str] = set()
    given: list[tuple[ast.expr, list[ast.expr]]] | None = None
    while stack:
        node = stack.pop()
        if isinstance(node, ast.Constant) and isinstance(node.value, str):
            yield node
        elif isinstance(node, ast.Name) and node.id not in seen:
            seen.add(node.id)
            given = list(_given(tree)) if given is None else given
            stack.extend(value for target, values in given if _is_of(target, node.id) for value in values)
        elif isinstance(node, ast.Dict):
            stack.extend(node.values)  # the keys of extras_require are names of extras
        elif isinstance(node, (ast.List, ast.Tuple, ast.Set, ast.BinOp, ast.Starred, ast.IfExp)):
            stack.extend(child for child in ast.iter_child_nodes(node) if not isinstance(child, ast.Compare))


def _given(tree: ast.Module) -> Iterator[tuple[ast.expr, list[ast.expr]]]:
    """Each target of an assignment, or list that is appended to, and the values that it is given."""
    for node in ast.walk(tree):
        if isinstance(node, (ast.Assign, ast.AugAssign)):
            targets = node.targets if isinstance(node, ast.Assign) else [node.target]
            yield from ((one, [node.value]) for one in targets)
        elif isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.func.attr in _ADDING:
            yield node.func.value, node.args


def _is_of(node: ast.expr, name: str) -> bool:
    """`name` or `name["key"]`."""
    at = node.value if isinstance(node, ast.Subscript) else node
    return isinstance(at, ast.Name) and at.id == name


def _name(node: ast.expr) -> str:
    return node.attr if isinstance(node, ast.Attribute) else getattr(node, "id", "")
