"""Initializers of variables that layers make: objects of TensorFlow 2, and ops where they draw by a seed."""

from __future__ import annotations

import ast

from tfgpu_migrate.native.expressions import Surroundings, read
from tfgpu_migrate.native.facts import INITIAL_VALUES
from tfgpu_migrate.native.model import Refused
from tfgpu_migrate.native.spellings import Spellings

CONSTANT = "constant_initializer"
_STEADY = frozenset(("zeros_initializer", "ones_initializer"))
_GLOROT = frozenset(("glorot_uniform_initializer", "initializers.glorot_uniform"))
# What TensorFlow 1 draws where it is not told otherwise, and TensorFlow 2 does not (init_ops.py, 1.15).
_DEFAULTS = {
    "random_normal_initializer": {"stddev": "1.0"},
    "truncated_normal_initializer": {"stddev": "1.0"},
    "random_uniform_initializer": {"minval": "0", "maxval": "1.0"},
}
_NATIVE = {
    "random_normal_initializer": "random_normal_initializer",
    "truncated_normal_initializer": "keras.initializers.TruncatedNormal",
    "random_uniform_initializer": "random_uniform_initializer",
}


def initializer_text(node: ast.expr, parameter: str, around: Surroundings, spellings: Spellings) -> str:
    """What a layer of Keras is told instead of an initializer; empty where it does so anyway. Raises Refused."""
    if isinstance(node, ast.Constant) and node.value is None:
        return ""
    if isinstance(node, ast.Name) and node.id in around.initializers:
        return node.id
    call = node if isinstance(node, ast.Call) else None
    use = around.uses.get(id(call.func if call is not None else node))
    if use is None:
        raise Refused(node, f"the `{parameter}` is none that is known")
    around.seen.add(id(use.node))
    given = [*call.args, *(one.value for one in call.keywords)] if call is not None else []
    if any(not read(one, around).is_plain for one in given):
        raise Refused(node, f"the `{parameter}` is made of tensors")
    tf = spellings.tf
    if use.symbol in _STEADY and not given:
        return f"{tf}.{use.symbol}()"
    if use.symbol in _GLOROT and not given and use.namespace in ("", "compat.v1"):
        return "" if parameter == "kernel_initializer" else f"{tf}.keras.initializers.GlorotUniform()"
    if use.symbol == CONSTANT and call is not None:
        return constant_text(call, spellings)
    if use.symbol in _DEFAULTS:
        return _drawing(call, use.symbol, parameter, spellings, is_old=use.namespace == "compat.v1")
    raise Refused(node, f"`{use.written}` as `{parameter}` is not followed")


def constant_text(call: ast.Call, spellings: Spellings) -> str:
    """`tf.constant_initializer(value)`. Raises Refused for other arguments."""
    given = [one.arg for one in call.keywords]
    if len(call.args) + len(given) != 1 or given not in ([], ["value"]):
        raise Refused(call, "a constant initializer is given more than a value")
    value = call.args[0] if call.args else call.keywords[0].value
    return f"{spellings.tf}.{CONSTANT}({spellings.text(value)})"


def _drawing(call: ast.Call | None, symbol: str, parameter: str, spellings: Spellings, *, is_old: bool) -> str:
    """An initializer that draws: with a seed, the op that draws the same."""
    known = INITIAL_VALUES[symbol]
    given = dict(zip(known.parameters, call.args, strict=False)) if call is not None else {}
    given |= {one.arg or "**": one.value for one in call.keywords} if call is not None else {}
    if set(given) - set(known.parameters) or (call is not None and len(call.args) > len(known.parameters)):
        raise Refused(call, f"the `{parameter}` is given more than what it draws of")
    if not is_old and not set(known.natively_needs) <= set(given):
        raise Refused(call, f"the `{parameter}` is that of TensorFlow 2, with other defaults")
    texts = {name: spellings.text(value) for name, value in given.items()}
    seed = given.get("seed")
    if seed is not None and not (isinstance(seed, ast.Constant) and seed.value is None):
        arguments = "".join(f", {name}={text}" for name, text in texts.items())
        return f"lambda shape, dtype=None: {spellings.tf}.{known.function}(shape{arguments})"
    texts = {**_DEFAULTS[symbol], **{name: text for name, text in texts.items() if name != "seed"}}
    ordered = [f"{name}={texts[name]}" for name in known.parameters if name in texts]
    return f"{spellings.tf}.{_NATIVE[symbol]}({', '.join(ordered)})"
