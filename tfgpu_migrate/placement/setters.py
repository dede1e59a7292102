"""The functions of tf.config for devices by all their names, and what late setters say."""

# Each under its stable name and the older one. Source: tensorflow/python/framework/config.py, 2.21.0.
PHYSICAL_LISTS = ("config.experimental.list_physical_devices", "config.list_physical_devices")
LOGICAL_LISTS = ("config.experimental.list_logical_devices", "config.list_logical_devices")
VISIBLE_LISTS = ("config.experimental.get_visible_devices", "config.get_visible_devices")

GROWTH = "config.experimental.set_memory_growth"
LOGICAL = ("config.experimental.set_virtual_device_configuration", "config.set_logical_device_configuration")
VISIBLE = ("config.experimental.set_visible_devices", "config.set_visible_devices")

# Setter: what it says once the runtime runs. Source: tensorflow/python/eager/context.py, 2.21.0; each was seen.
OF_DEVICES = {
    GROWTH: "Physical devices cannot be modified after being initialized",
    **dict.fromkeys(LOGICAL, "Virtual devices cannot be modified after being initialized"),
    **dict.fromkeys(VISIBLE, "Visible devices cannot be modified after being initialized"),
}
_LATE_THREADS = "{} op parallelism cannot be modified after initialization."
THREADS = {
    "config.threading.set_inter_op_parallelism_threads": _LATE_THREADS.format("Inter"),
    "config.threading.set_intra_op_parallelism_threads": _LATE_THREADS.format("Intra"),
}
SETTERS = {**OF_DEVICES, **THREADS}
