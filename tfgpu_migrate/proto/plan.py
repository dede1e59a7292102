"""Whether a proto can move to tf.config, and what is to be written where: a Plan, or the Problem that forbids it."""

import ast
import re
import sys
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from itertools import combinations

from tfgpu_migrate.edit.diagnostics import Edit
from tfgpu_migrate.edit.statements import has_own_line
from tfgpu_migrate.index.index import Index
from tfgpu_migrate.index.mode import is_script
from tfgpu_migrate.placement.steady import may_change_objects, names_of
from tfgpu_migrate.proto.advice import without_setter
from tfgpu_migrate.proto.fields import FIELDS, GROWTH, SOFT
from tfgpu_migrate.proto.life import CALL, Construct, Problem, Proto, Write
from tfgpu_migrate.proto.messages import PASSED
from tfgpu_migrate.proto.places import exclude_each_other, function_of
from tfgpu_migrate.proto.shared import shared_problem

COUNTED_TWICE = "the devices of one kind are counted twice: write the number that counts"
_FAR = sys.maxsize  # where a session in another function stands: after all that builds the proto
_SIMPLE = (ast.Assign, ast.AnnAssign, ast.Expr, ast.Return)
_CONDITIONAL = (
    *(ast.IfExp, ast.BoolOp, ast.Lambda, ast.JoinedStr),
    *(ast.ListComp, ast.SetComp, ast.DictComp, ast.GeneratorExp),
)


@dataclass(eq=False)
class Plan:
    """What becomes of a proto that moves. `spots` are the statements that set something, in source order."""

    proto: Proto
    base: list[ast.stmt]  # the block that builds it
    spots: dict[ast.stmt, list[Write]]
    several: frozenset[str] = frozenset()  # fields with more than one write that counts
    above: ast.stmt | None = None  # the statement of the block above which all of it is set: it starts the runtime
    apart: bool = False  # set on its own before its session: others of the file differ
    cut: list[Edit] = field(default_factory=list)  # arguments that calls in the family lose
    silent: set[Write] = field(default_factory=set)  # writes of a default: nothing to say

    @property
    def live(self) -> list[Write]:
        """The writes that are made, in order."""
        return [write for spot in self.spots.values() for write in spot]

    def always(self, write: Write) -> bool:
        """Whether every run that builds the proto makes a write."""
        return _is_straight(write, self.base)

    def replaced(self) -> Iterable[ast.stmt]:
        """The statements that give way to their lines: definitions, writes, returns, calls without a place now."""
        yield from dict.fromkeys(self.proto.definitions)
        for write in self.proto.writes:
            if not write.by_keyword:
                yield write.statement
        for one in self.proto.consumptions:
            if one.goes:
                yield one.statement
        yield from self.proto.returns
        yield from self.proto.lambdas


def plan_move(index: Index, proto: Proto) -> Plan | Problem:
    """The plan for one proto, seen alone; a Problem where it is not understood or cannot be said in tf.config."""
    if proto.problems:
        return min(proto.problems, key=lambda one: one.start)
    if not (proto.consumptions or proto.returns or proto.lambdas or proto.parameter):
        use = proto.first.use
        return Problem(use.start, use.end, "it never reaches a session, so it configures nothing: pass it or delete it")
    unknown = next((write for write in proto.writes if write.path not in FIELDS and write.path != CALL), None)
    if unknown is not None:
        return _at(unknown, f"`{unknown.path}` {without_setter(unknown.path)}")
    if proto.parameter is not None and _is_for_others(index, proto.parameter.function):
        start, end = index.source.span(proto.parameter.argument)
        what = f"other files may call `{proto.parameter.function.name}` with a configuration of their own"
        return Problem(start, end, what)
    return _several(index, proto) or _ordered(index, proto)


