"""Names that a file took from `tf.contrib` and other ended packages: how it bound them, what they can mean instead."""

import ast
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from tfgpu_migrate.api.contrib import PACKAGES, WHOLE, core_home, is_attribute, is_module, tf_slim_home
from tfgpu_migrate.api.written import WRITTEN, Written, written_head
from tfgpu_migrate.index.contexts import is_asked_for
from tfgpu_migrate.index.index import Index
from tfgpu_migrate.index.mode import only_defines
from tfgpu_migrate.index.scopes import Binding
from tfgpu_migrate.index.uses import Use


@dataclass(frozen=True, eq=False)
class Bound:
    """A name that means something below `tf.contrib`, by an import or by `slim = tf.contrib.slim`.

    `uses` are the places that use the name. `target` is the dotted path in tf_slim that the name can be bound to so
    that all of them mean what they meant. A library's name without uses is for other files: they can use all of a
    package that tf_slim has whole.
    """

    use: Use
    name: str
    uses: tuple[Use, ...]
    target: str | None

    def without_home(self, index: Index) -> list[Use]:
        """The uses for which nothing took the place of what they name."""
        return [] if self.target else [one for one in self.uses if home(one) is None and written(index, one) is None]


def is_movable(use: Use) -> bool:
    """Whether a use names something of `tf.contrib` or `tf.estimator`."""
    return use.namespace in ("", "compat.v1") and use.symbol.partition(".")[0] in PACKAGES


def home(use: Use) -> str | None:
    """The dotted path that a use can take: in TensorFlow, or in tf_slim; None where there is none."""
    if not is_movable(use):
        return None
    core = core_home(use.symbol)
    if core is not None and core.positional is not None:
        suits = use.call_node is not None and use.given.is_only(core.positional, core.keywords)
        core = core if suits else None
    found = core.path if core is not None else tf_slim_home(use.symbol)
    return found if found is not None and is_attribute(found) else None


def written(index: Index, use: Use) -> Written | None:
    """What a fix writes into the file for what is used here; None where that does not serve the use.

    An import of the function or class is served where each use of the name is.
    """
    head = written_head(use.symbol) if is_movable(use) else None
    row = WRITTEN[head] if head is not None else None
    never = [one for one in row.never if one in index.source.text] if row is not None else []
    if row is None or (never and not index.members.isdisjoint(never)):
        return None
    if not use.is_import:
        return row if _serves(index, row, use) else None
    uses = [one for one in index.uses if one.prefix == use.path and not one.is_import]
    return row if use.symbol == head and all(_serves(index, row, one) for one in uses) else None


def _serves(index: Index, row: Written, use: Use) -> bool:
    if row.positional is None:
        return use.call_node is not None or use.is_reported_at_import
    if use.symbol.rpartition(".")[2] in row.members:
        return True
    if use.call_node is None and row.as_value:
        return _is_made(index, row) and not is_asked_for(index, use.statement, use.node)
    given = use.given
    known = row.keywords is None or (given.keywords <= row.keywords and not given.starred)
    return use.call_node is not None and given.positional <= row.positional and known


def _is_made(index: Index, row: Written) -> bool:
    """Whether the file makes an object of a class, or a subclass: for less it is not written into it."""
    made = (one for one in index.uses if one.call_node is not None or isinstance(one.statement, ast.ClassDef))
    return any(head is not None and WRITTEN[head] is row for head in (written_head(one.symbol) for one in made))


def bound_names(index: Index) -> tuple[Bound, ...]:
    """The names of a file that mean something below `tf.contrib` or `tf.estimator`."""
    return tuple(_bound_names(index))


