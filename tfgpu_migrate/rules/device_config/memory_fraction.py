"""TFM302 memory-fraction."""

from tfgpu_migrate.proto.fields import FRACTION, Keep, Lines, Say
from tfgpu_migrate.proto.helper import NAME
from tfgpu_migrate.proto.life import Write
from tfgpu_migrate.rules import field


@field("TFM302", "memory-fraction", FRACTION, setter="tf.config.set_logical_device_configuration", per_session=False)
def memory_fraction(write: Write, say: Say) -> Lines | Keep:
    """`gpu_options.per_process_gpu_memory_fraction`, for which TensorFlow 2 has no setter.

    ## What it does
    Finds the memory fraction in a `ConfigProto` and caps each GPU at that share of its memory with
    `tf.config.set_logical_device_configuration`, which takes megabytes. The fix writes one helper per file that asks
    the CUDA driver for the size of each GPU; with the setting `gpu-memory-mb` it writes that literal instead.

    ## Why is this bad
    `tf.ConfigProto` is gone, and without the cap the process takes all the memory of every GPU.

    ## Example
    ```python
    options = tf.GPUOptions(per_process_gpu_memory_fraction=0.4)
    sess = tf.Session(config=tf.ConfigProto(gpu_options=options))
    ```

    ## Use instead
    ```python
    limit_gpu_memory(0.4)  # written by the fix, once per file
    sess = tf.compat.v1.Session()
    ```

    ## Fix safety
    Safe. The driver's ordinals and totals are those that TensorFlow 1 multiplied, whatever `CUDA_VISIBLE_DEVICES` and
    `CUDA_DEVICE_ORDER` say; nothing has to be installed. On a GPU without the CUDA driver (ROCm, Metal) the call raises
    `OSError` instead of running without a cap. A fraction above 1 (unified memory) is reported and left.
    """
    value = write.value
    if value.literal == 0 and not say.explicit:
        return ()
    if value.is_literal and not (isinstance(value.literal, (int, float)) and 0 < value.literal <= 1):
        return Keep(f"a memory fraction of {value.text} means unified memory, which tf.config cannot say")
    if (megabytes := say.settings.gpu_memory_mb) is not None:
        limit = f"{say.tf}.config.LogicalDeviceConfiguration(memory_limit={megabytes})"
        setter = f"{say.tf}.config.set_logical_device_configuration({say.gpu}, [{limit}])"
        return f"for {say.gpu} in {say.devices}:", f"{say.indent}{setter}"
    say.needs.add(NAME)
    return (f"{NAME}({value.text})",)
