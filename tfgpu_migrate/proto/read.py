"""Reads the protos of a file: from each construct along its variable to the sessions that take it."""

import ast
from collections.abc import Iterator

from tfgpu_migrate.api.table import NEEDS_GRAPH
from tfgpu_migrate.edit.fragment import Expression, Fragment
from tfgpu_migrate.index.index import Index
from tfgpu_migrate.index.scopes import Argument, Names, Occurrence, Scope
from tfgpu_migrate.proto.life import Construct, Consumption, Problem, Proto, Write
from tfgpu_migrate.proto.messages import CONSUMERS, MESSAGES

_ESCAPES = {
    ast.Return: "is returned from a function",
    ast.IfExp: "is one side of a conditional expression",
    ast.Lambda: "is built in a lambda",
    ast.Yield: "is yielded",
}


def read_protos(index: Index) -> list[Proto]:
    """The protos built in a file, in source order; what the reader does not follow is a problem of its proto."""
    if not index.of(*MESSAGES):
        return []
    reader = _Reader(index)
    return sorted(reader.protos(), key=lambda proto: proto.first.use.start)


class _Reader:
    def __init__(self, index: Index) -> None:
        self.index = index
        uses = [use for use in index.uses if use.call_node is not None and not index.is_guarded(use)]
        built = [use for use in uses if use.symbol in MESSAGES]
        self.constructs = [Construct(use, use.call_node, use.symbol) for use in built if use.call_node is not None]
        self.built = {id(one.call): one for one in self.constructs}
        self.takers = {id(use.call_node): use for use in uses if use.symbol in CONSUMERS}
        self.group = {one: Proto([one]) for one in self.constructs}
        self.prefix: dict[Construct, str] = {one: "" for one in self.constructs if one.message == "ConfigProto"}
        self.copied_at: dict[Construct, int] = {}  # where a nested message is first copied into its outer one
        self.linked: set[int] = set()  # argument values that are a construct or its variable

    def protos(self) -> list[Proto]:
        names = self.index.variables(filter(None, (self._variable(one) for one in self.constructs)))
        nested: list[tuple[Construct, Construct, str]] = []
        pending: list[tuple[Construct, Occurrence]] = []
        for construct in self.constructs:
            variable = self._variable(construct)
            if variable is None:
                self._pass_on(construct, construct.call, self._parent(construct), construct.statement, nested)
            else:
                self.group[construct].definitions.append(construct.statement)
                pending.extend((construct, found) for found in self._occurrences(construct, variable, names))
        handed = [(c, o) for c, o in pending if not o.attributes]
        for construct, found in handed:
            self._pass_on(construct, found.chain, found.parent, found.statement, nested)
        self._prefixes(nested)
        for construct, found in pending:
            if found.attributes:
                self._attribute(construct, found)
        for construct in self.constructs:
            self._keywords(construct)
        found_protos = list(dict.fromkeys(self.group.values()))
        for proto in found_protos:
            proto.writes.sort(key=lambda write: write.start)
            proto.consumptions.sort(key=lambda one: one.use.start)
        return found_protos

    def _parent(self, construct: Construct) -> ast.AST | Argument:
        return self.index.parent(construct.statement, construct.call)

    def _variable(self, construct: Construct) -> str | None:
        """The name in `name = tf.ConfigProto(...)` where that is the whole statement."""
        statement = construct.statement
        if not isinstance(statement, (ast.Assign, ast.AnnAssign)) or statement.value is not construct.call:
            return None
        targets = statement.targets if isinstance(statement, ast.Assign) else [statement.target]
        return targets[0].id if len(targets) == 1 and isinstance(targets[0], ast.Name) else None

    def _occurrences(self, construct: Construct, variable: str, names: Names) -> Iterator[Occurrence]:
        """What happens to the variable of a construct; a problem where it is not one value in one function."""
        statement = construct.statement
        mine = [found for found in names.occurrences if found.name.id == variable]
        stores = (found for found in mine if isinstance(found.name.ctx, ast.Store))
        definition = next((found for found in stores if found.statement is statement), None)
        if definition is None:  # a name that Python normalizes: written otherwise than it reads
            self._problem(construct, construct.use.start, construct.use.end, f"`{variable}` is not followed")
            return
        owner = definition.scope.owner(variable)
        several = owner is None or owner.kind == "class" or len(owner.bindings[variable]) > 1
        if several:
            self._problem(construct, construct.use.start, construct.use.end, _binding_problem(variable, owner))
        last = (statement.lineno, statement.col_offset)
        later = [one.position for one in owner.bindings[variable] if one.position > last] if owner else []
        for found in mine:
            if found is definition or found.scope.owner(variable) is not owner or owner is None:
                continue
            if several:  # its fields are told, up to the next binding, and nothing more
                here = (found.name.lineno, found.name.col_offset)
                if found.attributes and last < here < min(later, default=(here[0] + 1, 0)):
                    yield found
            elif not _runs_in(found.scope, owner):
                self._problem(construct, *self._span(found.chain), f"`{variable}` is used by another function here")
            else:
                yield found

    def _pass_on(
        self,
        construct: Construct,
        value: ast.expr,
        holder: ast.AST | Argument,
        statement: ast.stmt,
        nested: list[tuple[Construct, Construct, str]],
    ) -> None:
        """A construct or its variable, handed to whatever holds it."""
        if isinstance(holder, Argument):
            outer = self.built.get(id(holder.call))
            if (
                outer is not None
                and holder.keyword
                and MESSAGES[outer.message].get(holder.keyword) == construct.message
            ):
                self.linked.add(id(value))
                nested.append((construct, outer, holder.keyword))
                return
            if construct.message == "ConfigProto" and self._consume(construct, value, holder, statement):
                return
        self._problem(construct, *self._span(value), f"the {construct.message} {self._escape(holder)}")

    def _consume(self, construct: Construct, value: ast.expr, holder: Argument, statement: ast.stmt) -> bool:
        use = self.takers.get(id(holder.call))
        if use is None:
            return False
        consumer = CONSUMERS[use.symbol]
        position = next((at for at, one in enumerate(holder.call.args) if one is value), None)
        if holder.keyword != consumer.keyword and position != consumer.position:
            return False
        # Beside graph code the call stays: it says that the file is eager on purpose.
        goes = consumer.goes and not any(one.symbol in NEEDS_GRAPH for one in self.index.uses)
        self.group[construct].consumptions.append(Consumption(use, holder.call, value, statement, consumer, goes))
        return True

    def _escape(self, holder: ast.AST | Argument) -> str:
        if isinstance(holder, Argument):
            callee = next((use for use in self.index.uses if use.node is holder.call.func), None)
            if callee is not None and callee.symbol.startswith(("estimator.", "contrib.")):
                return f"is passed to `{callee.written}`, which is gone in TensorFlow 2: move that first"
            return f"is passed to `{ast.unparse(holder.call.func)}`, which may take anything from it"
        for kind, words in _ESCAPES.items():
            if isinstance(holder, kind):
                return words
        if isinstance(holder, ast.Assign) and isinstance(holder.targets[0], ast.Attribute):
            return f"is kept in `{ast.unparse(holder.targets[0])}`"
        return "is used here in a way that is not followed"

    def _prefixes(self, nested: list[tuple[Construct, Construct, str]]) -> None:
        """Join the protos of nested messages, and give each message the path of its fields below ConfigProto."""
        for inner, outer, _ in nested:
            kept, gone = self.group[outer], self.group[inner]
            if kept is not gone:
                for name in ("constructs", "writes", "consumptions", "problems", "definitions"):
                    getattr(kept, name).extend(getattr(gone, name))
                self.group.update(dict.fromkeys(gone.constructs, kept))
        for _ in MESSAGES:  # as deep as messages nest
            for inner, outer, name in nested:
                if outer in self.prefix:
                    self.prefix[inner] = f"{self.prefix[outer]}{name}."
        for inner, _, _ in nested:
            self.copied_at[inner] = min(self._span(outer.call)[0] for one, outer, _ in nested if one is inner)

    def _attribute(self, construct: Construct, found: Occurrence) -> None:
        """`config.gpu_options.allow_growth = True`, `config.device_count["GPU"] = 0`; anything else is a problem."""
        start, end = self._span(found.chain)
        statement, holder = found.statement, found.parent
        written = ".".join((found.name.id, *found.attributes))
        key = None
        target: ast.AST = found.chain
        if isinstance(holder, ast.Subscript) and holder.value is found.chain:
            target, key = holder, getattr(holder.slice, "value", None)
            if not isinstance(key, str):
                self._problem(construct, start, end, f"the key written to `{written}` is not a literal")
                return
        if not (isinstance(statement, ast.Assign) and len(statement.targets) == 1 and statement.targets[0] is target):
            self._problem(construct, start, end, f"`{written}` is used here in a way that is not followed")
            return
        if start > self.copied_at.get(construct, start):
            self._problem(construct, start, end, f"`{written}` is set after the message was copied")
            return
        path = self.prefix.get(construct, "?.") + ".".join(found.attributes)
        value = Expression.at(self.index.source, *self.index.source.span(statement.value))
        span = self.index.source.span(statement)
        self.group[construct].writes.append(Write(path, value, statement, *span, key))

    def _keywords(self, construct: Construct) -> None:
        """The fields that the construct's own arguments set."""
        proto, source = self.group[construct], self.index.source
        values = {source.span(one.value): one.value for one in construct.call.keywords}
        for argument in Fragment(source, *source.span(construct.call)).arguments:
            if argument.keyword is None:
                what = f"`{argument.star}{argument.value.text}` fills the {construct.message} at run time"
                self._problem(construct, argument.start, argument.end, what)
                continue
            if argument.keyword in MESSAGES[construct.message]:
                if not any(
                    id(node) in self.linked for span, node in values.items() if argument.start <= span[0] < argument.end
                ):
                    what = f"`{argument.keyword}` comes from code that is not followed"
                    self._problem(construct, argument.start, argument.end, what)
                continue
            path = self.prefix.get(construct, "?.") + argument.keyword
            write = Write(path, argument.value, construct.statement, argument.start, argument.end, by_keyword=True)
            proto.writes.append(write)

    def _problem(self, construct: Construct, start: int, end: int, reason: str) -> None:
        self.group[construct].problems.append(Problem(start, end, reason))

    def _span(self, node: ast.AST) -> tuple[int, int]:
        return self.index.source.span(node)


def _binding_problem(variable: str, owner: Scope | None) -> str:
    if owner is not None and owner.kind == "class":
        return f"`{variable}` is an attribute of a class"
    return f"`{variable}` is bound more than once"


def _runs_in(scope: Scope, owner: Scope) -> bool:
    """Whether code in `scope` runs where `owner`'s statements run: itself or a comprehension in it."""
    while scope is not owner and scope.kind == "comprehension" and scope.parent:
        scope = scope.parent
    return scope is owner
