"""Reads the protos of a file: from each construct along what keeps it to the sessions that take it."""

import ast
from dataclasses import replace
from itertools import pairwise

from tfgpu_migrate.edit.fragment import Expression
from tfgpu_migrate.index.index import Index
from tfgpu_migrate.index.scopes import Argument, Occurrence, Scope
from tfgpu_migrate.index.uses import Use
from tfgpu_migrate.proto.arguments import Unknown, arguments_of
from tfgpu_migrate.proto.life import CALL, Arm, Construct, Consumption, Parameter, Problem, Proto, Write, families_of
from tfgpu_migrate.proto.local import local_use
from tfgpu_migrate.proto.messages import MESSAGES, PASSED, PATHS, submessage
from tfgpu_migrate.proto.places import (
    Holder,
    Place,
    holder_of,
    is_explained,
    is_split,
    one_block,
    parameter_holder,
    runs_in,
    value_at,
)
from tfgpu_migrate.proto.results import calls_of, calls_of_lambda, function_returning, other_results, taking
from tfgpu_migrate.proto.taken import escape, taken_by

_COPIES = ("CopyFrom", "MergeFrom")


def read_protos(index: Index) -> list[list[Proto]]:
    """The protos built in a file, in source order, in families; what is not followed is a problem of its proto.

    The protos of a family are parts of one configuration in different functions: they move together or not at all.
    """
    if not index.of(*MESSAGES):
        return []
    reader = _Reader(index)
    return sorted(reader.families(), key=lambda family: min(proto.first.use.start for proto in family))


