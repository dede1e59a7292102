"""What summarizes a graph: `tf.summary.scalar` and its kin, what merges them, and the writers of event files."""

from __future__ import annotations

import ast
import re

from tfgpu_migrate.edit.diagnostics import Edit
from tfgpu_migrate.index.uses import Use
from tfgpu_migrate.native.expressions import read
from tfgpu_migrate.native.model import Kind, Refused, Step, Summary, Value
from tfgpu_migrate.native.purity import must_be_pure
from tfgpu_migrate.native.state import State

# The parameter that has what is summarized.
_SUMMARIES = {"summary.scalar": "tensor", "summary.histogram": "values"}
_MERGES = ("summary.merge_all", "summary.merge")
_WRITER = "summary.FileWriter"
SUMMARIZED = (*_SUMMARIES, *_MERGES, _WRITER)
_KINDS = (Kind.SYMBOLIC, Kind.VARIABLE, Kind.EAGER)


def bind_summary(state: State, node: ast.Assign, name: str, use: Use) -> None:
    """Bind what one of `SUMMARIZED` gives to a name. Raises Refused."""
    if use.symbol == _WRITER:
        state.program.edits.append(_writer(state, use))
        state.bind(Value(Kind.WRITER, name, node, node.value))
        return
    state.bind(Value(Kind.SUMMARY, name, node, node.value, summaries=_made(state, node, use)))
    state.program.gone.append(node)


def summarizes(state: State, node: ast.Expr) -> bool:
    """Whether a statement only adds a summary, a graph or a writer: what has no place any more goes. Raises Refused."""
    call = node.value
    use = state.index.calls.get(id(call))
    if use is not None and use.namespace == "compat.v1" and use.symbol in SUMMARIZED:
        if use.symbol == _WRITER:
            state.program.edits.append(_writer(state, use))
        else:
            _made(state, node, use)
            state.program.gone.append(node)
        return True
    if use is not None and use.namespace == "compat.v1" and use.symbol.startswith("summary."):
        raise Refused(use.node, f"`{use.written}` writes something else in TensorFlow 2, or nothing")
    if isinstance(call, ast.Call) and isinstance(call.func, ast.Attribute) and isinstance(call.func.value, ast.Name):
        value = state.values.get(call.func.value.id)
        if value is not None and value.kind is Kind.WRITER and call.func.attr == "add_graph":
            given = [*call.args, *(one.value for one in call.keywords if one.arg != "global_step")]
            if not all(_is_graph(one, state) for one in given):
                raise Refused(node, "something else than the graph of the program is added")
            state.program.gone.append(node)
            return True
    return False


def _made(state: State, node: ast.stmt, use: Use) -> list[Summary]:
    """The summaries that a call makes or merges."""
    call = use.call_node
    assert call is not None
    state.around.seen.add(id(use.node))
    if state.device or state.runs.was_run:
        raise Refused(node, "a summary is made on a device or after the first run")
    if use.symbol == "summary.merge_all":
        if call.args or call.keywords:
            raise Refused(call, "the summaries of a collection are merged")
        return [one for one in state.program.summaries if one.value.part == state.part]
    if use.symbol == "summary.merge":
        return _merged(call, state)
    given = dict(zip(("name", _SUMMARIES[use.symbol]), call.args, strict=False))
    given |= {one.arg: one.value for one in call.keywords if one.arg}
    if set(given) != {"name", _SUMMARIES[use.symbol]} or len(call.args) > len(given):
        raise Refused(call, f"`{use.written}` is given more than a name and a value")
    tag = state.tags.tag(given["name"])
    assert isinstance(given["name"], ast.Constant)
    quote = state.source.quote
    text = state.spellings.text(given["name"]) if given["name"].value == tag else f"{quote}{tag}{quote}"
    made = Summary(use.symbol.removeprefix("summary."), text, *_about(given[_SUMMARIES[use.symbol]], tag, node, state))
    state.program.summaries.append(made)
    return [made]


def _merged(call: ast.Call, state: State) -> list[Summary]:
    given = [*call.args, *(one.value for one in call.keywords)]
    if len(given) != 1 or not isinstance(given[0], (ast.List, ast.Tuple)):
        raise Refused(call, "the summaries that are merged are not listed")
    found = list[Summary]()
    for one in given[0].elts:
        value = state.values.get(one.id) if isinstance(one, ast.Name) else None
        if value is None or value.kind is not Kind.SUMMARY:
            raise Refused(one, "what is merged is no summary that has a name")
        found += value.summaries
    return found


def _about(node: ast.expr, tag: str, statement: ast.stmt, state: State) -> tuple[Value, Step | None]:
    """What a summary is about: a name, or an expression that becomes a step where a run needs it."""
    if isinstance(node, ast.Name):
        value = state.values.get(node.id)
        if value is None or value.kind not in _KINDS or value.drawn:
            raise Refused(node, f"`{node.id}`, which is summarized, is no op that runs in the session")
        return value, None
    reading = read(node, state.around)
    if not reading.is_symbolic or reading.draws or reading.assigns or reading.makes_variable:
        raise Refused(node, "what is summarized draws, changes a variable, or is no op")
    must_be_pure(reading, state.index)
    stem = re.sub(r"\W", "_", tag.rpartition("/")[2]).lower()
    name = state.runs.names.first(stem, f"{stem}_value", f"mean_{stem}")
    if not name:
        raise Refused(node, "no name is free for what is summarized")
    value = Value(Kind.SYMBOLIC, name, statement, node, part=state.part)
    state.program.edits += reading.edits
    values, plain = list(reading.values), frozenset(reading.plain)
    return value, Step(statement, [value], values, plain, sparse=reading.slices, expression=node)


# Writers


def _writer(state: State, use: Use) -> Edit:
    """The edit that makes the writer of TensorFlow 2. Raises Refused where it has more than a folder and a graph."""
    call = use.call_node
    assert call is not None
    state.around.seen.add(id(use.node))
    given = dict(zip(("logdir", "graph"), call.args, strict=False))
    given |= {one.arg: one.value for one in call.keywords if one.arg}
    if set(given) - {"logdir", "graph"} or "logdir" not in given or len(call.args) > 2:
        raise Refused(call, f"`{use.written}` is given more than a folder and a graph")
    if not read(given["logdir"], state.around).is_plain:
        raise Refused(call, "the folder of a writer is found out in the graph")
    if "graph" in given and not _is_graph(given["graph"], state):
        raise Refused(given["graph"], "a writer is given another graph than that of the program")
    start = state.spellings.span(call)[0]
    text = f"{state.spellings.tf}.summary.create_file_writer({state.spellings.text(given['logdir'])})"
    return Edit(start, state.spellings.text(call), text)


def _is_graph(node: ast.expr, state: State) -> bool:
    """Whether an expression is the graph of the program: of its session, the default one, or by its name."""
    use = state.index.calls.get(id(node))
    if use is not None and use.symbol == "get_default_graph":
        state.around.seen.add(id(use.node))
        return True
    if isinstance(node, ast.Constant):
        return node.value is None
    holder = node.value if isinstance(node, ast.Attribute) and node.attr == "graph" else node
    value = state.values.get(holder.id) if isinstance(holder, ast.Name) else None
    return value is not None and value.kind is (Kind.GRAPH if holder is node else Kind.SESSION)
