"""Fixes onto text: all edits of a fix or none, and what overlaps waits for the next pass."""

from collections.abc import Iterable

from tfgpu_migrate.edit.diagnostics import Edit, Fix


class MismatchedEdit(Exception):
    """An edit that does not stand on the text it says it replaces: an error of ours, the file must stay."""


def apply_fixes(text: str, fixes: Iterable[Fix]) -> tuple[str, set[Fix]]:
    """The text with as many of the fixes as can be made at once, and which those are.

    An edit that two fixes share is made once. Raises MismatchedEdit.
    """
    taken: list[Edit] = []
    applied: set[Fix] = set()
    for fix in sorted(set(fixes), key=lambda one: (one.edits[0].start, one)):
        _check(text, fix)
        new = [edit for edit in fix.edits if edit not in taken]
        if any(_collide(edit, other) for edit in new for other in taken):
            continue
        taken.extend(new)
        applied.add(fix)
    pieces, last = list[str](), 0
    for edit in sorted(taken, key=lambda one: (one.start, one.end)):
        pieces += text[last : edit.start], edit.new
        last = edit.end
    return "".join((*pieces, text[last:])), applied


def _check(text: str, fix: Fix) -> None:
    for edit in fix.edits:
        if text[edit.start : edit.end] != edit.old:
            raise MismatchedEdit(f"{fix.message}: {edit.old!r} expected, found {text[edit.start : edit.end]!r}")
    for position, edit in enumerate(fix.edits):
        if any(_collide(edit, other) for other in fix.edits[position + 1 :]):
            raise MismatchedEdit(f"{fix.message}: its edits overlap")


def _collide(one: Edit, other: Edit) -> bool:
    """Whether two edits touch the same text; two insertions at one place do, for their order would be chance."""
    if one.start == one.end and other.start == other.end:
        return one.start == other.start
    return one.start < other.end and other.start < one.end