def _several(index: Index, proto: Proto) -> Problem | None:
    """Configurations that share a part and differ in the rest, where one run may build both."""
    wholes = [one for one in proto.constructs if one.message == "ConfigProto" and one.call.keywords]
    own = {one: _own_fields(index, proto, one) for one in wholes if not one.by_function}
    for one, other in combinations(own, 2):
        apart = one.arm is not None and one.arm.excludes(other.arm)
        if own[one] != own[other] and not apart and not exclude_each_other(index, one.statement, other.statement):
            reason = "configurations with a part in common want different settings: keep one"
            return Problem(other.use.start, other.use.end, reason)
    return None


def _own_fields(index: Index, proto: Proto, construct: Construct) -> set[tuple[str, str | None, str]]:
    """What a construct sets by keywords of its own."""
    start, end = index.source.span(construct.call)
    inside = (one for one in proto.writes if one.by_keyword and start <= one.start < end)
    return {(one.path, one.key, one.value.text) for one in inside}


def _is_for_others(index: Index, function: ast.FunctionDef) -> bool:
    """Whether a parameter that goes may be missed: by callers of a public function of a file that is no script."""
    local = isinstance(function_of(index, function), (ast.FunctionDef, ast.AsyncFunctionDef))
    return not (local or function.name.startswith("_") or is_script(index))


def _ordered(index: Index, proto: Proto) -> Plan | Problem:
    """Writes in place say the same only if they run in source order, before the sessions that see them."""
    here = [one for one in proto.consumptions if not one.elsewhere and not one.fills]
    ends = [(one.use.start, one.statement) for one in here]
    ends += [(index.source.span(one)[1], one) for one in _handing_on(proto)]
    elsewhere = any(one.elsewhere for one in proto.consumptions)
    base = _base(index, proto)
    live = list[Write]()
    for write in proto.writes:
        meant = [start for start, one in ends if not exclude_each_other(index, write.statement, one)]
        meant += [_FAR] if elsewhere or not meant else []
        late = not write.by_keyword and write.start > min(meant)
        if late and write.start < max(meant):
            return _at(write, "it is changed between two sessions that take it")
        if late and not (write.value.is_literal or write.value.dotted):
            return _at(write, "it is changed after its last session, by code that may do more")
        if not _reached(index, write.statement, base, (ast.If, ast.With)):
            return _at(write, "it is changed in a loop or a `try`")
        if not late:  # no session sees it
            live.append(write)
    for one in here:
        if not _reached(index, one.statement, base, None):
            return Problem(one.use.start, one.use.end, "it is used outside the block that builds it")
    if elsewhere and (problem := shared_problem(index, proto, live)) is not None:
        return problem
    live, overwritten = _later_wins(index, live, base)
    if (again := counted_twice(index, live)) is not None:
        return _at(again, COUNTED_TWICE)
    if any(not (write.value.is_literal or write.value.dotted) for write in overwritten):
        return _at(overwritten[0], "it is overwritten later, but computing its first value may do more")
    spots: dict[ast.stmt, list[Write]] = {}
    for write in live:
        spots.setdefault(write.statement, []).append(write)
    several = frozenset(one.path for one in live for other in live if _answers(index, one, other))
    plan = Plan(proto, base, spots, several)
    return _layout(index, plan) or _interactive(plan) or _softened(plan) or plan


def _handing_on(proto: Proto) -> Sequence[ast.stmt]:
    """The statements that hand the proto to the callers of their function."""
    return (*proto.returns, *proto.lambdas)


def _base(index: Index, proto: Proto) -> list[ast.stmt]:
    """The innermost block that holds every statement which builds the proto."""
    if proto.parameter is not None:
        return proto.parameter.function.body
    ends = [*(one.statement for one in proto.consumptions), *_handing_on(proto)]
    home = proto.first.use.scope.function.node
    definitions = [one for one in proto.definitions if function_of(index, one) is home]
    starts = definitions or [write.statement for write in proto.writes] or ends
    first = min(starts, key=lambda one: one.lineno)
    around = [holder for holder, _ in index.holders(first) if _in_block(holder)]
    blocks = [index.block(one) for one in (first, *around)]
    return next((one for one in blocks if all(_reached(index, each, one, None) for each in starts)), blocks[0])


