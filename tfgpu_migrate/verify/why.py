"""Why an op is where it is, in one sentence: what it asked for, and what TensorFlow made of that."""

from __future__ import annotations

from tfgpu_migrate.verify.child.rows import COLOCATED, HOST_ONLY, NO_KERNEL, NO_SUCH_GPU, REFUSED
from tfgpu_migrate.verify.result import Op

_CAUSES = {
    NO_KERNEL: "there is no GPU kernel of it for {dtype}",
    HOST_ONLY: "TensorFlow has no GPU kernel of it for any type",
    COLOCATED: "it shares the device of {culprit}",
    NO_SUCH_GPU: "that GPU is not there",
}


def why(op: Op, gpus: int) -> str:
    """The sentence. `gpus`: how many the script had."""
    if op.cause == REFUSED:
        asked = f"Asked for {op.asked}" if op.asked else "No device was asked for"
        return f"{asked}; soft placement is off, so TensorFlow raises: {op.culprit or 'there is no such kernel'}."
    if op.cause:
        cause = _CAUSES[op.cause].format(dtype=op.dtype or "its values", culprit=op.culprit or "another op")
        is_on = "is on" if op.how == "observed" else "would be on"
        return f"Asked for {op.asked} and {is_on} {op.device}: {cause}."
    if op.is_on_gpu and op.memory == "host":
        return f"{_asked(op)}; TensorFlow keeps {op.dtype or 'its values'} of a GPU in host memory."
    if op.is_on_gpu:
        return f"{_asked(op)}; there is a GPU kernel for it."
    if op.asked:
        return f"{_asked(op)}."
    return "No device was asked for; TensorFlow put it here." if gpus else "There is no GPU."


def _asked(op: Op) -> str:
    return f"Asked for {op.asked}" if op.asked else "No device was asked for"
