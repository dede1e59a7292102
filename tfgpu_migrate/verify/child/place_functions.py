"""Bodies of tf.functions, as the runtime places them for a call: with the devices of its arguments, and inlined."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace
from typing import Any, NamedTuple

from . import kernels
from .bodies import Bodies
from .copies import graph_copies
from .functions import all_nodes
from .modules import tensorflow
from .names import requested
from .records import Argument
from .refusals import Refused, place_anyway
from .rows import COLOCATED, Row, culprit_in, refused, row_of
from .rules import Groups
from .trace import Trace, node_of

_UNKNOWN = Argument(0, "", 0)


class Call(NamedTuple):
    """One way a function is called."""

    asked: str
    soft: bool
    times: int
    place: Any
    is_data: bool = False  # tf.data calls it

    @property
    def kind(self) -> str:
        """What its rows are called."""
        return "data" if self.is_data else "function"


class FunctionPlacer:
    """Places bodies; `problems` are the calls that it could not."""

    def __init__(self, trace: Trace, placer: Any, gpus: int) -> None:
        self._trace, self._placer, self._gpus = trace, placer, gpus
        self._how = "observed" if not gpus else "predicted"
        self._bodies = Bodies(trace.functions)
        self.problems: list[str] = []
        context = tensorflow("python.eager.context").context()
        for function in trace.library.library.function:  # the import of a body looks up what it calls
            context.add_function_def(function)

    def rows(self) -> Iterator[Row]:
        """A row for each node of each body, for each way it was called."""
        for record in self._trace.eager:
            if "Dataset" in record["op"] and record["node"]:
                node = node_of(record)
                inputs = [Argument(dtype, device, 0) for _, dtype, device in record["inputs"]]
                call = Call("", record["soft"], record["count"], record["place"])
                yield from self._guarded(record["op"], self._dataset(call, node, inputs))
        for record in self._trace.calls:
            function = self._trace.functions.get(record["name"])
            if function is None:
                self.problems.append(f"{record['name']}: its body is not known")
                continue
            names = [each.name for each in function.signature.input_arg]
            arguments = {name: Argument(*each) for name, each in zip(names, record["arguments"], strict=False)}
            call = Call(requested(record["asked"]), record["soft"], record["count"], record["place"])
            yield from self._guarded(record["name"], self._function(call, record["name"], arguments))

    def _guarded(self, name: str, rows: Iterator[Row]) -> Iterator[Row]:
        try:
            yield from list(rows)
        except Exception as error:
            self.problems.append(f"{name}: {error!r}"[:400])

    def _function(self, call: Call, name: str, arguments: dict[str, Argument]) -> Iterator[Row]:
        function = self._trace.functions[name]
        graph, _ = tensorflow("python.framework.function_def_to_graph").function_def_to_graph_def(function)
        graph.library.CopyFrom(self._trace.library.library)
        for node in graph.node:
            if node.op == "Placeholder" and node.name in arguments:
                _be_argument(node, *arguments[node.name])
            elif call.asked == "CPU:0" and not node.device:
                node.device = "/device:CPU:0"
        first = self._first_gpu(call)
        if call.asked != "CPU:0":
            _lead_to_default_device(graph, first)
        swapped = _Swap(first)
        swapped.graph(graph)
        placed, refusal = place_anyway(self._placer, graph, soft=call.soft, inline=True)
        if refusal is not None:
            yield self._refused(call, name, refusal)
        placed = {node: (op, swapped.device(device)) for node, (op, device) in placed.items()}
        swapped.graph(graph)
        observed = {} if call.is_data else self._trace.collected.take(function)
        for row in self._of_nodes(call, name, graph, placed | _of_ops(placed, observed), arguments):
            if refusal is not None and row.name == refusal.node:
                continue
            seen = replace(row, how="observed") if row.name in observed else row
            yield refused(seen) if row.cause and refusal is not None else seen  # the next that TensorFlow would refuse

    def _of_nodes(self, call: Call, name: str, graph: Any, placed: Any, arguments: Any) -> Iterator[Row]:
        function = self._trace.functions[name]
        groups, nodes = Groups(graph.node), {node.name: node for node in graph.node}
        for placed_name, (op, device) in placed.items():
            if placed_name in arguments:
                continue
            body, node_name = self._bodies.resolve(name, function.node_def, placed_name)
            node = self._bodies.node(body, node_name)
            if node is None:  # made by lowering: no op of the user's
                continue
            row = self._row(call, body, node, op, device)
            yield replace(
                row,
                graph=f"{name}@{call.asked}",
                name=placed_name,
                culprit=culprit_in(groups, placed_name) if row.cause == COLOCATED else "",
                copies=graph_copies(nodes[placed_name], placed, nodes) if placed_name in nodes else 0,
            )
            if node.attr["_XlaMustCompile"].b if "_XlaMustCompile" in node.attr else False:
                for called in self._bodies.called(body, node_name):
                    yield from self._compiled(call, called, placed_name, device)
            given = [
                arguments.get(each.partition(":")[0], _UNKNOWN) if body == name else _UNKNOWN for each in node.input
            ]
            yield from self._dataset(call, node, given)

    def _row(self, call: Call, body: str, node: Any, op: str, device: str) -> Row:
        place = self._trace.lines.get(body, {}).get(node.name) or call.place
        return row_of(call.kind, node, op, device, place=place, count=call.times, how=self._how, gpus=self._gpus)

    def _refused(self, call: Call, name: str, error: Refused) -> Row:
        body, inner = self._bodies.resolve(name, self._trace.functions[name].node_def, error.node)
        node = self._bodies.node(body, inner)
        if node is None:
            row = Row(call.kind, name, "", call.place, call.asked, "", "", call.times, self._how)
        else:
            row = self._row(call, body, node, node.op, "")
        return refused(replace(row, name=error.node, graph=f"{name}@{call.asked}"), error.reason)

    def _dataset(self, call: Call, node: Any, inputs: list[Argument]) -> Iterator[Row]:
        """tf.data runs its functions on CPU:0, but for loops over datasets that tf.function makes (default device)."""
        if "Dataset" not in node.op:
            return
        on_default = node.op == "ReduceDataset" or (
            "use_default_device" in node.attr and not node.attr["use_default_device"].b
        )
        for attribute in node.attr.values():
            if not attribute.HasField("func") or attribute.func.name not in self._trace.functions:
                continue
            name = attribute.func.name
            signature = self._trace.functions[name].signature.input_arg
            names = (each.name for each in reversed(signature))
            captured = dict(zip(names, reversed(inputs), strict=False))
            arguments: dict[str, Argument] = {}
            for each in signature:
                _, device, behind = captured.get(each.name, _UNKNOWN)
                is_resource = each.type == kernels.RESOURCE and bool(device)
                known = (device, behind) if is_resource else ("CPU:0", 0)
                arguments[each.name] = Argument(each.type, *known)
            data_call = call._replace(asked="" if on_default else "CPU:0", is_data=True)
            yield from self._function(data_call, name, arguments)

    def _compiled(self, call: Call, name: str, prefix: str, device: str) -> Iterator[Row]:
        """XLA compiles a whole function for the device of the call."""
        for node in self._trace.functions[name].node_def:
            row = self._row(call, name, node, node.op, device)
            yield replace(row, kind="xla", memory="", cause="", name=f"{prefix}/{node.name}")
            for called in self._bodies.called(name, node.name):
                yield from self._compiled(call, called, f"{prefix}/{node.name}", device)

    def _first_gpu(self, call: Call) -> int:
        """The GPU that unscoped ops of the body prefer: that of the call's device scope."""
        kind, _, index = call.asked.partition(":")
        return int(index) if kind == "GPU" and index and int(index) < self._gpus else 0


