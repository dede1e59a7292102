"""Sessions that a test case of TensorFlow opens: `with self.test_session() as sess: sess.run(...)`."""

import ast
from collections.abc import Iterable, Iterator

from tfgpu_migrate.index.index import Index
from tfgpu_migrate.index.nodes import statements_on, walk

TEST_CASE = "test.TestCase"
_OF_TF1 = frozenset(("test_session",))  # deprecated since 1.11
_OF_BOTH = frozenset(("cached_session", "session"))


def runs_test_sessions(index: Index, *, is_tf1: bool) -> bool:
    """Whether a test runs ops in a session of its test case, with no graph of its own around.

    While eager execution is on that session raises `Eager mode is enabled` for `run`, and `Tensor.eval` raises too
    (FallbackErrorSession in tensorflow/python/framework/test_util.py, 2.21.0); nothing else in it needs a graph.
    """
    methods = _OF_TF1 | _OF_BOTH if is_tf1 else _OF_TF1
    lines = index.source.lines_with(f"self.{method}(" for method in methods)
    return any(
        isinstance(node, ast.With) and _opens(node, methods) and _runs(node) and not _has_graph(index, node)
        for node in statements_on(index.tree, lines)
    )


def _opens(statement: ast.With, methods: frozenset[str]) -> bool:
    return any(
        isinstance(called.value, ast.Name) and called.value.id == "self" and called.attr in methods
        for called, _ in _method_calls(item.context_expr for item in statement.items)
    )


def _runs(statement: ast.With) -> bool:
    """Whether the block has `sess.run(...)`, of the session it opens, or `x.eval()` (not `keras.backend.eval(x)`)."""
    names = {item.optional_vars.id for item in statement.items if isinstance(item.optional_vars, ast.Name)}
    return any(
        (called.attr == "eval" and not call.args)
        or (called.attr == "run" and isinstance(called.value, ast.Name) and called.value.id in names)
        for called, call in _method_calls(node for one in statement.body for node in walk(one))
    )


def _has_graph(index: Index, statement: ast.With) -> bool:
    """Whether it stands under `with graph.as_default():`, or is one itself."""
    around = (one for one in (statement, *index.all_holders(statement)) if isinstance(one, ast.With))
    calls = _method_calls(item.context_expr for one in around for item in one.items)
    return any(called.attr == "as_default" for called, _ in calls)


def _method_calls(nodes: Iterable[ast.AST]) -> Iterator[tuple[ast.Attribute, ast.Call]]:
    """What each call of a method calls, and the call."""
    for node in nodes:
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute):
            yield node.func, node
