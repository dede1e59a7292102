"""The dtype of a variable, as far as its call tells it."""

from collections.abc import Callable
from typing import Any, NamedTuple

from tfgpu_migrate.edit.fragment import NOT_LITERAL, CallArgument, Expression, Fragment

Resolve = Callable[[Expression], str]  # the TensorFlow symbol that a name or attribute chain means, else ""

_NUMPY = ("np.", "numpy.")
_NOWHERE = 99
_INT32 = range(-(2**31), 2**31)


class Builder(NamedTuple):
    """A call that makes a tensor: the position of its dtype, the dtype it has by default ("": that of its value)."""

    position: int
    default: str


# Source: signatures of TensorFlow 1.15.5 and 2.21.0.
BUILDERS = {
    "cast": Builder(1, ""),
    "constant": Builder(1, ""),
    "fill": Builder(_NOWHERE, ""),
    "ones": Builder(1, "float32"),
    "random.uniform": Builder(3, "float32"),
    "random_uniform": Builder(3, "float32"),
    "range": Builder(3, ""),
    "zeros": Builder(1, "float32"),
}
# The arguments whose values tell the dtype where none is written, by keyword and position.
_VALUE_TELLS = {
    "constant": (("value", 0),),
    "fill": (("value", 1),),
    "range": (("start", 0), ("limit", 1), ("delta", 2)),
}
# Where functions of numpy take their dtype (numpy 2.2); the others only by its name.
_NUMPY_DTYPE = {"array": 1, "asarray": 1, "empty": 1, "full": 2, "ones": 1, "zeros": 1}
_NUMPY_SCALARS = frozenset("bool_ int8 int16 int32 int64 uint8 uint16 uint32 uint64 float16 float32 float64".split())


def given(call: Fragment, keyword: str, position: int) -> Expression | None:
    """Give an argument of a call; None where it is not given or a star hides what is."""
    arguments = call.arguments
    if any(one.star for one in arguments):
        return None
    named: CallArgument | None = next((one for one in arguments if one.keyword == keyword), None)
    positional = [one for one in arguments if one.keyword is None]
    if named is None and position < len(positional):
        named = positional[position]
    return named.value if named else None


def written_dtype(value: Expression, resolve: Resolve) -> str:
    """Give the dtype that `tf.int32`, `"int32"` or `np.int32` names; "" for anything else."""
    if isinstance(value.literal, str):
        return value.literal
    if value.dotted.startswith(_NUMPY):
        return value.dotted.partition(".")[2].removesuffix("_")
    symbol = resolve(value).removeprefix("dtypes.")
    return symbol if "." not in symbol else ""


def value_dtype(value: Expression, resolve: Resolve) -> str:
    """Give the dtype of a first value: of a literal, or of a call that says it; "" where it cannot be seen."""
    literal = _literal_dtype(value.literal)
    if literal:
        return literal
    call = value.call
    if call is None:
        return ""
    name = call.function
    builder = BUILDERS.get(resolve(name))
    if name.dotted.startswith(_NUMPY):
        return _numpy_dtype(name.dotted.partition(".")[2], call, resolve)
    if builder is None:
        return ""
    written = given(call, "dtype", builder.position)
    if written is not None:
        return written_dtype(written, resolve)
    told = [given(call, *argument) for argument in _VALUE_TELLS.get(resolve(name), ())]
    literals = [one.literal for one in told if one is not None]
    return _literal_dtype(literals) if literals else builder.default


def _numpy_dtype(function: str, call: Fragment, resolve: Resolve) -> str:
    """The dtype of `np.zeros(3, np.int32)`, `np.int32(3)`; "" where none is written."""
    if function in _NUMPY_SCALARS:
        return function.removesuffix("_")
    written = given(call, "dtype", _NUMPY_DTYPE.get(function, _NOWHERE))
    return written_dtype(written, resolve) if written is not None else ""


def _literal_dtype(value: Any) -> str:
    """Give the dtype that TensorFlow makes of a Python value (tf.convert_to_tensor, 2.21.0)."""
    leaves = list(_leaves(value))
    kinds = {type(leaf) for leaf in leaves}
    if kinds == {bool}:
        return "bool"
    if kinds in ({str}, {bytes}):
        return "string"
    if kinds == {int} and all(leaf in _INT32 for leaf in leaves):
        return "int32"
    return "float32" if kinds and kinds <= {int, float} and float in kinds else ""


def _leaves(value: Any) -> Any:
    if isinstance(value, list):
        for one in value:
            yield from _leaves(one)
    else:
        yield value if value is not NOT_LITERAL else None
