"""Which functions the runs of a program become: what each computes, calls and is named."""

from __future__ import annotations

import ast
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field

from tfgpu_migrate.index.index import Index
from tfgpu_migrate.native.classes.marks import SELF
from tfgpu_migrate.native.expressions import OF_MODULES
from tfgpu_migrate.native.facts import OPTIMIZERS, SGD
from tfgpu_migrate.native.home import Home
from tfgpu_migrate.native.model import Kind, Program, Refused, Run, Step, Training, Value
from tfgpu_migrate.native.names import Names, function_name
from tfgpu_migrate.native.settled import Settled
from tfgpu_migrate.native.statements import nodes_of_module

_COMPUTED = (Kind.SYMBOLIC, Kind.ELEMENT)
_LONG = 2  # steps that two functions share before they get a function of their own


@dataclass(eq=False)
class Function:
    """A function that will be written; `steps` is all it computes, `own` what it does not leave to others."""

    fetches: list[Value]
    steps: list[Step]
    training: Training | None = None
    name: str = ""
    owner: str = ""  # `self.` for a method
    own: list[Step] = field(default_factory=list)
    calls: list[Function] = field(default_factory=list)
    placeholders: list[str] = field(default_factory=list)

    @property
    def callee(self) -> str:
        """What calls of it name."""
        return self.owner + self.name

    @property
    def part(self) -> int:
        """The part of the program that it belongs to."""
        return self.training.value.part if self.training else self.fetches[0].part

    @property
    def last(self) -> ast.stmt:
        """The statement in whose place the function stands."""
        places = [one.node for one in self.own] + ([self.training.node] if self.training else [])
        places = places or [one.node for one in self.steps]
        return max(places, key=lambda one: one.lineno)


@dataclass
class Plan:
    """The functions in the order in which they stand, and which of them each run calls."""

    functions: list[Function] = field(default_factory=list)
    called: dict[int, Function] = field(default_factory=dict)  # by the id of the run's call


def plan(program: Program, index: Index, home: Home) -> Plan:
    """The functions for all runs of a program. Raises Refused."""
    made = Plan()
    for run in program.runs:
        wanted = _wanted(run, program)
        if wanted is None:
            continue
        trained = [one for one in program.trainings if any(fetch.value is one.value for fetch in run.fetches)]
        if len(trained) > 1:
            raise Refused(run.call, "two training ops run at once")
        made.called[id(run.call)] = _function(run, wanted, trained[0] if trained else None, made, program)
    _add_unused(made, program)
    _check_trainings(made, program)
    _share(made, program)
    for one in made.functions:
        one.owner = f"{SELF}." if home.model is not None else ""
        _compose(one, made)
        one.placeholders = _placeholders(one, program)
    _check_feeds(made, program)
    _name(made, program, index)
    made.functions.sort(key=lambda one: (one.last.lineno, len(one.steps)))
    _check_names(made, program, index, home)
    return made


def closure(values: Iterable[Value], program: Program) -> list[Step]:
    """The steps that some values need, in the order in which they run."""
    found: dict[int, Step] = {}
    stack = list(values)
    while stack:
        step = program.made_by.get(id(stack.pop()))
        if step is not None and id(step) not in found:
            found[id(step)] = step
            stack += step.reads
    order = {key: at for at, key in enumerate(program.steps)}  # in which they were read
    return sorted(found.values(), key=lambda one: order[id(one)])


def _wanted(run: Run, program: Program) -> list[Value] | None:
    """What a run wants of a function; None where it needs none."""
    trains = any(one.value is not None and one.value.kind is Kind.TRAIN for one in run.fetches)
    wanted = [one.value for one in run.fetches if one.value is not None and one.value.kind is Kind.SYMBOLIC]
    if wanted and any(one.value is not None and one.value.kind is Kind.ELEMENT for one in run.fetches):
        wanted = [one.value for one in run.fetches if one.value is not None and one.value.kind in _COMPUTED]
    _must_be_tensors(run, program)
    if trains or len({id(one) for one in wanted}) > 1:
        if any(one.is_inline for one in run.fetches):
            raise Refused(run.call, "an expression is fetched beside other ops")
        beside = [one.value for one in run.fetches if one.value is not None and one.value.kind is not Kind.TRAIN]
        if any(one.kind is Kind.SCHEDULE for one in beside):
            raise Refused(run.call, "a learning rate is fetched beside other ops")
        return list({id(one): one for one in beside}.values())
    return wanted[:1] or None


