"""Fixes a composed program, runs it on pretended GPUs and compares its configuration with TensorFlow 1's."""

from __future__ import annotations

from typing import NamedTuple

from tests import tf1_semantics
from tests.configurations import Program
from tests.pretend_gpus import PretendGpus
from tfgpu_migrate.check import fix_bytes
from tfgpu_migrate.settings import Settings

_TOLD = ("TFM2", "TFM3")


class Fixed(NamedTuple):
    """What the fixer made of a program: the text, and the findings about its configuration that remain."""

    text: str
    told: tuple[str, ...]

    @property
    def moved(self) -> bool:
        """Whether nothing of the proto is left."""
        return "ConfigProto(" not in self.text and "GPUOptions(" not in self.text


def fix(program: Program) -> Fixed:
    """Fix a program. Its findings are those of the fixed text."""
    data = program.text.encode()
    report = fix_bytes("script.py", data, Settings())
    assert report.internal_error is None, report.internal_error
    told = tuple(f"{one.code} {one.message}" for one in report.diagnostics if one.code.startswith(_TOLD))
    return Fixed((report.after or data).decode(), told)


def differences(program: Program, text: str, gpus: int, pretend: PretendGpus) -> list[str]:
    """What the text configures otherwise than the program does in TensorFlow 1, on a machine with so many cards."""
    run = pretend.run_text(text, gpus)
    try:
        devices = tf1_semantics.devices(program, gpus)
    except tf1_semantics.Fails:
        return [] if not run.ok else ["it runs, where TensorFlow 1 finds no such card"]
    if not run.ok:
        return [f"it stops: {run.error}"]
    found = [] if run.devices == devices else [f"devices: {devices} became {run.devices}"]
    graphs = tf1_semantics.graphs(program)
    if list(run.graphs) != graphs:
        found.append(f"sessions: {graphs} became {list(run.graphs)}")
    return found


def unexplained(program: Program, gpus: int, pretend: PretendGpus) -> list[str]:
    """Differences of the fixed program that no finding stands for.

    A program that stops is explained by a finding that remains; one that runs and is configured otherwise never is.
    """
    fixed = fix(program)
    found = differences(program, fixed.text, gpus, pretend)
    return [one for one in found if not (fixed.told and one.startswith("it stops"))]
