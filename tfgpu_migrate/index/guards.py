"""Version branches: code whose author already tells TensorFlow 1 from TensorFlow 2."""

import ast
from collections.abc import Iterable, Iterator

from tfgpu_migrate.index.uses import Use
from tfgpu_migrate.source import Source

_VERSION_NAMES = frozenset(("__version__", "VERSION", "version.VERSION", "GIT_VERSION", "python.tf2.enabled"))
_MISSING = frozenset(("AttributeError", "ImportError", "ModuleNotFoundError"))


def guarded_nodes(source: Source, uses: Iterable[Use]) -> Iterator[int]:
    """`id`s of the statements that are a version branch: `if tf.__version__ ...`, `if hasattr(tf, ...)`,
    `try: ... except AttributeError`, and an `if` on a name that was assigned from such a test.
    """
    if not any(word in source.text for word in ("except", "__version__", "VERSION", "hasattr", "tf2")):
        return
    tree = source.tree
    version = {id(use.node) for use in uses if _names_version(use.symbol)}
    roots = {use.root for use in uses if use.root}
    flags: set[str] = set()
    for node in ast.walk(tree):
        if isinstance(node, ast.Assign) and _tests_version(node.value, version, roots, flags):
            flags.update(target.id for target in node.targets if isinstance(target, ast.Name))
    for node in ast.walk(tree):
        tested = isinstance(node, ast.If) and _tests_version(node.test, version, roots, flags)
        if tested or (isinstance(node, ast.Try) and any(_expects_missing(handler) for handler in node.handlers)):
            yield id(node)
        elif isinstance(node, ast.stmt) and _has_conditional(node, version, roots, flags):
            yield id(node)


def _names_version(symbol: str) -> bool:
    """`__version__` itself or what is asked of it: `__version__.split`."""
    return any(symbol == name or symbol.startswith(f"{name}.") for name in _VERSION_NAMES)


def _tests_version(test: ast.AST, version: set[int], roots: set[str], flags: set[str]) -> bool:
    for node in ast.walk(test):
        if id(node) in version or (isinstance(node, ast.Name) and node.id in flags):
            return True
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "hasattr" and node.args:
            subject = node.args[0]
            while isinstance(subject, ast.Attribute):
                subject = subject.value
            if isinstance(subject, ast.Name) and subject.id in roots:
                return True
    return False


def _has_conditional(statement: ast.stmt, version: set[int], roots: set[str], flags: set[str]) -> bool:
    """`Session = tf.Session if tf.__version__ < "2" else tf.compat.v1.Session`."""
    value = getattr(statement, "value", None)
    if not isinstance(value, ast.AST):
        return False
    return any(isinstance(node, ast.IfExp) and _tests_version(node.test, version, roots, flags) for node in ast.walk(value))


def _expects_missing(handler: ast.ExceptHandler) -> bool:
    if handler.type is None:
        return False
    return any(isinstance(node, ast.Name) and node.id in _MISSING for node in ast.walk(handler.type))
