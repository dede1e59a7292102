"""What stands where summaries were added: a block of the writer, in which each value is written under its tag."""

from __future__ import annotations

import ast
from collections.abc import Iterable, Sequence

from tfgpu_migrate.edit.diagnostics import Edit
from tfgpu_migrate.index.index import Index
from tfgpu_migrate.native.layout import Layout
from tfgpu_migrate.native.model import Kind, Program, Refused, Run, Summary, Value, Written
from tfgpu_migrate.native.names import Names


def name_summarized(program: Program, index: Index) -> None:
    """Give names to what only summaries need of the runs. Raises Refused where a summary is used otherwise."""
    _must_only_be_written(program, index)
    names, known = Names(index), dict[int, str]()
    for run in program.runs:
        if run.summary is None:
            continue
        targets = dict(zip(map(id, run.fetches), run.summary.targets, strict=True))
        for fetch in run.fetches:
            target = targets[id(fetch)]
            if fetch.value is None or (target is not None and not isinstance(target, ast.Name)):
                continue
            value = fetch.value
            if isinstance(target, ast.Name):
                run.summary.names[id(value)] = target.id
            elif value.kind is Kind.SYMBOLIC:
                known[id(value)] = known.get(id(value)) or _name(value, program, names, index)
                run.summary.names[id(value)] = known[id(value)]
        for one in run.summary.value.summaries:
            if one.value.kind is not Kind.SYMBOLIC:
                run.summary.names[id(one.value)] = one.value.name
            elif id(one.value) not in run.summary.names:
                raise Refused(run.call, "what is summarized is fetched, and kept in no name of its own")


def _must_only_be_written(program: Program, index: Index) -> None:
    """Raise Refused where a name that holds a summary is read for more than to write it."""
    names = {run.summary.name for run in program.runs if run.summary is not None and run.summary.name}
    written = {id(each) for one in program.writes for each in ast.walk(one.statement)}
    for one in index.nodes:
        if isinstance(one, ast.Name) and one.id in names and isinstance(one.ctx, ast.Load) and id(one) not in written:
            raise Refused(one, f"`{one.id}`, a summary, is used for more than being written")


def _name(value: Value, program: Program, names: Names, index: Index) -> str:
    """A name for a value that a run gives: its own, which is free once what made it has moved."""
    moved = {id(each) for one in program.steps.values() for each in ast.walk(one.node)}
    stored = (one for one in index.nodes if isinstance(one, ast.Name) and isinstance(one.ctx, ast.Store))
    if all(id(one) in moved for one in stored if one.id == value.name) and value.name not in index.definitions:
        return value.name
    name = names.first(f"{value.name}_value", f"{value.name}_summary", f"summarized_{value.name}")
    if not name:
        raise Refused(value.step, f"no name is free for the value of `{value.name}`")
    return name


class EventFiles:
    """Writes the blocks of one program."""

    def __init__(self, program: Program, tf: str, index: Index, layout: Layout, calls: Sequence[Edit]) -> None:
        self.program, self.tf, self.source, self.layout, self.calls = program, tf, index.source, layout, calls

    def edits(self) -> list[Edit]:
        """One edit for each statement that added a summary. Raises Refused."""
        return [self._edit(one) for one in self.program.writes]

    def _edit(self, written: Written) -> Edit:
        step = "0" if written.step is None else self._text(written.step)
        is_at_once = written.run is not None and any(one is written.run.call for one in ast.walk(written.statement))
        lines = [f"with {written.writer}.as_default(step={step}):"]
        if is_at_once and written.run is not None:
            call = self._text(written.run.call)
            if writes_at_once(written.run):
                entries = [(one.function, one.tag, call) for one in _summaries(written.run)]
            else:
                lines = [call, *lines]
                entries = self._entries(written)
        else:
            entries = self._entries(written)
        body = self.source.indent_unit
        lines += [f"{body}{self.tf}.summary.{function}({tag}, {text})" for function, tag, text in entries]
        return self.layout.write_anew(written.statement, lines)

    def _entries(self, written: Written) -> list[tuple[str, str, str]]:
        if written.run is None:
            return [("scalar", self._text(tag), self._text(number)) for tag, number in written.pairs]
        assert written.run.summary is not None
        names = written.run.summary.names
        return [(one.function, one.tag, names[id(one.value)]) for one in _summaries(written.run)]

    def _text(self, node: ast.expr) -> str:
        start, end = self.source.span(node)
        text, last = "", start
        for one in sorted(self.calls, key=lambda each: each.start):
            if start <= one.start and one.end <= end:
                text += self.source.text[last : one.start] + one.new
                last = one.end
        return text + self.source.text[last:end]


def writes_at_once(run: Run) -> bool:
    """Whether the call of a run may stand where its summary is written: it gives one value, and is kept in no name."""
    if run.summary is None or run.summary.name or len(run.summary.value.summaries) > 1 or len(run.fetches) > 1:
        return False
    return isinstance(run.statement, ast.Expr) and not _acts(_step(run.statement))


def _step(statement: ast.Expr) -> ast.expr | None:
    call = statement.value
    assert isinstance(call, ast.Call)
    given = [*call.args[1:], *(one.value for one in call.keywords if one.arg == "global_step")]
    return given[0] if given else None


def _acts(node: ast.expr | None) -> bool:
    """Whether an expression calls something, which must stay behind what stood before it."""
    return node is not None and any(isinstance(one, ast.Call) for one in ast.walk(node))


def _summaries(run: Run) -> Iterable[Summary]:
    assert run.summary is not None
    return run.summary.value.summaries
