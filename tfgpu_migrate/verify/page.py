"""`verify --html`: the page of one run: what ran where, line by line and op by op, how that is known, what follows."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import replace
from typing import Any, NamedTuple

from tfgpu_migrate import __version__
from tfgpu_migrate.pages import charts
from tfgpu_migrate.pages.page import render as render_page
from tfgpu_migrate.pages.rule_texts import rule_texts
from tfgpu_migrate.pages.words import one_line, path_of, several_lines
from tfgpu_migrate.report.findings import Finding, rule_name
from tfgpu_migrate.verify.child.effective import Card, Start
from tfgpu_migrate.verify.codes import CONFIGURED, EXIT, OUTPUT, PLACED
from tfgpu_migrate.verify.listings import BOTH, CPU, GPU, HOST, MARKS, REFUSED, Listing, Row, marks, rows
from tfgpu_migrate.verify.options import VerifyOptions
from tfgpu_migrate.verify.result import Op, Result
from tfgpu_migrate.verify.tables import notes, totals
from tfgpu_migrate.verify.why import why

MARK_TEXTS = {
    GPU: ("GPU", "computed on a GPU"),
    BOTH: ("GPU+CPU", "partly on a GPU, partly on the CPU"),
    CPU: ("CPU", "on the CPU"),
    HOST: ("host", "on a GPU, with values in host memory"),
    REFUSED: ("refused", "refused by TensorFlow"),
}
_COMPARED = {
    EXIT: "How it ends",
    OUTPUT: "What it prints",
    CONFIGURED: "How its devices are configured",
    PLACED: "Where its ops are",
}
_STARTS = {
    "session": "a session",
    "context": "the eager runtime",
    "list_local_devices": "list_local_devices()",
    "exit": "nothing: the runtime never started, this is what it would have been given",
}


class Told(NamedTuple):
    """A finding as the page shows it; `anchor` is its line on the page, "" where there is none."""

    code: str
    name: str
    message: str
    fails: bool
    place: str
    anchor: str


class Shown(NamedTuple):
    """A file on the page."""

    name: str
    why_not: str
    rows: Sequence[Row]


def render(
    result: Result,
    found: Sequence[Finding],
    failing: Collection[str],
    listings: Sequence[Listing],
    options: VerifyOptions,
    note: str = "",
) -> str:
    """The page. `listings`: the sources as they were when the findings were made. `note`: what became of a fix."""
    numbers = {listing.file: number for number, listing in enumerate(listings)}
    marked = [marks(result.ops, listing.file) for listing in listings]
    lines = [mark for each in marked for mark, _ in each.values()]
    told = [_told(each, failing, {listing.shown: number for number, listing in enumerate(listings)}) for each in found]
    counts = {mark: lines.count(mark) for mark in MARKS}
    return render_page(
        "verify",
        _data(result, found, numbers, listings),
        result=result,
        tool=f"tfgpu-migrate {__version__}",
        name=path_of(result.script),
        command=one_line(options.command),
        uncaught=several_lines(result.uncaught or "").strip(),
        failures=[each for each in told if each.fails],
        told=told,
        lines=len(lines),
        share=charts.percent(counts[GPU] + counts[BOTH], len(lines)),
        counts=counts,
        segments=charts.segments(counts.items()),
        marks=MARK_TEXTS,
        files=[
            Shown(listing.shown, one_line(listing.why_not), rows(listing, each))
            for listing, each in zip(listings, marked, strict=True)
        ],
        devices=totals(result),
        ops=len(merged(result.ops)),
        starts=[(_STARTS.get(start.by, start.by), times, _fields(start)) for start, times in _counted(result.starts)],
        compared=_compared(options, result, told),
        original=path_of(options.against) if options.against is not None else "the script before its fix",
        note=one_line(note),
        notes=[one_line(each) for each in notes(result)],
        rules=rule_texts(sorted({each.diagnostic.code for each in found})),
    )


def merged(ops: Sequence[Op]) -> list[Op]:
    """The ops that the page tells apart, in order of their places: not by node of a graph."""
    counts: dict[Op, tuple[int, int]] = {}
    for op in ops:
        key = replace(op, graph="", name="", count=0, copies=0)
        times, copies = counts.get(key, (0, 0))
        counts[key] = times + op.count, copies + op.count * op.copies
    made = [replace(op, count=times, copies=copies) for op, (times, copies) in counts.items()]
    return sorted(made, key=lambda op: (op.place is None, op.place or ("", 0), op.op, op.dtype, op.device))


def _data(
    result: Result, found: Sequence[Finding], numbers: Mapping[str, int], listings: Sequence[Listing]
) -> dict[str, Any]:
    """What the script of the page makes its tables of."""
    names = {listing.shown: listing.file for listing in listings}
    messages: dict[str, list[str]] = {}
    for each in found:
        file = names.get(path_of(each.path))
        if file is not None:
            messages.setdefault(f"{numbers[file]}-{each.start[0]}", []).append(one_line(each.diagnostic.message))
    return {
        "files": [listing.shown for listing in listings],
        "messages": messages,
        "ops": [_op(op, numbers, result.gpus) for op in merged(result.ops)],
    }


def _op(op: Op, numbers: Mapping[str, int], gpus: int) -> dict[str, Any]:
    return {
        "file": None if op.place is None else numbers.get(op.place.file),
        "line": 0 if op.place is None else op.place.line,
        "op": one_line(op.op),
        "kind": op.kind,
        "dtype": op.dtype,
        "asked": op.asked,
        "device": op.device or "refused",
        "memory": op.memory,
        "known": op.how,
        "count": op.count,
        "copies": op.copies,
        "fell": bool(op.cause),
        "why": one_line(why(op, gpus)),
    }


def _told(finding: Finding, failing: Collection[str], numbers: Mapping[str, int]) -> Told:
    code, path = finding.diagnostic.code, path_of(finding.path)
    anchor = f"f{numbers[path]}-{finding.start[0]}" if path in numbers else ""
    message = one_line(finding.diagnostic.message)
    return Told(code, rule_name(code), message, code in failing, f"{path}:{finding.start[0]}", anchor)


def _counted(starts: Sequence[Start]) -> list[tuple[Start, int]]:
    """Each different configuration, and how often it was given."""
    different = [start for number, start in enumerate(starts) if start not in starts[:number]]
    return [(start, starts.count(start)) for start in different]


def _fields(start: Start) -> list[tuple[str, str]]:
    devices, graph = start.devices, start.graph
    return [
        ("GPUs", ", ".join(map(_card, devices.cards)) or "none"),
        ("Memory", "grows as it is needed" if devices.growth else "taken at the start" if devices.cards else "no GPU"),
        ("CPU devices", str(devices.cpus)),
        ("Soft placement", "on" if graph.soft_placement else "off"),
        ("Log of placements", "on" if graph.log_placement else "off"),
        ("Threads in an op", str(graph.intra_threads or "as TensorFlow likes")),
        ("Threads between ops", str(graph.inter_threads or "as TensorFlow likes")),
        ("XLA", graph.jit),
        *((one_line(path), one_line(value)) for path, value in graph.others.items()),
    ]


def _card(card: Card) -> str:
    limits = " and ".join(f"{limit} MiB" for limit in card.limits_mib)
    return f"card {card.index}" + (f", at most {limits}" if limits else "")


def _compared(options: VerifyOptions, result: Result, told: Sequence[Told]) -> list[tuple[str, bool, list[Told]]]:
    """What is compared with an original, whether this run had it, and how it differs; nothing where there is none."""
    if options.against is None and not options.fix:
        return []
    had = {EXIT: True, OUTPUT: True, CONFIGURED: bool(result.starts), PLACED: bool(result.ops)}
    return [(what, had[code], [each for each in told if each.code == code]) for code, what in _COMPARED.items()]
