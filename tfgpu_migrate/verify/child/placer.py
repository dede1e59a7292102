"""TensorFlow's own placer, asked for GPUs that nobody has: an in-process master with one pretended worker."""

from __future__ import annotations

import socket
from typing import Any

from .modules import tensorflow
from .names import PREFIX
from .refusals import Placed, Refused
from .worker import PLACED, Worker

_JOB, _MASTER = "localhost", "master"
_TIMEOUT_MS = 60_000
# Put in by the partitioner, after the placer.
_PARTITIONER = ("_Send", "_Recv", "_HostSend", "_HostRecv")


class Placer:
    """Places graphs on one CPU and `gpus` GPUs. Needs grpcio, which comes with TensorFlow, and the loopback device."""

    source = "placer"

    def __init__(self, gpus: int) -> None:
        """Start master and worker. Raises where this TensorFlow lacks what that needs, or answers its test wrong."""
        self._session: Any = tensorflow("python.client.session")
        self._spec: Any = tensorflow("python.framework.device_spec").DeviceSpecV2
        self._graphs: Any = tensorflow("python.framework.importer")
        self._ops: Any = tensorflow("python.framework.ops")
        self._protos: Any = tensorflow("core.protobuf.config_pb2")
        self._errors: Any = tensorflow("python.framework.errors")
        servers = tensorflow("python.training.server_lib")
        self._worker = Worker(gpus)
        cluster = servers.ClusterSpec(
            {
                _JOB: [f"localhost:{self._worker.port}"],
                _MASTER: [f"localhost:{_free_port()}"],
            }
        )
        self._server = servers.Server(cluster, job_name=_MASTER, task_index=0)
        if gpus:
            self._test()

    def place(self, graph_def: Any, soft: bool = True, inline: bool = False) -> Placed:
        """Place every node. `inline`: bodies of called functions take the place of the calls.

        Raises Refused.
        """
        graph, names = self._ops.Graph(), [node.name for node in graph_def.node]
        with graph.as_default():
            self._graphs.import_graph_def(self._pinned(graph_def), name="")
        self._worker.graphs = []
        try:
            with self._session.Session(self._server.target, graph=graph, config=self._config(soft, inline)) as session:
                session.run([graph.get_operation_by_name(name) for name in names])
        except self._errors.OpError as error:
            if PLACED not in error.message:
                raise Refused(error.message) from None
        return {
            node.name: (node.op, node.device[len(PREFIX) :])
            for part in self._worker.graphs
            for node in part.node
            if node.device.startswith(PREFIX) and node.op not in _PARTITIONER and not node.name.startswith("_cloop")
        }

    def _pinned(self, graph_def: Any) -> Any:
        """The graph with every device spelled out on the worker, so that nothing is left to the master."""
        pinned = type(graph_def)()
        pinned.CopyFrom(graph_def)
        names = {node.name for node in pinned.node}
        for node in pinned.node:
            _forget_unknown(node, names)
            asked = self._spec.from_string(node.device)
            spec = self._spec(_JOB, 0, 0, asked.device_type, asked.device_index)
            node.device = spec.to_string()
        return pinned

    def _config(self, soft: bool, inline: bool) -> Any:
        config = self._protos.ConfigProto(allow_soft_placement=soft, isolate_session_state=True)
        config.graph_options.rewrite_options.disable_meta_optimizer = True
        config.graph_options.optimizer_options.opt_level = -1
        config.graph_options.optimizer_options.do_function_inlining = inline
        config.operation_timeout_in_ms = _TIMEOUT_MS
        return config

    def _test(self) -> None:
        """Ask what is known: a matrix product has a GPU kernel, a string has none. Raises RuntimeError."""
        graph = tensorflow("core.framework.graph_pb2").GraphDef()
        for name, number in (("number", 1), ("text", 7)):
            node = graph.node.add(op="Placeholder", name=name, device="/device:CPU:0")
            node.attr["dtype"].type = number
            node.attr["shape"].shape.unknown_rank = True
        product = graph.node.add(op="MatMul", name="product", input=["number", "number"], device="/device:GPU:0")
        product.attr["T"].type = 1
        graph.node.add(op="StringUpper", name="upper", input=["text"], device="/device:GPU:0")
        placed = self.place(graph)
        answer = {name: placed.get(name, ("", "nowhere"))[1] for name in ("product", "upper")}
        if answer != {"product": "GPU:0", "upper": "CPU:0"}:
            raise RuntimeError(f"the placer answered its test with {answer}")


def _forget_unknown(node: Any, names: set[str]) -> None:
    """Drop ties to nodes that are not there, which the import refuses: of bodies whose inputs were renamed."""
    if "_class" in node.attr:
        kept = [each for each in node.attr["_class"].list.s if each.decode().partition("@")[2] in names]
        node.attr["_class"].list.s[:] = kept


def _free_port() -> int:
    with socket.socket() as server:
        server.bind(("localhost", 0))
        return int(server.getsockname()[1])