def _in_block(node: ast.AST) -> bool:
    return isinstance(node, ast.stmt) and not isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef))


def _reached(index: Index, statement: ast.stmt, base: list[ast.stmt], through: tuple[type, ...] | None) -> bool:
    """Whether a statement stands in the block `base`, or below it within holders of these kinds (None: of any)."""
    if any(one is statement for one in base):
        return True
    for holder, _ in index.holders(statement):
        if any(one is holder for one in base):
            return through is None or isinstance(holder, through)
        if through is not None and not isinstance(holder, through):
            return False
    return False


def _later_wins(index: Index, live: list[Write], base: list[ast.stmt]) -> tuple[list[Write], list[Write]]:
    """Writes that count, and those that a later write in the straight line always overwrites."""
    straight = {id(write): _is_straight(write, base) for write in live}
    kept, gone = list[Write](), list[Write]()
    for position, write in enumerate(live):
        later = (one for one in live[position + 1 :] if (one.path, one.key) == (write.path, write.key))
        (gone if any(straight[id(one)] for one in later) else kept).append(write)
    return kept, gone


def _is_straight(write: Write, base: list[ast.stmt]) -> bool:
    return write.arm is None and any(one is write.statement for one in base)


def counted_twice(index: Index, live: Sequence[Write]) -> Write | None:
    """A `device_count` that meets another one for the same kind of device, or one whose kinds are not told apart."""
    counts = [write for write in live if write.path == "device_count"]
    for position, write in enumerate(counts):
        for other in counts[:position]:
            if (other.key == write.key or None in (other.key, write.key)) and can_meet(index, other, write):
                return write
    return None


def _answers(index: Index, one: Write, other: Write) -> bool:
    """Whether two writes of one field can both happen in a run, so that the later one takes the earlier one back."""
    same = one is not other and (one.path, one.key) == (other.path, other.key)
    return same and can_meet(index, one, other)


def can_meet(index: Index, one: Write, other: Write) -> bool:
    """Whether one run can come through both writes: not where they stand in different branches of the same `if`."""
    if one.arm is not None and one.arm.excludes(other.arm):
        return False
    return not exclude_each_other(index, one.statement, other.statement)


def _layout(index: Index, plan: Plan) -> Problem | None:
    """Whether every statement can be edited alone, and every inline construct stands where lines above it run first."""
    body = plan.proto.class_body
    if body is not None and (problem := _above_class(index, plan, body)) is not None:
        return problem
    for statement in plan.replaced():
        if not has_own_line(index, statement):
            return _near(index, statement, "its statement shares a line with another")
    replaced = {id(one) for one in plan.replaced()}
    for one in plan.proto.consumptions:
        goes = one.goes and not (isinstance(one.statement, ast.Expr) and one.statement.value is one.call)
        positional = one.argument in one.call.args and one.call.args[-1] is not one.argument
        positional = positional and one.consumer is not PASSED  # whose parameter goes too
        starred = any(isinstance(given, ast.Starred) for given in one.call.args) and one.argument in one.call.args
        if goes or positional or starred:
            return Problem(one.use.start, one.use.end, "the call that takes it cannot lose the argument alone")
    for statement in plan.spots:
        if id(statement) in replaced:
            continue
        problem = _inline(index, plan, statement)
        if problem is not None:
            return problem
    return None


def _above_class(index: Index, plan: Plan, body: ast.ClassDef) -> Problem | None:
    """Why what a class body sets cannot be set above the class."""
    inside = any(not any(one is each for each in body.body) for one in plan.spots)
    top = all(isinstance(holder, (ast.Module, ast.If)) for holder, _ in index.holders(body))
    if not top or body.decorator_list or inside or _needs_class(index, plan, body):
        return _near(index, body, "it is built in the body of a class, above which not all of it can be set")
    return None


