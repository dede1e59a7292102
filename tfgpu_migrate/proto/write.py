"""A plan as one fix: tf.config lines in place of the writes, sessions without `config=`, imports in order."""

import ast
import io
import re
import tokenize
from collections.abc import Iterable

from tfgpu_migrate.config import Settings
from tfgpu_migrate.edit.diagnostics import Edit, Fix, make_fix
from tfgpu_migrate.edit.fragment import Fragment
from tfgpu_migrate.edit.imports import add_module_import, add_stdlib_imports, module_at, remove_names, unused_after
from tfgpu_migrate.edit.statements import insert_before, replace_statements
from tfgpu_migrate.index.index import Index
from tfgpu_migrate.proto.fields import FIELDS, Keep, Say
from tfgpu_migrate.proto.helper import add_helper, helper_needs
from tfgpu_migrate.proto.life import Consumption, Problem, Write
from tfgpu_migrate.proto.plan import Plan


def write_fix(index: Index, plan: Plan, settings: Settings, *, fraction_varies: bool) -> Fix | Problem:
    """The fix that makes a plan, or the Problem with which a field rule declines.

    `fraction_varies`: some memory fraction of the file is computed, so the helper must know that 0 means no cap.
    """
    use = plan.proto.first.use
    module = module_at(index, use.scope, (use.node.lineno, use.node.col_offset))
    prefix = "physical_" if _loop_names_taken(index, plan) else ""
    say = Say(
        tf=module.name if module else "tf",
        quote=index.source.quote,
        indent=index.source.indent_unit,
        settings=settings,
        gpu=f"{prefix}gpu",
        gpus=f"{prefix}gpus",
        beside=plan.proto.paths,
    )
    lines = _lines(index, plan, say)
    if isinstance(lines, Problem):
        return lines
    edits = _statement_edits(index, plan, lines)
    removed = [(edit.start, edit.end) for edit in edits]
    written = "\n".join(line for spot in lines.values() for line in spot)
    kept = set(re.findall(r"\w+", written))
    gone = [alias for alias in unused_after(index, removed) if (alias.asname or alias.name) not in kept]
    edits += remove_names(index, gone)
    anchor = index.import_of(use)
    above = add_stdlib_imports(index, helper_needs(say), anchor)
    if module is None:
        above += add_module_import(index, anchor)
    if "limit_gpu_memory" in say.needs:
        above += add_helper(index, say, anchor, knows_zero=fraction_varies)
    return make_fix("Set it with `tf.config`", above + edits)


def _lines(index: Index, plan: Plan, say: Say) -> dict[ast.stmt, list[str]] | Problem:
    """The lines of every spot, `gpus = ...` once above the first that uses it where one block holds them all."""
    wanting = [spot for spot, writes in plan.spots.items() if any(_names_gpus(plan, write) for write in writes)]
    holder = next((spot for spot in plan.spots if wanting and _holds_all(index, spot, list(plan.spots))), None)
    found: dict[ast.stmt, list[str]] = {}
    for spot, writes in plan.spots.items():
        named_here = spot is holder or (holder is None and spot in wanting)
        if named_here:
            say.gpus_named = True
        lines = [f"{say.gpus} = {say.physical()}"] if named_here else []
        for write in writes:
            say.explicit = write.path in plan.several
            made = FIELDS[write.path].lines(write, say)
            if isinstance(made, Keep):
                return Problem(write.start, write.end, made.reason)
            if not made:
                plan.silent.add(write)
            lines += made
        if holder is None:
            say.gpus_named = False
        found[spot] = lines
    return found


def _names_gpus(plan: Plan, write: Write) -> bool:
    return FIELDS[write.path].names_gpus and (write.value.literal != "" or write.path in plan.several)


def _holds_all(index: Index, spot: ast.stmt, spots: list[ast.stmt]) -> bool:
    """Whether the block of a spot holds all the spots from it on, directly or deeper."""
    block = index.block(spot)
    first = spots[0] is spot
    return first and all(
        any(one is spot_ for one in block)
        or any(any(one is holder for one in block) for holder, _ in index.holders(spot_))
        for spot_ in spots
    )


def _loop_names_taken(index: Index, plan: Plan) -> bool:
    """Whether the scope uses `gpu` or `gpus` for something else than what generated lines use them for."""
    home = plan.proto.first.use.scope.function.node
    names = index.variables(("gpu", "gpus"))
    owners = [(found, found.scope.owner(found.name.id)) for found in names.occurrences]
    if any(owner is None for _, owner in owners):
        return True
    mine = [scope for scope in names.scopes if scope.node is home]
    bindings = [binding for scope in mine for found in scope.bindings.values() for binding in found]
    return not all(_is_device_list(index, binding.statement) for binding in bindings)


def _is_device_list(index: Index, statement: ast.AST) -> bool:
    """`for gpu in tf.config.list_physical_devices("GPU"):` and `gpus = ...`: bindings that mean what ours mean."""
    holds = isinstance(statement, (ast.For, ast.Assign))
    value = getattr(statement, "iter", getattr(statement, "value", None)) if holds else None
    text = ast.unparse(value) if isinstance(value, ast.AST) else ""
    return "list_physical_devices(" in text or text in ("gpus", "physical_gpus")


def _statement_edits(index: Index, plan: Plan, lines: dict[ast.stmt, list[str]]) -> list[Edit]:
    source = index.source
    replaced = {
        statement: [*_comments(source.text[slice(*source.span(statement))]), *lines.get(statement, ())]
        for statement in plan.replaced()
    }
    edits = replace_statements(index, replaced)
    for one in plan.proto.consumptions:
        if one.statement in replaced:
            continue
        cut = _without(index, one)
        edits += cut
        above = lines.pop(one.statement, []) if one.statement in plan.spots else []
        above = [*(comment for edit in cut for comment in _comments(edit.old)), *above]
        if above:
            edits.append(insert_before(index, one.statement, above))
    return edits


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