class _Reader:
    def __init__(self, index: Index) -> None:
        self.index = index
        uses = [use for use in index.uses if use.call_node is not None and not index.is_guarded(use)]
        built = [use for use in uses if use.symbol in MESSAGES]
        self.constructs = [self._construct(use, use.symbol) for use in built]
        self.built = {id(one.call): one for one in self.constructs}
        self.group = {one: Proto([one]) for one in self.constructs}
        self.places: dict[tuple[int, str, tuple[str, ...]], Place] = {}
        self.followed: dict[int, Construct] = {}  # values, by the construct that they were first reached from
        self.copied_at: dict[Construct, int] = {}  # where a nested message is first copied into its outer one
        self.linked: set[int] = set()  # argument values that are a construct or its variable
        self.copies: dict[int, tuple[Construct, ast.expr]] = {}  # calls of CopyFrom and MergeFrom, with what they copy
        self.attributes: list[tuple[Construct, Place, Occurrence]] = []
        self.results: list[tuple[Construct, ast.FunctionDef]] = []
        self.parameters: dict[ast.arg, Construct] = {}
        self.passes: dict[ast.arg, tuple[list[Occurrence], list[tuple[Construct, ast.Call]]]] = {}
        self.nested: list[tuple[Construct, Construct, ast.stmt, ast.expr]] = []
        self.links: list[tuple[Construct, Construct]] = []  # what a function returns, and a call of it

    def _construct(self, use: Use, message: str, *, by_function: bool = False) -> Construct:
        call = use.call_node
        assert call is not None
        parent = self.index.parent(use.statement, call)
        arm = Arm(parent, parent.body is call) if isinstance(parent, ast.IfExp) and parent.test is not call else None
        return Construct(use, call, message, arm, by_function)

    def families(self) -> list[list[Proto]]:
        for construct in list(self.constructs):
            self._follow(construct, construct.value, construct.statement)
        while ready := [place for place in self.places.values() if is_explained(self.index, place)]:
            for place in ready:
                self._read(place)
        for place in self.places.values():
            if not place.read:
                self._tell(place)
        for construct, place, found in self.attributes:
            self._attribute(construct, place, found)
        for construct in self.constructs:
            self._keywords(construct)
            self._other_side(construct)
        self._one_branch_only()
        for construct, value in self.copies.values():
            if id(value) not in self.linked:
                what = f"the {construct.message} is copied to a message that is not followed"
                self._problem(construct, *self._span(value), what)
        self._all_pass()
        for construct, function in self.results:
            for one in other_results(function, self.followed):
                what = f"`{function.name}` returns something else here, which is not followed"
                self._problem(construct, *self._span(one), what)
        protos = list(dict.fromkeys(self.group.values()))
        return families_of(protos, [(self.group[inner], self.group[outer]) for inner, outer in self.links])

    def _follow(self, construct: Construct, value: ast.expr, statement: ast.stmt, *, elsewhere: bool = False) -> None:
        """A message, or what keeps it, handed to whatever holds it."""
        if id(value) in self.followed:
            self._join(self.followed[id(value)], construct)
            return
        self.followed[id(value)] = construct
        holder = self.index.parent(statement, value)
        if isinstance(holder, Argument):
            if self._given(construct, value, holder, statement, elsewhere=elsewhere):
                return
        elif not elsewhere and isinstance(holder, ast.Return):
            if self._returned(construct, holder):
                return
        elif not elsewhere and isinstance(holder, ast.Lambda):
            if (calls := calls_of_lambda(self.index, statement, holder)) is not None:
                self.group[construct].lambdas.append(statement)
                self._brought_by(construct, calls)
                return
        elif not elsewhere and (kept := holder_of(self.index, statement, value)) is not None:
            self._keep(construct, kept, statement, ())
            return
        self._problem(construct, *self._span(value), f"the {construct.message} {escape(self.index, holder)}")

    def _keep(self, construct: Construct, holder: Holder, statement: ast.stmt, prefix: tuple[str, ...]) -> None:
        key = id(holder.scope), holder.name, prefix
        if key not in self.places:
            self.places[key] = Place(holder, prefix=prefix)
        self.places[key].kept[statement] = construct
        self.group[construct].definitions.append(statement)

    def _read(self, place: Place) -> None:
        """Follow what was kept in a place since it was last read."""
        holder, split = place.holder, is_split(self.index, place)
        fresh = [statement for statement in place.kept if statement not in place.read]
        place.read.update(fresh)
        constructs = [place.kept[statement] for statement in fresh]
        if not split:
            for one, other in pairwise(constructs):
                self._join(one, other)
            nothing = [statement for statement in holder.binds if statement not in place.kept]
            self.group[constructs[0]].definitions.extend(nothing)
        for stranger in holder.strangers:
            self._problem(constructs[0], *self._span(stranger), f"`{ast.unparse(stranger)}` may read or change it")
        for found in holder.reads:
            statement = value_at(self.index, place, found)
            if statement is None:
                what = f"`{holder.name}` holds several configurations in turn"
                self._problem(constructs[0], *self._span(found.chain), what)
            elif statement in fresh:
                self._found(place.kept[statement], place, found)

    def _found(self, construct: Construct, place: Place, found: Occurrence) -> None:
        here = runs_in(found.scope, construct.use.scope.function)
        message = submessage(construct.message, (*place.prefix, *found.attributes))
        if not found.attributes and not place.prefix:
            self._follow(construct, found.chain, found.statement, elsewhere=not here)
        elif not here:
            name = ".".join((place.holder.name, *place.prefix))
            self._problem(construct, *self._span(found.chain), f"`{name}` is used by another function here")
        elif message and (kept := holder_of(self.index, found.statement, found.chain)):
            self._keep(construct, kept, found.statement, (*place.prefix, *found.attributes))
        else:
            self.attributes.append((construct, place, found))

    def _tell(self, place: Place) -> None:
        """A place whose value is not always known: its fields are told, up to the next binding, and nothing more."""
        holder = place.holder
        for statement, construct in place.kept.items():
            use = construct.use
            why = "may also come from the caller" if holder.is_parameter else "is bound more than once"
            self._problem(construct, use.start, use.end, f"`{holder.name}` {why}")
            later = min((one.lineno for one in holder.binds if one.lineno > statement.lineno), default=0)
            for found in holder.reads:
                below = statement.lineno < found.name.lineno and (not later or found.name.lineno < later)
                if below and found.attributes:
                    self.attributes.append((construct, place, found))

    def _given(
        self, construct: Construct, value: ast.expr, holder: Argument, statement: ast.stmt, *, elsewhere: bool
    ) -> bool:
        """A value that is an argument: of an outer message, of CopyFrom, of a session."""
        outer = self.built.get(id(holder.call))
        if outer is not None and holder.keyword:
            fits = MESSAGES[outer.message].get(holder.keyword) == construct.message
            if fits and not outer.by_function and not elsewhere:
                self.linked.add(id(value))
                self._nest(construct, outer, outer.statement, outer.call)
                return True
        if isinstance(holder.call.func, ast.Attribute) and holder.call.func.attr in _COPIES and not elsewhere:
            self.copies[id(holder.call)] = construct, value
            return isinstance(statement, ast.Expr) and statement.value is holder.call
        taken = taken_by(self.index, value, holder, statement, elsewhere=elsewhere)
        if taken is not None and construct.message == "ConfigProto":
            self.group[construct].consumptions.append(taken)
            return True
        return not isinstance(value, ast.IfExp) and self._passed(construct, value, holder.call, statement, elsewhere)

    def _passed(
        self, construct: Construct, value: ast.expr, call: ast.Call, statement: ast.stmt, elsewhere: bool
    ) -> bool:
        """A function of this file takes the proto: what its parameter comes to is followed like a variable."""
        taking_it = taking(self.index, call, value) if construct.message == "ConfigProto" else None
        if taking_it is None or taking_it.argument.arg in ("self", "cls"):
            return False
        function, argument, calls = taking_it
        parameter = self.parameters.get(argument)
        if parameter is None:
            parameter = self.parameters[argument] = self._parameter(construct, function, argument, call)
            self.passes[argument] = (calls, [])
        self.passes[argument][1].append((construct, call))
        use = local_use(self.index, call.func, call, statement, construct.use.scope)
        passed = Consumption(use, call, value, statement, PASSED, goes=False, elsewhere=elsewhere)
        self.group[construct].consumptions.append(passed)
        self.links.append((parameter, construct))
        return True

    def _parameter(
        self, construct: Construct, function: ast.FunctionDef, argument: ast.arg, call: ast.Call
    ) -> Construct:
        name = ast.copy_location(ast.Name(argument.arg, ast.Load()), argument)
        use = local_use(self.index, name, call, function, Scope("function", function, None))
        made = Construct(use, call, construct.message, None, by_function=True)
        self.constructs.append(made)
        self.group[made] = Proto([made], parameter=Parameter(function, argument))
        holder = parameter_holder(self.index, function, argument)
        place = Place(holder, {function: made})
        self.places[id(function), argument.arg, ()] = place
        return made

    def _all_pass(self) -> None:
        """Every call of a function that takes a proto must pass it one that is followed, and always the same."""
        for argument, (calls, passed) in self.passes.items():
            parameter = self.parameters[argument]
            known = {id(call) for _, call in passed}
            for found in calls:
                if id(found.parent) not in known:
                    what = f"`{argument.arg}` comes from code that is not followed here"
                    self._problem(parameter, *self._span(found.chain), what)
            callee = self.group[parameter]
            if any(not one.fills for one in callee.consumptions):
                continue
            for construct, call in passed:
                proto = self.group[construct]
                proto.consumptions = [
                    replace(one, fills=True) if one.call is call and one.consumer is PASSED else one
                    for one in proto.consumptions
                ]

    def _returned(self, construct: Construct, statement: ast.Return) -> bool:
        """A function that returns a message: each call of it is where the message comes from next."""
        function = function_returning(self.index, statement)
        if function is None:
            return False
        calls = calls_of(self.index, function)
        if calls is None:
            return False
        self.results.append((construct, function))
        self.group[construct].returns.append(statement)
        self._brought_by(construct, calls)
        return True

    def _brought_by(self, construct: Construct, calls: list[Occurrence]) -> None:
        for found in calls:
            call = found.parent
            assert isinstance(call, ast.Call)
            fresh = id(call) not in self.built
            brought = self._brought(found, construct) if fresh else self.built[id(call)]
            self.links.append((construct, brought))
            if fresh:
                self._follow(brought, brought.value, brought.statement)

    def _brought(self, found: Occurrence, construct: Construct) -> Construct:
        assert isinstance(found.parent, ast.Call)
        use = local_use(self.index, found.chain, found.parent, found.statement, found.scope)
        brought = self._construct(use, construct.message, by_function=True)
        self.constructs.append(brought)
        self.built[id(brought.call)] = brought
        self.group[brought] = Proto([brought])
        value = Expression.at(self.index.source, *self._span(brought.call))
        span = value.start, value.end
        write = Write(CALL, value, found.statement, *span, by_keyword=True, arm=self._arm(brought))
        self.group[brought].writes.append(write)
        return brought

    def _nest(self, inner: Construct, outer: Construct, statement: ast.stmt, by: ast.expr) -> None:
        at = self._span(by)[0]
        self._join(outer, inner)
        self.copied_at[inner] = min(at, self.copied_at.get(inner, at))
        self.nested.append((inner, outer, statement, by))

    def _one_branch_only(self) -> None:
        """A part that is built above the branch in which one of several protos takes it does not belong to all."""
        for inner, outer, statement, by in self.nested:
            if inner.statement is statement or self._is_always_taken(inner, outer, statement, by):
                continue
            what = f"the {inner.message} is used in one branch only: build it there"
            self._problem(inner, *self._span(by), what)

    def _is_always_taken(self, inner: Construct, outer: Construct, statement: ast.stmt, by: ast.expr) -> bool:
        home = outer.use.scope.function.node
        taking = {one for part, one, _, given in self.nested if part is inner and given is one.call}
        here = (one for one in self.constructs if one.use.scope.function.node is home)
        wholes = {one for one in here if one.message == "ConfigProto"}
        alone = len(wholes) == 1 and by is outer.call and not self.group[outer].returns
        always = alone or wholes <= taking or one_block(self.index, [inner.statement, statement])
        return always and self._arm(outer) is None

    def _arm(self, construct: Construct) -> Arm | None:
        """The side of a conditional expression that a construct stands on, itself or inside an outer message."""
        around = (self.built.get(id(node)) for node in self.index.path_to(construct.statement, construct.call))
        outer = next((one for one in around if one is not None and one.arm is not None), None)
        return construct.arm or (outer.arm if outer else None)

    def _join(self, kept_by: Construct, gone_by: Construct) -> None:
        """Make one proto of two constructs that end in the same place."""
        kept, gone = self.group[kept_by], self.group[gone_by]
        if kept is gone:
            return
        for name in ("constructs", "writes", "consumptions", "problems", "definitions", "returns", "lambdas"):
            getattr(kept, name).extend(getattr(gone, name))
        self.group.update(dict.fromkeys(gone.constructs, kept))

    def _attribute(self, construct: Construct, place: Place, found: Occurrence) -> None:
        """`config.gpu_options.allow_growth = True`, `config.device_count["GPU"] = 0`; anything else is a problem."""
        start, end = self._span(found.chain)
        statement, holder = found.statement, found.parent
        written = self.index.source.text[start:end]
        attributes = (*place.prefix, *found.attributes)
        if attributes and attributes[-1] in _COPIES and self._copied(construct, attributes[:-1], found):
            return
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
        path = PATHS[construct.message] + ".".join(attributes)
        value = Expression.at(self.index.source, *self._span(statement.value))
        self.group[construct].writes.append(Write(path, value, statement, *self._span(statement), key))

    def _copied(self, construct: Construct, attributes: tuple[str, ...], found: Occurrence) -> bool:
        """`config.gpu_options.CopyFrom(options)` of a message that is followed, into one that has nothing of it yet."""
        inner, value = self.copies.get(id(found.parent), (None, None))
        if inner is None or value is None or submessage(construct.message, attributes) != inner.message:
            return False
        at = self._span(found.chain)[0]
        path = PATHS[inner.message]
        earlier = [one for one in self.group[construct].writes if one.path.startswith(path) and one.start < at]
        keywords = construct.call.keywords
        given = any(not attributes or one.arg == attributes[0] for one in keywords)
        if earlier or given or self.group[inner] is self.group[construct]:
            return False
        self.linked.add(id(value))
        self._nest(inner, construct, found.statement, found.chain)
        self.group[construct].definitions.append(found.statement)
        return True

    def _keywords(self, construct: Construct) -> None:
        """The fields that the construct's own arguments set."""
        if construct.by_function:
            return
        proto, source = self.group[construct], self.index.source
        values = {source.span(one.value): one.value for one in construct.call.keywords}
        for one in arguments_of(self.index, construct):
            if isinstance(one, Unknown):
                self._problem(construct, one.start, one.end, one.reason)
                continue
            if one.name in MESSAGES[construct.message]:
                inside = [node for span, node in values.items() if one.start <= span[0] < one.end]
                if not any(id(node) in self.linked for node in inside):
                    self._problem(construct, one.start, one.end, f"`{one.name}` comes from code that is not followed")
                continue
            if one.definition is not None and one.definition not in proto.definitions:
                proto.definitions.append(one.definition)
            proto.writes.append(one.write(construct, self._arm(construct)))

    def _other_side(self, construct: Construct) -> None:
        """The other side of a conditional expression must be followed too, or be None."""
        if construct.arm is None:
            return
        choice = construct.arm.choice
        other = choice.orelse if construct.arm.holds else choice.body
        if not (isinstance(other, ast.Constant) and other.value is None) and id(other) not in self.built:
            self._problem(
                construct, *self._span(choice), f"the {construct.message} is one side of a conditional expression"
            )

    def _problem(self, construct: Construct, start: int, end: int, reason: str) -> None:
        self.group[construct].problems.append(Problem(start, end, reason))

    def _span(self, node: ast.AST) -> tuple[int, int]:
        return self.index.source.span(node)
