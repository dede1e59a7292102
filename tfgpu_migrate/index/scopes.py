"""Where a set of names occurs in a file, and which lexical scope each occurrence belongs to.

`Names` walks CPython's tree once for the names it was asked about and nothing else, so the walk costs the same for one
name and for a hundred. The index asks for the names that imports bind to TensorFlow; flow analysis asks for variables.
"""

import ast
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from operator import attrgetter
from typing import ClassVar, NamedTuple

from tfgpu_migrate.index.nodes import BLOCKS_OF, EXPRESSIONS_OF, children, standing_on, up_to_end
from tfgpu_migrate.source import Source

_NOTHING_INSIDE = frozenset((ast.Constant, ast.Pass, ast.Break, ast.Continue, type(None), str, int, bool))
_IN_SOURCE_ORDER = attrgetter("name.lineno", "name.col_offset")

_Function = (ast.FunctionDef, ast.AsyncFunctionDef, ast.Lambda)
_Comprehension = (ast.ListComp, ast.SetComp, ast.DictComp, ast.GeneratorExp)


class Binding(NamedTuple):
    """One place that binds a name. `kind` is the field's word: import, assignment, parameter, definition, other."""

    kind: str
    statement: ast.AST
    position: tuple[int, int]
    target: ast.AST | None = None  # the alias of an import


@dataclass(eq=False)
class Scope:
    """A module, class, function, lambda or comprehension with the bindings of the names asked about."""

    kind: str
    node: ast.AST
    parent: "Scope | None"
    bindings: dict[str, list[Binding]] = field(default_factory=dict)
    declared: dict[str, str] = field(default_factory=dict)  # name -> "global" or "nonlocal"

    @property
    def function(self) -> "Scope":
        """The scope in which the statements of this one run: itself, or what a comprehension or lambda stands in."""
        scope = self
        while scope.kind in ("comprehension", "lambda") and scope.parent:
            scope = scope.parent
        return scope

    def owner(self, name: str) -> "Scope | None":
        """The scope whose binding a use of `name` in this scope sees; None for a builtin or an unbound name."""
        scope: Scope | None = self
        while scope is not None:
            declared = scope.declared.get(name)
            if declared == "global":
                return scope.module if name in scope.module.bindings else None
            visible = scope.kind != "class" or scope is self
            if declared is None and visible and name in scope.bindings:
                return scope
            scope = scope.parent
        return None

    @property
    def module(self) -> "Scope":
        """The module's scope."""
        scope = self
        while scope.parent is not None:
            scope = scope.parent
        return scope


class Argument(NamedTuple):
    """What holds an expression that is passed to a call: the call, and the keyword (None: by position or starred)."""

    call: ast.Call
    keyword: str | None


class Occurrence(NamedTuple):
    """One appearance of a name in an expression or as an assignment target, with the attributes written after it."""

    name: ast.Name
    chain: ast.expr  # `config.gpu_options.allow_growth`; the name itself where no attribute follows
    attributes: tuple[str, ...]
    parent: "ast.AST | Argument"
    statement: ast.stmt
    scope: Scope


