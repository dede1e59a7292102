"""`--against ORIGINAL`: whether the fixed script does what the original did, on the same pretended machine."""

from __future__ import annotations

import math
import re
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import ExitStack
from dataclasses import asdict
from difflib import SequenceMatcher
from itertools import zip_longest
from pathlib import Path
from typing import Any, NamedTuple

from tfgpu_migrate.verify.child.effective import GraphConfig, Start
from tfgpu_migrate.verify.child.frames import Place
from tfgpu_migrate.verify.codes import CHANCE, CONFIGURED, EXIT, OUTPUT, PLACED
from tfgpu_migrate.verify.findings import Said
from tfgpu_migrate.verify.result import Result
from tfgpu_migrate.verify.seeds import to_compare
from tfgpu_migrate.verify.statements import first_lines

_TOLERANCE = 1e-4  # relative, of numbers in the output that are no integers
_NOISE = 1e-6  # sums of float32 that should be zero
# How NumPy fills up the columns of an array depends on the longest number.
_PADDING = re.compile(r"(?<=\[) +| +(?=\])|(?<= ) +")
_NUMBER = re.compile(r"[-+]?(?:\d+\.?\d*|\.\d+)(?:[eE][-+]?\d+)?")
# What log_device_placement writes to standard output (core/common_runtime/placer.cc, direct_session.cc).
_PLACEMENT_LOG = re.compile(r"\S+: \(\w+\): ?/job:|Device mapping:|/job:\S+ -> ")
# The repr of a scalar: NumPy 2 writes `np.float32(0.5)` in lists and tuples where NumPy 1 wrote `0.5`.
_SCALAR = re.compile(r"\bnp\.(?:u?int|float|complex)\d+\(([^()]*)\)")
_MANY = 3
# Errors about names that are gone.
_NAMES_GONE = ("AttributeError", "ImportError", "ModuleNotFoundError")
_ON_TENSORFLOW_1 = "; to compare, run the original on TensorFlow 1: --tf1-python PATH"
_SOMETHING_ELSE = "the original prints something else each run"
# What eager code decides otherwise than a session does, which nothing shows where no op asks for a device.
_UNSEEN = frozenset(("soft_placement",))


class Side(NamedTuple):
    """One of the two scripts: what its run showed, the file with what it printed, and its text when it ran."""

    result: Result
    output: Path
    text: str


def differences(original: Side, fixed: Side, again: Side | None = None) -> Iterator[Said]:
    """What the fixed script does otherwise. `again`: another run of the original, which says what of it is chance."""
    before, after = original.result, fixed.result
    if (before.ended.code, before.ended.signal) != (after.ended.code, after.ended.signal):
        why = f": {before.uncaught.splitlines()[0][:200]}" if before.uncaught else ""
        text = f"the original {before.ended.text}{why}; this script {after.ended.text}"
        yield Said(None, EXIT, f"{text}{_ON_TENSORFLOW_1 if needs_tensorflow_1(before) else ''}")
        if before.ended.code and after.ended.code == 0:  # it stopped on its way: what else differs comes of that
            return
    again = again or original
    yield from _output(original.output, fixed.output, again.output, original.text)
    became_eager = graphs_of_sessions(before.starts) and not graphs_of_sessions(after.starts)
    asks = any(op.asked for op in (*before.ops, *after.ops))
    yield from _configuration(before.starts, after.starts, but=_UNSEEN if became_eager and not asks else frozenset())
    yield from _placements(original, fixed)


def needs_tensorflow_1(original: Result) -> bool:
    """Whether an original failed here for want of what TensorFlow 1, or its time, had: `tf.contrib` and the like."""
    is_here = not original.interpreter.tensorflow.startswith("1.")
    return is_here and (original.uncaught or "").startswith(_NAMES_GONE)


def prints_otherwise(different: Iterable[Said]) -> bool:
    """Whether a difference is one of what is printed, which chance may have made."""
    return any(each.code == OUTPUT for each in different)


def is_chance(difference: Said) -> bool:
    """Whether it is the original that differs from itself, and not the fixed script from it."""
    return difference.code == CHANCE or difference.message.startswith(_SOMETHING_ELSE)


def _output(before: Path, after: Path, again: Path, text: str) -> Iterator[Said]:
    """The first lines that differ by more than the last digits of their numbers, and that the original varies itself.

    Where it does, only the words of a line are compared, and nothing behind a line in which its words vary. `text`: the
    original, which says what would let all be compared.
    """
    told, chance, is_over = 0, "", False
    with ExitStack() as files:
        old, new, other = (
            own_lines(files.enter_context(path.open(encoding="utf-8", errors="replace")))
            for path in (before, after, again)
        )
        for number, (was, is_now, could_be) in enumerate(zip_longest(old, new, other), 1):
            is_steady = _is_same(was, could_be)
            if not is_steady:
                chance = chance or f"first line {number}: {_quoted(was)}, then {_quoted(could_be)}"
                is_over = was is None or could_be is None or _words(was) != _words(could_be)
                if is_over:
                    chance = f"line {number}: {_quoted(was)}, then {_quoted(could_be)}"
                    break
            if _is_same(was, is_now) or (not is_steady and _words(was or "") == _words(is_now or "")):
                continue
            told += 1
            if told <= _MANY:
                yield Said(None, OUTPUT, f"line {number} of the output: {_quoted(was)} became {_quoted(is_now)}")
            if was is None or is_now is None:
                break
    if is_over:
        yield Said(None, OUTPUT, f"{_SOMETHING_ELSE} ({chance}), so the rest cannot be compared: {to_compare(text)}")
    elif chance:
        but = "so of such lines only the words were compared"
        yield Said(None, CHANCE, f"the original prints other numbers each run ({chance}), {but}: {to_compare(text)}")


