"""Where the placer puts a variable of each type, its first assignment and its read, under `/gpu:0`.

    python -m tests.verify_bed.truth

prints JSON: kind of variable -> type -> `GPU`, `CPU`, or the start of TensorFlow's error.
"""

from __future__ import annotations

import json
import os
import sys
from typing import Any

from tfgpu_migrate.verify.child.modules import tensorflow
from tfgpu_migrate.verify.child.placer import Placer
from tfgpu_migrate.verify.child.refusals import Refused

TYPES = (
    "float16 float32 float64 bfloat16 int64 complex64 complex128 bool int8 int16 uint8 uint16 uint32 uint64 int32 "
    "string qint8 qint32 variant int4 float8_e5m2 float8_e4m3fn"
).split()
# Kind -> the ops that make, assign and read one; the read of a VariableV2 is an Identity.
KINDS = {
    "VariableV2": ("VariableV2", "Assign", "Identity", "T"),
    "VarHandleOp": ("VarHandleOp", "AssignVariableOp", "ReadVariableOp", "dtype"),
}


def graph_of(kind: str, dtype: str) -> Any:
    """A variable with its assignment and read, all of them on `/gpu:0`."""
    number = tensorflow("python.framework.dtypes").as_dtype(dtype).as_datatype_enum
    make, assign, read, attribute = KINDS[kind]
    graph = tensorflow("core.framework.graph_pb2").GraphDef()

    def node(op: str, name: str, inputs: tuple[str, ...], *attributes: str, device: str = "/device:GPU:0") -> Any:
        made = graph.node.add(op=op, name=name, input=inputs, device=device)
        for each in attributes:
            made.attr[each].type = number
        return made

    node("Placeholder", "value", (), "dtype", device="/device:CPU:0").attr["shape"].shape.unknown_rank = True
    node(make, "variable", (), "dtype").attr["shape"].shape.CopyFrom(
        tensorflow("python.framework.tensor_shape").TensorShape([1]).as_proto()
    )
    node(assign, "assign", ("variable", "value"), attribute)
    node(read, "read", ("variable",), attribute)
    return graph


def device(placer: Placer, kind: str, dtype: str, soft: bool) -> str:
    """Where the variable goes; of one that does not, what TensorFlow says."""
    try:
        return placer.place(graph_of(kind, dtype), soft=soft)["variable"][1].partition(":")[0]
    except (Refused, ValueError) as error:
        return str(error).partition(":")[0][:60]


def main() -> None:
    """Print the table, with soft placement and without."""
    placer = Placer(1)
    table = {
        kind: {dtype: [device(placer, kind, dtype, soft) for soft in (True, False)] for dtype in TYPES}
        for kind in KINDS
    }
    sys.stdout.write(json.dumps(table) + "\n")
    sys.stdout.flush()
    os._exit(0)


if __name__ == "__main__":
    main()
