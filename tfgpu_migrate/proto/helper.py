"""`limit_gpu_memory`: the function that a fix writes into a file whose sessions capped a fraction of the GPU memory."""

import ast

from tfgpu_migrate.edit.diagnostics import Edit
from tfgpu_migrate.edit.imports import after_imports, import_block, insert_lines
from tfgpu_migrate.edit.statements import SharedLine
from tfgpu_migrate.index.index import Index
from tfgpu_migrate.index.mode import switch_statement
from tfgpu_migrate.proto.fields import Say

NAME = "limit_gpu_memory"

# It asks the driver that TensorFlow uses: ordinals and totals are TensorFlow's own whatever CUDA_VISIBLE_DEVICES and
# CUDA_DEVICE_ORDER say, which neither nvidia-smi nor NVML would give (CUDA driver API, cuDeviceTotalMem).
_TEXT = '''def limit_gpu_memory(fraction):
{indent}"""Cap this process at `fraction` of each GPU's memory, like per_process_gpu_memory_fraction."""
{zero}{indent}for ordinal, gpu in enumerate({tf}.config.list_physical_devices({quote}GPU{quote})):
{indent}{indent}cuda, device, total = ctypes.CDLL({quote}libcuda.so.1{quote}), ctypes.c_int(), ctypes.c_size_t()
{indent}{indent}if cuda.cuDeviceGet(ctypes.byref(device), ordinal) \
or cuda.cuDeviceTotalMem_v2(ctypes.byref(total), device):
{indent}{indent}{indent}raise RuntimeError(f{quote}cannot read the memory size of {{gpu.name}}{quote})
{indent}{indent}limit = {tf}.config.LogicalDeviceConfiguration(memory_limit=fraction * total.value / 2**20)
{indent}{indent}{tf}.config.set_logical_device_configuration(gpu, [limit])'''
_ZERO = """{indent}if not fraction:
{indent}{indent}return
"""


def helper_needs(say: Say) -> set[str]:
    """The modules of the standard library that the generated lines use."""
    return {"ctypes" if need == NAME else need for need in say.needs}


def add_helper(index: Index, say: Say, anchor: ast.stmt, *, knows_zero: bool) -> list[Edit]:
    """The helper, once per file, below the imports and the line that switches graph mode on. Raises SharedLine.

    It stands in the block that imports TensorFlow: in a function where that does so lazily.

    `knows_zero` writes the test for a fraction of 0, which meant no cap.
    """
    source, first = index.source, import_block(index, anchor)[0]
    block = index.block(first)
    if any(isinstance(one, ast.FunctionDef) and one.name == NAME for one in (*block, *index.tree.body)):
        return []
    switch = switch_statement(index)
    below = switch is not None and any(one is switch for one in block)
    at = source.next_line(source.span(switch)[1]) if switch is not None and below else after_imports(index, anchor)
    if at is None:
        raise SharedLine
    zero = _ZERO.format(indent=say.indent) if knows_zero else ""
    text = _TEXT.format(indent=say.indent, tf=say.tf, quote=say.quote, zero=zero)
    lines = [f"{source.indent(source.span(first)[0])}{line}" for line in text.split("\n")]
    return [insert_lines(index, at, lines, blank=2 if block is index.tree.body else 1)]