def _must_be_tensors(run: Run, program: Program) -> None:
    """Raise Refused where whole tuples of a dataset are fetched beside other things."""
    for one in run.fetches:
        source = program.source_of(one.value.name) if one.value and one.value.kind is Kind.ELEMENT else None
        if source is not None and (len(run.fetches) > 1 or run.is_list) and not source.gives_tensors():
            raise Refused(one.node, "a tuple of a dataset is fetched beside other things")


def _function(run: Run, wanted: list[Value], trained: Training | None, made: Plan, program: Program) -> Function:
    for one in made.functions:
        if one.training is not trained:
            continue
        if trained is not None and (not wanted or not one.fetches or _same(one.fetches, wanted)):
            one.fetches = one.fetches or wanted
            one.steps = closure([*trained.roots, *one.fetches], program)
            return one
        if trained is not None:
            raise Refused(run.call, "a training op runs beside other fetches than before")
        if _same(one.fetches, wanted):
            return one
    roots = [*trained.roots, *wanted] if trained else wanted
    function = Function(list(wanted), closure(roots, program), trained)
    made.functions.append(function)
    return function


def _same(one: list[Value], other: list[Value]) -> bool:
    return {id(value) for value in one} == {id(value) for value in other}


def _add_unused(made: Plan, program: Program) -> None:
    """What is built and never run stays: it becomes functions that nothing calls."""
    used = {id(step) for one in made.functions for step in one.steps}
    used |= {id(step) for one in program.sources if one.prepared for step in one.prepared.steps}
    unused = [one for one in program.steps.values() if id(one) not in used]
    read = {id(value) for step in unused for value in step.reads}
    for step in unused:
        values = [one for one in step.defines if id(one) not in read]
        if values:
            made.functions.append(Function(values, closure(values, program)))


def _check_trainings(made: Plan, program: Program) -> None:
    """Raise Refused where the order between a change of variables and their reading would be another."""
    steps = [one.global_step for one in program.trainings if one.global_step]
    followed = {value.follows for value in program.schedules}
    assigned = {value.name for step in program.steps.values() for value in step.assigns}
    assigned |= {value.name for value in program.assigned}
    if followed and (len(steps) != len(set(steps)) or followed & assigned):
        raise Refused(program.trainings[-1].node, "the step that a learning rate follows is changed by others too")
    for one in made.functions:
        changed = {value for step in one.steps for value in step.assigns}
        if one.training is not None:
            counter = one.training.global_step
            if changed or counter in {value.name for step in one.steps for value in step.variables()}:
                raise Refused(one.training.node, "variables are assigned beside a training op, or its step is read")
            dense = OPTIMIZERS[one.training.symbol].takes_dense or one.training.symbol == SGD
            if not dense and any(step.sparse for step in one.steps):
                name = one.training.symbol.removeprefix("train.")
                raise Refused(one.training.node, f"`{name}` has its own way with the gradients of what is looked up")
            needed = closure(one.training.roots, program)
            late = [step for step in one.steps if step not in needed and (step.variables() or step.gradient_of)]
            if late:
                raise Refused(late[0].node, "a variable is read beside the training op that changes it")
            continue
        if changed:
            (_check_assignment(one, changed, program))


def _check_assignment(one: Function, changed: set[Value], program: Program) -> None:
    """What else reads a variable that is assigned must be needed for its new value: a graph runs the rest as it likes.

    Raises Refused otherwise, also where a variable is assigned twice or fetched beside.
    """
    assigning = [step for step in one.steps if step.assigns]
    if sum(len(step.assigns) for step in assigning) != len(changed) or changed & set(one.fetches):
        raise Refused(assigning[0].node, "a variable is assigned beside other ops")
    for step in assigning:
        before = closure(step.reads, program)
        for other in one.steps:
            reads = step.assigns & other.variables() or other.gradient_of  # as gradients of products read their factors
            if other is not step and reads and other not in before:
                raise Refused(step.node, "a variable is assigned beside other ops")


def _share(made: Plan, program: Program) -> None:
    """Add functions for what several of them compute, where one value is all that the others take from it."""
    if len(made.functions) < 2:
        return
    for _ in range(len(made.functions) + 2):
        best: tuple[int, Value, list[Step]] | None = None
        for position, one in enumerate(made.functions):
            for other in made.functions[position + 1 :]:
                common = [step for step in one.steps if step in other.steps]
                if len(common) < _LONG or any(step.assigns or step.gradient_of for step in common):
                    continue
                taken = _taken(common, made, program)
                if len(taken) != 1 or any(_same(each.fetches, taken) and not each.training for each in made.functions):
                    continue
                if best is None or len(common) > best[0]:
                    best = (len(common), taken[0], common)
        if best is None:
            return
        made.functions.append(Function([best[1]], best[2]))


