"""Whether a file decides which GPUs there are or how much of their memory is taken."""

from tfgpu_migrate.context import Context

_SETTERS = (
    "config.experimental.set_memory_growth",
    "config.experimental.set_virtual_device_configuration",
    "config.experimental.set_visible_devices",
    "config.gpu.set_per_process_memory_fraction",
    "config.gpu.set_per_process_memory_growth",
    "config.set_logical_device_configuration",
    "config.set_visible_devices",
)


def configures_gpus(context: Context) -> bool:
    """Tell whether the file calls a GPU setter of tf.config or writes a GPU field of a proto."""
    if context.index.of(*_SETTERS):
        return True
    paths = {path for decision in context.decisions for path in decision.proto.paths}
    return any(path.startswith(("gpu_options", "device_count")) for path in paths)
