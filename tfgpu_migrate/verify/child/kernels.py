"""Which kernels this TensorFlow has for an op, as its own registry says.

The registry is asked twice: while a script runs on pretended GPUs, for the device that an eager op would have; and
afterwards, for the reason why an op is not on a GPU, and for the memory that its output is in.
"""

from __future__ import annotations

from functools import cache
from typing import Any, NamedTuple

from .modules import tensorflow
from .names import index_of, requested

# Numbers of core/framework/types.proto.
INT32, STRING, RESOURCE, VARIANT = 3, 7, 20, 21
HOST_TYPES = (
    INT32,
    STRING,
)  # values of these are in host memory, and as arguments on the CPU (GetDeviceForInput, 2.21)
Types = tuple[tuple[str, int | tuple[int, ...]], ...]

# Ops that do not follow a resource input although they have GPU kernels. TensorFlow's InputColocationExemptionRegistry
# cannot be listed from Python; this one was seen in the input pipeline of MirroredStrategy, so there may be others.
FOLLOWS_NO_INPUT = frozenset({"GeneratorDataset"})


class Kernel(NamedTuple):
    """One registered kernel: the types it takes, by attribute, and the arguments it has in host memory."""

    types: tuple[tuple[str, frozenset[int]], ...]
    host_arguments: frozenset[str]
    priority: int


@cache
def op_def(op: str) -> Any:
    """The definition of an op; None for the name of a function."""
    return tensorflow("python.framework.op_def_registry").get(op)


@cache
def _registered(op: str) -> dict[str, list[Kernel]]:
    found: dict[str, list[Kernel]] = {}
    for kernel in tensorflow("python.framework.kernels").get_registered_kernels_for_op(op).kernel:
        if not kernel.label:  # one with a label is taken only by ops that ask for it
            types = tuple((each.name, frozenset(each.allowed_values.list.type)) for each in kernel.constraint)
            one = Kernel(types, frozenset(kernel.host_memory_arg), kernel.priority)
            found.setdefault(kernel.device_type, []).append(one)
    return found


@cache
def gpu_kernel(op: str, types: Types) -> Kernel | None:
    """The kernel that a GPU has for an op with these types: its own, else the one for any device."""
    registered = _registered(op)
    for device in ("GPU", "DEFAULT"):
        for kernel in registered.get(device, ()):
            if _fits(kernel, dict(types)):
                return kernel
    return None


def _fits(kernel: Kernel, types: dict[str, int | tuple[int, ...]]) -> bool:
    for name, allowed in kernel.types:
        given = types.get(name)
        if given is not None and not allowed.issuperset(given if isinstance(given, tuple) else (given,)):
            return False
    return True


@cache
def prefers_cpu(op: str) -> bool:
    """Whether the CPU kernel has the higher priority: some twenty ops of tf.data (Optional*, Iterator*, ...)."""
    registered = _registered(op)
    gpu = [kernel.priority for kernel in registered.get("GPU", registered.get("DEFAULT", []))]
    cpu = [kernel.priority for kernel in registered.get("CPU", [])]
    return bool(gpu and cpu) and max(cpu) > max(gpu)


def has_gpu_kernel(op: str) -> bool:
    """Whether a GPU has a kernel of the op for any type."""
    return "GPU" in _registered(op) or "DEFAULT" in _registered(op)


def is_gpu_build() -> bool:
    """Whether the registry says anything about GPUs: that of a CPU-only build does not."""
    return "GPU" in _registered("MatMul")


def choose(op: str, types: Types, asked: str, gpus: int) -> str:
    """The device of an op that follows no other (core/common_runtime/eager/execute.cc), softly placed."""
    wanted = requested(asked)
    if wanted.startswith("CPU") or not gpus or gpu_kernel(op, types) is None:
        return "CPU:0"
    if not wanted.startswith("GPU"):
        return "CPU:0" if prefers_cpu(op) else "GPU:0"
    index = index_of(wanted)
    return f"GPU:{index if index < gpus else 0}"


def memory(op: str, types: Types, device: str, is_eager: bool) -> str:
    """`device` or `host`: where the first output of an op is; "" for one without outputs, or whose output is a handle.

    An eager op runs as a function of one op, which moves outputs from the host to the GPU, except those of types that
    live on the host only (seen in `backing_device` of 2.21).
    """
    definition = op_def(op)
    if definition is None or not definition.output_arg:
        return ""
    if not device.startswith("GPU"):
        return "host"
    kernel, output, dtype = gpu_kernel(op, types), definition.output_arg[0], output_type(op, types)
    first = (dtype or (0,))[0] if isinstance(dtype, tuple) else dtype
    if first in (RESOURCE, VARIANT):  # a handle says nothing about the memory of what it leads to
        return ""
    on_host = kernel is not None and output.name in kernel.host_arguments
    return "host" if on_host and (not is_eager or first in HOST_TYPES) else "device"


def output_type(op: str, types: Types) -> int | tuple[int, ...]:
    """The type of the first output of an op, or the types of a list of outputs; 0 where there is none."""
    definition, given = op_def(op), dict(types)
    if definition is None or not definition.output_arg:
        return 0
    output = definition.output_arg[0]
    return output.type or given.get(output.type_attr) or given.get(output.type_list_attr) or 0


def types_of(node: Any) -> Types:
    """The type attributes of a NodeDef."""
    return tuple(
        sorted(
            (name, each.type or tuple(each.list.type))
            for name, each in node.attr.items()
            if each.type or each.list.type
        )
    )


def dtype_name(op: str, types: Types) -> str:
    """The type that a kernel of the op is chosen by, as TensorFlow calls it; "" for an op without one."""
    given = dict(types)
    definition = op_def(op)
    outputs = [each.type_attr for each in definition.output_arg] if definition is not None else []
    for name in ("dtype", *outputs, "T", *given):
        number = given.get(name)
        if isinstance(number, int) and number:
            return str(tensorflow("python.framework.dtypes").as_dtype(number).name)
    return ""
