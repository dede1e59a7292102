"""Version branches: code whose author already tells TensorFlow 1 from TensorFlow 2."""

import ast
import re
from collections.abc import Iterable
from functools import cached_property

from tfgpu_migrate.index.nodes import statements_on, walk
from tfgpu_migrate.index.symbols import PACKAGES
from tfgpu_migrate.index.uses import Use
from tfgpu_migrate.source import Source

_VERSION = re.compile(
    r"(?:__version__|VERSION|version\.VERSION|GIT_VERSION|python\.tf2\.enabled"
    r"|\w+\.__version__|sys\.(?:version(?:_info)?|hexversion)|six\.PY\d+"  # of other packages, and of Python
    r"|platform\.python_version(?:_tuple)?)(?:\.|$)"
)
_NO_MODULE = frozenset(("ImportError", "ModuleNotFoundError"))
_MISSING = _NO_MODULE | {"AttributeError", "NameError"}


class Guards:
    """Which statements are version branches; looked at only where a use stands below them."""

    def __init__(self, source: Source, uses: Iterable[Use]) -> None:
        self._source = source
        # `tf.__version__.split` is one chain: the version is the beginning of it.
        version = [use for use in uses if _VERSION.match(use.symbol)]
        self._version = {id(use.node) for use in version}
        self._stated = [use.statement for use in version]
        self._roots = {use.root for use in uses if use.root}

    def holds(self, node: ast.AST) -> bool:
        """Whether `node` is `if tf.__version__ ...`, `if hasattr(tf, ...)`, `try: ... except AttributeError`, a `try`
        whose handlers import something else, an `if` on a name that was assigned from such a test, or a statement with
        such a conditional expression.
        """
        if isinstance(node, ast.Try):
            expected = [_expected(handler) for handler in node.handlers]
            if expected and all(one and one <= _NO_MODULE for one in expected):
                return any(map(_may_lack, node.body))  # what `tf.x` raises is not caught
            return any(one & _MISSING for one in expected) or _stands_in(node)
        if not self._names_versions:
            return False
        if any(self._tests_version(one, self._flags) for one in getattr(node, "decorator_list", ())):
            return True  # `@unittest.skipIf(tf.__version__ >= "2", ...)`
        if isinstance(node, ast.If):
            return self._tests_version(node.test, self._flags)
        value = getattr(node, "value", None)
        if not isinstance(value, ast.expr) or "else" not in self._source.text[slice(*self._source.span(value))]:
            return False
        conditionals = (one for one in walk(value) if isinstance(one, ast.IfExp))
        return any(self._tests_version(one.test, self._flags) for one in conditionals)

    @cached_property
    def are_possible(self) -> bool:
        """Whether the text has what a version branch needs."""
        return self._names_versions or "try" in self._source.words

    @cached_property
    def _names_versions(self) -> bool:
        return bool(self._version) or ("hasattr" in self._source.words and "hasattr(" in self._source.text)

    @cached_property
    def _flags(self) -> frozenset[str]:
        """Names assigned from a version test: `TF2 = tf.__version__.startswith("2")`."""
        flags: set[str] = set()
        asking: list[ast.stmt] = [*self._stated, *self._statements_with({"hasattr"})]
        while asking:
            assigned = (one for one in asking if isinstance(one, ast.Assign) and self._tests_version(one.value, flags))
            fresh = {target.id for one in assigned for target in one.targets if isinstance(target, ast.Name)} - flags
            flags |= fresh
            asking = self._statements_with(fresh)
        return frozenset(flags)

    def _statements_with(self, words: set[str]) -> list[ast.stmt]:
        return list(statements_on(self._source.tree, self._source.lines_with(words)))

    def _tests_version(self, test: ast.AST, flags: Iterable[str]) -> bool:
        for node in walk(test):
            if id(node) in self._version or (isinstance(node, ast.Name) and node.id in flags):
                return True
            if isinstance(node, ast.Call) and self._asks_for_a_name(node):
                return True
        return False

    def _asks_for_a_name(self, call: ast.Call) -> bool:
        """`hasattr(tf, "Session")`, `hasattr(tf.config, ...)`."""
        if not (isinstance(call.func, ast.Name) and call.func.id == "hasattr" and call.args):
            return False
        subject = call.args[0]
        while isinstance(subject, ast.Attribute):
            subject = subject.value
        return isinstance(subject, ast.Name) and subject.id in self._roots


def _expected(handler: ast.ExceptHandler) -> set[str]:
    """The names of the errors that a handler is for; none where it is for all."""
    nodes = walk(handler.type) if handler.type is not None else ()
    return {node.id for node in nodes if isinstance(node, ast.Name)}


def _may_lack(statement: ast.stmt) -> bool:
    """Whether an import may fail for what a release lacks: not `import tensorflow`, which every release has."""
    if isinstance(statement, ast.Import):
        return any(one.name not in PACKAGES for one in statement.names)
    return isinstance(statement, ast.ImportFrom)


def _stands_in(node: ast.Try) -> bool:
    """Whether a `try` that begins with an import has handlers of imports or other values, whatever they expect.

    `except:` and `except Exception:` are often written for `except ImportError:`.
    """
    handled = [one for handler in node.handlers for one in handler.body]
    imports, values = (ast.Import, ast.ImportFrom), (ast.Assign, ast.Pass)
    asks = isinstance(node.body[0], imports) and _are_all(node.body, (*imports, *values))
    return bool(handled) and asks and _are_all(handled, (*imports, *values))


def _are_all(statements: list[ast.stmt], kinds: tuple[type[ast.stmt], ...]) -> bool:
    return all(isinstance(one, kinds) for one in statements)
