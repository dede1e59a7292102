"""Where the recorder listens: the doors from Python to the runtime, which every thread and every API goes through."""

from __future__ import annotations

from typing import Any, Protocol

from . import session_hooks
from .functions import Functions
from .kernels import op_def
from .modules import tensorflow
from .names import short
from .recorder import Recorder
from .records import EagerRecord

_FALLS_BACK = "_FallbackException"  # the fast path gives up, and the same op comes again on the slow one


class Director(Protocol):
    """Leads ops and calls to a device: on pretended GPUs, the one where a GPU machine would run them."""

    def eager(self, record: EagerRecord, context: Any) -> str | None:
        """The runtime's name of the device; None to leave the op where it is. May raise what a GPU machine raises."""

    def call(self, context: Any) -> str | None:
        """The runtime's name of the device that an unscoped call of a function starts on."""

    def stand_in(self, name: str, error: Exception) -> Any:
        """What a function returns that this machine cannot run; None if the error is the script's own."""


def install(recorder: Recorder, functions: Functions, director: Director | None) -> None:
    """Listen at all doors."""
    functions.install()
    _fast_path(recorder, director)
    for door in ("TFE_Py_Execute", "TFE_Py_ExecuteCancelable"):
        _slow_path(door, recorder, director)
    _constants(recorder, director)
    session_hooks.install(recorder, observes=director is None)


def _fast_path(recorder: Recorder, director: Director | None) -> None:
    runtime = tensorflow("python.pywrap_tfe")
    execute, guard = runtime.TFE_Py_FastPathExecute, recorder.guard

    def fast_path(context: Any, op: str, name: Any, *arguments: Any) -> Any:
        try:
            record = recorder.fast(context, op, arguments)
        except Exception as error:
            guard.note("fast path", error)
            record = None
        if record is None:
            return execute(context, op, name, *arguments)
        device = None if director is None else director.eager(record, context)
        data = context._thread_local_data
        before = data.device_name
        if device is not None:
            data.device_name = device
        try:
            result = execute(context, op, name, *arguments)
        except Exception as error:
            if type(error).__name__ == _FALLS_BACK:
                record.count -= 1
            raise
        finally:
            if device is not None:
                data.device_name = before
        if director is None and not record.device:
            guard(observe, record, result)
        return result

    runtime.TFE_Py_FastPathExecute = fast_path


def _slow_path(door: str, recorder: Recorder, director: Director | None) -> None:
    runtime = tensorflow("python.pywrap_tfe")
    current = tensorflow("python.eager.context").context
    execute, guard = getattr(runtime, door), recorder.guard

    def slow_path(handle: Any, device: Any, op: Any, inputs: Any, attributes: Any, *rest: Any) -> Any:
        context = current()
        name = op if isinstance(op, str) else op.decode()
        record: Any = None
        try:
            if op_def(name) is None:
                recorder.call(context, name, inputs)
            else:
                record = recorder.slow(context, name, inputs, attributes)
        except Exception as error:
            guard.note("slow path", error)
        if director is None:
            result = execute(handle, device, op, inputs, attributes, *rest)
            if record is not None and not record.device:
                guard(observe, record, result)
            return result
        if record is not None:
            led = director.eager(record, context)
            return execute(handle, device if led is None else led, op, inputs, attributes, *rest)
        if op_def(name) is not None:
            return execute(handle, device, op, inputs, attributes, *rest)
        try:
            return execute(handle, device or director.call(context), op, inputs, attributes, *rest)
        except Exception as error:
            outputs = guard(director.stand_in, name, error)
            if outputs is None:
                raise
            return outputs

    setattr(runtime, door, slow_path)


def _constants(recorder: Recorder, director: Director | None) -> None:
    module = tensorflow("python.framework.constant_op")
    convert = module.convert_to_eager_tensor

    def convert_to_eager_tensor(value: Any, context: Any, dtype: Any = None) -> Any:
        asked = context.device_name
        if type(value).__name__ == "EagerTensor" or (asked and asked.upper().endswith("CPU:0")):
            return convert(value, context, dtype)  # the runtime makes no op of it: it is in host memory already
        record = recorder.guard(recorder.constant, context, value, dtype)
        device = director.eager(record, context) if director is not None and record is not None else None
        if device is not None:
            context._thread_local_data.device_name = device
        try:
            result = convert(value, context, dtype)
        finally:
            if device is not None:
                context._thread_local_data.device_name = asked
        if record is not None and not record.device and director is None:
            recorder.guard(observe, record, result)
        return result

    module.convert_to_eager_tensor = convert_to_eager_tensor


def observe(record: EagerRecord, result: Any) -> None:
    """Note the devices of an op's first output; of one without, that of the resource it changed, if there is one."""
    first = result[0] if isinstance(result, (list, tuple)) and result else result
    record.device = short(getattr(first, "device", None))
    record.backing = short(getattr(first, "backing_device", None))
    if not record.device:
        record.device = next((each.device for each in record.inputs if each.is_resource), "")
