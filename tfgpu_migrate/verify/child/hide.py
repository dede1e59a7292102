"""A machine's GPUs, hidden from the TensorFlow of this process, for the CPU run of `--compare-cpu`.

CUDA_VISIBLE_DEVICES=-1, which the parent process sets, is not enough: a script may set it to something else, and
pluggable devices do not read it. So GPUs are not in what TensorFlow lists, and no ConfigProto creates one: a
`device_count` of 0 is what every device factory obeys (TensorFlow 2.21, common_runtime/{gpu/gpu_device.cc,
pluggable_device/pluggable_device_factory.cc}). Python sources: eager/context.py, client/{session,device_lib}.py.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from .modules import tensorflow


def install() -> None:
    """Take the GPUs away; nothing has started the runtime yet."""
    context = tensorflow("python.eager.context")
    runtime = context.pywrap_tfe
    for lister in ("TF_ListPhysicalDevices", "TF_ListPluggablePhysicalDevices"):
        setattr(runtime, lister, _without_gpus(getattr(runtime, lister)))
    _doors(runtime)
    if context.context()._physical_devices is not None:
        context.context().reinitialize_physical_devices()


def _without_gpus(listed: Callable[[], list[bytes]]) -> Callable[[], list[bytes]]:
    return lambda: [device for device in listed() if b":GPU:" not in device]


def _doors(runtime: Any) -> None:
    """The places where a ConfigProto creates devices: the eager runtime, sessions, and the old list of devices."""
    config_class = tensorflow("core.protobuf.config_pb2").ConfigProto
    session, device_lib = tensorflow("python.client.session").tf_session, tensorflow("python.client.device_lib")
    set_config, new_options = runtime.TFE_ContextOptionsSetConfig, session.TF_NewSessionOptions
    local_devices = device_lib.list_local_devices

    def on_cpus(config: Any) -> Any:
        passed = config_class()
        passed.CopyFrom(config or config_class())
        passed.device_count["GPU"] = 0
        return passed

    def context_options(options: Any, serialized: bytes) -> Any:
        return set_config(options, on_cpus(config_class.FromString(serialized)).SerializeToString())

    def session_options(target: Any = None, config: Any = None) -> Any:
        return new_options(target=target, config=on_cpus(config))

    def list_local_devices(session_config: Any = None) -> list[Any]:
        found: list[Any] = local_devices(on_cpus(session_config))
        return found

    runtime.TFE_ContextOptionsSetConfig = context_options
    session.TF_NewSessionOptions = session_options
    device_lib.list_local_devices = list_local_devices
