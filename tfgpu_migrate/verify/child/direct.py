"""Leads eager ops and calls of functions to the pretended device where a GPU machine would run them.

Without it every unscoped op would be on CPU:0, and with it whatever follows a tensor's or a variable's device:
`colocate_with`, slot variables, captures.
"""

from __future__ import annotations

import re
from typing import Any

from . import kernels
from .functions import Functions
from .guard import Guard
from .modules import tensorflow
from .names import PREFIX, Names, index_of, requested
from .records import EagerRecord

# What a function says that this machine has no kernel for, such as that of a cuDNN layer.
_NO_KERNEL = re.compile(
    r"No OpKernel was registered to support Op '(\w+)'"
    r"|(?:The )?(\w+) op currently (?:only supports|do not support)"
    r"|'(\w+)' OpKernel for 'CPU'"
)


class Pretending:
    """A `hooks.Director`."""

    def __init__(self, names: Names, functions: Functions, guard: Guard) -> None:
        self._names = names
        self._guard = guard
        self._functions = functions
        self.stood_in: list[str] = []  # functions that returned zeros

    def eager(self, record: EagerRecord, context: Any) -> str | None:
        """The device of an op; None where it stays: it asks for the CPU, or follows its resource by itself."""
        if not record.chosen:
            context.ensure_initialized()  # as the op would itself, with the errors of a wrong configuration
            self._guard(self._decide, record)
            record.chosen = record.chosen or "CPU:0"
        if record.refused:
            record.count -= 1
            raise _refusal(record, context)
        return record.runtime_device

    def call(self, context: Any) -> str | None:
        """GPU:0, which the unscoped ops of the body prefer."""
        return PREFIX + self._names.to_runtime("GPU:0") if self._names.gpus else None

    def stand_in(self, name: str, error: Exception) -> Any:
        """Zeros in the shape of a function's outputs, where the error says that this machine lacks a kernel."""
        found = _NO_KERNEL.search(str(error))
        outputs = self._functions.outputs(name)
        if found is None or outputs is None:
            return None
        op = next(group for group in found.groups() if group)
        text = f"{op} cannot run on a CPU: {name} returned zeros, and numbers that come of them mean nothing"
        if text not in self.stood_in:
            self.stood_in.append(text)
        return [_zeros(each) for each in outputs]

    def _decide(self, record: EagerRecord) -> None:
        gpus = self._names.gpus or 0
        resource = next((each.device for each in record.inputs if each.is_resource), "")
        if resource and record.op not in kernels.FOLLOWS_NO_INPUT:
            record.chosen = resource
            return
        record.chosen = kernels.choose(record.op, record.types, record.asked, gpus)
        wanted = requested(record.asked)
        is_missing = wanted.startswith("GPU") and index_of(wanted) >= gpus
        if not gpus or wanted.startswith("CPU") or (is_missing and not record.soft):  # which the runtime refuses itself
            return
        if wanted.startswith("GPU") and record.chosen == "CPU:0" and not record.soft:
            record.refused = True
            return
        record.runtime_device = PREFIX + self._names.to_runtime(record.chosen)


def _refusal(record: EagerRecord, context: Any) -> Exception:
    """What a GPU machine raises where soft placement is off and there is no kernel (execute.cc, 2.21)."""
    devices = ", ".join(sorted(device.name for device in context._logical_devices))
    text = (
        f"Could not satisfy device specification '{record.asked}'. enable_soft_placement=0. "
        f"Supported device types [CPU]. All available devices [{devices}]."
    )
    error: Exception = tensorflow("python.eager.core")._NotOkStatusException(text, 3, None)
    return error


def _zeros(output: Any) -> Any:
    public = tensorflow("python.ops.array_ops")
    if output.dtype.name == "variant":  # an Optional, which Keras' train function returns
        op = output.op
        while op.type == "Identity":
            op = op.inputs[0].op
        from_value = tensorflow("raw_ops").OptionalFromValue
        return from_value(components=[_zeros(each) for each in op.inputs])
    shape = [size or 1 for size in output.shape.as_list()] if output.shape.rank is not None else []
    return public.zeros(shape, output.dtype)
