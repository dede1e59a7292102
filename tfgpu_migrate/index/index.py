"""Where a file uses TensorFlow: one pass over CPython's tree, no LibCST, no rules."""

import ast
import re
from collections.abc import Iterable, Iterator
from functools import cached_property
from itertools import chain
from operator import attrgetter

from tfgpu_migrate.index.guards import Guards
from tfgpu_migrate.index.nodes import children, holder_of_each, holders, statements_on, walk
from tfgpu_migrate.index.scopes import Argument, Binding, Names, Occurrence, Scope, since
from tfgpu_migrate.index.symbols import PACKAGES, Imported, imported, symbol_of
from tfgpu_migrate.index.uses import Use
from tfgpu_migrate.source import Source

_BRANCHES = frozenset(("If", "Try", "TryStar", "ExceptHandler", "For", "AsyncFor", "While", "Match", "match_case"))
_FOLLOW = 5  # aliases of aliases of ...: `a = tf.compat; b = a.v1`
# The first name behind `= (` or behind an `=` that ends its line.
_SET_APART = re.compile(r"=[ \t]*[(\\](?:[\s(\\]|#[^\r\n]*)*(\w+)")
# A name, maybe with attributes, where they are all that stands behind an `=`.
_ALONE = re.compile(r"=[ \t]*(\w+)(?:[ \t\f]*\.[ \t\f]*\w+)*[ \t\f]*(?:[;#\r\n\\]|\Z)")
_SPAN = attrgetter("start", "end")


