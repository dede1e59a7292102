"""A process of its own, after the script's has ended: turns its record into a row for each op.

    python run_predict.py FOLDER

reads what `writing.py` left in the folder and writes `rows.json` there: where each op was, or would be, and why.
"""

from __future__ import annotations

import dataclasses
import json
import os
from typing import Any

from . import kernels
from .place_eager import eager_rows
from .place_functions import FunctionPlacer
from .place_sessions import SessionPlacer
from .rules import KernelRules
from .trace import Trace


def main(folder: str) -> None:
    """Place everything on the GPUs that the script had."""
    trace = Trace(folder)
    gpus = trace.gpus
    placer, why_not = _placer(gpus)
    functions, sessions = FunctionPlacer(trace, placer, gpus), SessionPlacer(trace, placer, gpus)
    rows = [*eager_rows(trace, placer, gpus), *functions.rows(), *sessions.rows()]
    result = {
        "source": placer.source if gpus else "",
        "why_not": why_not,
        "rows": [dataclasses.asdict(row) for row in rows],
        "problems": [*functions.problems, *sessions.problems],
    }
    with open(os.path.join(folder, "rows.json"), "w", encoding="utf-8") as file:
        json.dump(result, file)


def _placer(gpus: int) -> tuple[Any, str]:
    """TensorFlow's placer; where that cannot be had, the rules of the kernel registry, and why."""
    if not kernels.is_gpu_build():
        return KernelRules(gpus), "this TensorFlow is a CPU-only build and knows no GPU kernels"
    try:
        from .placer import Placer

        return Placer(gpus), ""
    except Exception as error:
        return KernelRules(gpus), f"the placer cannot be asked: {error!r}"[:300]


def leave() -> None:
    """End the process at once: the threads of the placer's servers never end."""
    os._exit(0)
