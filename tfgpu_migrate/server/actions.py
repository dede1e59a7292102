"""Code actions: the fix of a finding, a comment that silences it, and all safe fixes at once."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple

from lsprotocol import types

from tfgpu_migrate.add_noqa import noqa_edits
from tfgpu_migrate.edit.diagnostics import Applicability, Edit, Fix
from tfgpu_migrate.report.findings import Finding
from tfgpu_migrate.server.checking import Checked, fixed
from tfgpu_migrate.server.diagnostics import diagnostic, span_of
from tfgpu_migrate.server.documents import Document
from tfgpu_migrate.server.positions import Lines, Units
from tfgpu_migrate.server.text_edits import Changes, rewritten, text_edits, workspace_edit

FIX_ALL = f"{types.CodeActionKind.SourceFixAll.value}.tfgpu-migrate"
# VS Code asks for these, and for nothing else, when it saves a notebook.
NOTEBOOK_FIX_ALL = f"notebook.{FIX_ALL}"
KINDS = (types.CodeActionKind.QuickFix.value, FIX_ALL, NOTEBOOK_FIX_ALL)


class Client(NamedTuple):
    """What the client can do, as far as actions need to know."""

    units: Units
    versioned: bool  # takes edits that name the version of the text
    resolves: bool  # asks for the edit of an action when the user takes it


def actions(
    checked: Checked, document: Document, chosen: types.Range, only: Sequence[str] | None, client: Client
) -> Iterator[types.CodeAction]:
    """The actions for a range of a document; `only` are the kinds that the client asks for."""
    if _asked(types.CodeActionKind.QuickFix.value, only):
        yield from _quick_fixes(checked, document, chosen, client)
    kind = NOTEBOOK_FIX_ALL if only and all(one.startswith("notebook") for one in only) else FIX_ALL
    if _asked(kind, only) and any(_is(finding.diagnostic.fix, Applicability.SAFE) for finding in checked.findings):
        action = types.CodeAction("Fix all safe TFM findings", kind=kind, data={"uri": document.uri})
        yield action if client.resolves else resolved(action, checked, client)


def resolved(action: types.CodeAction, checked: Checked, client: Client) -> types.CodeAction:
    """The action that makes all safe fixes, with its edit. Raises ConfigError where the fixes cannot be made."""
    changes = [(document, rewritten(document, text, client.units)) for document, text in fixed(checked)]
    action.edit = workspace_edit(changes, versioned=client.versioned)
    return action


def _asked(kind: str, only: Sequence[str] | None) -> bool:
    """Whether a kind of action is one that was asked for, or below it."""
    return only is None or any(one == "" or kind == one or kind.startswith(f"{one}.") for one in only)


def _quick_fixes(
    checked: Checked, document: Document, chosen: types.Range, client: Client
) -> Iterator[types.CodeAction]:
    lines = {one: Lines(one.text, client.units) for one in _documents(checked)}
    first, last = lines[document].offset(chosen.start), lines[document].offset(chosen.end)
    touched = [
        finding
        for finding in checked.findings
        if (span := span_of(finding, checked, lines)).document is document and span.start <= last and first <= span.end
    ]
    if checked.is_json:
        return
    by_fix: dict[Fix, list[Finding]] = {}
    for finding in touched:
        if finding.diagnostic.fix is not None:
            by_fix.setdefault(finding.diagnostic.fix, []).append(finding)
    for fix, findings in by_fix.items():
        if fix.applicability is not Applicability.DISPLAY_ONLY:
            action = _action(_title(fix, findings), findings, fix.edits, checked, lines, client)
            action.is_preferred = _is(fix, Applicability.SAFE)
            yield action
    for code in dict.fromkeys(finding.diagnostic.code for finding in touched):
        same = [finding for finding in touched if finding.diagnostic.code == code]
        if edits := _noqa(checked, same):
            yield _action(f"Disable {code} for this line", same, edits, checked, lines, client)


def _documents(checked: Checked) -> tuple[Document, ...]:
    return (checked.unit,) if isinstance(checked.unit, Document) else checked.unit.cells


def _title(fix: Fix, findings: Iterable[Finding]) -> str:
    codes = ", ".join(dict.fromkeys(finding.diagnostic.code for finding in findings))
    unsafe = " (unsafe: may change what the program does)" if _is(fix, Applicability.UNSAFE) else ""
    needs = f" (needs {', '.join(fix.requires)})" if fix.requires else ""
    return f"{codes}: {fix.message}{unsafe}{needs}"


def _is(fix: Fix | None, applicability: Applicability) -> bool:
    return fix is not None and fix.applicability is applicability


def _noqa(checked: Checked, findings: Sequence[Finding]) -> list[Edit]:
    assert checked.report is not None
    if checked.report.source is None:
        return []
    return noqa_edits(checked.report.source, [finding.diagnostic for finding in findings])


def _action(
    title: str,
    findings: Sequence[Finding],
    edits: Sequence[Edit],
    checked: Checked,
    lines: dict[Document, Lines],
    client: Client,
) -> types.CodeAction:
    changes: Changes = [(document, text_edits(document, some, client.units)) for document, some in checked.edits(edits)]
    return types.CodeAction(
        title,
        kind=types.CodeActionKind.QuickFix,
        diagnostics=[diagnostic(finding, checked, lines) for finding in findings],
        edit=workspace_edit(changes, versioned=client.versioned),
    )
