"""A use: one place in a file that names a TensorFlow symbol."""

import ast
from typing import NamedTuple

from tfgpu_migrate.index.scopes import Argument, Scope
from tfgpu_migrate.index.symbols import Symbol


class Given(NamedTuple):
    """What a call is given: how many arguments by position, which by name, whether `*` or `**` hides some."""

    positional: int
    keywords: frozenset[str]
    starred: bool

    def may_have(self, keyword: str, position: int) -> bool:
        """Whether an argument of that name or at that position is given, or may be."""
        return keyword in self.keywords or self.positional > position or self.starred

    def is_only(self, positional: int, keywords: frozenset[str]) -> bool:
        """Whether the call has just so many arguments by position, and of keywords only these."""
        return self.positional == positional and self.keywords <= keywords and not self.starred


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
    def is_aliased(self) -> bool:
        """Whether it is all that an assignment binds names to: `name = tf.x`."""
        return isinstance(self.parent, ast.Assign) and all(isinstance(one, ast.Name) for one in self.parent.targets)

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
    def is_reported_at_import(self) -> bool:
        """Whether the whole chain is a name that a `from` import bound: what it means is the import's business."""
        return self.prefix == self.path and not self.is_import

    @property
    def is_assigned(self) -> bool:
        """Whether the name is given a value or deleted here: `ops.Tensor = tf.Tensor`."""
        return isinstance(self.node, ast.Attribute) and not isinstance(self.node.ctx, ast.Load)

    @property
    def written(self) -> str:
        """The use as it stands in the file, without line breaks: "tf.Session"."""
        return ".".join((self.root, *self.attributes)) if self.root else self.path.removeprefix("tensorflow.")

    @property
    def given(self) -> Given:
        """The shape of the call whose callee this use is; of a call without arguments where it is not called."""
        call = self.call_node
        if call is None:
            return Given(0, frozenset(), starred=False)
        keywords = [one.arg for one in call.keywords]  # None for `**`
        starred = None in keywords or ast.Starred in map(type, call.args)
        return Given(len(call.args), frozenset(filter(None, keywords)), starred)

    def first_argument(self, *keywords: str) -> ast.expr | None:
        """What the call is given first, or by one of these keywords; None where that is nothing, or a star hides it."""
        call = self.call_node
        if call is None or self.given.starred:
            return None
        named = (one.value for one in call.keywords if one.arg in keywords)
        return call.args[0] if call.args else next(named, None)

    @property
    def call_node(self) -> ast.Call | None:
        """The call whose callee this use is."""
        return self.parent if isinstance(self.parent, ast.Call) and self.parent.func is self.node else None
