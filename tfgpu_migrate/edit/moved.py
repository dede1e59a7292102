"""Where a finding in a fixed text stands in the text before."""

from __future__ import annotations

from tfgpu_migrate.edit.diagnostics import Diagnostic
from tfgpu_migrate.source import Source


def where_it_was(finding: Diagnostic, before: Source, after: Source) -> Diagnostic:
    """A finding of a fixed text at the line of the text before; without its fix."""
    line = _line_before(before.text.splitlines(), after.text.splitlines(), after.location(finding.start)[0])
    start = before.line_offset(line)
    end = before.line_end(start)
    start += len(before.text[start:end]) - len(before.text[start:end].lstrip())
    return finding._replace(start=start, end=max(end, start), fix=None)


def _line_before(before: list[str], after: list[str], line: int) -> int:
    """The line of `before` (both count from 1) that became a line of `after`; the nearest where several did."""
    from difflib import SequenceMatcher  # few runs ask for it

    for kind, start, end, new_start, new_end in SequenceMatcher(None, before, after, autojunk=False).get_opcodes():
        if not new_start < line <= new_end:
            continue
        same = kind == "equal" or end - start == new_end - new_start
        return start + line - new_start if same else min(max(start, 0) + 1, len(before))
    return max(1, min(line, len(before)))
