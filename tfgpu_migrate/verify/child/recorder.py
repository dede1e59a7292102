"""Keeps the records. The way of an op that was seen before must be short: it is walked at every op of the script.

A record's key is what decides where the op is placed: the calling instruction, the device scope, and of each argument
its type and device. Values count only for attributes that name types or functions.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Sequence
from typing import Any

from . import frames
from .border import raw_device_getter
from .guard import Guard
from .kernels import HOST_TYPES, RESOURCE, op_def
from .modules import tensorflow
from .records import Argument, CallRecord, EagerRecord
from .sessions import Sessions
from .signatures import Input, dtype_of, grouped, named_type, regrouped, signature, type_of_python_value

_DECIDING = ("type", "list(type)", "func")
Attributes = Sequence[Any]  # names and values in turn


class Recorder:
    """All that the script did, by key."""

    def __init__(self, guard: Guard, device_of: Callable[[Any], str]) -> None:
        """`device_of`: the short name of the device that a tensor is on."""
        self.guard = guard
        self.eager: dict[Any, EagerRecord] = {}
        self.calls: dict[Any, CallRecord] = {}
        self.sessions = Sessions()
        self._device_of = device_of
        self._tensor = tensorflow("python.framework.ops").EagerTensor
        self._raw_device = raw_device_getter()
        self._kept: list[Any] = []  # specs whose id is in a key: another must not get the same
        self._inputs: dict[str, int] = {}  # how many an op has: its definition is slow to ask
        self._deciding: dict[str, frozenset[str]] = {}

    def fast(self, context: Any, op: str, arguments: Sequence[Any]) -> EagerRecord | None:
        """Note a call of TFE_Py_FastPathExecute: inputs as the op's definition has them, then attributes."""
        inputs = self._inputs.get(op)
        if inputs is None:
            definition = op_def(op)
            if definition is None:
                return None
            inputs = self._inputs[op] = len(definition.input_arg)
        return self._op(context, op, arguments[:inputs], arguments[inputs:], grouped)

    def slow(self, context: Any, op: str, inputs: Sequence[Any], attributes: Attributes) -> EagerRecord | None:
        """Note a call of TFE_Py_Execute: all inputs in one list."""
        return self._op(context, op, inputs, attributes, _regrouped(attributes))

    def constant(self, context: Any, value: Any, dtype: Any) -> EagerRecord | None:
        """Note a Python value that becomes a tensor: the runtime makes an op of it that no hook sees."""
        number = dtype_of(value) or type_of_python_value(value) if dtype is None else named_type(dtype)
        record = self._op(context, "_EagerConst", (_Typed(number),), (), grouped)
        if record is not None and not isinstance(value, (bool, int, float, complex, str, bytes)):
            record.uploads = True
        return record

    def call(self, context: Any, name: str, inputs: Sequence[Any]) -> CallRecord:
        """Note a call of a concrete function."""
        data = context._thread_local_data
        soft = context._soft_device_placement
        parts: list[Any] = [name, id(data.device_spec), soft]
        self._add_keys(parts, inputs)
        key = tuple(parts)
        record = self.calls.get(key)
        if record is None:
            arguments = tuple(self._argument(value) for value in inputs)
            place = frames.users_place(2)
            record = CallRecord(name, arguments, _asked(data), soft is not False, place)
            self.calls[key] = record
            self._kept.append(data.device_spec)
        record.count += 1
        return record

    def _op(
        self, context: Any, op: str, inputs: Sequence[Any], attributes: Attributes, grouping: Callable[..., Any]
    ) -> EagerRecord | None:
        frame = frames.users_frame(sys._getframe(4))
        data = context._thread_local_data
        parts: list[Any] = [op, id(data.device_spec), context._soft_device_placement]
        if frame is not None:
            parts += frame.f_code, frame.f_lasti
        self._add_keys(parts, inputs)
        deciding = self._deciding.get(op)
        if deciding is None:
            deciding = self._deciding_attributes(op)
        if deciding:
            named = range(0, len(attributes), 2)
            parts += [_hashable(attributes[at + 1]) for at in named if attributes[at] in deciding]
        key = tuple(parts)
        record = self.eager.get(key)
        if record is None:
            record = self.guard(
                self._new, context, op, inputs, dict(zip(attributes[::2], attributes[1::2], strict=False)), grouping
            )
            if record is None:
                return None
            record.place = frames.place_of(frame)
            self.eager[key] = record
            self._kept.append(data.device_spec)
        record.count += 1
        return record

    def _new(
        self, context: Any, op: str, inputs: Sequence[Any], attributes: dict[str, Any], grouping: Callable[..., Any]
    ) -> EagerRecord:
        definition = op_def(op)
        types, found = signature(definition, grouping(definition, inputs), attributes)
        # A variable passed where the op wants a value is read first, so what the op gets is no resource.
        told = tuple(Input(name, dtype, self._device_of(value)) for name, value, dtype in found)
        data = context._thread_local_data
        soft = context._soft_device_placement is not False
        return EagerRecord(len(self.eager), op, types, told, attributes, _asked(data), soft, None)

    def _add_keys(self, parts: list[Any], inputs: Sequence[Any]) -> None:
        """Add what counts of each argument; tensors, which most are, without a call."""
        tensor, device = self._tensor, self._raw_device
        for value in inputs:
            if type(value) is tensor:
                parts += value._datatype_enum(), device(value, tensor)
            else:
                parts.append(self._key_of(value))

    def _key_of(self, value: Any) -> Any:
        if type(value) is self._tensor:
            return value._datatype_enum(), self._device_of(value)
        if type(value) in (list, tuple):
            return tuple(self._key_of(each) for each in value)
        handle = getattr(value, "_handle", None)
        if handle is not None:  # a variable
            return value.dtype, self._device_of(value)
        return getattr(value, "dtype", type(value))

    def _argument(self, value: Any) -> Argument:
        dtype = dtype_of(value) or 0
        if dtype == RESOURCE:
            data = getattr(value, "_handle_data", None)
            behind = data.shape_and_type[0].dtype if data is not None and data.shape_and_type else 0
            return Argument(dtype, self._device_of(value), behind)
        return Argument(dtype, "CPU:0" if dtype in HOST_TYPES else self._device_of(value) or "CPU:0", 0)

    def _deciding_attributes(self, op: str) -> frozenset[str]:
        names = frozenset(each.name for each in op_def(op).attr if each.type in _DECIDING)
        self._deciding[op] = names
        return names


class _Typed:
    """Stands for a Python value of which only the type counts."""

    def __init__(self, number: int) -> None:
        self.dtype = tensorflow("python.framework.dtypes").as_dtype(number)


def _asked(data: Any) -> str:
    """The device scope as the script wrote it: the spec, for the name may be that of a stand-in."""
    return data.device_spec.to_string() if data.device_name else ""


def _hashable(value: Any) -> Any:
    if isinstance(value, (list, tuple)):
        return tuple(_hashable(each) for each in value)
    return value if isinstance(value, (int, str, bytes)) else getattr(value, "name", None) or repr(value)[:200]


def _regrouped(attributes: Attributes) -> Callable[[Any, Sequence[Any]], list[list[Any]]]:
    named = dict(zip(attributes[::2], attributes[1::2], strict=False))
    return lambda definition, inputs: regrouped(definition, inputs, named)
