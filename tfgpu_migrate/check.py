"""One file: bytes to findings, bytes to fixed bytes. Pure: no disk, no processes."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import replace
from functools import cache, lru_cache

from tfgpu_migrate import unused_noqa
from tfgpu_migrate.add_noqa import noqa_edits
from tfgpu_migrate.api.names import heads
from tfgpu_migrate.api.table import GRAPH_SWITCHES
from tfgpu_migrate.context import Context
from tfgpu_migrate.dependencies.findings import dependency_findings
from tfgpu_migrate.dependencies.kinds import is_python
from tfgpu_migrate.dependencies.needed import listed, needed, requirements
from tfgpu_migrate.edit.apply import MismatchedEdit, apply_fixes
from tfgpu_migrate.edit.diagnostics import Applicability, Diagnostic, Edit, Fix, make_fix
from tfgpu_migrate.edit.moved import where_it_was
from tfgpu_migrate.file_report import FileReport, undecoded
from tfgpu_migrate.half_migrated import as_tensorflow_1
from tfgpu_migrate.hidden import hidden_tensorflow
from tfgpu_migrate.index.index import Index
from tfgpu_migrate.index.mode import is_tf1_code
from tfgpu_migrate.index.uses import Use
from tfgpu_migrate.noqa import Suppressions, places
from tfgpu_migrate.notebook_findings import in_notebook
from tfgpu_migrate.rules import BY_SYMBOL, WHOLE_FILE, Check, load, load_about
from tfgpu_migrate.settings import Settings
from tfgpu_migrate.source import Source, Unreadable, decode
from tfgpu_migrate.wanted import with_wanted_fixes

_LAST = frozenset(("TFM210",))  # rules that are `is_last`
_PASSES = 200  # an import of many names moves name by name; what does not settle by then has rules that undo each other


def check_bytes(path: str, data: bytes, settings: Settings) -> FileReport:
    """The findings of one file, sorted by place."""
    report = _checked(path, data, settings)
    return _told_at_once(report, settings)


def _checked(path: str, data: bytes, settings: Settings) -> FileReport:
    """The findings that can be told before any fix is made."""
    try:
        source = decode(data, path)
    except Unreadable as error:
        return _unreadable(undecoded(path, data), error, data)
    try:
        diagnostics, suppressed, on_v1 = _findings(source, settings)
        needs, lists = needed(source, settings.target_version), listed(source, settings.target_version)
    except Unreadable as error:
        return _unreadable(source, error, data)
    except RecursionError:  # LibCST's own limit is lower than CPython's
        return _unreadable(source, Unreadable("an expression is nested too deeply"), data)
    return FileReport(path, source, tuple(diagnostics), suppressed, on_v1=on_v1, needs=needs, lists=lists, before=data)


def fix_bytes(path: str, data: bytes, settings: Settings) -> FileReport:
    """The file with every applicable fix made, repeated until none is left, and the findings that remain.

    Where a fix does not do what it must (the text differs, the result does not parse, the passes do not settle), the
    report names an internal error and carries the findings of the file as it was.
    """
    report = _checked(path, data, settings)
    if (native := _made_native(report, settings)) is not None:
        return native
    return _told_at_once(_fixed(report, settings), settings)


def _fixed(report: FileReport, settings: Settings) -> FileReport:
    """The file with every applicable fix made; the report itself where there is none."""
    if report.source is None or not applicable_fixes(report.diagnostics, settings):
        return report
    try:
        return _fix(report, settings)
    except (MismatchedEdit, Unreadable, UnicodeEncodeError, RecursionError, _Unsettled) as error:
        reason = f"{type(error).__name__}: {error}"
        return replace(report, internal_error=f"the fix was not made: {reason}")


def _made_native(report: FileReport, settings: Settings) -> FileReport | None:
    """A file whose `tf` means `compat.v1`, with all of it made native; None where the fixes leave something on it."""
    source = report.source
    if not settings.unsafe_fixes or source is None or not report.on_v1 or not is_python(source.path):
        return None
    text = as_tensorflow_1(_index(source))
    if text is None:
        return None
    before = source.with_text(text)
    native = _fixed(_checked(source.path, before.encode(text), settings), settings)
    if native.internal_error or native.on_v1 or native.after is None or not _LAST & set(native.fixed):
        return None
    gone = Counter(one.code for one in report.diagnostics) - Counter(one.code for one in native.diagnostics)
    return replace(native, before=report.before, fixed=tuple(sorted(gone.elements())))


def _told_at_once(report: FileReport, settings: Settings) -> FileReport:
    """The report with what a rule that waits for all safe fixes will find when they are made, at the lines of now."""
    source = report.source
    codes = [one for one in sorted(_LAST) if settings.wants_last(one) and settings.enabled(one, report.path)]
    if source is None or not codes or not is_python(report.path):
        return report
    if any(one.code == "TFM900" for one in report.diagnostics):
        return report
    index = _index(source)
    text = as_tensorflow_1(index) if report.on_v1 else source.text if is_tf1_code(index) else None
    if text is None:
        return report
    every = Settings(
        extend_select=tuple(codes),
        target_version=settings.target_version,
        python_version=settings.python_version,
        graph_mode=settings.graph_mode,
    )
    fixed = _fixed(_checked(report.path, source.with_text(text).encode(text), every), every)
    after = fixed.source
    if after is None or fixed.internal_error:
        return report
    found = [where_it_was(one, source, after) for one in fixed.diagnostics if one.code in codes]
    others = [one for one in report.diagnostics if one.code not in codes]
    suppressions = Suppressions(source)
    told = [one for one in found if settings.ignore_noqa or not suppressions.matches(one)]
    return replace(report, diagnostics=tuple(_sorted([*others, *told])))


def suppress_bytes(path: str, data: bytes, settings: Settings, reason: str = "") -> FileReport:
    """The file with a noqa comment on every line that has a finding; `fixed` has an entry for each comment made."""
    report = check_bytes(path, data, settings)
    source = report.source
    if source is None or not report.diagnostics:
        return report
    edits = noqa_edits(source, report.diagnostics, reason)
    if not edits:
        return report
    text, _ = apply_fixes(source.text, [make_fix("Add noqa", [edit]) for edit in edits])
    after = source.with_text(text)
    remaining, suppressed, on_v1 = _findings(after, settings)
    return replace(
        report,
        source=after,
        diagnostics=tuple(remaining),
        suppressed=suppressed,
        on_v1=on_v1,
        fixed=("noqa",) * len(edits),
        after=after.encode(after.text),
    )


class _Unsettled(Exception):
    pass


def _fix(report: FileReport, settings: Settings) -> FileReport:
    source = report.source
    assert source is not None
    was_tf1 = is_python(source.path) and is_tf1_code(_index(source))
    found, requires = Counter(one.code for one in report.diagnostics), set[str]()
    settled = _settled(report, settings, was_tf1, requires)
    if was_tf1 and (more := _fixing_what_only_tf1_code_has(settled, settings)) is not None:
        assert settled.source is not None
        whole = _found_in(settled, settled.source, more, was_tf1)
        found += Counter(one.code for one in whole.diagnostics if not settings.enabled(one.code, source.path))
        whole = _settled(whole, more, was_tf1, requires)
        found -= Counter(one.code for one in whole.diagnostics if not settings.enabled(one.code, source.path))
        assert whole.source is not None
        settled = _found_in(whole, whole.source, settings, was_tf1)
    last = _last_fixes(settled, settings)
    if last:
        found += Counter(one.code for one in settled.diagnostics if one.fix in last)
        settled = _settled(_with_fixes(settled, last, settings, requires), settings, False, requires)
    source = settled.source
    assert source is not None
    needs = needed(source, settings.target_version)
    if last:  # what an earlier fix needed may be needed no more
        requires -= set(requirements(settings.target_version).values()) - set(needs)
    return replace(
        settled,
        fixed=tuple(sorted((found - Counter(one.code for one in settled.diagnostics)).elements())),
        after=source.encode(source.text),
        requires=tuple(sorted(requires)),
        needs=needs,
    )


def _settled(report: FileReport, settings: Settings, was_tf1: bool, requires: set[str]) -> FileReport:
    """The file after all fixes, and the fixes of what they leave; the packages that these need join `requires`."""
    for _ in range(_PASSES):
        last = _last_fixes(report, settings)
        fixes = [one for one in applicable_fixes(report.diagnostics, settings) if one not in last]
        if not fixes:
            return report
        report = _with_fixes(report, fixes, settings, requires, was_tf1=was_tf1)
    raise _Unsettled(f"still fixing after {_PASSES} passes")


def _last_fixes(report: FileReport, settings: Settings) -> list[Fix]:
    """The fixes that wait until no other is left: what they write is TensorFlow 2, whatever the file was."""
    rules = load()
    last = tuple(one for one in report.diagnostics if one.fix and one.code in rules and rules[one.code].is_last)
    return applicable_fixes(last, settings)


def _with_fixes(
    report: FileReport, fixes: list[Fix], settings: Settings, requires: set[str], *, was_tf1: bool = False
) -> FileReport:
    """The file after these fixes; what they need joins `requires`. Raises as applying and reading do."""
    source = report.source
    assert source is not None
    text, applied = apply_fixes(source.text, fixes)
    requires.update(package for fix in applied for package in fix.requires)
    after = source.with_text(text)
    _must_parse(after, source, settings)
    return _found_in(report, after, settings, was_tf1)


def _found_in(report: FileReport, source: Source, settings: Settings, was_tf1: bool) -> FileReport:
    diagnostics, suppressed, on_v1 = _findings(source, settings, was_tf1_code=was_tf1)
    return replace(report, source=source, diagnostics=tuple(diagnostics), suppressed=suppressed, on_v1=on_v1)


def _fixing_what_only_tf1_code_has(report: FileReport, settings: Settings) -> Settings | None:
    """The settings under which a file that nobody could tell from TensorFlow 2 code any more is fixed; else None.

    Its names are fixed by rules that the settings select, and the rules that look at TensorFlow 1 code only are not
    among these: they would never find again what they find now.
    """
    source = report.source
    codes = [code for code, rule in load().items() if rule.knows_by_names]
    if source is None or all(settings.fixes(code, source.path) for code in codes):
        return None
    return None if is_tf1_code(_index(source)) else settings.fixing_also(codes)


def _must_parse(source: Source, original: Source, settings: Settings) -> None:
    """Raise Unreadable where the result does not parse, or no longer parses for the configured Python version."""
    if not is_python(source.path):
        return  # reading its requirements again says whether it does
    source.tree  # noqa: B018
    problem = source.problem(settings.python_version)
    if problem is not None and original.problem(settings.python_version) is None:
        raise problem


def _findings(source: Source, settings: Settings, *, was_tf1_code: bool = False) -> tuple[list[Diagnostic], int, int]:
    """The findings that the settings ask for and no comment silences, how many comments silenced, names on compat.v1.

    A fix that would also make a silenced finding's edits is taken from the others that carry it: that place is to stay.
    """
    context = _context(source, settings, was_tf1_code)
    other = [
        *dependency_findings(source, settings.target_version),
        *(hidden_tensorflow(_index(source)) if is_python(source.path) else ()),
    ]
    if context is None and not other and source.notebook is None and unused_noqa.PREFIX not in source.text:
        return [], 0, 0
    if source.notebook is not None:
        load()  # those about its lines too
    every = [*(_run(context) if context else ()), *other]
    if source.notebook is not None:
        every = in_notebook(source, source.notebook, every)
    found = [one for one in every if settings.enabled(one.code, source.path)]
    uses = context.index.uses if context else []
    on_v1 = sum(use.namespace == "compat.v1" and use.symbol not in GRAPH_SWITCHES for use in uses)
    if settings.ignore_noqa:
        return _sorted(with_wanted_fixes(found, settings)), 0, on_v1
    suppressions = Suppressions(source)
    silenced = [one for one in found if suppressions.matches(one)]
    found += [next_place for one in silenced if (next_place := _told_elsewhere(one, source, suppressions))]
    if suppressions.directives and settings.enabled(unused_noqa.CODE, source.path):
        found += _unused(source, suppressions, silenced, settings, context)
    remaining = [one for one in found if one not in silenced]
    if silenced or suppressions.directives:
        remaining = _without_fixes_of(silenced, suppressions, remaining)
    if settings.has_wishes_for_fixes:
        remaining = with_wanted_fixes(remaining, settings)
    return _sorted(remaining), len(silenced), on_v1


def _sorted(found: list[Diagnostic]) -> list[Diagnostic]:
    return sorted(set(found), key=lambda one: (one.start, one.code, one.end, one.message))


def _told_elsewhere(silenced: Diagnostic, source: Source, suppressions: Suppressions) -> Diagnostic | None:
    """The finding at the next place of the same name that no comment silences, where a name is told once for all."""
    return next((one for one in places(source, silenced)[1:] if not suppressions.matches(one)), None)


def _unused(
    source: Source,
    suppressions: Suppressions,
    silenced: list[Diagnostic],
    settings: Settings,
    context: Context | None,
) -> Iterator[Diagnostic]:
    """The directives that silence nothing; in a file that is fixed, what they keep may not be known as TensorFlow 1."""
    rules, is_tf1 = load(), context is not None and context.is_tf1_code

    def judged(code: str) -> bool:
        return settings.enabled(code, source.path) and (is_tf1 or not rules[code].knows_by_names)

    each = [place for one in silenced for place in places(source, one)]
    return unused_noqa.unused(source, suppressions, each, rules, judged)


def _without_fixes_of(
    silenced: list[Diagnostic], suppressions: Suppressions, remaining: list[Diagnostic]
) -> list[Diagnostic]:
    """Take the fixes away that would change what a comment silences: that place is to stay as it is."""
    protected = suppressions.protected(silenced)
    kept = {one.fix for one in silenced}
    return [
        one._replace(fix=None)
        if one.fix
        and one.code != unused_noqa.CODE
        and (one.fix in kept or any(_overlap(edit, span) for edit in one.fix.edits for span in protected))
        else one
        for one in remaining
    ]


def _overlap(edit: Edit, span: tuple[int, int]) -> bool:
    """Whether an edit changes something in a span; an insertion at its very start does not."""
    return span[0] < edit.end and edit.start < span[1]


def _context(source: Source, settings: Settings, was_tf1_code: bool) -> Context | None:
    """What the rules see of a Python file that uses TensorFlow, or helps one that does; None of another file."""
    index = _index(source) if is_python(source.path) else None
    if index is None or (index.names is None and not settings.is_helper):
        return None
    return Context(source, index, settings, was_tf1_code)


@lru_cache(maxsize=1)
def _index(source: Source) -> Index:
    """The index of a file; the last one is kept, because a fix begins with the text that was just checked."""
    return Index(source)


def _run(context: Context) -> list[Diagnostic]:
    libraries, first = context.libraries, context.first_use
    load_about({use.symbol for use in (*context.index.uses, *libraries.uses)})
    whole = [] if first is None else [one for check in BY_SYMBOL.get(WHOLE_FILE, ()) for one in check(first, context)]
    return [
        *whole,
        *_found(context, context.index, context.index.uses),
        *_found(context, libraries.index, libraries.uses),
    ]


def _found(context: Context, index: Index, uses: Iterable[Use]) -> Iterator[Diagnostic]:
    for use in uses:
        checks = _checks(use.symbol)
        if checks and not index.is_guarded(use):
            for check in checks:
                yield from check(use, context)


@cache
def _checks(symbol: str) -> tuple[Check, ...]:
    """The checks of a symbol and of what it is a member of; the rules about it are loaded."""
    return tuple(dict.fromkeys(check for head in heads(symbol) for check in BY_SYMBOL.get(head, ())))


def applicable_fixes(diagnostics: tuple[Diagnostic, ...], settings: Settings) -> list[Fix]:
    """The fixes that `--fix` makes under these settings."""
    wanted = {Applicability.SAFE, Applicability.UNSAFE} if settings.unsafe_fixes else {Applicability.SAFE}
    return [one.fix for one in diagnostics if one.fix and one.fix.applicability in wanted]


def _unreadable(source: Source, error: Unreadable, data: bytes) -> FileReport:
    starts = source.line_offset(error.line)
    at = min(starts + error.column - 1, source.line_end(starts))
    message = "; ".join(filter(None, (error.reason, error.remedy, "the file was not checked")))
    finding = Diagnostic(at, min(at + 1, len(source.text)), "TFM900", message)
    return FileReport(source.path, source, (finding,), before=data)
