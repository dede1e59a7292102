"""TFM301 memory-growth."""

from tfgpu_migrate.proto.fields import FRACTION, GROWTH, Keep, Lines, Say
from tfgpu_migrate.proto.life import Write
from tfgpu_migrate.rules import field


@field("TFM301", "memory-growth", GROWTH, setter="tf.config.experimental.set_memory_growth", per_session=False)
def memory_growth(write: Write, say: Say) -> Lines | Keep:
    """`gpu_options.allow_growth`, which TensorFlow 2 sets for each GPU.

    ## What it does
    Finds `allow_growth` in a `ConfigProto` and sets it with `tf.config.experimental.set_memory_growth`, in a loop
    that is right for no GPU, one and many.

    ## Why is this bad
    `tf.ConfigProto` is gone. Where the proto was renamed to `tf.compat.v1.ConfigProto`, a `compat.v1` session still
    obeys it, but Keras and eager code do not: the process takes all the memory of every GPU.

    ## Example
    ```python
    config = tf.ConfigProto()
    config.gpu_options.allow_growth = True
    sess = tf.Session(config=config)
    ```

    ## Use instead
    ```python
    for gpu in tf.config.list_physical_devices("GPU"):
        tf.config.experimental.set_memory_growth(gpu, True)
    sess = tf.compat.v1.Session()
    ```

    ## Fix safety
    Safe. The loop stands where the field was written, so it runs when the write ran; a value that calls something
    becomes a condition above the loop, so that it is computed once. Growth must agree on all visible
    GPUs; the loop sets all. Beside a memory fraction TensorFlow 2 would drop growth, so there the fix sets
    `TF_FORCE_GPU_ALLOW_GROWTH`, the variable that TensorFlow documents for it.
    """
    value = write.value
    if value.is_literal and not value.literal and not say.explicit:
        return ()
    once = value.is_literal or value.only_reads
    if not once and (say.explicit or "\n" in value.text):
        return Keep(f"`allow_growth={value.text}` is computed: give it a name first, so that it is computed once")
    if FRACTION in say.beside and say.settings.gpu_memory_mb is None:
        return _by_environment(write, say)
    grows = value.text if once and not value.is_literal else str(not once or bool(value.literal))
    setter = f"{say.tf}.config.experimental.set_memory_growth({say.gpu}, {grows})"
    loop = f"for {say.gpu} in {say.devices}:", f"{say.indent}{setter}"
    return loop if once else (f"if {value.text}:", *(f"{say.indent}{line}" for line in loop))


def _by_environment(write: Write, say: Say) -> Lines | Keep:
    if write.value.is_literal and not write.value.literal:
        return Keep("growth is switched off again beside a memory fraction: decide on one of them")
    say.needs.add("os")
    name, true = say.string("TF_FORCE_GPU_ALLOW_GROWTH"), say.string("true")
    line = f"os.environ.setdefault({name}, {true})"
    return (line,) if write.value.is_literal else (f"if {write.value.text}:", f"{say.indent}{line}")
