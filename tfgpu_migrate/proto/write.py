"""A plan as one fix: tf.config lines in place of the writes, sessions without `config=`, imports in order."""

import ast
import re
from collections.abc import Sequence
from itertools import groupby

from tfgpu_migrate.edit.diagnostics import Edit, Fix, make_fix
from tfgpu_migrate.edit.fragment import Fragment
from tfgpu_migrate.edit.imports import add_stdlib_imports, ensure_module, remove_names, unused_after
from tfgpu_migrate.edit.statements import comments_in, ends_function, insert_before
from tfgpu_migrate.index.index import Index
from tfgpu_migrate.proto.by_hand import is_grown_above
from tfgpu_migrate.proto.constants import alias_behind, constant_behind, opposite, spent
from tfgpu_migrate.proto.fields import FIELDS, GROWTH, VISIBLE, Keep, Say
from tfgpu_migrate.proto.helper import NAME, add_helper, helper_needs
from tfgpu_migrate.proto.integers import known_integers
from tfgpu_migrate.proto.life import CALL, Consumption, Problem, Write
from tfgpu_migrate.proto.messages import PASSED
from tfgpu_migrate.proto.naming import gpus_named_at, prefix_of_names, taken_name
from tfgpu_migrate.proto.plan import Plan, can_meet
from tfgpu_migrate.proto.signature import without_parameter
from tfgpu_migrate.settings import Settings


def write_fix(index: Index, plans: Sequence[Plan], settings: Settings, *, fraction_varies: bool) -> Fix | Problem:
    """The fix that makes the plans of one family, or the Problem with which a field rule declines.

    `fraction_varies`: some memory fraction of the file is computed, so the helper must know that 0 means no cap.
    """
    above, edits, written = list[Edit](), list[Edit](), set[str]()
    replaced: dict[ast.stmt, list[str]] = {}
    family = [write for plan in plans for write in plan.proto.writes]
    takers = [one for plan in plans for one in plan.proto.consumptions]
    passed = [edit for one in takers if one.consumer is PASSED for edit in _without(index, one)]
    for plan in sorted(plans, key=lambda one: index.source.span(one.proto.first.call)[1]):
        plan.silent.clear()
        use = plan.proto.first.use
        anchor = index.import_of(use)
        module, imports = ensure_module(index, use, anchor)
        prefix = prefix_of_names(index, use.scope)
        say = Say(module.name, index.source.quote, index.source.indent_unit, settings, prefix)
        plan.cut = passed
        lines = _lines(index, plan, say, family)
        if isinstance(lines, Problem):
            return lines
        if taken := taken_name(index, say.needs | helper_needs(say)):
            what = f"the generated lines need `{taken}`, which this file uses for something else"
            return Problem(use.start, use.end, what)
        written.update(re.findall(r"\w+", "\n".join(line for spot in lines.values() for line in spot)))
        gone, cut = _statement_edits(index, plan, lines)
        for statement, text in gone.items():
            replaced[statement] = [*replaced.get(statement, []), *text]
        edits += cut
        if plan.proto.parameter is not None:
            edits.append(without_parameter(index, *plan.proto.parameter))
        above += add_stdlib_imports(index, helper_needs(say), anchor)
        if any(write.path in FIELDS for write in plan.live):
            above += imports
        if NAME in say.needs:
            above += add_helper(index, say, anchor, knows_zero=fraction_varies)
    edits = [one for one in edits if not (one.old and any(_inside(index, one, each) for each in replaced))]
    edits = [one for one in edits if not any(_covers(other, one) for other in edits)]
    removed = [(edit.start, edit.end) for edit in edits] + [index.source.span(one) for one in replaced]
    behind = [constant_behind(index, write) for write in family]
    behind += [alias_behind(index, one.use) for plan in plans for one in plan.proto.constructs]
    for statement in spent(index, (one for one in behind if one and one.name not in written), removed):
        replaced[statement] = []
        removed.append(index.source.span(statement))
    unused = [alias for alias in unused_after(index, removed) if (alias.asname or alias.name) not in written]
    return make_fix("Set it with `tf.config`", above + edits + remove_names(index, unused, beside=replaced))


def _lines(index: Index, plan: Plan, say: Say, family: Sequence[Write]) -> dict[ast.stmt, list[str]] | Problem:
    """The lines of every spot, `gpus = ...` above the first that needs it."""
    named = gpus_named_at(index, plan)
    found: dict[ast.stmt, list[str]] = {}
    for spot, writes in plan.spots.items():
        say.gpus_named = any(spot in served for served in named.values())
        lines = [f"{say.gpus} = {say.physical()}"] if spot in named else []
        for arm, group in groupby(writes, key=lambda write: write.arm.choice if write.arm else None):
            made = _group(index, plan, say, family, list(group))
            if isinstance(made, Problem):
                return made
            taken, other = made
            lines += taken if arm is None else _branches(index, say, arm, taken, other)
        found[spot] = lines
    return found


