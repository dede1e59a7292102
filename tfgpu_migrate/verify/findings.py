"""From a result to findings: what the script asked of its GPUs and did not get, line by line."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import groupby
from pathlib import Path
from typing import NamedTuple

from tfgpu_migrate.discover import shown_path
from tfgpu_migrate.edit.diagnostics import Diagnostic
from tfgpu_migrate.file_report import FileReport
from tfgpu_migrate.noqa import Suppressions
from tfgpu_migrate.report.findings import Finding
from tfgpu_migrate.report.summary import count
from tfgpu_migrate.source import Source, Unreadable
from tfgpu_migrate.verify.child.frames import Place
from tfgpu_migrate.verify.child.rows import COLOCATED, HOST_ONLY, NO_KERNEL, NO_SUCH_GPU, REFUSED
from tfgpu_migrate.verify.codes import CAUSES, CONFIGURATION, COPIES, FAILED, HOST_MEMORY, IDLE
from tfgpu_migrate.verify.result import TOLD_LAST, Op, Result, by_line

_MANY_COPIES = 100  # from one line
# int32 values that say how, not what, to compute: they belong in host memory.
_SHAPES = frozenset("_EagerConst Const Shape ShapeN Size Rank Range Pack StridedSlice ConcatV2 Cast".split())
_OTHER_TYPES = {"int32": "make it int64", "string": "keep strings in the input pipeline"}


class Said(NamedTuple):
    """A message about a line; None: about the script as a whole."""

    place: Place | None
    code: str
    message: str


def findings(result: Result, expected: Iterable[Said] = ()) -> list[Finding]:
    """Every finding that no comment of its file silences, sorted by path, line and code."""
    said = [*_placements(result), *_configuration(result), *_idle(result), *_ended(result), *expected]
    places = [(each, each.place or Place(str(Path(result.script).absolute()), 0)) for each in dict.fromkeys(said)]
    found: list[Finding] = []
    for file, group in groupby(sorted(places, key=lambda each: each[1]), lambda each: each[1].file):
        source = _source(file)
        suppressions = Suppressions(source)
        made = [_finding(each, place.line, source) for each, place in group]
        found += [each for each in made if not suppressions.matches(each.diagnostic)]
    return sorted(found, key=lambda each: (each.path, each.start, each.diagnostic.code))


def _placements(result: Result) -> Iterator[Said]:
    """One message for each line and cause, and for what happens often or in host memory there."""
    for place, ops in by_line(result.ops):
        ops.sort(key=lambda op: op.op in TOLD_LAST)
        causes = {_cause(op) for op in ops}
        for cause, code in CAUSES.items():
            if cause not in causes or (cause == COLOCATED and NO_KERNEL in causes):  # one reason is enough
                continue
            yield Said(place, code, _MESSAGES[cause]([op for op in ops if _cause(op) == cause], result))
        on_host = [op for op in ops if _is_int32_of_gpu(op)]
        if on_host and not any(op.memory == "device" for op in ops):
            text = f"{_named(on_host)} {_verb(on_host[0], 'runs')} on {on_host[0].device} with values in host memory"
            yield Said(place, HOST_MEMORY, f"{text}: TensorFlow keeps int32 there; make it int64 to compute on the GPU")
        copies = sum(op.copies * op.count for op in ops)
        if copies >= _MANY_COPIES:
            named = _named([op for op in ops if op.copies])
            text = f"{copies} copies between host and GPU: {named} {_verb(ops[0], 'takes')} inputs from the other side"
            yield Said(place, COPIES, f"{text}; make them on the device that uses them, outside the loop")


def _cause(op: Op) -> str | None:
    """Why an op is not where it was asked to be, as a person can act on it.

    A NoOp computes nothing wherever it is; texts and the iterators that strategies make are always on the host.
    """
    if op.op == "NoOp" and op.cause != REFUSED:
        return None
    is_text = op.dtype == "string" and op.op in ("Const", "_EagerConst")
    is_iterator = "Iterator" in op.op
    return HOST_ONLY if (is_text and op.cause == NO_KERNEL) or (is_iterator and op.cause == COLOCATED) else op.cause


def _no_kernel(ops: list[Op], _: Result) -> str:
    op = ops[0]
    instead = _OTHER_TYPES.get(op.dtype, "use a type that has one")
    why = f"there is no GPU kernel of `{op.op}` for {op.dtype}" if op.dtype else f"`{op.op}` has no such GPU kernel"
    advice = f'{instead}, or put it under `tf.device("/CPU:0")`'
    return f"{_asked_and_got(ops)}: {why}; {advice}"


def _host_only(ops: list[Op], _: Result) -> str:
    if "Iterator" in ops[0].op:
        return f"{_asked_and_got(ops)}: it is part of the input pipeline, which the host runs"
    if ops[0].dtype == "string":
        return f"{_asked_and_got(ops)}: TensorFlow keeps strings on the host; take it out of the device scope"
    return f"{_asked_and_got(ops)}: TensorFlow has no GPU kernel of it for any type; take it out of the device scope"


def _colocated(ops: list[Op], _: Result) -> str:
    return f"{_asked_and_got(ops)}: it shares the device of {ops[0].culprit or 'another op'}"


def _no_such_gpu(ops: list[Op], result: Result) -> str:
    there = "no GPU is visible" if not result.gpus else f"there are only GPU:0 to GPU:{result.gpus - 1}"
    if result.gpus == 1:
        there = "there is only GPU:0"
    hint = "" if result.gpus else "; `--gpus 1` shows what a machine with one would do"
    return f"{_asked_and_got(ops)}: {there}; soft placement takes what there is{hint}"


def _refused(ops: list[Op], result: Result) -> str:
    op = ops[0]
    raises = "raises" if op.how == "observed" else "raises on a machine with GPUs"
    why = op.culprit or (f"there is no GPU kernel of `{op.op}`" + (f" for {op.dtype}" if op.dtype else ""))
    asked = f" under {op.asked}" if op.asked else ""
    return f"`{op.text}`{asked} {raises}, for soft placement is off: {why}"


_MESSAGES = {
    NO_KERNEL: _no_kernel,
    COLOCATED: _colocated,
    NO_SUCH_GPU: _no_such_gpu,
    REFUSED: _refused,
    HOST_ONLY: _host_only,
}


def _asked_and_got(ops: list[Op]) -> str:
    op = ops[0]
    return f"{_named(ops)} asked for {op.asked} and {_verb(op, 'is')} on {op.device}"


def _named(ops: list[Op]) -> str:
    """`MatMul (float32)` and 2 more ops."""
    names = list(dict.fromkeys(op.text for op in ops))
    more = len(names) - 1
    return f"`{names[0]}`" + (f" and {count(more, 'more op')}" if more else "")


def _verb(op: Op, verb: str) -> str:
    """The verb as seen, or as foretold."""
    foretold = {"is": "would be", "runs": "would run", "takes": "would take"}
    return verb if op.how == "observed" else foretold[verb]


def _is_int32_of_gpu(op: Op) -> bool:
    asked = op.asked.startswith("GPU")
    return asked and op.is_on_gpu and op.memory == "host" and op.dtype == "int32" and op.op not in _SHAPES


def _configuration(result: Result) -> Iterator[Said]:
    for each in result.complaints:
        yield Said(each.place, CONFIGURATION, f"{each.kind}: {each.message}; what this call asked for is not in effect")


def _idle(result: Result) -> Iterator[Said]:
    if not result.gpus or not result.ops or any(op.computes_on_gpu or op.cause == REFUSED for op in result.ops):
        return
    is_visible, on = ("is visible", "it") if result.gpus == 1 else ("are visible", "them")
    yield Said(None, IDLE, f"{count(result.gpus, 'GPU')} {is_visible}, and nothing was computed on {on}")


def _ended(result: Result) -> Iterator[Said]:
    if result.ended.code == 0:
        return
    why = f": {result.uncaught.splitlines()[0][:200]}" if result.uncaught else ""
    more = "; `--timeout` gives it more time" if result.ended.timed_out else ""
    yield Said(result.raised_at, FAILED, f"the script {result.ended.text}{why}{more}")


def _source(file: str) -> Source:
    try:
        return Source.decode(Path(file).read_bytes(), file)
    except (OSError, Unreadable):
        return Source(file, "")


def _finding(said: Said, line: int, source: Source) -> Finding:
    path = shown_path(source.path)
    start = source.line_offset(line) if line else 0
    end = source.line_end(start) if line else 0
    text = source.text[start:end]
    start, end = start + len(text) - len(text.lstrip()), start + len(text.rstrip())
    diagnostic = Diagnostic(start, end, said.code, said.message)
    return Finding(path, source.location(start), source.location(end), diagnostic, FileReport(path, source))
