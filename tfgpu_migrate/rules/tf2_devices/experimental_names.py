"""TFM501 experimental-config-name."""

from collections.abc import Iterator

from tfgpu_migrate.context import Context
from tfgpu_migrate.edit.diagnostics import Applicability, Diagnostic, Fix, make_fix
from tfgpu_migrate.edit.reimport import reimport
from tfgpu_migrate.edit.rename import respell
from tfgpu_migrate.edit.statements import SharedLine
from tfgpu_migrate.index.uses import Use
from tfgpu_migrate.rules import rule

# One object under two names, the old one deprecated. Source: tensorflow/python/framework/config.py, 2.21.0.
STABLE = {
    "config.experimental.VirtualDeviceConfiguration": "config.LogicalDeviceConfiguration",
    "config.experimental.get_virtual_device_configuration": "config.get_logical_device_configuration",
    "config.experimental.get_visible_devices": "config.get_visible_devices",
    "config.experimental.list_logical_devices": "config.list_logical_devices",
    "config.experimental.list_physical_devices": "config.list_physical_devices",
    "config.experimental.set_virtual_device_configuration": "config.set_logical_device_configuration",
    "config.experimental.set_visible_devices": "config.set_visible_devices",
}
# Names of 2.0 alphas and 1.15 that no stable release has.
GONE = {
    "config.experimental_list_devices": "`[d.name for d in tf.config.list_logical_devices()]` gives the names",
    "config.gpu.set_per_process_memory_fraction": "give `tf.config.set_logical_device_configuration` a `memory_limit`",
    "config.gpu.set_per_process_memory_growth": "call `tf.config.experimental.set_memory_growth` for every GPU",
}
_PACKAGES = ("tensorflow.", "tensorflow.compat.v1.", "tensorflow.compat.v2.")
_PATHS = {package + old: package + new for package in _PACKAGES for old, new in STABLE.items()}


@rule("TFM501", "experimental-config-name", symbols=[*STABLE, *GONE], fix=Applicability.SAFE)
def experimental_config_name(use: Use, context: Context) -> Iterator[Diagnostic]:
    """Name of early TensorFlow 2 for device configuration that left `tf.config.experimental`.

    ## What it does
    Finds `tf.config.experimental.list_physical_devices`, `set_visible_devices`, `set_virtual_device_configuration` and
    the others that have a stable name since TensorFlow 2.1 or 2.4, in every import form, and `tf.config.gpu` and
    `tf.config.experimental_list_devices`, which are gone.

    ## Why is this bad
    The experimental names are aliases that may go with any release; the two others stop the script with
    `AttributeError: module 'tensorflow._api.v2.config' has no attribute 'gpu'`.

    ## Example
    ```python
    for gpu in tf.config.experimental.list_physical_devices("GPU"):
        tf.config.experimental.set_virtual_device_configuration(
            gpu, [tf.config.experimental.VirtualDeviceConfiguration(memory_limit=1024)]
        )
    ```

    ## Use instead
    ```python
    for gpu in tf.config.list_physical_devices("GPU"):
        tf.config.set_logical_device_configuration(
            gpu, [tf.config.LogicalDeviceConfiguration(memory_limit=1024)]
        )
    ```

    ## Fix safety
    Safe: it is the same object under its stable name. `set_memory_growth`, `get_memory_info`, `get_device_details` and
    the others that are still experimental stay.
    """
    if use.is_reported_at_import:
        return  # `from tensorflow.config.experimental import list_physical_devices`: the import is reported, once
    if use.symbol in GONE:
        yield context.report(use, "TFM501", f"`tf.{use.symbol}` is gone: {GONE[use.symbol]}")
    elif use.path in _PATHS:
        stable = STABLE[use.symbol]
        yield context.report(use, "TFM501", f"`tf.{use.symbol}` is `tf.{stable}` now", _fix(use, context))


def _fix(use: Use, context: Context) -> Fix | None:
    try:
        edits = reimport(context.index, use, _PATHS) if use.is_import else respell(context.index, use, _PATHS[use.path])
    except SharedLine:
        return None
    return make_fix("Use the stable name", edits) if edits else None
