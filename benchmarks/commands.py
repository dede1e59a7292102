"""A command that is measured: its CPU time, its wall time, and the memory of its largest child."""

import os
import statistics
import subprocess
import sys
import time
from collections.abc import Callable, Sequence
from typing import NamedTuple

# An installed program has its byte code; a checkout that never writes any would be compiled at each start.
ENVIRONMENT = {name: value for name, value in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"}


class Cost(NamedTuple):
    """What one run cost: seconds of CPU of all its processes together, and seconds on the clock."""

    cpu: float
    wall: float


class Command(NamedTuple):
    """A command, the name that tables give it, what is done before each run, and how many runs are one measurement."""

    name: str
    words: Sequence[str]
    prepare: Callable[[], object] = lambda: None
    repeat: int = 1
    may_fail: bool = False  # a peer's exit code says what it found; ours says it with --exit-zero

    def run(self) -> Cost:
        """Measure it once. Ends the program where the command fails."""
        cpu = wall = 0.0
        for _ in range(self.repeat):
            self.prepare()
            once = self._once()
            cpu, wall = cpu + once.cpu, wall + once.wall
        return Cost(cpu / self.repeat, wall / self.repeat)

    def _once(self) -> Cost:
        started = time.perf_counter()
        process = subprocess.Popen(
            self.words, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True, errors="replace", env=ENVIRONMENT
        )
        assert process.stderr is not None
        with process.stderr:
            errors = process.stderr.read()
        _, status, usage = os.wait4(process.pid, 0)
        wall = time.perf_counter() - started
        process.returncode = os.waitstatus_to_exitcode(status)  # Popen must not wait for it again
        if process.returncode < 0 or (process.returncode and not self.may_fail):
            print(f"{' '.join(self.words)}: exit {process.returncode}\n{errors[-2000:]}", file=sys.stderr)
            sys.exit(2)
        return Cost(usage.ru_utime + usage.ru_stime, wall)


def alternate(commands: Sequence[Command], runs: int) -> list[Cost]:
    """The median cost of each command; they take turns, so that other load on the machine meets all of them."""
    for command in commands:
        command.run()  # fills the caches of the system
    costs = [[command.run() for command in commands] for _ in range(runs)]
    return [
        Cost(*(statistics.median(values) for values in zip(*side, strict=True))) for side in zip(*costs, strict=True)
    ]
