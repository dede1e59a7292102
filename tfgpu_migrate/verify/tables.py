"""The report for people: what is where, line by line and device by device."""

from __future__ import annotations

import io
import shutil
from collections import Counter
from collections.abc import Iterable, Iterator
from itertools import groupby
from typing import TYPE_CHECKING

from tfgpu_migrate.discover import shown_path
from tfgpu_migrate.report.summary import count
from tfgpu_migrate.verify.child.frames import Place
from tfgpu_migrate.verify.result import TOLD_LAST, Op, Result, by_line
from tfgpu_migrate.verify.speed import Speed

if TYPE_CHECKING:
    from rich.table import Table

_WIDTH = 120  # where there is no terminal
_MANY_NAMES = 4


def render(result: Result, *, color: bool) -> str:
    """Two tables and the notes. Imports rich."""
    from rich.console import Console
    from rich.markup import escape

    text, width = io.StringIO(), shutil.get_terminal_size((_WIDTH, 0)).columns
    console = Console(file=text, width=max(width, 80), force_terminal=color, no_color=not color, highlight=False)
    for file, lines in groupby(by_line(result.ops), lambda line: line[0].file):
        table = _table(("line", "ops", "type", "asked", "device", "memory"), ("count", "copies"))
        for place, ops in lines:
            number = f"{place.line:>5}"
            for (device, memory, asked), group in _alike(ops):
                times, copies = sum(op.count for op in group), sum(op.count * op.copies for op in group)
                types = ", ".join(sorted({op.dtype for op in group if op.dtype}))
                cells = (names_of(group), types, asked, device or "refused", memory, str(times), str(copies or ""))
                style = "yellow" if any(op.cause for op in group) else None
                table.add_row(number, *map(escape, cells), style=style)
                number = ""
        console.print(f"[bold]{escape(shown_path(file))}[/bold]")
        console.print(table)
        console.print()
    console.print(_devices(result))
    if result.speed is not None and result.speed.cpu is not None:
        console.print()
        console.print(_speed(result.speed))
    for note in notes(result):
        console.print(f"note: {note}", markup=False)
    return "\n".join(line.rstrip() for line in text.getvalue().splitlines()) + "\n"


def _devices(result: Result) -> Table:
    table = _table(("device",), ("ops", "in host memory", "lines", *(["peak MiB"] if result.peaks else [])))
    for device, total in totals(result).items():
        on_host = str(total["host_memory"]) if device.startswith("GPU") else ""
        peak = str(total.get("peak_mib", ""))
        table.add_row(device, str(total["ops"]), on_host, str(total["lines"]), *([peak] if result.peaks else []))
    return table


def _speed(speed: Speed) -> Table:
    table = _table(("run",), ("seconds", "import of TensorFlow", "the rest"))
    for name, timed in (("with GPUs", speed.gpu), ("without", speed.cpu)):
        if timed is not None and timed.times is not None:
            times = timed.times
            table.add_row(name, *(f"{each:.1f}" for each in (times.seconds, times.import_seconds, times.rest)))
    return table


def _table(texts: Iterable[str], numbers: Iterable[str]) -> Table:
    from rich.table import Table

    table = Table(box=None, pad_edge=False, header_style="bold")
    for title in texts:
        table.add_column(title, overflow="fold")
    for title in numbers:
        table.add_column(title, justify="right")
    return table


def totals(result: Result) -> dict[str, dict[str, int]]:
    """For each device: how often an op ran there, how often with its output in host memory, and from how many lines.

    A device that nothing ran on is there with zeros; a real GPU has also the most memory that was in use.
    """
    found: dict[str, dict[str, int]] = {}
    for device in ["CPU:0", *(f"GPU:{number}" for number in range(result.gpus))]:
        found[device] = {"ops": 0, "host_memory": 0, "lines": 0}
    lines: dict[str, set[Place | None]] = {}
    for op in result.ops:
        if not op.device:
            continue
        total = found.setdefault(op.device, {"ops": 0, "host_memory": 0, "lines": 0})
        total["ops"] += op.count
        total["host_memory"] += op.count if op.memory == "host" else 0
        lines.setdefault(op.device, set()).add(op.place)
    for device, places in lines.items():
        found[device]["lines"] = len(places)
    for device, peak in result.peaks.items():
        found[device]["peak_mib"] = peak
    return found


def notes(result: Result) -> Iterator[str]:
    """How the devices are known, and what is not."""
    if result.has_trace and result.pretended_gpus is not None:
        by = {"placer": " by TensorFlow's own placer", "kernel registry": " from TensorFlow's kernel registry"}
        gpus = f"{count(result.gpus, 'GPU')}{by.get(result.source, '')}"
        yield f"devices are predicted for {gpus}; the script ran on the CPU"
    elif result.has_trace and result.gpus:
        observed = sum(op.count for op in result.ops if op.how == "observed")
        everything = sum(op.count for op in result.ops)
        yield f"{observed} of {everything} ops are observed; of the others TensorFlow's placer says where they are"
    elif result.has_trace:
        yield "this machine shows TensorFlow no GPU; `--gpus N` predicts for one that does"
    if result.speed is not None:
        yield result.speed.text
    if result.why_not:
        yield result.why_not
    yield from result.notes


def _alike(ops: Iterable[Op]) -> list[tuple[tuple[str, str, str], list[Op]]]:
    """Ops of one line by device, memory and what was asked."""
    groups: dict[tuple[str, str, str], list[Op]] = {}
    for op in ops:
        groups.setdefault((op.device, op.memory, op.asked), []).append(op)
    return sorted(groups.items())


def names_of(ops: Iterable[Op]) -> str:
    """`MatMul, Sum, Const and 2 more`; the constants come last."""
    counts = Counter(op.op for op in ops)
    names = sorted(counts, key=lambda name: (name in TOLD_LAST, -counts[name], name))
    more = len(names) - _MANY_NAMES
    return ", ".join(names[:_MANY_NAMES]) + (f" and {more} more" if more > 0 else "")
