"""How often the prediction is what TensorFlow did, op by op, beside what guesses would score.

    TFGPU_MIGRATE_TF_PYTHON=... python -m tests.oracle.compare

runs every program twice and prints the scores and each difference.
"""

from __future__ import annotations

import sys
import tempfile
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import NamedTuple

from tests.oracle.build import build
from tests.pretend_gpus import tensorflow_python
from tests.verify_bed import VerifyBed
from tfgpu_migrate.verify.result import Op, Result

PROGRAMS = sorted(Path(__file__).with_name("programs").glob("*.py"))
GPUS = 2
ON_GPU, ON_CPU, ON_HOST = "GPU", "CPU", "GPU with host memory"
Where = frozenset[tuple[str, str]]  # devices and memories


class Compared(NamedTuple):
    """One op of one line (of a graph: one node), and where it was and was said to be."""

    program: str
    line: int
    op: str
    truth: Where
    said: Where

    @property
    def kind(self) -> str:
        """The class of its true place."""
        if any(device.startswith("CPU") for device, _ in self.truth):
            return ON_CPU
        return ON_HOST if any(memory == "host" for _, memory in self.truth) else ON_GPU

    @property
    def agrees(self) -> bool:
        """Whether devices and memories are the same."""
        return self.truth == self.said


def compare(program: Path, predicted: Result, observed: Result) -> Iterator[Compared]:
    """Every op that was observed and predicted."""
    said, truth = _places(predicted.ops, "predicted"), _places(observed.ops, "observed")
    for key in sorted(truth.keys() & said.keys(), key=str):
        yield Compared(program.stem, key[1], key[2], frozenset(truth[key]), frozenset(said[key]))


def _places(ops: Iterable[Op], how: str) -> dict[tuple[str, int, str, str], set[tuple[str, str]]]:
    found: dict[tuple[str, int, str, str], set[tuple[str, str]]] = defaultdict(set)
    for op in ops:
        if op.place is not None and op.how == how and op.device:
            found[op.kind, op.place.line, op.op, op.name].add((op.device, op.memory))
    return found


def run_all(programs: Iterable[Path] = PROGRAMS) -> Iterator[tuple[Path, list[Compared], str]]:
    """Each program with its ops, and how the two runs ended."""
    with tempfile.TemporaryDirectory() as folder:
        python = tensorflow_python()
        driver = {**build(python, Path(folder)), "FAKE_GPUS": str(GPUS)}
        with VerifyBed(python) as pretended, VerifyBed(python, driver) as real:
            for program in programs:
                predicted, observed = pretended.run(program, GPUS), real.run(program, None)
                ended = f"{predicted.result.ended.text}; {observed.result.ended.text}"
                notes = [*predicted.result.notes, *observed.result.notes]
                found = list(compare(program, predicted.result, observed.result))
                yield program, found, "; ".join([ended, *notes])


def scores(found: Iterable[Compared]) -> dict[str, tuple[int, int]]:
    """For each class how many ops agree, and of how many; then what two guesses would have got of all."""
    ops = list(found)
    total, good = Counter(each.kind for each in ops), Counter(each.kind for each in ops if each.agrees)
    table = {kind: (good[kind], total[kind]) for kind in (ON_GPU, ON_CPU, ON_HOST)}
    table["all"] = (sum(good.values()), len(ops))
    for device in ("GPU:0", "CPU:0"):
        table[f"always {device}"] = sum({name for name, _ in each.truth} == {device} for each in ops), len(ops)
    return table


def main() -> None:
    """Print the scores."""
    everything: list[Compared] = []
    for program, found, ended in run_all():
        everything += found
        good = sum(each.agrees for each in found)
        sys.stdout.write(f"{program.stem:24} {good:4} of {len(found):4}  {ended}\n")
        for each in found:
            if not each.agrees:
                sys.stdout.write(f"    line {each.line} {each.op}: {set(each.truth)}, said {set(each.said)}\n")
        sys.stdout.flush()
    for name, (good, total) in scores(everything).items():
        sys.stdout.write(f"{name:24} {good:4} of {total:4}  {good / max(total, 1):.1%}\n")


if __name__ == "__main__":
    main()
