"""A plan as one fix: tf.config lines in place of the writes, sessions without `config=`, imports in order."""

import ast
import io
import re
import tokenize
from collections.abc import Iterable

from tfgpu_migrate.edit.diagnostics import Edit, Fix, make_fix
from tfgpu_migrate.edit.fragment import Fragment
from tfgpu_migrate.edit.imports import add_stdlib_imports, ensure_module, remove_names, unused_after
from tfgpu_migrate.edit.statements import insert_before
from tfgpu_migrate.index.index import Index
from tfgpu_migrate.proto.fields import FIELDS, Keep, Say
from tfgpu_migrate.proto.helper import NAME, add_helper, helper_needs
from tfgpu_migrate.proto.life import Consumption, Problem
from tfgpu_migrate.proto.naming import gpus_named_at, prefix_of_names, taken_name
from tfgpu_migrate.proto.plan import Plan, can_meet
from tfgpu_migrate.settings import Settings


def write_fix(index: Index, plan: Plan, settings: Settings, *, fraction_varies: bool) -> Fix | Problem:
    """The fix that makes a plan, or the Problem with which a field rule declines.

    `fraction_varies`: some memory fraction of the file is computed, so the helper must know that 0 means no cap.
    """
    use = plan.proto.first.use
    anchor = index.import_of(use)
    module, imports = ensure_module(index, use, anchor)
    prefix = prefix_of_names(index, use.scope)
    say = Say(module.name, index.source.quote, index.source.indent_unit, settings, prefix)
    lines = _lines(index, plan, say)
    if isinstance(lines, Problem):
        return lines
    if taken := taken_name(index, say.needs | helper_needs(say)):
        return Problem(
            use.start, use.end, f"the generated lines need `{taken}`, which this file uses for something else"
        )
    replaced, edits = _statement_edits(index, plan, lines)
    removed = [(edit.start, edit.end) for edit in edits] + [index.source.span(one) for one in replaced]
    written = set(re.findall(r"\w+", "\n".join(line for spot in lines.values() for line in spot)))
    gone = [alias for alias in unused_after(index, removed) if (alias.asname or alias.name) not in written]
    above = add_stdlib_imports(index, helper_needs(say), anchor) + imports
    if NAME in say.needs:
        above += add_helper(index, say, anchor, knows_zero=fraction_varies)
    return make_fix("Set it with `tf.config`", above + edits + remove_names(index, gone, beside=replaced))


def _lines(index: Index, plan: Plan, say: Say) -> dict[ast.stmt, list[str]] | Problem:
    """The lines of every spot, `gpus = ...` above the first that needs it."""
    named = gpus_named_at(index, plan)
    found: dict[ast.stmt, list[str]] = {}
    for spot, writes in plan.spots.items():
        say.gpus_named = any(spot in served for served in named.values())
        lines = [f"{say.gpus} = {say.physical()}"] if spot in named else []
        for write in writes:
            say.explicit = write.path in plan.several
            say.beside = frozenset(one.path for one in plan.proto.writes if can_meet(index, one, write))
            made = FIELDS[write.path].lines(write, say)
            if isinstance(made, Keep):
                return Problem(write.start, write.end, made.reason)
            if not made:
                plan.silent.add(write)
            lines += made
        found[spot] = lines
    return found


def _statement_edits(
    index: Index, plan: Plan, lines: dict[ast.stmt, list[str]]
) -> tuple[dict[ast.stmt, list[str]], list[Edit]]:
    """The statements that give way to lines, and the edits of those that only lose an argument or get lines above."""
    source = index.source
    replaced = {
        statement: [*_comments(source.text[slice(*source.span(statement))]), *lines.get(statement, ())]
        for statement in plan.replaced()
    }
    edits = list[Edit]()
    for one in plan.proto.consumptions:
        if one.statement in replaced:
            continue
        cut = _without(index, one)
        edits += cut
        above = lines.pop(one.statement, []) if one.statement in plan.spots else []
        above = [*(comment for edit in cut for comment in _comments(edit.old)), *above]
        if above:
            edits.append(insert_before(index, one.statement, above))
    return replaced, edits


def _without(index: Index, one: Consumption) -> list[Edit]:
    call = Fragment(index.source, *index.source.span(one.call))
    start, _ = index.source.span(one.argument)
    argument = next(given for given in call.arguments if given.start <= start < given.end)
    return call.without(argument)


def _comments(text: str) -> Iterable[str]:
    """The comments inside a piece of code that goes."""
    if "#" not in text:
        return []
    tokens = tokenize.generate_tokens(io.StringIO(f"({text}\n)").readline)
    try:
        return [token.string for token in tokens if token.type == tokenize.COMMENT]
    except (tokenize.TokenError, SyntaxError):
        return []
