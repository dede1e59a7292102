"""`--add-noqa`: the comments that silence what is found, as edits."""

import tokenize
from collections.abc import Iterable

from tfgpu_migrate.dependencies.kinds import is_python
from tfgpu_migrate.edit.diagnostics import Diagnostic, Edit
from tfgpu_migrate.noqa import Directive, Suppressions, places, read_lines, tokens
from tfgpu_migrate.source import Source

_NEVER = ("TFM8", "TFM9")
_MAY_FOLLOW = (tokenize.NL, tokenize.NEWLINE)


def noqa_edits(source: Source, found: Iterable[Diagnostic], reason: str = "") -> list[Edit]:
    """One edit for each line that gets a comment or more codes in the one it has.

    A file that cannot be read gets none, nor does a line of a notebook that is not Python, nor a comment too much.
    """
    diagnostics = [one for one in found if not one.code.startswith(_NEVER) and not _is_kept(source, one)]
    if not diagnostics:
        return []
    if not is_python(source.path):
        return _lines_above(source, diagnostics, reason)
    ends = {token.start[0] for token in tokens(source.text) if token.type in _MAY_FOLLOW}
    suppressions = Suppressions(source)
    wanted: dict[int, set[str]] = {}
    told = [place for one in diagnostics for place in places(source, one) if not suppressions.matches(place)]
    for one in told:
        line = source.location(one.start)[0]
        if line not in ends:  # in a string, or before a backslash
            line = min(end for end in ends if end > line)
        wanted.setdefault(line, set()).add(one.code)
    present = {one.first: one for one in suppressions.directives if one.is_noqa and one.codes}
    return [_edit(source, line, codes, present.get(line), reason) for line, codes in sorted(wanted.items())]


def _lines_above(source: Source, diagnostics: list[Diagnostic], reason: str) -> list[Edit]:
    """A line of its own above each statement of a file that is not Python: behind code not all of them allow one."""
    _, statements = read_lines(source.text)
    wanted: dict[int, set[str]] = {}
    for one in diagnostics:
        line = source.location(one.start)[0]
        first = next((first for first, last in statements if first <= line <= last), line)
        wanted.setdefault(first, set()).add(one.code)
    suffix = f" {reason}" if reason else ""
    edits = []
    for line, codes in sorted(wanted.items()):
        start = source.line_offset(line)
        newline = source.text[source.line_end(start) : source.next_line(start)] or "\n"
        comment = f"# tfgpu-migrate: ignore[{', '.join(sorted(codes))}]{suffix}"
        edits.append(Edit(start, "", f"{source.indent(start)}{comment}{newline}"))
    return edits


def _edit(source: Source, line: int, codes: set[str], directive: Directive | None, reason: str) -> Edit:
    if directive is not None:
        new = sorted(codes - {code.name for code in directive.codes})
        return Edit(directive.codes[-1].end, "", "".join(f", {code}" for code in new))
    start = source.line_offset(line)
    end = source.line_end(start)
    code = source.text[start:end].rstrip()
    suffix = f" {reason}" if reason else ""
    return Edit(
        start + len(code), source.text[start + len(code) : end], f"  # noqa: {', '.join(sorted(codes))}{suffix}"
    )


def _is_kept(source: Source, diagnostic: Diagnostic) -> bool:
    notebook = source.notebook
    return notebook is not None and notebook.cells.touches_kept(source.text, diagnostic.start, diagnostic.end)
