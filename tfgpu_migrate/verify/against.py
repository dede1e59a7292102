"""Runs a script and the one it was made from, one after the other, on the same pretended machine."""

from __future__ import annotations

import tempfile
from dataclasses import replace
from pathlib import Path
from typing import NamedTuple

from tfgpu_migrate.index.index import Index
from tfgpu_migrate.index.mode import is_tf1_code
from tfgpu_migrate.source import Source, Unreadable
from tfgpu_migrate.verify.compare import Side, differences
from tfgpu_migrate.verify.findings import Said
from tfgpu_migrate.verify.interpreter import Interpreter
from tfgpu_migrate.verify.options import VerifyOptions
from tfgpu_migrate.verify.result import Result
from tfgpu_migrate.verify.running import run_script

_GPUS = 2  # where `--gpus` says nothing: one alone shows no wrong choice of a card


class Both(NamedTuple):
    """The fixed script's result and what it printed, and how it differs from the original."""

    result: Result
    output: bytes
    differences: list[Said]


def run_both(options: VerifyOptions, original: str, python: Interpreter) -> Both:
    """Run the original, as TensorFlow 1 code if it is that, then the script. What the original prints is not shown.

    Raises OSError where the interpreter does not start.
    """
    options = replace(options, gpus=_GPUS if options.gpus is None else options.gpus)
    with tempfile.TemporaryDirectory(prefix="tfgpu-verify-") as folder:
        before = _side(replace(options, script=original), python, Path(folder, "before"), is_tf1(original))
        after = _side(options, python, Path(folder, "after"), as_tf1=False)
        return Both(after.result, after.output.read_bytes(), list(differences(before, after)))


def _side(options: VerifyOptions, python: Interpreter, output: Path, as_tf1: bool) -> Side:
    with output.open("wb") as file:
        return Side(run_script(options, python, file, as_tf1=as_tf1), output)


def is_tf1(script: str) -> bool:
    """Whether a script names what only TensorFlow 1 has; one that cannot be read is run as it is."""
    try:
        return is_tf1_code(Index(Source.decode(Path(script).read_bytes(), script)))
    except Unreadable:
        return False
