"""A machine with GPUs, pretended to the TensorFlow of this process.

The cards are physical devices to the Python code of `tf.config`, so every check and every error text of it is
TensorFlow's own. Where the runtime starts, each logical GPU becomes one more CPU device, and runs what is sent to it:
results are right, names of devices are translated (`border.py`), and tensors know which device they are on.

Python sources: tensorflow/python/{eager/context.py, client/session.py, client/device_lib.py}, 2.21; 1.15 is the same at
these places, with one module for all that is C++, and fewer questions to a device.
"""

from __future__ import annotations

from typing import Any

from . import effective
from .cards import Driver
from .modules import tensorflow
from .names import Names


class Machine:
    """The cards, and the names of their devices."""

    def __init__(self, driver: Driver, names: Names) -> None:
        self.driver = driver
        self.names = names
        self.starts: list[effective.Start] = []  # what the script's runtimes were given, in order
        self._context: Any = tensorflow("python.eager.context")
        self._runtime: Any = getattr(self._context, "pywrap_tfe", None) or self._context.pywrap_tensorflow
        self._config: Any = tensorflow("core.protobuf.config_pb2").ConfigProto
        self._session: Any = tensorflow("python.client.session")
        self._errors: Any = tensorflow("python.framework.errors")

    def install(self) -> None:
        """Put the pretended cards in the place of the real ones."""
        self._physical_devices()
        self._doors()
        self._logical_devices()
        self._sessions()
        self._local_devices()

    def finish(self) -> None:
        """At the end of a script that started no runtime: note how it would have. Raises what TensorFlow raises."""
        if not self.starts:
            self._note("exit", self._context.context().config)

    @property
    def has_started(self) -> bool:
        """Whether the eager runtime runs, after which nothing about devices changes any more."""
        context = self._context._context
        return context is not None and context._context_handle is not None

    def _physical_devices(self) -> None:
        runtime = self._runtime
        listed = runtime.TF_ListPhysicalDevices
        described: Any = getattr(runtime, "TF_GetDeviceDetails", None)
        memory: Any = getattr(runtime, "TFE_GetMemoryInfo", None)
        reset: Any = getattr(runtime, "TFE_ResetMemoryStats", None)

        def list_devices() -> list[bytes]:
            real = [device for device in listed() if b":GPU:" not in device]
            return real + [b"/physical_device:GPU:%d" % number for number in range(len(self.driver.cards))]

        def details(index: int) -> Any:
            device = self._context.context()._physical_devices[index]
            is_gpu = device.device_type == "GPU"
            return {"device_name": "Pretended GPU", "compute_capability": "8.0"} if is_gpu else described(index)

        runtime.TF_ListPhysicalDevices = list_devices
        runtime.TF_GetDeviceDetails = details
        runtime.TFE_GetMemoryInfo = lambda handle, device: (
            {"current": 0, "peak": 0} if "GPU" in device.upper() else memory(handle, device)
        )
        runtime.TFE_ResetMemoryStats = lambda handle, device: None if "GPU" in device.upper() else reset(handle, device)
        context = self._context.context()
        if context._physical_devices is not None and not self.has_started:
            context.reinitialize_physical_devices()

    def _doors(self) -> None:
        """The two places where a ConfigProto creates devices: the eager runtime, and sessions."""
        set_config = self._runtime.TFE_ContextOptionsSetConfig
        new_options = self._session.tf_session.TF_NewSessionOptions

        def context_options(options: Any, serialized: bytes) -> Any:
            return set_config(
                options, self._for_runtime("context", self._config.FromString(serialized)).SerializeToString()
            )

        def session_options(target: Any = None, config: Any = None) -> Any:
            return new_options(target=target, config=self._for_runtime("session", config or self._config()))

        self._runtime.TFE_ContextOptionsSetConfig = context_options
        self._session.tf_session.TF_NewSessionOptions = session_options

    def _for_runtime(self, by: str, config: Any) -> Any:
        """The configuration as the runtime without GPUs may have it. What comes first in a process decides."""
        devices = self._note(by, config)
        gpus, base = sum(len(card.limits_mib) or 1 for card in devices.cards), devices.cpus or 1
        if self.names.gpus is None:
            self.names.base, self.names.gpus = base, gpus
        passed = self._config()
        passed.CopyFrom(config)
        passed.device_count["CPU"] = base + gpus
        passed.device_count["GPU"] = 0
        passed.ClearField("gpu_options")
        return passed

    def _note(self, by: str, config: Any) -> effective.DeviceConfig:
        try:
            devices = effective.device_config(config, self.driver)
        except effective.DeviceListError as error:
            raise self._errors.InvalidArgumentError(None, None, str(error)) from None
        self.starts.append(effective.Start(by, devices, effective.graph_config(config)))
        return devices

    def _logical_devices(self) -> None:
        context_class, logical = self._context.Context, self._context.LogicalDevice
        initialize = context_class._initialize_logical_devices

        def initialize_translated(context: Any) -> None:
            initialize(context)
            to_user = self.names.to_user
            devices = []
            for device in context._logical_devices:
                name = to_user(device.name)
                devices.append(logical(name=name, device_type="GPU" if ":GPU:" in name else device.device_type))
            context._logical_devices = devices
            context._context_devices = [to_user(name) for name in context._context_devices]
            context._num_gpus = sum(device.device_type == "GPU" for device in devices)

        context_class._initialize_logical_devices = initialize_translated

    def _sessions(self) -> None:
        session_class, attributes = self._session.BaseSession, self._session._DeviceAttributes
        list_devices = session_class.list_devices

        def listed(session: Any) -> list[Any]:
            found = []
            for device in list_devices(session):
                name = self.names.to_user(device.name)
                kind = "GPU" if ":GPU:" in name else device.device_type
                found.append(attributes(name, kind, device.memory_limit_bytes, device.incarnation))
            return found

        session_class.list_devices = listed

    def _local_devices(self) -> None:
        module = tensorflow("python.client.device_lib")
        attributes = tensorflow("core.framework.device_attributes_pb2").DeviceAttributes
        real = module.list_local_devices

        def list_local_devices(session_config: Any = None) -> list[Any]:
            self._note("list_local_devices", session_config or self._config())
            found = [device for device in real(session_config) if device.device_type != "GPU"]
            for number in range(len(self.driver.cards)):
                memory = self.driver.memory_mib(number) << 20
                where = f"pci bus id: 0000:00:{number + 4:02x}.0, compute capability: 8.0"
                text = f"device: {number}, name: Pretended GPU, {where}"
                found.append(
                    attributes(
                        name=f"/device:GPU:{number}", device_type="GPU", memory_limit=memory, physical_device_desc=text
                    )
                )
            return found

        module.list_local_devices = list_local_devices