def _needs_class(index: Index, plan: Plan, body: ast.ClassDef) -> bool:
    """Whether lines above a class miss a name that its body binds, or compute what its body may change first."""
    bound = frozenset[str]().union(*(names_of(index, one).bound for one in body.body))
    if plan.proto.first.use.root in bound:
        return True
    computed = [write.value.text for write in plan.live if not write.value.is_literal]
    computed += [ast.unparse(write.arm.choice.test) for write in plan.live if write.arm]
    if any(re.fullmatch(r"[\w.]+", text) is None or text.partition(".")[0] in bound for text in computed):
        return True
    gone = {id(one) for one in plan.replaced()}
    return bool(computed) and any(may_change_objects(index, one) for one in body.body if id(one) not in gone)


def _inline(index: Index, plan: Plan, statement: ast.stmt) -> Problem | None:
    start, _ = index.source.span(statement)
    begins = not index.source.text[index.source.line_start(start) : start].strip()
    if not begins or not isinstance(statement, (*_SIMPLE, ast.With)):
        return _near(index, statement, "it is built inside a statement that no line can be put before")
    choices = {id(one.arm.choice) for one in plan.proto.constructs if one.arm}
    for construct in plan.proto.constructs:
        path = index.path_to(statement, construct.value) if construct.statement is statement else ()
        if any(isinstance(node, _CONDITIONAL) and id(node) not in choices for node in path):
            return _near(index, statement, "it is built inside an expression that may not run, or runs more than once")
    if isinstance(statement, ast.With):
        names = {node.id for item in statement.items for node in ast.walk(item) if isinstance(node, ast.Name)}
        bound = {
            node.id
            for item in statement.items
            if item.optional_vars is not None
            for node in ast.walk(item.optional_vars)
            if isinstance(node, ast.Name)
        }
        if names & bound and any(not write.value.is_literal for write in plan.spots[statement]):
            used = " ".join(write.value.text for write in plan.spots[statement])
            if bound & set(re.findall(r"\w+", used)):
                return _near(index, statement, "a value in it is bound by the same `with`")
    return None


def _interactive(plan: Plan) -> Problem | None:
    """InteractiveSession ignores tf.config and switches growth on by itself; only that much of a proto can leave it."""
    for one in plan.proto.consumptions:
        if one.consumer.reads_context or one.consumer.goes:
            continue
        grows = [write.path for write in plan.live] == [GROWTH] and plan.live[0].value.literal is True
        if not grows or not plan.always(plan.live[0]):
            reason = "InteractiveSession ignores tf.config and would lose it: use Session to move the fields"
            return Problem(one.use.start, one.use.end, reason)
    return None


def _softened(plan: Plan) -> Problem | None:
    """A test session takes soft placement from its proto, or switches it on."""
    soft = (write for write in plan.live if write.path == SOFT and plan.always(write))
    if any(write.value.literal is True for write in soft):
        return None
    for one in plan.proto.consumptions:
        if one.consumer.softens:
            reason = "a test session without `config` places softly: say `allow_soft_placement=True` to move the fields"
            return Problem(one.use.start, one.use.end, reason)
    return None


def _at(write: Write, reason: str) -> Problem:
    return Problem(write.start, write.end, reason)


def _near(index: Index, statement: ast.stmt, reason: str) -> Problem:
    """A problem at the first line of a statement, up to a comment on it."""
    source = index.source
    start, end = source.span(statement)
    line = source.line_end(start)
    ends = [source.span(node)[1] for node in ast.walk(statement) if isinstance(node, ast.expr)]
    comment = source.text.find("#", max((one for one in ends if start <= one <= line), default=start), line)
    first = source.text[start : min(comment if comment >= 0 else line, end)].rstrip()
    return Problem(start, start + len(first), reason)
