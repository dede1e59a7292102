"""For which dtypes a variable has no kernel on the GPU, and which kind of variable a call makes."""

from typing import NamedTuple

from tfgpu_migrate.context import Context
from tfgpu_migrate.index.uses import Use


class Maker(NamedTuple):
    """A call that makes a variable: the positions of its dtype and of its first value, and that value's keyword."""

    dtype: int
    value: int
    keyword: str


# Source: signatures of tf.Variable (2.21.0), of tf.compat.v1.Variable and of tf.compat.v1.get_variable.
_GET = Maker(2, 3, "initializer")
_NO_VALUE = 99  # a Keras variable is a float whatever its first value is
MAKERS = {
    "Variable": Maker(6, 0, "initial_value"),
    "get_local_variable": _GET,
    "get_variable": _GET,
    "keras.backend.variable": Maker(1, _NO_VALUE, ""),
}
VARIABLE_V1 = Maker(7, 0, "initial_value")

# Variable, assignment and read placed by TensorFlow 2.21.0's own placer on a machine with a GPU: these go to the CPU.
# Every other dtype goes to the GPU, int64 included.
RESOURCE = frozenset(("int32", "string", "qint8", "qint32", "float8_e5m2", "float8_e4m3fn"))
REF = frozenset("int16 int32 int8 qint32 qint8 string uint16 uint64 uint8 variant".split())


def maker(use: Use) -> Maker:
    """Tell where the call reads its dtype and first value."""
    v1 = use.symbol == "Variable" and use.namespace == "compat.v1"
    return VARIABLE_V1 if v1 else MAKERS[use.symbol]


def without_gpu_kernel(use: Use, context: Context, use_resource: object) -> frozenset[str]:
    """Give the dtypes that the variable made here cannot have on a GPU, under TensorFlow 2.

    `use_resource` is the argument of that name: a literal, None where it is not given, else anything. Variables are
    resource variables where `disable_v2_behavior()` was not called, and `tf.Variable` under that name always is one (in
    graph code the fix makes it the one of compat.v1).
    """
    if use_resource is True or not context.is_graph_file:
        return RESOURCE
    if use_resource is False:
        return REF
    uncertain = use_resource is not None or context.index.of(*_RESOURCE_SWITCHES)
    return RESOURCE & REF if uncertain else REF


# With one of these in the file its variables may be of the other kind.
_RESOURCE_SWITCHES = (
    "disable_eager_execution",
    "disable_resource_variables",
    "enable_resource_variables",
    "python.framework.ops.disable_eager_execution",
)
