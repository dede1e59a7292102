"""TFM307 device-count."""

from typing import Any

from tfgpu_migrate.edit.fragment import Expression
from tfgpu_migrate.proto.fields import GROWTH, VISIBLE, Keep, Lines, Say
from tfgpu_migrate.proto.life import Write
from tfgpu_migrate.rules import field


@field("TFM307", "device-count", "device_count", setter="tf.config.set_visible_devices", per_session=False)
def device_count(write: Write, say: Say) -> Lines | Keep:
    """`device_count`, which TensorFlow 2 says with visible and logical devices.

    ## What it does
    Finds `device_count` in a `ConfigProto`. A number of GPUs becomes a slice of the physical ones, which needs no
    test for a machine that has fewer; `{"GPU": 0}` hides them all; a number of CPUs becomes logical devices.

    ## Why is this bad
    `tf.ConfigProto` is gone. `device_count={"GPU": 0}` is how scripts stayed off the GPU: without it they take its
    memory.

    ## Example
    ```python
    sess = tf.Session(config=tf.ConfigProto(device_count={"GPU": 0}))
    ```

    ## Use instead
    ```python
    tf.config.set_visible_devices([], "GPU")
    sess = tf.compat.v1.Session()
    ```

    ## Fix safety
    Safe. `{"CPU": 1}` is the default and writes nothing. Beside `allow_growth` logical CPUs are reported and left:
    TensorFlow 2 then drops growth on all GPUs.
    """
    pairs = [(write.key, write.value)] if write.key else _pairs(write.value)
    if pairs is None:
        return Keep(f"device_count={write.value.text} is filled at run time")
    lines: list[str] = []
    for kind, number in pairs:
        made = _gpus(number, say) if kind == "GPU" else _cpus(number, say) if kind == "CPU" else None
        if made is None:
            beside = " beside growth, which logical CPUs switch off" if kind == "CPU" and GROWTH in say.beside else ""
            return Keep(f'device_count["{kind}"] = {number.text} cannot be said in tf.config{beside}')
        lines += made
    return tuple(lines)


def _gpus(number: Expression, say: Say) -> Lines | None:
    if VISIBLE in say.beside or (number.is_literal and not (isinstance(number.literal, int) and number.literal >= 0)):
        return None
    none = number.literal == 0
    devices = "[]" if none else f"{say.devices}[:{number.text}]"
    return (f"{say.tf}.config.set_visible_devices({devices}, {say.string('GPU')})",)


def _cpus(number: Expression, say: Say) -> Lines | None:
    if number.literal == 1:
        return ()
    known = number.literal if number.is_literal else 1
    if not isinstance(known, int) or known < 1 or GROWTH in say.beside or not (number.is_literal or number.dotted):
        return None
    logical = f"[{say.tf}.config.LogicalDeviceConfiguration()] * {number.text}"
    return (
        f"{say.cpu} = {say.physical('CPU')}[0]",
        f"{say.tf}.config.set_logical_device_configuration({say.cpu}, {logical})",
    )


def _pairs(value: Expression) -> list[tuple[Any, Expression]] | None:
    """The entries of a dict display or of `dict(GPU=0)`; None where the keys are not literals."""
    import libcst as cst

    node: Any = value.node
    if isinstance(node, cst.Dict):
        elements = [one for one in node.elements if isinstance(one, cst.DictElement)]
        keys = [value.fragment.part(one.key).literal for one in elements]
        if len(elements) == len(node.elements) and all(isinstance(key, str) for key in keys):
            return [(key, value.fragment.part(one.value)) for key, one in zip(keys, elements, strict=True)]
    call = value.call
    if call is None or value.fragment.code(node.func) != "dict" or not all(one.keyword for one in call.arguments):
        return None
    return [(one.keyword, one.value) for one in call.arguments]
