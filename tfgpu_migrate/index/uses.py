"""A use: one place in a file that names a TensorFlow symbol."""

import ast
from typing import NamedTuple

from tfgpu_migrate.index.scopes import Argument, Scope
from tfgpu_migrate.index.symbols import Symbol


class Use(NamedTuple):
    """An attribute chain (`tf.nn.softmax`) or an imported name (`from tensorflow import placeholder`).

    Offsets are character offsets into the source text. `editable` is False where the text at the span is not what the
    tree says (some f-strings of Python 3.10 and 3.11, identifiers that NFKC changes): it is reported, not fixed.
    """

    target: Symbol
    path: str  # the whole dotted path, "tensorflow.compat.v1.Session"
    start: int
    end: int
    root: str  # the local name that the chain begins with; "" for an import
    attributes: tuple[str, ...]  # what is written after the root
    node: ast.expr | ast.alias
    parent: ast.AST | Argument
    statement: ast.stmt
    scope: Scope
    prefix: str  # the dotted path that the root is bound to
    through_alias: bool  # the root was bound by `v1 = tf.compat.v1`, not by an import
    editable: bool

    @property
    def symbol(self) -> str:
        """The name without package and `compat.v1`: "Session", "keras.backend.set_session"."""
        return self.target.name

    @property
    def namespace(self) -> str:
        """How the symbol was reached: see `Symbol`."""
        return self.target.namespace

    @property
    def is_import(self) -> bool:
        """Whether this is the name in an import statement."""
        return isinstance(self.node, ast.alias)

    @property
    def written(self) -> str:
        """The use as it stands in the file, without line breaks: "tf.Session"."""
        return ".".join((self.root, *self.attributes)) if self.root else self.path.removeprefix("tensorflow.")

    def gives(self, keyword: str, position: int) -> bool:
        """Whether this use is called with an argument of that name or at that position, `*` and `**` included."""
        call = self.call_node
        if call is None:
            return False
        named = any(one.arg in (keyword, None) for one in call.keywords)
        return named or len(call.args) > position or any(isinstance(one, ast.Starred) for one in call.args)

    @property
    def call_node(self) -> ast.Call | None:
        """The call whose callee this use is."""
        return self.parent if isinstance(self.parent, ast.Call) and self.parent.func is self.node else None
