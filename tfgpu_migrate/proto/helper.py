"""`limit_gpu_memory`: the function that a fix writes into a file whose sessions capped a fraction of the GPU memory."""

import ast

from tfgpu_migrate.edit.diagnostics import Edit
from tfgpu_migrate.edit.import_blocks import import_block
from tfgpu_migrate.edit.statements import SharedLine
from tfgpu_migrate.edit.written import place, text_of
from tfgpu_migrate.index.index import Index
from tfgpu_migrate.proto.fields import Say

# Its text (written/limit_gpu_memory.py) asks the driver that TensorFlow uses: ordinals and totals are TensorFlow's own
# whatever CUDA_VISIBLE_DEVICES and CUDA_DEVICE_ORDER say, which neither nvidia-smi nor NVML would give (CUDA driver
# API, cuDeviceTotalMem).
NAME = "limit_gpu_memory"
_ZERO = slice(2, 4)  # its lines for a fraction of 0


def helper_needs(say: Say) -> set[str]:
    """The modules of the standard library that the generated lines use."""
    return {"ctypes" if need == NAME else need for need in say.needs}


def add_helper(index: Index, say: Say, anchor: ast.stmt, *, knows_zero: bool) -> list[Edit]:
    """The helper, once per file, below the imports and the line that switches graph mode on. Raises SharedLine.

    It stands in the block that imports TensorFlow: in a function where that does so lazily.

    `knows_zero` writes the test for a fraction of 0, which meant no cap.
    """
    block = index.block(import_block(index, anchor)[0])
    if any(isinstance(one, ast.FunctionDef) and one.name == NAME for one in (*block, *index.tree.body)):
        return []
    lines = text_of(NAME, say.tf, say.indent, say.quote)
    if not knows_zero:
        del lines[_ZERO]
    edit = place(index, anchor, lines)
    if edit is None:
        raise SharedLine
    return [edit]