def _group(
    index: Index, plan: Plan, say: Say, family: Sequence[Write], writes: Sequence[Write]
) -> tuple[list[str], list[str]] | Problem:
    """The lines of writes that one test decides on: those where it holds (or that no test decides), and the others."""
    taken, other = list[str](), list[str]()
    for write in writes:
        side = taken if write.arm is None or write.arm.holds else other
        if write.path == CALL:
            side.append(_call(index, plan, write))
            continue
        say.explicit = write.path in plan.several
        say.beside = frozenset(one.path for one in family if can_meet(index, one, write))
        constant = constant_behind(index, write)
        say.known = constant.value if constant is not None else None
        say.integers = known_integers(index, write) if write.path == VISIBLE else frozenset()
        if write.path == GROWTH and write.value.literal is True and is_grown_above(index, write.statement):
            continue
        made = FIELDS[write.path].lines(write, say)
        if isinstance(made, Keep):
            return Problem(write.start, write.end, made.reason)
        if not made:
            plan.silent.add(write)
        side += made
    return taken, other


def _covers(one: Edit, other: Edit) -> bool:
    return one != other and one.old != "" != other.old and one.start <= other.start and other.end <= one.end


def _inside(index: Index, edit: Edit, statement: ast.stmt) -> bool:
    start, end = index.source.span(statement)
    return start <= edit.start and edit.end <= end


def _call(index: Index, plan: Plan, write: Write) -> str:
    """The call that brought a proto, without the proto that it was passed itself."""
    start, text = write.value.start, write.value.text
    for edit in sorted(plan.cut, reverse=True):
        if start < edit.start and edit.end < write.value.end:
            text = text[: edit.start - start] + edit.new + text[edit.end - start :]
    return text if _stands_alone(text) else f"({text})"


def _stands_alone(text: str) -> bool:
    """Whether a call is one statement without the parentheses that were around it."""
    try:
        return len(ast.parse(text).body) == 1
    except SyntaxError:
        return False


def _branches(index: Index, say: Say, choice: ast.IfExp, taken: list[str], other: list[str]) -> list[str]:
    """`a if test else b` as a statement; of two sides that set nothing, nothing."""
    if not taken and not other:
        return []
    if not taken:
        return [f"if {opposite(_on_one_line(index, choice.test))}:", *(f"{say.indent}{line}" for line in other)]
    lines = [f"if {_on_one_line(index, choice.test)}:", *(f"{say.indent}{line}" for line in taken)]
    return lines + (["else:", *(f"{say.indent}{line}" for line in other)] if other else [])


def _on_one_line(index: Index, test: ast.expr) -> str:
    text = index.source.text[slice(*index.source.span(test))]
    return ast.unparse(test) if "\n" in text or "\r" in text else text


def _statement_edits(
    index: Index, plan: Plan, lines: dict[ast.stmt, list[str]]
) -> tuple[dict[ast.stmt, list[str]], list[Edit]]:
    """The statements that give way to lines, and the edits of those that only lose an argument or get lines above."""
    source, edits = index.source, list[Edit]()
    replaced = {
        statement: [*comments_in(source.text[slice(*source.span(statement))]), *lines.get(statement, ())]
        for statement in plan.replaced()
    }
    if (body := plan.proto.class_body) is not None:
        set_above = [line for statement in sorted(replaced, key=_line) for line in replaced[statement]]
        replaced = {statement: [] for statement in replaced}
        edits = [insert_before(index, body, [*set_above, "", ""])] if set_above else []
    if plan.above is not None:
        silent = [line for one in sorted(replaced, key=_line) if one not in lines for line in replaced[one]]
        set_above = [line for one in lines for line in replaced.get(one, lines[one])]
        edits = [insert_before(index, plan.above, [*silent, *set_above])]
        replaced, lines = {statement: [] for statement in replaced}, {}
    for one in plan.proto.returns:
        if not ends_function(index, one):
            replaced[one].append("return")
    for statement in plan.proto.lambdas:
        replaced[statement] = _definition(statement, replaced[statement], source.indent_unit)
    for taken in plan.proto.consumptions:
        if taken.statement in replaced:
            continue
        cut = _without(index, taken)
        edits += cut
        above = lines.pop(taken.statement, []) if taken.statement in plan.spots else []
        above = [*(comment for edit in cut for comment in comments_in(edit.old)), *above]
        if above:
            edits.append(insert_before(index, taken.statement, above))
    return replaced, edits


def _line(statement: ast.stmt) -> int:
    return statement.lineno


def _definition(statement: ast.stmt, lines: list[str], indent: str) -> list[str]:
    """`name = lambda: ...` as a function with these lines."""
    assert isinstance(statement, ast.Assign)
    assert isinstance(statement.value, ast.Lambda)
    header = f"def {ast.unparse(statement.targets[0])}({ast.unparse(statement.value.args)}):"
    return [header, *(f"{indent}{line}" for line in lines or ["pass"])]


def _without(index: Index, one: Consumption) -> list[Edit]:
    call = Fragment(index.source, *index.source.span(one.call))
    start, _ = index.source.span(one.argument)
    argument = next(given for given in call.arguments if given.start <= start < given.end)
    return call.without(argument)