def _taken(steps: list[Step], made: Plan, program: Program) -> list[Value]:
    """The values of some steps that others read, or that functions give back."""
    inside = {id(value) for step in steps for value in step.defines}
    users = {id(step): step for one in made.functions for step in one.steps if step not in steps}
    read = [value for step in users.values() for value in step.reads]
    read += [value for one in made.functions for value in one.fetches]
    read += [root for one in made.functions if one.training for root in one.training.roots]
    return list({id(value): value for value in read if id(value) in inside}.values())


def _compose(function: Function, made: Plan) -> None:
    """Let a function call others for what they compute already."""
    left = list(function.steps)
    others = [one for one in made.functions if one is not function and one.training is None]
    for other in sorted(others, key=lambda one: -len(one.steps)):
        if _may_call(function, other) and _leaves_one_value(function, other, left):
            function.calls.append(other)
            left = [step for step in left if step not in other.steps]
    function.own = left


def _may_call(function: Function, other: Function) -> bool:
    """Whether a function may leave a part of it to another: a smaller one, of one value, that changes nothing."""
    size, own = len(other.steps), len(function.steps)
    smaller = size < own or (size == own and function.training is not None)
    return smaller and len(other.fetches) == 1 and not any(step.assigns or step.gradient_of for step in other.steps)


def _leaves_one_value(function: Function, other: Function, left: list[Step]) -> bool:
    """Whether all steps of another are left to do, and only its value is read by the rest."""
    if not all(step in left for step in other.steps):
        return False
    defined = {id(value) for step in other.steps for value in step.defines}
    read = [value for step in left if step not in other.steps for value in step.reads]
    read += [*function.fetches, *(function.training.roots if function.training else [])]
    return {id(value) for value in read} & defined <= {id(other.fetches[0])}


def _placeholders(function: Function, program: Program) -> list[str]:
    fed = (Kind.PLACEHOLDER, Kind.ELEMENT)
    read = {value.name for step in function.steps for value in step.reads if value.kind in fed}
    read |= {value.name for value in function.fetches if value.kind is Kind.ELEMENT}
    if function.training is not None and function.training.rate in program.placeholders:
        read.add(function.training.rate)
    needed = [name for name in program.placeholders if name in read]
    return sorted(needed, key=lambda name: name in program.defaults)


def _check_feeds(made: Plan, program: Program) -> None:
    for run in program.runs:
        function = made.called.get(id(run.call))
        needed = function.placeholders if function else []
        unfed = [name for name in needed if name not in run.feed and name not in program.defaults]
        missing = [name for name in unfed if program.source_of(name) is None]
        if missing:
            raise Refused(run.call, f"`{missing[0]}` is not fed")
        for name, value in run.feed.items():
            if name not in needed and any(isinstance(one, (ast.Call, ast.Await)) for one in ast.walk(value)):
                raise Refused(value, f"`{name}` is fed a call, and not needed")


def _name(made: Plan, program: Program, index: Index) -> None:
    names = [Names(index) for _ in range(len(program.resets) + 1)]  # a new graph may use the names of the one before
    trainings = [one.part for one in made.functions if one.training is not None]
    for one in sorted(made.functions, key=lambda each: each.last.lineno):
        many = trainings.count(one.part)
        one.name = function_name(one.fetches, one.training, many, one.steps, names[one.part])
        if not one.name:
            raise Refused(one.last, "no name is free for the function that this becomes")


