"""Many jobs on several processes; a job that kills its process is named, and the others are still done."""

from __future__ import annotations

import multiprocessing
import signal
import sys
from collections import deque
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from multiprocessing.connection import Connection, wait
from typing import Any, Generic, NamedTuple, TypeVar

from tfgpu_migrate.processes import collect_rarely, held_back

J = TypeVar("J")
R = TypeVar("R")

# Forking shares the rules that are loaded; macOS and Windows have no safe fork and load them again.
METHOD = "fork" if sys.platform == "linux" else "spawn"
_BATCHES = 16  # per process: small enough that none waits long for the last one


class Died(NamedTuple):
    """What comes back for a job whose process ended: the exit code, negative for a signal."""

    exit_code: int | None


@dataclass
class _Worker(Generic[J]):
    process: Any  # the class differs by start method
    connection: Connection
    batch: deque[int] = field(default_factory=deque)  # the jobs that were sent and not yet answered, by number


def run_jobs(
    function: Callable[[J], R],
    jobs: Sequence[J],
    sizes: Sequence[int],
    processes: int,
    done: Callable[[int], None] = lambda _: None,
) -> list[R | Died]:
    """Call `function` with every job, the large ones first; the results in the order of the jobs.

    `done` is told how many there are so far.

    Interrupting it ends the processes; each first finishes or undoes the write that it is at.
    """
    results: dict[int, R | Died] = {}
    batches = deque(_deal(sizes, processes * _BATCHES))
    workers: list[_Worker[J]] = []
    try:
        for _ in range(min(processes, len(batches))):
            workers.append(_start(function, workers))
            _feed(workers[-1], batches, jobs)
        while workers:
            ready = wait([worker.connection for worker in workers])
            for worker in [worker for worker in workers if worker.connection in ready]:
                _receive(worker, results, batches, jobs)
                done(len(results))
                if worker.connection.closed:
                    workers.remove(worker)
                    if batches:
                        workers.append(_start(function, workers))
                        _feed(workers[-1], batches, jobs)
    finally:
        _end(workers)
    return [results[number] for number in range(len(jobs))]


def _deal(sizes: Sequence[int], hands: int) -> list[list[int]]:
    """Job numbers in batches of about one total size."""
    order = sorted(range(len(sizes)), key=lambda number: -sizes[number])
    return [batch for first in range(hands) if (batch := order[first::hands])]


def _feed(worker: _Worker[J], batches: deque[list[int]], jobs: Sequence[J]) -> None:
    """Send the next batch; without one, tell the process to end."""
    worker.batch.extend(batches.popleft() if batches else ())
    try:
        worker.connection.send([jobs[number] for number in worker.batch] or None)
    except OSError:  # it died meanwhile: receiving will say so
        return


def _receive(worker: _Worker[J], results: dict[int, Any], batches: deque[list[int]], jobs: Sequence[J]) -> None:
    """Take one result, or learn that the process has ended."""
    try:
        result = worker.connection.recv()
    except (EOFError, OSError):
        worker.connection.close()
        worker.process.join()
        if worker.batch:
            results[worker.batch.popleft()] = Died(worker.process.exitcode)
        if worker.batch:
            batches.appendleft(list(worker.batch))
        return
    results[worker.batch.popleft()] = result
    if not worker.batch:
        _feed(worker, batches, jobs)


def _start(function: Callable[[J], R], others: Sequence[_Worker[J]]) -> _Worker[J]:
    context: Any = multiprocessing.get_context(METHOD)
    mine, theirs = context.Pipe()
    inherited = [mine, *(worker.connection for worker in others)] if METHOD == "fork" else []
    process = context.Process(target=_serve, args=(theirs, function, inherited), daemon=True)
    with held_back(signal.SIGINT):  # one that arrives in a callback of the fork would be swallowed there
        process.start()
    theirs.close()
    return _Worker(process, mine)


def _serve(connection: Connection, function: Callable[[J], R], inherited: Sequence[Connection]) -> None:
    """Answer jobs until there are none; the parent's interrupt reaches this process as SIGTERM."""
    for other in inherited:  # else a parent that died would not be noticed
        other.close()
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(1))
    collect_rarely()
    try:
        while (batch := connection.recv()) is not None:
            for job in batch:
                connection.send(function(job))
    except (EOFError, BrokenPipeError):
        return


def _end(workers: Sequence[_Worker[J]]) -> None:
    for worker in workers:
        worker.process.terminate()
    for worker in workers:
        worker.process.join(5)
        if worker.process.exitcode is None:
            worker.process.kill()
