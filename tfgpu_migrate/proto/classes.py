"""Which classes of a file share the attributes of one object, and which of their bases other files define."""

import ast
import sys
from collections.abc import Mapping

from tfgpu_migrate.index.index import Index
from tfgpu_migrate.index.scopes import Binding
from tfgpu_migrate.index.symbols import PACKAGES


def related_classes(index: Index, owner: ast.ClassDef) -> set[str]:
    """The names of the classes whose methods an object can have together with those of `owner`, itself included."""
    bases: dict[str, set[str]] = {}
    for node in _classes(index):
        bases.setdefault(node.name, set()).update(map(_last_name, node.bases))
    lineages = (_lineage(bases, name) for name in bases)
    return set[str]().union(*(one for one in lineages if owner.name in one))


def _lineage(bases: Mapping[str, set[str]], name: str) -> set[str]:
    found, stack = set[str](), [name]
    while stack:
        name = stack.pop()
        if name not in found:
            found.add(name)
            stack.extend(bases.get(name, ()))
    return found


def unseen_bases(index: Index, related: set[str]) -> list[ast.expr]:
    """The bases of these classes that neither the file defines, nor TensorFlow, nor Python."""
    classes = _classes(index)
    own = {one.name for one in classes}
    found = [base for one in classes if one.name in related for base in one.bases if _last_name(base) not in own]
    names = index.variables({_first_name(base) for base in found})
    bound = [item for scope in names.scopes for item in scope.bindings.items()]
    unseen = {name for name, bindings in bound if not all(map(_is_known, bindings))}
    return [base for base in found if _first_name(base) in unseen]


def _classes(index: Index) -> list[ast.ClassDef]:
    return [node for node in index.nodes if isinstance(node, ast.ClassDef)]


def _first_name(base: ast.expr) -> str:
    return ast.unparse(base).partition(".")[0]


def _last_name(base: ast.expr) -> str:
    return ast.unparse(base).rpartition(".")[2]


def _is_known(binding: Binding) -> bool:
    """Whether a name is imported from TensorFlow or from the standard library."""
    match binding.statement, binding.target:
        case ast.Import(), ast.alias(name=module):
            pass
        case ast.ImportFrom(module=str(module), level=0), _:
            pass
        case _:
            return False
    top = module.partition(".")[0]
    return top in PACKAGES or top in sys.stdlib_module_names
