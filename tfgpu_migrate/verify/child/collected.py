"""Functions as the runtime of a GPU machine placed them: the graphs that TensorFlow can be asked to keep.

The runtime keeps a graph when it instantiates a function for a call, with its own devices, and does not say which
function it is. It has the names of the body's nodes, and comes in the order of the first calls.
"""

from __future__ import annotations

import os
from collections.abc import Callable
from typing import Any

from .modules import tensorflow
from .names import short

FILE = "graphs.pb"
Devices = dict[str, str]


def start() -> Callable[[], Any]:
    """Have the eager runtime keep graphs from its start on; what comes back asks for them."""
    module, runtime = tensorflow("python.eager.context"), tensorflow("python.pywrap_tfe")
    context_class = module.Context
    initialize = context_class.ensure_initialized

    def ensure_initialized(context: Any) -> None:
        if not context._initialized:
            initialize(context)
            if context._num_gpus and context is module._context:
                runtime.TFE_ContextEnableGraphCollection(context._handle)

    def kept() -> Any:
        context = module._context
        has_gpus = context is not None and context._context_handle is not None and context._num_gpus
        return context.export_run_metadata() if has_gpus else None

    context_class.ensure_initialized = ensure_initialized
    return kept


def write(folder: str, metadata: Any) -> None:
    """Write the graphs, without what is not read back."""
    for each in metadata.function_graphs:
        del each.partition_graphs[:]
    with open(os.path.join(folder, FILE), "wb") as file:
        file.write(metadata.SerializeToString())


class Collected:
    """The graphs, to be found by the function that was called."""

    def __init__(self, folder: str) -> None:
        """Read them; a run without GPUs has left none."""
        self._graphs: list[tuple[frozenset[str], Devices]] = []
        path = os.path.join(folder, FILE)
        if not os.path.exists(path):
            return
        with open(path, "rb") as file:
            metadata = tensorflow("core.protobuf.config_pb2").RunMetadata.FromString(file.read())
        for each in metadata.function_graphs:
            names = frozenset(node.name for node in each.pre_optimization_graph.node if not node.op.startswith("_"))
            devices = {node.name: short(node.device) for node in each.post_optimization_graph.node}
            self._graphs.append((names, devices))

    def take(self, function: Any) -> Devices:
        """The devices of the next graph that has just the nodes of this FunctionDef; none where there is none."""
        names = frozenset(node.name for node in function.node_def)
        for position, (found, devices) in enumerate(self._graphs):
            if found == names:
                del self._graphs[position]
                return devices
        return {}
