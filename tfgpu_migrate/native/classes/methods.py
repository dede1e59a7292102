"""The functions of a class: methods whose names are those of the class, and what `__init__` keeps for them."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterable, Mapping

from tfgpu_migrate.edit.diagnostics import Edit
from tfgpu_migrate.index.index import Index
from tfgpu_migrate.native.classes.classes import Model
from tfgpu_migrate.native.classes.kept import Kept
from tfgpu_migrate.native.classes.marks import SELF, base, is_attribute, is_local, plain, renamed
from tfgpu_migrate.native.classes.specifications import specification
from tfgpu_migrate.native.home import Home
from tfgpu_migrate.native.layout import Layout
from tfgpu_migrate.native.model import Program, Refused, Training
from tfgpu_migrate.native.plan import Function, Plan

_WIDE = 110  # characters of a line that is not broken


class Methods:
    """Writes what is other in a class than in a module."""

    def __init__(self, program: Program, made: Plan, index: Index, home: Home, model: Model, step: str) -> None:
        self.session = home.session
        self.program, self.made, self.index, self.model, self.step = program, made, index, model, step
        self.source = index.source
        self.kept = Kept(program, index, model)

    def head(self, function: Function, decorator: str) -> list[str]:
        """The lines above the body of a method."""
        given = function.placeholders
        defaults = self.program.defaults
        texts = [f"{name}={defaults[name]}" if name in defaults else name for name in given]
        head = f"def {function.name}({', '.join([SELF, *texts])}):"
        if not given:
            return [decorator, head]
        specs = [specification(name, self.program, self.index, self.model) for name in given]
        whole = f"{decorator}(input_signature=[{', '.join(specs)}])"
        if len(whole) <= _WIDE:
            return [whole, head]
        return [f"{decorator}(input_signature=[", *(f"{self.step}{one}," for one in specs), "])", head]

    def lines(self, function: Function, lines: Iterable[str], made: Iterable[str]) -> list[str]:
        """The lines of a method without marks: what it computes has plain names. Raises Refused.

        `made` are the names of the optimizers that training ops become.
        """
        own = {value.name for step in function.own for value in step.defines}
        own |= {*function.placeholders, *(one.fetches[0].name for one in function.calls)}
        text = renamed("\n".join(lines), lambda one: self.program.aliases.get(one, one))
        names = [one for one in ast.walk(ast.parse(text)) if isinstance(one, ast.Name)]
        found = {one.id for one in names}
        own |= {one.id for one in names if not isinstance(one.ctx, ast.Load)}
        inside = found & own
        taken = {base(one) for one in inside}
        others = {one for one in found - own if not is_attribute(one) and not is_local(one)}
        if len(taken) < len(inside) or taken & others:
            raise Refused(function.last, "two names of the graph would be one in the method that this becomes")
        for step in function.own:
            for one in filter(is_attribute, step.plain):
                self.kept.spelled(one, function.last)
        spelled = {one: self.kept.spelled(one, function.last) for one in sorted(found - own - others - set(made))}
        return renamed(text, lambda one: base(one) if one in own else spelled.get(one) or plain(one)).split("\n")

    def optimizer(self, training: Training, lines: list[str]) -> Edit:
        """The optimizer in the place of the training op."""
        start, end = self.source.span(training.node)
        indent = self.source.indent(start)
        return Edit(start, self.source.text[start:end], self.source.newline.join(lines).replace("\n", f"\n{indent}"))

    def take_out(self, layout: Layout) -> None:
        """Let placeholders go that only functions take, and methods of which nothing is left. Raises Refused."""
        for one in self.program.closed:
            block = self.index.block(one)
            if all(_is_text(each) or each in self.program.closed for each in block):
                start, end = self.source.span(one)
                self.program.edits.append(Edit(start, self.source.text[start:end], "pass"))
            else:
                layout.take_out(one)
        texts, read = [one.new for one in self.program.edits], self._read_in_place()
        for name, value in self.program.placeholders.items():
            if name not in read and not any(re.search(rf"\b{name}\b", one) for one in texts):
                layout.take_out(value.step)
        for statement in self._beginnings(read):
            layout.take_out(statement)
        if other := read.keys() & self.program.aliases.keys():
            raise Refused(read[min(other)], f"`{min(other)}`, another name of a part of the graph, is read here")
        for method in reversed(self.model.building):
            body = [one for one in method.body if not _is_text(one)]
            lines = {line for one in body for line in range(one.lineno, (one.end_lineno or one.lineno) + 1)}
            begins = method in (self.model.building[0], self.model.entry)
            takes_more = len(method.args.args) > 1 + bool(self.session) or method is self.model.entry
            if lines <= layout.gone and begins and not takes_more:
                layout.take_out(method)
            elif lines <= layout.gone and begins:
                raise Refused(method, f"nothing would be left of `{method.name}`")
            elif lines <= layout.gone:
                layout.take_out(method)
                (call,) = (one for one in ast.walk(self.model.node) if self.model.calls.get(id(one)) is method)
                assert isinstance(call, ast.stmt)
                layout.take_out(call)

    def _beginnings(self, read: Mapping[str, ast.Name]) -> list[ast.stmt]:
        """Statements `self.name = None` for names that only stand for what leaves."""
        leaving = [*self.program.gone, *(one.node for one in self.program.steps.values())]
        leaving += [one.node for one in self.program.trainings]
        named = [each for one in leaving for each in ast.walk(one) if isinstance(each, ast.Name)]
        names = {one.id for one in named if isinstance(one.ctx, ast.Store)}
        found = list[ast.stmt]()
        for one in self.program.straight:
            target = one.targets[0] if isinstance(one, ast.Assign) and len(one.targets) == 1 else None
            if isinstance(one, ast.Assign) and isinstance(one.value, ast.Constant) and one.value.value is None:
                gone = isinstance(target, ast.Name) and target.id in names and target.id not in read
                found += [one] if gone and isinstance(target, ast.Name) and is_attribute(target.id) else []
        return found

    def _read_in_place(self) -> dict[str, ast.Name]:
        """The names that are read by what stays where it is."""
        program = self.program
        leaving: list[ast.AST] = [one.expression or one.node for one in program.steps.values()]
        leaving += [*program.gone, *(one.node for one in program.trainings), *(one.call for one in program.runs)]
        leaving += [one.value for one, _ in self.model.called()]
        inside = {id(each) for one in leaving for each in ast.walk(one)}
        names = (one for one in ast.walk(self.model.node) if isinstance(one, ast.Name))
        return {one.id: one for one in names if isinstance(one.ctx, ast.Load) and id(one) not in inside}

    def place(self, layout: Layout) -> int:
        """The line above which the methods stand: below all that builds."""
        return layout.next_code(max(one.end_lineno or one.lineno for one in self.model.building))

    def indent(self) -> str:
        """How deep the methods stand."""
        return self.source.indent(self.source.span(self.model.building[0])[0])

    def edits(self, edits: list[Edit], source_text: str) -> list[Edit]:
        """The edits of the text without marks."""
        changed = [*edits, *self.kept.edits(edits)]
        return [
            Edit(one.start, source_text[one.start : one.end], renamed(one.new, self.kept.in_place)) for one in changed
        ]


def _is_text(node: ast.stmt) -> bool:
    return isinstance(node, ast.Pass) or (isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant))
