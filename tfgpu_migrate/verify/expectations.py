"""`--expect-gpu FILE:LINE`: what a run must show, for CI."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from pathlib import Path

from tfgpu_migrate.config import ConfigError
from tfgpu_migrate.verify.child.frames import Place
from tfgpu_migrate.verify.codes import EXPECTED
from tfgpu_migrate.verify.findings import Said
from tfgpu_migrate.verify.result import Op, Result


def parse(given: Iterable[str], script: str) -> tuple[Place, ...]:
    """Files with their lines; line 0 is the whole file. Raises ConfigError for what is neither.

    A name is one from here, else from the script's folder or one above it: `src/train.py` holds in `src` too.
    """
    return tuple(_parse(text, Path(script).absolute()) for text in given)


def _parse(text: str, script: Path) -> Place:
    file, colon, line = text.rpartition(":")
    if not colon:
        file, line = text, "0"
    if not line.isdecimal():
        raise ConfigError(f"`--expect-gpu {text}` names no line of a file; write it like `--expect-gpu train.py:42`")
    tried = [Path(file).absolute(), *(folder / file for folder in script.parents)]
    found = next((path for path in tried if path.is_file()), None)
    if found is None:
        raise ConfigError(
            f"`--expect-gpu {text}`: there is no file `{file}` here, beside the script or above it; "
            f"write it like `--expect-gpu {script.name}:42`"
        )
    return Place(str(found), int(line))


def unmet(expected: Iterable[Place], result: Result) -> Iterator[Said]:
    """A message for each that does not hold: something of the line was on a GPU, and nothing fell to the CPU."""
    for place in expected:
        why = _why_not([op for op in result.ops if op.place and _covers(place, op.place)])
        if why:
            yield Said(place._replace(line=place.line or 1), EXPECTED, f"expected to run on a GPU, but {why}")


def _why_not(ops: list[Op]) -> str:
    if not ops:
        return "no op came from here"
    fallen = [op for op in ops if op.cause]
    if fallen:
        return f"`{fallen[0].text}` is on {fallen[0].device or 'no device'}"
    if not any(op.computes_on_gpu for op in ops):
        where = "in host memory" if any(op.is_on_gpu for op in ops) else f"on {ops[0].device}"
        return f"all of it is {where}: {', '.join(sorted({op.op for op in ops})[:4])}"
    return ""


def _covers(expected: Place, place: Place) -> bool:
    same_file = Path(expected.file).resolve() == Path(place.file).resolve()
    return same_file and expected.line in (0, place.line)