class Index:
    """The uses of TensorFlow, or of other packages, in one file, in source order, and the statements around them.

    Raises Unreadable where the source is not Python.
    """

    def __init__(self, source: Source, packages: tuple[str, ...] = PACKAGES) -> None:
        self.source = source
        self._packages = packages
        self.tree = source.tree
        self._guarded: dict[int, bool] = {}
        self._variables: dict[frozenset[str], Names] = {}
        self._parents_of: dict[ast.stmt, dict[int, ast.AST | Argument]] = {}
        self._imports: dict[int, Imported] = {}
        names = self._imported_names()
        self.names = Names(source, names) if names else None
        self.uses: list[Use] = sorted(self._uses(), key=_SPAN)

    def _imported_names(self) -> set[str]:
        """The local names that imports, or assignments like `v1 = tf.compat.v1`, bind to the packages."""
        for statement in self.import_statements:
            for found in imported(statement, self._packages):
                self._imports[id(found.alias)] = found
        names = {found.name for found in self._imports.values()}
        fresh = names - {"*"}
        for _ in range(_FOLLOW):
            if not fresh:
                break
            aliases = statements_on(self.tree, self._lines_that_assign(fresh))
            fresh = {name for statement in aliases for name, root in _module_alias(statement) if root in fresh} - names
            names |= fresh
        return names

    def _lines_that_assign(self, names: set[str]) -> list[int]:
        """The numbers of lines on which all that stands behind a `=` may be one of these names and its attributes."""
        found = [
            one.start(1) for form in (_ALONE, _SET_APART) for one in form.finditer(self.source.text) if one[1] in names
        ]
        return sorted({self.source.location(at)[0] for at in found})

    def _uses(self) -> Iterator[Use]:
        if self.names is None:
            return
        for found in self.names.occurrences:
            if isinstance(found.name.ctx, ast.Load) and (use := self._use(found)) is not None:
                yield use
        for scope, binding in self._import_bindings():
            one = self._imports[id(binding.target)]
            path = one.alias.name if isinstance(one.statement, ast.Import) else one.path
            target = symbol_of(path)
            if target.name:
                start, end = self.source.span(one.alias)
                yield Use(
                    target, path, start, end, "", (), one.alias, one.statement, one.statement, scope, path, False, True
                )

    def _import_bindings(self) -> Iterator[tuple[Scope, Binding]]:
        for scope in self.names.scopes if self.names else ():
            for bindings in scope.bindings.values():
                for binding in bindings:
                    if binding.kind == "import" and id(binding.target) in self._imports:
                        yield scope, binding

    def _use(self, found: Occurrence) -> Use | None:
        name = found.name
        prefix, through_alias = self.path_at(name.id, found.scope, (name.lineno, name.col_offset))
        if not prefix:
            return None
        path, written = prefix, name.id
        if found.attributes:
            attributes = ".".join(found.attributes)
            path, written = f"{prefix}.{attributes}", f"{written}.{attributes}"
        if path in self._packages:
            return None
        start, end = self.source.span(found.chain)
        text = self.source.text[start:end]
        editable = text == written or "".join(text.replace("\\", "").split()) == written
        return Use(
            symbol_of(path), path, start, end, name.id, found.attributes, found.chain, found.parent,
            found.statement, found.scope, prefix, through_alias, editable,
        )  # fmt: skip

    def path_at(self, name: str, scope: Scope, position: tuple[int, int], depth: int = 0) -> tuple[str, bool]:
        """The dotted path that `name` means at a place ("" if it is not TensorFlow), and whether by `x = tf.y`."""
        owner = scope.owner(name)
        if owner is None or depth > _FOLLOW:
            return "", False
        bindings = owner.bindings[name]
        if len(bindings) == 1 and bindings[0].kind == "import":  # nearly every name
            one = self._imports.get(id(bindings[0].target))
            return (one.path if one else ""), False
        found = [(binding, *self._path(binding, owner, depth)) for binding in bindings]
        found = [(b, path, alias) for b, path, alias in found if path is not None]  # `tf = None` says nothing
        if len({path for _, path, _ in found}) > 1:
            found = self._reaching(found, owner, scope, position)
        return (found[-1][1] or "", found[-1][2]) if found else ("", False)

    def _path(self, binding: Binding, owner: Scope, depth: int) -> tuple[str | None, bool]:
        """("", _) for a binding that is not TensorFlow, (None, _) for `name = None`."""
        if binding.kind == "import":
            one = self._imports.get(id(binding.target))
            return (one.path if one else ""), False
        value = getattr(binding.statement, "value", None) if binding.kind == "assignment" else None
        if isinstance(value, ast.Constant) and value.value is None:
            return None, False
        root, attributes = _dotted(value)
        if not root:
            return "", False
        path, _ = self.path_at(root, owner, binding.position, depth + 1)
        return (".".join((path, *attributes)) if path else ""), True

    def _reaching(
        self, found: list[tuple[Binding, str | None, bool]], owner: Scope, scope: Scope, position: tuple[int, int]
    ) -> list[tuple[Binding, str | None, bool]]:
        """Of bindings that disagree, the one that surely reaches the place; none where branches decide."""
        if any(self._is_unsure(binding) for binding, _, _ in found):
            return []
        if _runs_in(scope, owner):
            found = [one for one in found if since(one[0]) <= position]
        return found[-1:]

    def may_mean(self, name: Occurrence, owner: Scope, binding: Binding) -> bool:
        """Whether a name of `owner` may have, where it stands, what this binding gave it.

        Surely not where another binding of the same block of code comes between them.
        """
        bindings = owner.bindings[name.name.id]
        if not _runs_in(name.scope, owner) or any(map(self._is_unsure, bindings)):
            return True
        position = (name.name.lineno, name.name.col_offset)
        return [one for one in bindings if since(one) <= position][-1:] == [binding]

    def _is_unsure(self, binding: Binding) -> bool:
        """Whether a binding stands where it may not run, or in the middle of what reads the name."""
        in_branch = any(type(holder).__name__ in _BRANCHES for holder, _ in self.holders(binding.statement))
        return in_branch or binding.kind == "walrus"

    @cached_property
    def _holders(self) -> dict[int, tuple[ast.AST, str]]:
        return holder_of_each(self.tree)

    def holders(self, statement: ast.AST) -> Iterator[tuple[ast.AST, str]]:
        """The nodes that hold a statement, innermost first, within its function; each with the field that holds it."""
        while id(statement) in self._holders:
            holder, name = self._holders[id(statement)]
            yield holder, name
            if isinstance(holder, (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef, ast.Module)):
                return
            statement = holder

    def block(self, statement: ast.AST) -> list[ast.stmt]:
        """The list of statements that a statement stands in."""
        holder, name = self._holders[id(statement)]
        block: list[ast.stmt] = getattr(holder, name)
        return block

    def all_holders(self, statement: ast.AST) -> Iterator[ast.AST]:
        """The nodes that hold a statement, innermost first, up to the module."""
        while id(statement) in self._holders:
            statement = self._holders[id(statement)][0]
            yield statement

    def import_of(self, use: Use) -> ast.stmt:
        """The import statement that a use goes back to: that of its own scope or of the nearest one around it."""
        if use.is_import:
            return use.statement
        return self._import_behind(use.root, use.scope) or self.imports()[0]

    def _import_behind(self, name: str, scope: Scope, depth: int = 0) -> ast.stmt | None:
        """The first import of the packages that binds a name, or what `name = root.attribute` names."""
        owner = scope.owner(name)
        bindings = owner.bindings[name] if owner else []
        for binding in bindings:
            if id(binding.target) in self._imports:
                return self._imports[id(binding.target)].statement
        for binding in bindings if depth < _FOLLOW else ():
            root, _ = _dotted(getattr(binding.statement, "value", None))
            if owner and root and (found := self._import_behind(root, owner, depth + 1)):
                return found
        return None

    def scope_of(self, statement: ast.stmt) -> Scope | None:
        """The scope in which an import of the packages binds its names."""
        return next((scope for scope, binding in self._import_bindings() if binding.statement is statement), None)

    @cached_property
    def import_statements(self) -> list[ast.Import | ast.ImportFrom]:
        """Every import statement of the file, whatever it imports, in source order."""
        statements = statements_on(self.tree, self.source.lines_with(("import",)))
        return [one for one in statements if isinstance(one, (ast.Import, ast.ImportFrom))]

    def imports(self) -> list[ast.Import | ast.ImportFrom]:
        """The statements that import something of the packages, in source order."""
        found = {id(one.statement): one.statement for one in self._imports.values()}
        return list(found.values())

    def parent(self, statement: ast.stmt, node: ast.AST) -> ast.AST | Argument:
        """What holds an expression of a statement: a node, or the call that it is an argument of."""
        return self._parents(statement)[id(node)]

    def path_to(self, statement: ast.stmt, node: ast.AST) -> Iterator[ast.AST]:
        """The nodes between an expression and its statement, innermost first, the statement last."""
        parents = self._parents(statement)
        while node is not statement:
            holder = parents[id(node)]
            node = holder.call if isinstance(holder, Argument) else holder
            yield node

    def _parents(self, statement: ast.stmt) -> dict[int, ast.AST | Argument]:
        if statement not in self._parents_of:
            self._parents_of[statement] = _parents(statement)
        return self._parents_of[statement]

    def is_guarded(self, use: Use) -> bool:
        """Whether the use stands in a version branch: its author knows that names differ between versions."""
        return self.in_version_branch(use.statement)

    def in_version_branch(self, statement: ast.stmt) -> bool:
        """Whether a statement is a version branch or stands in one."""
        if not self._guards.are_possible:
            return False
        if (told := self._guarded.get(id(statement))) is not None:  # nearly every use asks for one that is known
            return told
        known, passed = False, list[int]()
        for node in chain((statement,), self.all_holders(statement)):
            if (found := self._guarded.get(id(node))) is not None:
                known = found
                break
            passed.append(id(node))
            if self._guards.holds(node):
                known = True
                break
        self._guarded.update(dict.fromkeys(passed, known))
        return known

    @cached_property
    def _guards(self) -> Guards:
        return Guards(self.source, self.uses)

    @cached_property
    def calls(self) -> dict[int, Use]:
        """The use that is the callee, by the id of the call's node."""
        return {id(use.call_node): use for use in self.uses if use.call_node is not None}

    @cached_property
    def nodes(self) -> list[ast.AST]:
        """Every node of the tree; for the few questions that its text or the index does not answer for less."""
        return walk(self.tree)

    @cached_property
    def members(self) -> frozenset[str]:
        """Every attribute and every keyword that the file names."""
        keywords = {node.arg for node in self.nodes if isinstance(node, ast.keyword) and node.arg}
        return frozenset(keywords | {node.attr for node in self.nodes if isinstance(node, ast.Attribute)})

    @cached_property
    def definitions(self) -> dict[str, list[ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef]]:
        """The functions, methods and classes of the file by their names, in source order."""
        found: dict[str, list[ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef]] = {}
        for node, _, _ in holders(self.tree):
            if isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)):
                found.setdefault(node.name, []).append(node)
        return found

    @cached_property
    def _by_symbol(self) -> dict[str, list[Use]]:
        found: dict[str, list[Use]] = {}
        for use in self.uses:
            found.setdefault(use.symbol, []).append(use)
        return found

    def of(self, *symbols: str) -> list[Use]:
        """The uses of these symbols, in source order."""
        found = [use for symbol in dict.fromkeys(symbols) for use in self._by_symbol.get(symbol, ())]
        return sorted(found, key=lambda use: use.start)

    def owner(self, name: ast.Name) -> Scope | None:
        """The scope whose binding a name in the file sees; None for a builtin or an unbound name."""
        found = next((one for one in self.variables([name.id]).occurrences if one.name is name), None)
        return found.scope.owner(name.id) if found else None

    def variables(self, names: Iterable[str]) -> Names:
        """Every occurrence of these names, whatever they are bound to."""
        asked = frozenset(names)
        if asked not in self._variables:
            self._variables[asked] = Names(self.source, asked)
        return self._variables[asked]


