"""TFM801: directives that silence nothing, and how they go."""

from collections.abc import Callable, Collection, Iterable, Iterator

from tfgpu_migrate.edit.diagnostics import Diagnostic, Edit, Fix, make_fix
from tfgpu_migrate.noqa import Code, Directive, Suppressions
from tfgpu_migrate.source import Source

CODE = "TFM801"
PREFIX = "TFM"
_FOUND_BY_RUNNING = "TFM6"  # `verify` finds these: a look at the file cannot tell that they are idle


def unused(
    source: Source,
    suppressions: Suppressions,
    silenced: Iterable[Diagnostic],
    known: Collection[str],
    judged: Callable[[str], bool],
) -> Iterator[Diagnostic]:
    """Each directive that names codes of this program, or is its own, and silences nothing.

    A code whose rule is not `judged` may silence something elsewhere, or in a file like this one, and counts as used.
    """
    used = {(directive, one.code) for one in silenced for directive in suppressions.matching(one)}
    for directive in suppressions.directives:
        idle = [
            code
            for code in directive.codes
            if code.name.startswith(PREFIX)
            and not code.name.startswith(_FOUND_BY_RUNNING)
            and (directive, code.name) not in used
            and code.name != CODE
            and (code.name not in known or judged(code.name))
        ]
        is_idle = bool(idle) or (
            not directive.codes and not directive.is_noqa and all(one is not directive for one, _ in used)
        )
        if is_idle and not any(code.name == CODE for code in directive.codes):
            yield _finding(source, directive, idle, known)


def _finding(source: Source, directive: Directive, idle: list[Code], known: Collection[str]) -> Diagnostic:
    names = [code.name for code in idle]
    kinds = {
        "unused": [name for name in names if name in known],
        "unknown": [name for name in names if name not in known],
    }
    listed = "; ".join(f"{kind}: {', '.join(f'`{each}`' for each in given)}" for kind, given in kinds.items() if given)
    message = f"Unused suppression ({listed})" if listed else "Unused suppression: there is nothing to silence"
    return Diagnostic(directive.start, directive.end, CODE, message, _fix(source, directive, idle))


def _fix(source: Source, directive: Directive, idle: list[Code]) -> Fix:
    kept = [code.name for code in directive.codes if code not in idle]
    if kept:
        start, end = directive.codes[0].start, directive.codes[-1].end
        return make_fix("Remove the codes that silence nothing", [_edit(source, start, end, ", ".join(kept))])
    return make_fix("Remove the suppression", [_edit(source, *_extent(source, directive), "")])


def _extent(source: Source, directive: Directive) -> tuple[int, int]:
    """What goes with a directive: the space before it, or the line that it has to itself."""
    start, end = directive.start, source.line_end(directive.start)
    following = source.text.find("#", directive.end, end)
    if following >= 0:  # another comment behind it
        return start, following
    before = source.text[source.line_start(start) : start]
    if not before.strip():
        return source.line_start(start), source.next_line(start)
    return start - (len(before) - len(before.rstrip())), end


def _edit(source: Source, start: int, end: int, new: str) -> Edit:
    return Edit(start, source.text[start:end], new)
