"""The setters of tf.config that must run before the runtime starts, and what they say when they do not."""

# Setter: what it says once the runtime runs. Source: tensorflow/python/eager/context.py, 2.21.0; each was seen.
_PHYSICAL = "Physical devices cannot be modified after being initialized"
_VISIBLE = "Visible devices cannot be modified after being initialized"
_VIRTUAL = "Virtual devices cannot be modified after being initialized"
_THREADS = "{} op parallelism cannot be modified after initialization."
SETTERS = {
    "config.experimental.set_memory_growth": _PHYSICAL,
    "config.experimental.set_virtual_device_configuration": _VIRTUAL,
    "config.experimental.set_visible_devices": _VISIBLE,
    "config.set_logical_device_configuration": _VIRTUAL,
    "config.set_visible_devices": _VISIBLE,
    "config.threading.set_inter_op_parallelism_threads": _THREADS.format("Inter"),
    "config.threading.set_intra_op_parallelism_threads": _THREADS.format("Intra"),
}
