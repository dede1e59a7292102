"""The process that runs scripts with the random numbers of a graph and of its conversion made comparable.

    python -m tests.native.seeded

`{"script", "directory", "seed", "timeout"}` -> `{"exit"}`. The directory gets `stdout` and `stderr`; the script runs in
its own folder. A random op without a seed gets its place in the order of creation, not, as TensorFlow has it, the count
of all ops in a graph, and in eager code a draw of Python's generator, which no conversion could keep.
"""

from __future__ import annotations

import importlib
import itertools
import os
import random
import runpy
import sys
import traceback
from pathlib import Path
from typing import Any

from tests.pretend_gpus import server as forks

_DEFAULT_SEED = 87654321  # of the graph, where only the op has one (framework/random_seed.py)


def _work(request: dict[str, Any]) -> int:
    return forks.forked(_script, request, request["timeout"])


def _script(request: dict[str, Any]) -> int:
    script = Path(request["script"])
    forks.redirect(Path(request["directory"]))
    os.chdir(script.parent)
    sys.argv = [str(script)]
    sys.path.insert(0, str(script.parent))
    _seed_ops(request["seed"])
    random.seed(request["seed"])
    importlib.import_module("numpy").random.seed(request["seed"])
    try:
        runpy.run_path(str(script), run_name="__main__")
    except SystemExit as stop:
        return forks.exit_code(stop)
    except BaseException:
        traceback.print_exc()
        return 1
    return 0


def _seed_ops(seed: int) -> None:
    context = importlib.import_module("tensorflow.python.eager.context")
    ops = importlib.import_module("tensorflow.python.framework.ops")
    random_seed: Any = importlib.import_module("tensorflow.python.framework.random_seed")
    numbers = itertools.count(1)

    def get_seed(op_seed: Any) -> tuple[Any, Any]:
        eager = context.executing_eagerly()
        of_program = context.global_seed() if eager else ops.get_default_graph().seed
        if op_seed is not None:
            return _DEFAULT_SEED if of_program is None else of_program, op_seed
        return seed if of_program is None else of_program, next(numbers)

    random_seed.get_seed = get_seed


if __name__ == "__main__":
    forks.serve(_work)
