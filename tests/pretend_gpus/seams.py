"""The places where TensorFlow meets its devices, and what stands there instead.

1. The list of physical devices, their details and memory statistics: the pretended cards.
2. The runtime's door: each ConfigProto that creates devices (session, eager context, list_local_devices) is noted, and
   goes on without its GPU options, for the runtime behind the door has only a CPU. For the same reason it must soften
   placement: an op under /gpu:0 is right on the pretended machine. With no card in sight placement stays as asked.
3. The list of logical devices: what the runtime found, plus the pretended ones.
4. The configuration that travels with each call of a `tf.function`: softened like the others.

Python sources: tensorflow/python/{eager/context.py, client/session.py, client/device_lib.py}. They are the same at
these places in 1.15 and 2.21, except that 1.15 has one module (pywrap_tensorflow) for all that is C++.
"""

from __future__ import annotations

import importlib
from typing import Any

from tests.pretend_gpus.values import MEMORY_MIB, Start
from tfgpu_migrate.verify.child import effective
from tfgpu_migrate.verify.child.cards import Driver


class Seams:
    """Pretends the cards of one driver to the TensorFlow of this process, and keeps what it was asked for."""

    def __init__(self, driver: Driver) -> None:
        self.driver = driver
        self.starts: list[Start] = []
        self._config: Any = _module("core.protobuf.config_pb2").ConfigProto
        self._attributes: Any = _module("core.framework.device_attributes_pb2").DeviceAttributes
        self._errors: Any = _module("python.framework.errors")
        self._context: Any = _module("python.eager.context")
        self._session: Any = _module("python.client.session").tf_session
        self._device_lib: Any = _module("python.client.device_lib")
        self._runtime: Any = getattr(self._context, "pywrap_tfe", None) or self._context.pywrap_tensorflow

    def install(self) -> None:
        """Take all places. The eager context must not exist yet: it keeps the list it was made with."""
        if self._context._context is not None:
            raise RuntimeError("the eager context exists before the script starts")
        self._physical_devices()
        self._doors()
        self._logical_devices()
        self._function_calls()

    def finish(self) -> None:
        """At exit of a script that never started the runtime: note how it would have started, or raise why not."""
        if not self.starts:
            self._note("exit", self._context.context().config)

    def _physical_devices(self) -> None:
        runtime = self._runtime
        memory_info = getattr(runtime, "TFE_GetMemoryInfo", _no_memory_info)

        def listed() -> list[bytes]:
            gpus = [b"/physical_device:GPU:%d" % ordinal for ordinal in range(len(self.driver.cards))]
            return [b"/physical_device:CPU:0", *gpus]

        def details(index: int) -> dict[str, str]:
            return {"device_name": "Pretend GPU", "compute_capability": "8.0"} if index else {}

        def memory(handle: Any, device: str) -> Any:
            return _no_memory_info() if "GPU" in device else memory_info(handle, device)

        runtime.TF_ListPhysicalDevices = listed
        runtime.TF_GetDeviceDetails = details
        runtime.TFE_GetMemoryInfo = memory

    def _doors(self) -> None:
        new_options = self._session.TF_NewSessionOptions
        set_config = self._runtime.TFE_ContextOptionsSetConfig
        set_soft = getattr(self._runtime, "TFE_ContextSetSoftDevicePlacement", None)
        local_devices = self._device_lib.list_local_devices

        def session(target: Any = None, config: Any = None) -> Any:
            return new_options(target=target, config=self._pass("session", config or self._config()))

        def context(options: Any, serialized: bytes) -> Any:
            config = self._pass("context", self._config.FromString(serialized))
            return set_config(options, config.SerializeToString())

        def soft(handle: Any, enable: bool) -> Any:
            return set_soft and set_soft(handle, enable or self._has_cards())

        def listed(session_config: Any = None) -> list[Any]:
            config = self._pass("list_local_devices", session_config or self._config())
            gpus = [
                self._attributes(name=f"/device:GPU:{number}", device_type="GPU", memory_limit=MEMORY_MIB[card] << 20)
                for number, card in enumerate(self.driver.cards)
            ]
            return [*local_devices(config), *gpus]

        self._session.TF_NewSessionOptions = session
        self._runtime.TFE_ContextOptionsSetConfig = context
        self._runtime.TFE_ContextSetSoftDevicePlacement = soft
        self._device_lib.list_local_devices = listed

    def _logical_devices(self) -> None:
        context_class = self._context.Context
        initialize = context_class._initialize_logical_devices

        def with_gpus(context: Any) -> None:
            initialize(context)
            count = sum(len(card.limits_mib) or 1 for card in self.starts[0].devices.cards)
            logical = self._context.LogicalDevice
            context._logical_devices += [logical(name=f"/device:GPU:{n}", device_type="GPU") for n in range(count)]
            context._num_gpus = count

        context_class._initialize_logical_devices = with_gpus

    def _function_calls(self) -> None:
        options_class = self._context.FunctionCallOptions
        initialize = options_class.__init__

        def softened(options: Any, executor_type: Any = None, config_proto: Any = None) -> None:
            if isinstance(config_proto, self._config):
                config_proto = self._for_runtime(config_proto)
            initialize(options, executor_type, config_proto)

        options_class.__init__ = softened

    def _pass(self, by: str, config: Any) -> Any:
        self._note(by, config)
        return self._for_runtime(config)

    def _for_runtime(self, config: Any) -> Any:
        """Make the copy of a configuration that the CPU-only runtime may have."""
        passed = self._config()
        passed.CopyFrom(config)
        passed.ClearField("gpu_options")
        passed.device_count["GPU"] = 0
        if self._has_cards():
            passed.allow_soft_placement = True
        return passed

    def _has_cards(self) -> bool:
        return bool(self.starts[0].devices.cards if self.starts else self.driver.cards)

    def _note(self, by: str, config: Any) -> None:
        try:
            devices = effective.device_config(config, self.driver)
        except effective.DeviceListError as error:
            raise self._errors.InvalidArgumentError(None, None, str(error)) from None
        self.starts.append(Start(by, devices, effective.graph_config(config)))


def _no_memory_info(*_: Any) -> dict[str, int]:
    return {"current": 0, "peak": 0}


def _module(name: str) -> Any:
    return importlib.import_module("tensorflow." + name)
