"""The types of an eager op's call, from the arguments as they are handed to the runtime."""

from __future__ import annotations

import importlib
from collections.abc import Sequence
from typing import Any, NamedTuple

from .kernels import RESOURCE, Types
from .modules import tensorflow

_OF_PYTHON_NUMBERS = {"float64": "float32", "int64": "int32"}  # what NumPy takes them for, what TensorFlow does


class Input(NamedTuple):
    """One input of an op: its name in the op's definition, its type, and its device (of a resource: the variable's)."""

    name: str
    dtype: int
    device: str

    @property
    def is_resource(self) -> bool:
        """Whether it is a handle (of a variable, table, iterator ...)."""
        return self.dtype == RESOURCE


def base_type(number: Any) -> int:
    """The number of a type; that of a reference is its own plus 100."""
    return int(number) % 100


def dtype_of(value: Any) -> int | None:
    """The type of a tensor, variable or array; None for a Python value, which takes the type of its neighbours."""
    dtype = getattr(value, "dtype", None)
    if dtype is None:
        return None
    number = getattr(dtype, "as_datatype_enum", None)
    return base_type(named_type(dtype) if number is None else number)


def named_type(dtype: Any) -> int:
    """The number of whatever `tf.as_dtype` takes."""
    return base_type(tensorflow("python.framework.dtypes").as_dtype(dtype).as_datatype_enum)


def type_of_python_value(value: Any) -> int:
    """The type that TensorFlow gives to a Python value alone. Raises TypeError where it has none."""
    array = importlib.import_module("numpy").asarray(value)
    if array.dtype.kind in "USO":
        return named_type("string")
    return named_type(_OF_PYTHON_NUMBERS.get(array.dtype.name, array.dtype))


def signature(
    definition: Any, groups: Sequence[Sequence[Any]], attributes: dict[str, Any]
) -> tuple[Types, list[tuple[str, Any, int]]]:
    """The type attributes of a call, and each input as (name, value, type). `groups`: the values of each argument."""
    types: dict[str, Any] = {}
    for attribute in definition.attr:
        if attribute.name in attributes:
            value = attributes[attribute.name]
            if attribute.type == "type":
                types[attribute.name] = named_type(value)
            elif attribute.type == "list(type)":
                types[attribute.name] = tuple(named_type(each) for each in value)
    for argument, values in zip(
        definition.input_arg, groups, strict=False
    ):  # tensors decide first, Python values follow
        if argument.type_attr and argument.type_attr not in types:
            known = next((dtype for dtype in map(dtype_of, values) if dtype is not None), None)
            if known is not None:
                types[argument.type_attr] = known
    defaults = {
        each.name: each.default_value.type
        for each in definition.attr
        if each.type == "type" and each.HasField("default_value")
    }
    inputs: list[tuple[str, Any, int]] = []
    for argument, values in zip(definition.input_arg, groups, strict=False):
        numbers = [_type_of_input(argument, value, types, defaults) for value in values]
        inputs += [(argument.name, value, number) for value, number in zip(values, numbers, strict=False)]
        if argument.type_list_attr:
            types[argument.type_list_attr] = tuple(numbers)
    for name, number in defaults.items():
        types.setdefault(name, number)
    return tuple(sorted(types.items())), inputs


def _type_of_input(argument: Any, value: Any, types: dict[str, Any], defaults: dict[str, int]) -> int:
    if argument.type_attr:
        if argument.type_attr not in types:
            types[argument.type_attr] = defaults.get(argument.type_attr) or type_of_python_value(value)
        return int(types[argument.type_attr])
    if argument.type_list_attr:
        return dtype_of(value) or type_of_python_value(value)
    return int(argument.type)


def grouped(definition: Any, inputs: Sequence[Any]) -> list[list[Any]]:
    """The values of each argument where a list argument comes as a list (TFE_Py_FastPathExecute)."""
    return [
        list(value) if argument.number_attr or argument.type_list_attr else [value]
        for argument, value in zip(definition.input_arg, inputs, strict=False)
    ]


def regrouped(definition: Any, inputs: Sequence[Any], attributes: dict[str, Any]) -> list[list[Any]]:
    """The values of each argument where all inputs come in one flat list (TFE_Py_Execute)."""
    groups, position = [], 0
    for argument in definition.input_arg:
        count = 1
        if argument.type_list_attr:
            count = len(attributes[argument.type_list_attr])
        elif argument.number_attr:
            count = int(attributes[argument.number_attr])
        groups.append(list(inputs[position : position + count]))
        position += count
    return groups
