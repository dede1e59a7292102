"""One file: the fix that makes its graph code eager TensorFlow 2, or the place that keeps it a graph."""

from __future__ import annotations

import ast
from typing import NamedTuple

from tfgpu_migrate.edit.diagnostics import Applicability, Fix, make_fix
from tfgpu_migrate.index.index import Index
from tfgpu_migrate.native.eager import EAGER_SWITCH, eager_edits
from tfgpu_migrate.native.model import Refused
from tfgpu_migrate.native.plan import plan
from tfgpu_migrate.native.reader import read_program
from tfgpu_migrate.native.write import Writer


class Conversion(NamedTuple):
    """The fix; or why there is none, and the place of the reason."""

    fix: Fix | None
    reason: str = ""
    place: ast.AST | None = None


def convert(index: Index) -> Conversion:
    """What becomes of a module whose graph code is spelled for TensorFlow 2 already."""
    tf = next((one.root for one in index.uses if one.prefix == "tensorflow" and not one.is_import), "")
    if not tf:
        return Conversion(None, "TensorFlow has no name in this file")
    if index.source.notebook is not None:
        return Conversion(None, "it is a notebook, whose cells are not taken apart")
    v1_import = next((one for one in index.uses if one.is_import and one.namespace == "compat.v1"), None)
    if v1_import is not None:
        return Conversion(None, "names come from an import of `compat.v1`", v1_import.node)
    try:
        if any(use.symbol == EAGER_SWITCH and not use.is_import for use in index.uses):
            edits = eager_edits(index, tf)
        else:
            program = read_program(index, tf)
            edits = Writer(program, plan(program, index), index, tf).edits()
    except Refused as refused:
        return Conversion(None, refused.reason, refused.node)
    return Conversion(make_fix("Make it eager TensorFlow 2", edits, Applicability.UNSAFE))