def _check_names(made: Plan, program: Program, index: Index, home: Home) -> None:
    """Raise Refused where a name in a function would mean something else than it did in the module."""
    modules = {alias.asname or alias.name for one in index.import_statements for alias in one.names}
    stores = [(name, at) for name, at in _stores(home) if not isinstance(at, ast.Call) or name not in modules]
    settled = Settled(index, home)
    moved = {id(node) for one in made.functions for step in one.steps for node in ast.walk(step.node)}
    changed = {name: one for one in index.nodes if isinstance(one, (ast.Global, ast.Nonlocal)) for name in one.names}
    if taken := next(((name, at) for name, at in stores if name in _WRITTEN), None):
        raise Refused(taken[1], f"`{taken[0]}`, which the functions call, is bound in this file")
    for function in made.functions:
        end, start = program.end_of(function.part), program.start_of(function.part)
        before = [each for each in stores if each[1].lineno < end]  # type: ignore[attr-defined]
        local = {value.name for step in function.own for value in step.defines}
        local |= {one.fetches[0].name for one in function.calls}
        own = local | set(function.placeholders)
        versions: dict[str, Value] = {}
        for step in function.own:
            outer = step.plain | {value.name for value in step.reads if value.kind in OF_MODULES}
            if clash := outer & own:
                raise Refused(
                    step.node, f"`{min(clash)}` is a name of the module and of the function that this becomes"
                )
            if shared := outer & changed.keys():
                raise Refused(
                    changed[min(shared)], f"`{min(shared)}`, which the graph was made of, is set in a function"
                )
            for name in sorted(step.plain):
                settled.must_stay(name, moved)
            (_check_later if home.model is None else _check_once)(step, outer, before)
            _check_aliases(step.node, own | outer, before, start)
            versions.update((value.name, value) for value in step.defines)
        if function.training is not None:
            _check_aliases(function.training.node, own, before, start)
        _check_versions(function, versions)


def _check_versions(function: Function, versions: Mapping[str, Value]) -> None:
    """Raise Refused where the last value of a name in a function is not the one that it minimizes or returns."""
    training = function.training
    if training is not None and versions.get(training.loss.name, training.loss) is not training.loss:
        raise Refused(training.node, f"`{training.loss.name}`, which is minimized, is bound again")
    for value in function.fetches:
        if versions.get(value.name, value) is not value and value.kind is Kind.SYMBOLIC:
            raise Refused(value.step, f"`{value.name}` is bound again before it is fetched")


def _check_later(step: Step, outer: frozenset[str], stores: Iterable[tuple[str, ast.AST]]) -> None:
    for name, at in stores:
        if name in outer and at.lineno > (step.node.end_lineno or 0):  # type: ignore[attr-defined]
            raise Refused(at, f"`{name}`, which the graph was made of, is bound or changed again")


def _check_once(step: Step, outer: frozenset[str], stores: Iterable[tuple[str, ast.AST]]) -> None:
    """Raise Refused where a name that the graph of a class was made of is bound or changed twice.

    Its objects may be made anywhere between.
    """
    for name in sorted(outer):
        found = [at for each, at in stores if each == name]
        if len(found) > 1:
            raise Refused(found[1], f"`{name}`, which the graph was made of, is bound or changed again")


def _check_aliases(moved: ast.stmt, known: set[str], stores: Iterable[tuple[str, ast.AST]], start: int) -> None:
    """Raise Refused where a name that is followed no further, as that of an op or of a list, is bound twice.

    `start` is the line where its part of the program begins: what was bound before counts no more once bound anew.
    """
    read = (one.id for one in ast.walk(moved) if isinstance(one, ast.Name) and isinstance(one.ctx, ast.Load))
    for name in set(read) - known:
        found = [at for each, at in stores if each == name]
        anew = [at for at in found if at.lineno >= start]  # type: ignore[attr-defined]
        if any(at.lineno < moved.lineno for at in anew):  # type: ignore[attr-defined]
            found = anew
        if len(found) > 1:
            raise Refused(found[1], f"`{name}`, which the graph was made of, is bound or changed again")


_WRITTEN = frozenset(("float", "zip"))
_CHANGING = frozenset(
    "append clear extend fill insert pop popitem put remove resize reverse setdefault shuffle sort update".split()
)


def _stores(home: Home) -> Iterator[tuple[str, ast.AST]]:
    """Where names are bound by what runs once, or what they hold is changed in place."""
    yield from home.stores()
    for one in (each for statement in home.body for each in nodes_of_module(statement)):
        if isinstance(one, (ast.Subscript, ast.Attribute)) and not isinstance(one.ctx, ast.Load):
            root: ast.AST = one
            while isinstance(root, (ast.Subscript, ast.Attribute)):
                root = root.value
            changed = [root]
        elif isinstance(one, ast.Call) and isinstance(one.func, ast.Attribute) and one.func.attr in _CHANGING:
            changed = [one.func.value, *one.args]
        else:
            continue
        yield from ((each.id, one) for each in changed if isinstance(each, ast.Name))