def _bound_names(index: Index) -> Iterator[Bound]:
    for use in index.uses:
        name = _name_bound_by(use) if is_movable(use) else None
        if name is None:
            continue
        through = [one for one in index.uses if not one.is_import and one.symbol.startswith(use.symbol)]
        if name == "tensorflow":  # `import tensorflow.contrib.slim`
            uses = tuple(one for one in through if one.root == name and one.prefix == name)
            yield Bound(use, name, uses, None)
        else:
            uses = tuple(one for one in through if one.root == name and one.prefix == use.path)
            target = _target(use.symbol, uses)
            for_others = not uses and use.scope.kind == "module" and not name.startswith("_") and only_defines(index)
            yield Bound(use, name, uses, WHOLE.get(use.symbol) if target is None and for_others else target)


def _name_bound_by(use: Use) -> str | None:
    if isinstance(use.node, ast.alias):
        if use.node.name == "*":
            return None
        if use.node.asname is None and isinstance(use.statement, ast.Import):
            return "tensorflow"
        return use.node.asname or use.node.name
    statement = use.statement
    if isinstance(statement, ast.Assign) and statement.value is use.node and len(statement.targets) == 1:
        target = statement.targets[0]
        is_alias = isinstance(target, ast.Name) and is_module(use.symbol) and use.scope.kind != "class"
        return target.id if isinstance(target, ast.Name) and is_alias else None
    return None


def _target(symbol: str, uses: Sequence[Use]) -> str | None:
    """What in tf_slim a name for `symbol` can be bound to."""
    itself = tf_slim_home(symbol)
    if itself is not None or not uses:
        return itself
    found: set[str | None] = set()
    for tail, here in ((one.symbol[len(symbol) :], tf_slim_home(one.symbol)) for one in uses):
        if tail:
            found.add(here[: -len(tail)] if here is not None and here.endswith(tail) else None)
    return found.pop() if len(found) == 1 else None


def _is_read(index: Index, bound: Bound) -> bool:
    """Whether a place in the file may read what an import or alias gives its name.

    For `import tensorflow.contrib` only those count that may mean more than the package, which stays.
    """
    owner, name = bound.use.scope, bound.name
    binding = next((one for one in owner.bindings.get(name, ()) if _is_of(one, bound.use)), None)
    if index.names is None or binding is None:
        return False
    found = (one for one in index.names.occurrences if one.name.id == name and one.scope.owner(name) is owner)
    reads = (one for one in found if isinstance(one.name.ctx, ast.Load) or isinstance(one.statement, ast.AugAssign))
    if name == "tensorflow":
        known = {id(one.node) for one in index.uses}
        reads = (one for one in reads if one.attributes and id(one.chain) not in known)
    return any(index.may_mean(one, owner, binding) for one in reads)


def _is_of(binding: Binding, use: Use) -> bool:
    return binding.target is use.node or binding.statement is use.statement


def is_dispensable(index: Index, bound: Bound) -> bool:
    """Whether nothing can count on a name that the file does not use: no other file, and no code out of sight.

    A name in an `__init__.py`, in `__all__`, of a class, of `x as x` or behind `# noqa: F401` is for others; `del` and
    strings (annotations, what `eval` runs) name it; a variable of a function is not touched. Where bindings disagree, a
    use has no meaning for the index, but still reads what it finds.
    """
    use, source, name = bound.use, index.source, bound.name
    if source.path.endswith("__init__.py") or use.scope.kind == "class":
        return False
    if (not use.is_import and use.scope.kind != "module") or _is_read(index, bound):
        return False
    if isinstance(use.node, ast.alias) and use.node.asname == use.node.name:
        return False
    end = source.span(use.statement)[1]
    if "F401" in source.text[end : source.line_end(end)]:
        return False
    if any(isinstance(one.name.ctx, ast.Del) for one in index.variables([name]).occurrences):
        return False
    if any(isinstance(one, ast.Try) and block == "body" for one, block in index.holders(use.statement)):
        return False  # whether it can be imported may be the question
    named = re.compile(rf"^{name}$|(?<![\w.]){name}\.")
    strings = (one.value for one in index.nodes if isinstance(one, ast.Constant) and isinstance(one.value, str))
    in_comment = re.search(rf"#\s*type:.*\b{name}\b", source.text)
    return in_comment is None and not any(named.search(text) for text in strings)
