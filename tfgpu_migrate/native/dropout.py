"""`tf.layers.dropout`, which keeps everything unless it is told that it trains."""

from __future__ import annotations

import ast
from collections.abc import Callable

from tfgpu_migrate.index.uses import Use
from tfgpu_migrate.native.model import Refused

DROPOUT = "layers.dropout"
_PARAMETERS = ("inputs", "rate", "noise_shape", "seed", "training", "name")


def dropout_text(use: Use, call: ast.Call, tf: str, text: Callable[[ast.AST], str]) -> str:
    """The native expression. Raises Refused.

    A graph draws only while it trains (`smart_cond` in layers/core.py, 1.15). With a rate of 0 the native op draws
    too, and keeps everything: the same where the numbers have no seed.
    """
    given = dict(zip(_PARAMETERS, call.args, strict=False))
    given |= {one.arg: one.value for one in call.keywords if one.arg}
    if "inputs" not in given or set(given) - set(_PARAMETERS) or "noise_shape" in given:
        raise Refused(call, f"`{use.written}` is given more than inputs, a rate, a seed and whether it trains")
    inputs = text(given["inputs"])
    trains = given.get("training", ast.Constant(value=False))
    if isinstance(trains, ast.Constant) and not trains.value:
        return inputs if isinstance(given["inputs"], (ast.Name, ast.Call)) else f"({inputs})"
    rate = text(given["rate"]) if "rate" in given else "0.5"
    if isinstance(given.get("rate"), ast.Constant) and "." not in rate and "e" not in rate:
        rate += ".0"
    seed = f", seed={text(given['seed'])}" if "seed" in given else ""
    if not isinstance(trains, ast.Constant):
        if seed:
            raise Refused(call, f"`{use.written}` has a seed, and draws only in some runs")
        rate = f"{tf}.where({text(trains)}, {rate}, 0.0)"
    return f"{tf}.nn.dropout({inputs}, rate={rate}{seed})"