def _of_ops(placed: dict[str, tuple[str, str]], observed: dict[str, str]) -> dict[str, tuple[str, str]]:
    """What was observed of nodes that the placer knows too; the runtime may have put another op in the place of one."""
    return {name: (placed[name][0], device) for name, device in observed.items() if name in placed}


def _be_argument(node: Any, dtype: int, device: str, behind: int) -> None:
    """Make an input of the body what it is in the call: a variable decides with its type, as its handle does."""
    node.device = f"/device:{device or 'CPU:0'}"
    if dtype == kernels.RESOURCE and behind:
        node.op = "VarHandleOp"
        node.attr.clear()
        node.attr["dtype"].type = behind
        node.attr["shape"].shape.unknown_rank = True
        node.attr["shared_name"].s = node.name.encode()


def _lead_to_default_device(graph: Any, first: int) -> None:
    """The runtime's placer has a default device, the master's none; it shows where the CPU kernel comes first."""
    for node in all_nodes(graph):
        if not node.device and node.op.startswith("Optional") and kernels.prefers_cpu(node.op):
            node.device = f"/device:GPU:{first}"


class _Swap:
    """The placer's first choice is GPU:0; for a call under another GPU the two exchange names."""

    def __init__(self, first: int) -> None:
        self._other = {0: first, first: 0}
        self._is_needed = first > 0

    def device(self, name: str) -> str:
        if not self._is_needed:
            return name
        return re.sub(r"(?i)GPU:(\d+)", lambda found: f"GPU:{self._other.get(int(found[1]), int(found[1]))}", name)

    def graph(self, graph: Any) -> None:
        for node in all_nodes(graph) if self._is_needed else ():
            if node.device:
                node.device = self.device(node.device)