class Names:
    """All occurrences and bindings of the names in `interest`, in source order."""

    def __init__(self, source: Source, interest: Iterable[str]) -> None:
        self.interest = frozenset(interest)
        self._lines = up_to_end(source.lines_with(self.interest) if self.interest else [])
        tree = source.tree
        self.scopes: list[Scope] = []
        self.module = self._scope("module", tree, None)
        self.occurrences: list[Occurrence] = []
        self._stack: list[tuple[ast.AST, ast.AST | Argument, ast.stmt, Scope]] = []
        self._found: list[tuple[Scope, str, Binding]] = []
        self._block(tree.body, tree, self.module)
        self._walk()
        self.occurrences.sort(key=_IN_SOURCE_ORDER)
        self._distribute()

    def _scope(self, kind: str, node: ast.AST, parent: Scope | None) -> Scope:
        scope = Scope(kind, node, parent)
        self.scopes.append(scope)
        return scope

    def _walk(self) -> None:
        stack, special, leaves, interest = self._stack, self._SPECIAL, _NOTHING_INSIDE, self.interest
        while stack:
            node, parent, statement, scope = stack.pop()
            kind = type(node)
            if kind is ast.Name or kind is ast.Attribute:
                self._chain(node, parent, statement, scope)  # type: ignore[arg-type]
                continue
            handler = special.get(kind)
            if handler is not None:
                handler(self, node, statement, scope)
                continue
            for name in EXPRESSIONS_OF[kind]:
                child = getattr(node, name, None)
                if type(child) is list:
                    for item in child:
                        if type(item) not in leaves and (type(item) is not ast.Name or item.id in interest):
                            stack.append((item, node, statement, scope))
                elif type(child) not in leaves and (type(child) is not ast.Name or child.id in interest):
                    stack.append((child, node, statement, scope))  # type: ignore[arg-type]
            for name in BLOCKS_OF[kind]:
                self._block(getattr(node, name), node, scope)

    def _block(self, block: list[ast.stmt], holder: ast.AST, scope: Scope) -> None:
        """Go on with the statements of a block on whose lines one of the names stands."""
        self._stack.extend((node, holder, node, scope) for node in standing_on(block, self._lines))

    def _push(self, nodes: Iterable[ast.AST | None], parent: ast.AST, statement: ast.stmt, scope: Scope) -> None:
        self._stack.extend((node, parent, statement, scope) for node in nodes if node is not None)

    def _bind(self, name: str | None, kind: str, statement: ast.AST, at: ast.AST, scope: Scope) -> None:
        if name is not None and name in self.interest:
            position = getattr(at, "lineno", 0), getattr(at, "col_offset", 0)
            self._found.append((scope, name, Binding(kind, statement, position, at)))

    def _distribute(self) -> None:
        """Give each binding to its scope; only now are all `global` and `nonlocal` statements known."""
        for scope, name, binding in sorted(self._found, key=lambda found: found[2].position):
            owner: Scope = scope
            if binding.kind == "walrus":  # PEP 572: binds in the scope that holds the comprehension
                while owner.kind == "comprehension" and owner.parent:
                    owner = owner.parent
            if owner.declared.get(name) == "global":
                owner = owner.module
            elif owner.declared.get(name) == "nonlocal" and owner.parent:
                owner = owner.parent.owner(name) or owner
            owner.bindings.setdefault(name, []).append(binding)

    def _chain(self, node: ast.expr, parent: ast.AST | Argument, statement: ast.stmt, scope: Scope) -> None:
        attributes: list[str] = []
        base: ast.expr = node
        while type(base) is ast.Attribute:
            attributes.append(base.attr)
            base = base.value
        if type(base) is not ast.Name:
            self._stack.append((base, node, statement, scope))
        elif base.id in self.interest:
            if type(base.ctx) is not ast.Load:
                self._bind(base.id, _binding_kind(parent, statement, base), statement, base, scope)
            attributes.reverse()
            self.occurrences.append(Occurrence(base, node, tuple(attributes), parent, statement, scope))

    def _call(self, node: ast.Call, statement: ast.stmt, scope: Scope) -> None:
        stack, leaves = self._stack, _NOTHING_INSIDE
        stack.append((node.func, node, statement, scope))
        for argument in node.args:
            if type(argument) not in leaves:
                stack.append((argument, Argument(node, None), statement, scope))
        for keyword in node.keywords:
            if type(keyword.value) not in leaves:
                stack.append((keyword.value, Argument(node, keyword.arg), statement, scope))

    def _function(self, node: ast.FunctionDef | ast.AsyncFunctionDef, statement: ast.stmt, scope: Scope) -> None:
        self._bind(node.name, "definition", node, node, scope)
        self._push((*node.decorator_list, node.returns), node, statement, scope)
        inner = self._scope("function", node, scope)
        self._parameters(node, statement, scope, inner)
        self._block(node.body, node, inner)

    def _lambda(self, node: ast.Lambda, statement: ast.stmt, scope: Scope) -> None:
        inner = self._scope("lambda", node, scope)
        self._parameters(node, statement, scope, inner)
        self._stack.append((node.body, node, statement, inner))

    def _parameters(
        self, node: ast.FunctionDef | ast.AsyncFunctionDef | ast.Lambda, statement: ast.stmt, scope: Scope, inner: Scope
    ) -> None:
        given = node.args
        self._push((*given.defaults, *given.kw_defaults), node, statement, scope)
        for argument in (*given.posonlyargs, *given.args, *given.kwonlyargs, given.vararg, given.kwarg):
            if argument is not None:
                self._bind(argument.arg, "parameter", node, argument, inner)
                self._push((argument.annotation,), node, statement, scope)

    def _class(self, node: ast.ClassDef, statement: ast.stmt, scope: Scope) -> None:
        self._bind(node.name, "definition", node, node, scope)
        self._push((*node.decorator_list, *node.bases, *(k.value for k in node.keywords)), node, statement, scope)
        inner = self._scope("class", node, scope)
        self._block(node.body, node, inner)

    def _comprehension(self, node: ast.AST, statement: ast.stmt, scope: Scope) -> None:
        inner = self._scope("comprehension", node, scope)
        generators: list[ast.comprehension] = node.generators  # type: ignore[attr-defined]
        self._stack.append((generators[0].iter, generators[0], statement, scope))
        for position, generator in enumerate(generators):
            later = (generator.iter,) if position else ()
            self._push((generator.target, *later, *generator.ifs), generator, statement, inner)
        parts = (getattr(node, name, None) for name in ("elt", "key", "value"))
        self._push(parts, node, statement, inner)

    def _import(self, node: ast.Import | ast.ImportFrom, _: ast.stmt, scope: Scope) -> None:
        for alias in node.names:
            bound = alias.asname or (alias.name.partition(".")[0] if isinstance(node, ast.Import) else alias.name)
            self._bind(bound, "import", node, alias, scope)

    def _declare(self, node: ast.Global | ast.Nonlocal, _: ast.stmt, scope: Scope) -> None:
        kind = "global" if isinstance(node, ast.Global) else "nonlocal"
        scope.declared.update((name, kind) for name in node.names if name in self.interest)

    def _handler(self, node: ast.ExceptHandler, statement: ast.stmt, scope: Scope) -> None:
        self._bind(node.name, "other", node, node, scope)
        self._push((node.type,), node, statement, scope)
        self._block(node.body, node, scope)

    def _match(self, node: ast.AST, statement: ast.stmt, scope: Scope) -> None:
        self._bind(getattr(node, "name", None) or getattr(node, "rest", None), "other", statement, node, scope)
        self._push(children(node), node, statement, scope)

    def _walrus(self, node: ast.NamedExpr, statement: ast.stmt, scope: Scope) -> None:
        self._bind(node.target.id, "walrus", statement, node.target, scope)
        self._stack.append((node.value, node, statement, scope))

    _SPECIAL: ClassVar[dict[type, Callable[..., None]]] = {
        ast.Call: _call,
        ast.FunctionDef: _function,
        ast.AsyncFunctionDef: _function,
        ast.Lambda: _lambda,
        ast.ClassDef: _class,
        **dict.fromkeys(_Comprehension, _comprehension),
        ast.Import: _import,
        ast.ImportFrom: _import,
        ast.Global: _declare,
        ast.Nonlocal: _declare,
        ast.ExceptHandler: _handler,
        ast.MatchAs: _match,
        ast.MatchStar: _match,
        ast.MatchMapping: _match,
        ast.NamedExpr: _walrus,
    }


def _binding_kind(parent: ast.AST | Argument, statement: ast.stmt, name: ast.Name) -> str:
    """`assignment` where `name = value` is the whole statement; else `other` (for, with, del, unpacking, `+=`)."""
    plain = isinstance(statement, ast.Assign) and len(statement.targets) == 1 and statement.targets[0] is name
    annotated = isinstance(statement, ast.AnnAssign) and statement.target is name and statement.value is not None
    return "assignment" if parent is statement and (plain or annotated) else "other"


def since(binding: Binding) -> tuple[int, int]:
    """From where on a name has what a binding gives it: behind what the statement evaluates before."""
    match binding.statement:
        case ast.Assign() | ast.AnnAssign() | ast.AugAssign() | ast.ClassDef() as node if binding.kind != "walrus":
            return node.end_lineno or 0, node.end_col_offset or 0
        case ast.For(iter=node) | ast.AsyncFor(iter=node) if binding.kind == "other":
            return node.end_lineno or 0, node.end_col_offset or 0
        case ast.FunctionDef(body=[node, *_]) | ast.AsyncFunctionDef(body=[node, *_]) if binding.kind == "definition":
            return node.lineno, node.col_offset
    return binding.position
