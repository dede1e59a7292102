"""Whether a file decides which GPUs there are or how much of their memory is taken."""

from tfgpu_migrate.context import Context
from tfgpu_migrate.placement.setters import OF_DEVICES

# Names of 2.0 alphas, which the author meant for the same.
_EARLY = ("config.gpu.set_per_process_memory_fraction", "config.gpu.set_per_process_memory_growth")


def configures_gpus(context: Context) -> bool:
    """Tell whether the file calls a GPU setter of tf.config or writes a GPU field of a proto."""
    if context.index.of(*OF_DEVICES, *_EARLY):
        return True
    paths = {path for decision in context.decisions for path in decision.proto.paths}
    return any(path.startswith(("gpu_options", "device_count")) for path in paths)