def _runs_in(scope: Scope, owner: Scope) -> bool:
    """Whether the code of a scope runs where it stands in `owner`: that of classes does, that of functions does not."""
    while scope is not owner and scope.kind in ("class", "comprehension", "lambda") and scope.parent is not None:
        scope = scope.parent
    return scope is owner


def _module_alias(statement: ast.AST) -> Iterator[tuple[str, str]]:
    """(name, root) for `name = root.attribute` or `name = root`."""
    if type(statement) is not ast.Assign:
        return
    target = statement.targets[0]
    if (
        type(statement.value) in (ast.Attribute, ast.Name)
        and isinstance(target, ast.Name)
        and len(statement.targets) == 1
    ):
        root, _ = _dotted(statement.value)
        if root:
            yield target.id, root


def _dotted(node: ast.AST | None) -> tuple[str, tuple[str, ...]]:
    attributes: list[str] = []
    while isinstance(node, ast.Attribute):
        attributes.append(node.attr)
        node = node.value
    return (node.id, tuple(reversed(attributes))) if isinstance(node, ast.Name) else ("", ())


def _parents(statement: ast.stmt) -> dict[int, ast.AST | Argument]:
    """The holder of every expression in a statement's own header and body of expressions (not of nested statements)."""
    found: dict[int, ast.AST | Argument] = {}
    stack: list[ast.AST] = [statement]
    while stack:
        node = stack.pop()
        for child in children(node):
            if isinstance(child, ast.stmt):
                continue
            if isinstance(child, ast.keyword) and isinstance(node, ast.Call):
                found[id(child.value)] = Argument(node, child.arg)
                stack.append(child.value)
                continue
            in_call = isinstance(node, ast.Call) and child is not node.func
            found[id(child)] = Argument(node, None) if in_call and isinstance(node, ast.Call) else node
            stack.append(child)
    return found