def _is_same(was: str | None, is_now: str | None) -> bool:
    return was == is_now if was is None or is_now is None else is_alike(was, is_now)


def _words(line: str) -> str:
    """A line without its numbers."""
    return _PADDING.sub("", _NUMBER.sub("#", _SCALAR.sub(r"\1", line)))


def own_lines(lines: Iterable[str]) -> Iterator[str]:
    """What the script printed itself, without TensorFlow's placement log."""
    return (line.rstrip() for line in lines if not _PLACEMENT_LOG.match(line))


def is_alike(was: str, is_now: str) -> bool:
    """Whether two lines are the same but for the last digits of their numbers, and for how NumPy writes these."""
    if was == is_now:
        return True
    if _words(was) != _words(is_now):
        return False
    was, is_now = _SCALAR.sub(r"\1", was), _SCALAR.sub(r"\1", is_now)
    pairs = zip(_NUMBER.findall(was), _NUMBER.findall(is_now), strict=True)
    return all(_is_close(old, new) for old, new in pairs)


def _is_close(old: str, new: str) -> bool:
    if old.lstrip("+-").isdigit() and new.lstrip("+-").isdigit():
        return int(old) == int(new)
    return math.isclose(float(old), float(new), rel_tol=_TOLERANCE, abs_tol=_NOISE)


def _quoted(line: str | None) -> str:
    return "nothing" if line is None else f"`{line[:80]}`"


def _configuration(before: Sequence[Start], after: Sequence[Start], but: frozenset[str]) -> Iterator[Said]:
    """The devices of the process, then what each session, or the eager runtime, decides for itself, `but` these."""
    if before and after:
        yield from _fields("devices", asdict(before[0].devices), asdict(after[0].devices))
    old, new = graphs(before), graphs(after)
    for number, (was, is_now) in enumerate(zip(old, new, strict=False)):
        yield from _fields(f"session {number}" if len(old) > 1 else "session", asdict(was), asdict(is_now), but)


def graphs_of_sessions(starts: Sequence[Start]) -> list[GraphConfig]:
    """The configurations of sessions alone."""
    return [each.graph for each in starts if each.by == "session"]


def graphs(starts: Sequence[Start]) -> list[GraphConfig]:
    """The configurations of sessions; of a script without any, those of the eager runtime."""
    return graphs_of_sessions(starts) or [each.graph for each in starts if each.by in ("context", "exit")]


def _fields(
    what: str, was: dict[str, Any], is_now: dict[str, Any], but: frozenset[str] = frozenset()
) -> Iterator[Said]:
    for field, value in was.items():
        if field not in but and value != is_now[field]:
            yield Said(None, CONFIGURED, f"{what}: {field} was {value} and is {is_now[field]}")


def _placements(original: Side, fixed: Side) -> Iterator[Said]:
    """Ops of one type on lines that belong together, with other devices or other types of values."""
    lines = {line: number for number, line in _joined(original.text, fixed.text)}
    after = fixed.result
    # Two releases of Python may count the lines of one statement otherwise.
    is_one_python = original.result.interpreter.version == after.interpreter.version
    old = _by_line(original.result, {} if is_one_python else first_lines(original.text))
    new = _by_line(after, {} if is_one_python else first_lines(fixed.text))
    for (line, op), now in sorted(new.items()):
        was = old.get((lines.get(line, 0), op))
        if was is None or was == now:
            continue
        place = Place(str(Path(after.script).absolute()), line)
        yield Said(place, PLACED, f"`{op}` was {_text(was)} and is {_text(now)}")


def _by_line(result: Result, first: Mapping[int, int]) -> dict[tuple[int, str], frozenset[tuple[str, str]]]:
    """Types and devices by line and op. `first`: lines that count as another, the first of their statement."""
    found: dict[tuple[int, str], set[tuple[str, str]]] = defaultdict(set)
    file = str(Path(result.script).absolute())
    for op in result.ops:
        if op.place is not None and op.place.file == file:
            found[first.get(op.place.line, op.place.line), op.op].add((op.dtype, op.device))
    return {key: frozenset(value) for key, value in found.items()}


def _text(places: frozenset[tuple[str, str]]) -> str:
    return ", ".join(sorted(f"{dtype} on {device or 'no device'}".strip() for dtype, device in places))


def _joined(before: str, after: str) -> Iterator[tuple[int, int]]:
    """Numbers of lines of the original and of the fixed script that belong together."""
    old, new = _bare(before), _bare(after)
    for tag, old_start, old_end, new_start, new_end in SequenceMatcher(None, old, new, autojunk=False).get_opcodes():
        if tag == "equal" or (tag == "replace" and old_end - old_start == new_end - new_start):
            for offset in range(old_end - old_start):
                yield old_start + offset + 1, new_start + offset + 1


def _bare(text: str) -> list[str]:
    """The lines without what a migration adds to nearly every one."""
    return [line.strip().replace("compat.v1.", "") for line in text.splitlines()]
