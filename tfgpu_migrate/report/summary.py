"""The last lines of a run: how many findings, how many of them can be fixed, what was fixed."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from typing import TYPE_CHECKING, NamedTuple

from tfgpu_migrate.edit.diagnostics import Applicability, Fix
from tfgpu_migrate.report.findings import Finding, rule_name
from tfgpu_migrate.report.paint import BOLD, CYAN, OK, Paint
from tfgpu_migrate.visible import in_line

if TYPE_CHECKING:
    from tfgpu_migrate.file_report import FileReport


class Totals(NamedTuple):
    """What is counted over all files."""

    remaining: int
    fixed: int
    fixable: int
    unsafe: int  # fixes that only --unsafe-fixes would make
    suppressed: int
    checked: int
    unreadable: int
    failed: int  # files on which this program failed, for which nothing can be said
    on_v1: int = 0  # names below tf.compat.v1
    files_on_v1: int = 0
    requires: tuple[str, ...] = ()  # packages that the fixes brought in
    missing: tuple[str, ...] = ()  # packages that the files need and no checked file lists
    askers: tuple[str, ...] = ()  # the checked files that ask for TensorFlow
    would_require: tuple[str, ...] = ()  # those that `--fix` would bring in
    partly: int = 0  # notebooks of which some cells could not be read
    known: int = 0  # findings that a baseline knows

    @property
    def unread(self) -> int:
        """Files that could not be read, or not all of them."""
        return self.unreadable + self.partly


def totals(
    reports: Sequence[FileReport], found: Sequence[Finding], checked: int, unsafe: bool, known: int = 0
) -> Totals:
    """Count the findings of a run over `checked` files; `known` are others, which a baseline knows."""
    fixable = [finding for finding in found if finding.fixable(unsafe)]
    held_back = 0 if unsafe else sum(_is_unsafe(finding) for finding in found)
    unreadable = [finding for finding in found if finding.is_unreadable()]
    listed = {package for report in reports for package in report.lists}
    return Totals(
        remaining=len(found),
        fixed=sum(len(report.fixed) for report in reports),
        fixable=len(fixable),
        unsafe=held_back,
        suppressed=sum(report.suppressed for report in reports),
        checked=checked,
        on_v1=sum(report.on_v1 for report in reports),
        files_on_v1=sum(report.on_v1 > 0 for report in reports),
        requires=tuple(sorted({package for report in reports for package in report.requires})),
        missing=tuple(sorted({package for report in reports for package in report.needs} - listed)),
        askers=tuple(report.path for report in reports if "tensorflow" in report.lists),
        would_require=_packages(each.diagnostic.fix for each in fixable),
        unreadable=len({each.path for each in unreadable if each.cell is None}),
        partly=len({each.path for each in unreadable if each.cell is not None}),
        known=known,
        failed=sum(report.internal_error is not None for report in reports),
    )


def headline(total: Totals, paint: Paint) -> Iterator[str]:
    """Yield the one line that says whether all is well; none where this program failed on what may not be."""
    if total.fixed:
        every = total.fixed + total.known + total.remaining
        known = f"{total.known} known, " if total.known else ""
        yield f"Found {count(every, 'error')} ({total.fixed} fixed, {known}{total.remaining} remaining).\n"
    elif total.remaining:
        yield f"Found {count(total.remaining, 'error')}.\n"
    elif not total.failed:
        yield f"{paint('All checks passed!', OK)}\n"


def render(total: Totals, paint: Paint) -> Iterator[str]:
    """Yield the summary of a check or a fix."""
    yield from headline(total, paint)
    yield from _fixable(total, paint)
    if total.would_require:
        yield f"These fixes need new dependencies: {_pip(total.would_require)}\n"
    yield from _outlook(total)
    yield from notes(total)


def render_diff(total: Totals) -> Iterator[str]:
    """Yield the summary of `--diff`."""
    if total.fixed:
        more = f" ({count(total.unsafe, 'additional fix')} available with `--unsafe-fixes`)" if total.unsafe else ""
        yield f"Would fix {count(total.fixed, 'error')}{more}.\n"
    elif total.unsafe:
        yield f"No errors would be fixed ({count(total.unsafe, 'fix')} available with `--unsafe-fixes`).\n"
    yield from _outlook(total)
    yield from notes(total)


def _outlook(total: Totals) -> Iterator[str]:
    """Yield what the fixed files need, and what is left of TensorFlow 1."""
    yield from needs(total)
    if not total.on_v1:
        return
    names = f"{count(total.on_v1, 'name')} in {count(total.files_on_v1, 'file')}"
    if total.fixable:  # fixes will bring more, or take some away
        verb = "is" if total.on_v1 == 1 else "are"
        yield f"{names} {verb} on `tf.compat.v1` now; `--diff` counts those after the fixes.\n"
    else:
        yield f"{names} {'stays' if total.on_v1 == 1 else 'stay'} on `tf.compat.v1`.\n"


def _any_of(paths: Sequence[str]) -> str:
    """Return the only path, the few that there are, or their number."""
    if len(paths) == 1:
        return in_line(paths[0])
    return (
        f"any of {in_line(', '.join(paths))}" if len(paths) < 4 else f"any of {count(len(paths), 'requirement file')}"
    )


def needs(total: Totals) -> Iterator[str]:
    """Yield what the fixed files need that they did not need before, and what of that no checked file lists."""
    if total.requires:
        yield f"New dependencies: {_pip(total.requires)}\n"
    if total.missing and total.askers:
        yield f"Not in {_any_of(total.askers)}, but needed: {', '.join(total.missing)}\n"


def _pip(packages: Iterable[str]) -> str:
    return " ".join(["pip install", *(f"'{package}'" if "*" in package else package for package in packages)])


def _packages(fixes: Iterable[Fix | None]) -> tuple[str, ...]:
    return tuple(sorted({package for fix in fixes if fix is not None for package in fix.requires}))


def notes(total: Totals) -> Iterator[str]:
    """Yield what a reader must know besides the findings: silenced ones and files that were not understood."""
    if total.suppressed:
        yield f"{total.suppressed} suppressed by noqa.\n"
    failed = [f"{total.unreadable} could not be read"] if total.unreadable else []
    failed += [f"{total.partly} only in part"] if total.partly else []
    if failed:
        yield f"Checked {count(total.checked, 'file')}, {', '.join(failed)}.\n"


def render_fixes(reports: Sequence[FileReport], paint: Paint) -> Iterator[str]:
    """Yield `--show-fixes`: what was fixed, by file and rule."""
    fixed = [report for report in reports if report.fixed]
    if not fixed:
        return
    total = sum(len(report.fixed) for report in fixed)
    yield f"\n{paint('Fixed ' + count(total, 'error') + ':', OK)}\n"
    digits = len(str(max(max(Counter(report.fixed).values()) for report in fixed)))
    for report in fixed:
        yield f"{paint('-', CYAN)} {paint(in_line(report.path), BOLD)}{paint(':', CYAN)}\n"
        for code, times in sorted(Counter(report.fixed).items(), key=lambda each: (-each[1], each[0])):
            yield f"    {times:>{digits}} × {paint(code, '1;31')} ({rule_name(code)})\n"  # noqa: RUF001
    yield "\n"


def count(number: int, noun: str) -> str:
    """Return `1 error`, `2 errors`, `2 fixes`."""
    plural = f"{noun}es" if noun.endswith("x") else f"{noun}s"
    return f"{number} {noun if number == 1 else plural}"


def _fixable(total: Totals, paint: Paint) -> Iterator[str]:
    hidden = f"{count(total.unsafe, 'unsafe fix')} available with `--fix --unsafe-fixes`" if total.unsafe else ""
    if total.fixable:
        yield f"[{paint('*', CYAN)}] {total.fixable} fixable with `--fix`{f' ({hidden})' if hidden else ''}.\n"
    elif hidden:
        yield f"{hidden}.\n"


def _is_unsafe(finding: Finding) -> bool:
    fix = finding.diagnostic.fix
    return fix is not None and fix.applicability is Applicability.UNSAFE
