"""Which layer of Keras each function of `tf.layers` becomes, and what its call is told."""

from __future__ import annotations

import ast
from collections.abc import Callable
from typing import NamedTuple

from tfgpu_migrate.index.uses import Use
from tfgpu_migrate.native.model import Refused


class Layer(NamedTuple):
    """The class of `tf.keras.layers`, and the parameters of the function; Keras has the same names, without `inputs`.

    Those that are `placed` stand at the same places in both, less the inputs.
    """

    name: str
    parameters: tuple[str, ...]
    placed: int
    rank: int = 0  # of its inputs, where it has variables
    width: str = ""  # the parameter that says how wide its outputs are; else they are as wide as its inputs


_CONVOLUTION = ("inputs", "filters", "kernel_size", "strides", "padding", "data_format", "dilation_rate", "activation",
                "use_bias", "kernel_initializer", "bias_initializer")  # fmt: skip
_TRANSPOSED = tuple(one for one in _CONVOLUTION if one != "dilation_rate")
_POOL = ("inputs", "pool_size", "strides", "padding", "data_format", "name")
# Parameters of 1.15 (tensorflow/python/layers), as far as they mean the same in Keras 3; defaults are the same.
WITH_VARIABLES = {
    "layers.dense": Layer(
        "Dense", ("inputs", "units", "activation", "use_bias", "kernel_initializer", "bias_initializer"), 5, 2, "units"
    ),
    "layers.conv1d": Layer("Conv1D", _CONVOLUTION, 6, 3, "filters"),
    "layers.conv2d": Layer("Conv2D", _CONVOLUTION, 6, 4, "filters"),
    "layers.conv2d_transpose": Layer("Conv2DTranspose", _TRANSPOSED, 4, 4, "filters"),
}
WITHOUT_VARIABLES = {
    "layers.average_pooling1d": Layer("AveragePooling1D", _POOL, 3),
    "layers.average_pooling2d": Layer("AveragePooling2D", _POOL, 3),
    "layers.flatten": Layer("Flatten", ("inputs", "name"), 0),
    "layers.max_pooling1d": Layer("MaxPooling1D", _POOL, 3),
    "layers.max_pooling2d": Layer("MaxPooling2D", _POOL, 3),
}


def arguments_of(use: Use, layer: Layer) -> dict[str, ast.expr]:
    """What a call gives each parameter, in its order. Raises Refused for arguments that Keras does not take."""
    call = use.call_node
    assert call is not None
    given = dict(zip(layer.parameters, call.args, strict=False))
    given |= {one.arg or "**": one.value for one in call.keywords}
    unknown = [one for one in given if one not in (*layer.parameters, "name")]
    if unknown or len(call.args) > len(layer.parameters) or "inputs" not in given:
        what = f"`{unknown[0]}`" if unknown else "arguments that are not followed"
        raise Refused(call, f"`{use.written}` is given {what}")
    if any(isinstance(one, ast.Starred) for one in call.args):
        raise Refused(call, f"`{use.written}` is given arguments that are not followed")
    return given


def told(use: Use, layer: Layer, texts: Callable[[str, ast.expr], str]) -> list[str]:
    """The arguments of the layer; `texts` says what one becomes, nothing where it goes. Raises Refused."""
    given = arguments_of(use, layer)
    call = use.call_node
    assert call is not None
    in_place = layer.parameters[1 : min(len(call.args), layer.placed + 1)]
    parts = list[str]()
    for name, value in given.items():
        text = "" if name == "inputs" else texts(name, value)
        if text:
            parts.append(text if name in in_place else f"{name}={text}")
    return parts


def applied_text(use: Use, tf: str, text: Callable[[ast.AST], str]) -> str:
    """A layer without variables, made and called at once. Raises Refused for arguments that Keras does not take."""
    layer = WITHOUT_VARIABLES[use.symbol]
    parts = told(use, layer, lambda name, value: "" if name == "name" else text(value))
    inputs = text(arguments_of(use, layer)["inputs"])
    return f"{tf}.keras.layers.{layer.name}({', '.join(parts)})({inputs})"
