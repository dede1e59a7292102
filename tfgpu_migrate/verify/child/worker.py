"""A worker of a TensorFlow cluster that says it has GPUs, and takes down the placed graph instead of running it.

A master asks its workers for their devices (GetStatus), places the graph on them with TensorFlow's own placer, in C++,
and hands each worker its part (RegisterGraph). Here the run ends: nothing is ever executed. The messages are those of
core/protobuf/worker.proto and worker_service.proto; only the field that counts is declared of each.
"""

from __future__ import annotations

from collections.abc import Callable
from concurrent import futures
from typing import Any

import grpc  # type: ignore[import-untyped, unused-ignore]
from google.protobuf import descriptor_pb2, descriptor_pool, message_factory  # type: ignore[import-untyped, unused-ignore]

from .modules import tensorflow
from .names import PREFIX

PLACED = "tfgpu-migrate: placed, not run"
_MESSAGE, _OPTIONAL, _REPEATED = 11, 1, 3
_PACKAGE = "tfgpu_migrate_verify"
# Message -> its field: name, number, label, and the name of its type.
_MESSAGES = {
    "GetStatusResponse": ("device_attributes", 1, _REPEATED, ".tensorflow.DeviceAttributes"),
    "RegisterGraphRequest": ("graph_def", 2, _OPTIONAL, ".tensorflow.GraphDef"),
}


class Worker:
    """The server; `graphs` are the parts it was given. A duck-typed `grpc.GenericRpcHandler`."""

    def __init__(self, gpus: int) -> None:
        tensorflow("core.framework.device_attributes_pb2")  # puts the types into the pool
        tensorflow("core.framework.graph_pb2")
        self.graphs: list[Any] = []
        self._messages = _declare()
        self._gpus = gpus
        self._server = grpc.server(futures.ThreadPoolExecutor(8), options=[("grpc.max_receive_message_length", -1)])
        self._server.add_generic_rpc_handlers((self,))
        self.port = self._server.add_insecure_port("localhost:0")
        self._server.start()

    def service(self, details: Any) -> Any:
        """Find who answers a call."""
        answers: dict[str, Callable[[bytes, Any], bytes]] = {
            "GetStatus": self._status,
            "RegisterGraph": self._register,
            "RunGraph": self._refuse,
        }
        return grpc.unary_unary_rpc_method_handler(answers.get(details.method.rpartition("/")[2], lambda *_: b""))

    def _status(self, _request: bytes, _context: Any) -> bytes:
        response = self._messages["GetStatusResponse"]()
        for number, name in enumerate(["CPU:0", *(f"GPU:{index}" for index in range(self._gpus))]):
            kind = name.partition(":")[0]
            device = response.device_attributes.add(name=PREFIX + name, device_type=kind, incarnation=number + 1)
            device.memory_limit = 1 << 34
            device.locality.bus_id = 1
        data: bytes = response.SerializeToString()
        return data

    def _register(self, request: bytes, context: Any) -> bytes:
        self.graphs.append(self._messages["RegisterGraphRequest"].FromString(request).graph_def)
        return self._refuse(request, context)

    def _refuse(self, _request: bytes, context: Any) -> bytes:
        context.abort(grpc.StatusCode.ABORTED, PLACED)
        return b""


def _declare() -> dict[str, Any]:
    file = descriptor_pb2.FileDescriptorProto(
        name=f"{_PACKAGE}.proto",
        package=_PACKAGE,
        syntax="proto3",
        dependency=[
            "tensorflow/core/framework/device_attributes.proto",
            "tensorflow/core/framework/graph.proto",
        ],
    )
    for name, (field, number, label, type_name) in _MESSAGES.items():
        file.message_type.add(name=name).field.add(
            name=field, number=number, type=_MESSAGE, label=label, type_name=type_name
        )
    pool = descriptor_pool.Default()
    pool.AddSerializedFile(file.SerializeToString())
    return {
        name: message_factory.GetMessageClass(pool.FindMessageTypeByName(f"{_PACKAGE}.{name}")) for name in _MESSAGES
    }
