"""What a run showed: how the script ended, and where each of its ops was, or would be."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

from tfgpu_migrate.verify.child.effective import Start
from tfgpu_migrate.verify.child.frames import Place
from tfgpu_migrate.verify.child.records import Complaint
from tfgpu_migrate.verify.child.rows import Row
from tfgpu_migrate.verify.interpreter import Interpreter
from tfgpu_migrate.verify.launch import Ended
from tfgpu_migrate.verify.speed import Speed, Times

# Where a line has several ops: these come with the others.
TOLD_LAST = ("_EagerConst", "Const", "Identity", "NoOp")


@dataclass(frozen=True)
class Op(Row):
    """A row, and what the report asks of it."""

    @property
    def is_on_gpu(self) -> bool:
        """Whether it runs on a GPU, whatever memory its output is in."""
        return self.device.startswith("GPU")

    @property
    def computes_on_gpu(self) -> bool:
        """Whether it works on values in the memory of a GPU."""
        return self.is_on_gpu and self.memory != "host" and bool(self.dtype)

    @property
    def text(self) -> str:
        """`MatMul (float32)`; a Python value that becomes a tensor is a constant to its author."""
        name = "constant" if self.op == "_EagerConst" else self.op
        return f"{name} ({self.dtype})" if self.dtype else name


@dataclass(frozen=True)
class Result:
    """All of it. `has_trace` is false where the script imported no TensorFlow, or died before the record was there."""

    script: str
    interpreter: Interpreter
    ended: Ended
    pretended_gpus: int | None
    gpus: int
    has_trace: bool
    source: str  # who predicted: `placer`, `kernel registry`, or "" where nothing was
    why_not: str  # why the placer did not
    ops: tuple[Op, ...] = ()
    complaints: tuple[Complaint, ...] = ()
    uncaught: str | None = None
    raised_at: Place | None = None  # the innermost line of the user's code that the uncaught error went through
    starts: tuple[Start, ...] = ()  # of a pretended machine: the configurations that its runtimes were given
    notes: tuple[str, ...] = ()
    peaks: Mapping[str, int] = field(default_factory=dict)  # of real GPUs: the most memory in MiB that was in use
    times: Times | None = None  # None where the process was killed
    speed: Speed | None = None  # of `--compare-cpu`


def read_ops(folder: Path) -> tuple[tuple[Op, ...], dict[str, Any]]:
    """The rows of `rows.json`, equal ones made one, and the rest of the file."""
    data: dict[str, Any] = json.loads((folder / "rows.json").read_text("utf-8"))
    counts: dict[Op, int] = {}
    for row in data.pop("rows"):
        op = Op(**{**row, "place": read_place(row["place"]), "count": 0})
        counts[op] = counts.get(op, 0) + row["count"]
    return tuple(replace(op, count=count) for op, count in counts.items()), data


def read_complaints(trace: dict[str, Any]) -> tuple[Complaint, ...]:
    """The errors of `tf.config` in a trace."""
    return tuple(Complaint(**{**each, "place": read_place(each["place"])}) for each in trace["complaints"])


def by_line(ops: Iterable[Op]) -> Iterator[tuple[Place, list[Op]]]:
    """The ops of each line of the script, in order of file and line."""
    lines: dict[Place, list[Op]] = {}
    for op in ops:
        if op.place is not None:
            lines.setdefault(op.place, []).append(op)
    for place in sorted(lines):
        yield place, lines[place]


def renamed(result: Result, name: Callable[[str], str]) -> Result:
    """The same result with other names of files in its places and texts."""

    def place(given: Place | None) -> Place | None:
        return None if given is None else Place(name(given.file), given.line)

    return replace(
        result,
        ops=tuple(replace(each, place=place(each.place)) for each in result.ops),
        complaints=tuple(replace(each, place=place(each.place)) for each in result.complaints),
        uncaught=None if result.uncaught is None else name(result.uncaught),
        raised_at=place(result.raised_at),
    )


def read_place(given: list[Any] | None) -> Place | None:
    """A place as JSON has it."""
    return None if given is None else Place(*given)
