"""What only the data sets of TensorFlow 1 have: methods that make an iterator, attributes that say what it yields."""

import ast
from collections.abc import Iterator
from typing import NamedTuple

from tfgpu_migrate.index.index import Index
from tfgpu_migrate.index.nodes import children, statements_on
from tfgpu_migrate.index.scopes import Scope

# Each is a function below tf.compat.v1.data in TF 2.21, which takes data sets of both kinds, and iterators.
_METHODS = frozenset(("make_initializable_iterator", "make_one_shot_iterator"))
_ATTRIBUTES = {one: f"get_{one}" for one in ("output_classes", "output_shapes", "output_types")}
_TAKERS = ("data.Iterator.from_string_handle", "data.Iterator.from_structure")


class Member(NamedTuple):
    """One place: `function` is what takes the data set in TensorFlow 2, `node` the call or the attribute."""

    name: str
    function: str
    node: ast.expr
    receiver: ast.expr
    scope: Scope


def dataset_members(index: Index) -> list[Member]:
    """The places of a file, in source order.

    Nothing else is known to have methods of these names. The names of the attributes are other objects' too: they count
    where an iterator is built from them.
    """
    named = index.source.words.intersection((*_METHODS, *_ATTRIBUTES))
    names = [one for one in named if f"def {one}" not in index.source.text]
    statements = statements_on(index.tree, index.source.lines_with(f".{name}" for name in names))
    return [
        member
        for statement in statements
        for member in _members(index, statement, frozenset(names))
        if not index.in_version_branch(statement)
    ]


def _members(index: Index, statement: ast.stmt, names: frozenset[str]) -> Iterator[Member]:
    scope = _scope_of(index, statement)
    for node in _expressions(statement):
        if not isinstance(node, ast.Call) or scope is None:
            continue
        use = index.calls.get(id(node))
        if use is None and isinstance(node.func, ast.Attribute) and node.func.attr in _METHODS & names:
            yield Member(node.func.attr, node.func.attr, node, node.func.value, scope)
        if use is not None and use.symbol in _TAKERS:
            for one in (*node.args, *(word.value for word in node.keywords)):
                if isinstance(one, ast.Attribute) and one.attr in _ATTRIBUTES.keys() & names:
                    yield Member(one.attr, _ATTRIBUTES[one.attr], one, one.value, scope)


def _expressions(statement: ast.stmt) -> Iterator[ast.AST]:
    """The expressions of a statement, without those of the statements in it."""
    stack = [child for child in children(statement) if not isinstance(child, ast.stmt)]
    while stack:
        node = stack.pop(0)
        yield node
        stack += [child for child in children(node) if not isinstance(child, ast.stmt)]


def _scope_of(index: Index, statement: ast.stmt) -> Scope | None:
    scopes = {id(one.node): one for one in index.names.scopes} if index.names is not None else {}
    return next((scopes[id(one)] for one in index.all_holders(statement) if id(one) in scopes), None)
