"""The functions and calls of a plan as edits of the file."""

from __future__ import annotations

import ast
from collections.abc import Iterable

from tfgpu_migrate.edit.diagnostics import Edit
from tfgpu_migrate.index.index import Index
from tfgpu_migrate.native.layout import Layout, moved
from tfgpu_migrate.native.model import Fetch, Kind, Program, Refused, Run, Step, Training, Value
from tfgpu_migrate.native.names import Names
from tfgpu_migrate.native.plan import Function, Plan, closure

_FEW = 4  # variables that are listed where they are used; more get a name


class Writer:
    """Writes one program."""

    def __init__(self, program: Program, made: Plan, index: Index, tf: str) -> None:
        self.program, self.made, self.index, self.tf = program, made, index, tf
        self.source = index.source
        self.layout = Layout(self.source)
        self.names = Names(index)
        self.step = self.source.indent_unit

    def edits(self) -> list[Edit]:
        """All edits of the conversion. Raises Refused."""
        moving = {id(step.node): step for one in self.made.functions for step in one.steps}
        for step in self.program.steps.values():
            if id(step.node) not in moving:
                raise Refused(step.node, "nothing runs what this builds")
        for statement in self.program.gone:
            self.layout.take_out(statement)
        for block in self.program.unwrapped:
            self.layout.unwrap(block)
        for step in self.program.steps.values():
            self.layout.take_out(step.node)
        optimizers = {id(one): self._optimizer(one) for one in self.program.trainings}
        for one in self.program.trainings:
            self.layout.take_out(one.node)
        for function in self.made.functions:
            lines = self._function(function, optimizers)
            self.layout.put(function.last.end_lineno or function.last.lineno, lines)
        for training in self.program.trainings:
            if not any(one.training is training for one in self.made.functions):
                raise Refused(training.node, "nothing runs what this trains")
        calls = [edit for run in self.program.runs for edit in self._call(run)]
        covered = [(edit.start, edit.end) for edit in calls]
        kept = [one for one in self.program.edits if not any(a <= one.start < b for a, b in covered)]
        return self.layout.edits([*calls, *kept])

    def _optimizer(self, training: Training) -> str:
        if not training.made_here:
            return training.optimizer
        own = training.value.name
        name = own if own == "optimizer" else self.names.first("optimizer", f"{own}_optimizer")
        if not name:
            raise Refused(training.node, "no name is free for the optimizer")
        return name

    # Functions

    def _function(self, function: Function, optimizers: dict[int, str]) -> list[str]:
        parameters = ", ".join(function.placeholders)
        signature = f"(input_signature=[{parameters}])" if parameters else ""
        head = [f"@{self.tf}.function{signature}", f"def {function.name}({parameters}):"]
        training = function.training
        if training is None:
            return [*head, *self._plain_body(function)]
        optimizer = optimizers[id(training)]
        made = []
        if training.made_here:
            comment = self._comment(training.node, "")
            made = [*comment, f"{optimizer} = {training.made_here}", "", ""]
        return [*made, *head, *self._training_body(function, training, optimizer, with_comment=not training.made_here)]

    def _plain_body(self, function: Function) -> list[str]:
        lines = self._calls(function, function.calls, self.step)
        if not function.own:
            raise Refused(function.last, "a function would only call another")
        *before, last = function.own
        for step in before:
            lines += self._moved(step, self.step)
        (value, *more) = function.fetches
        if not more and last.node is value.step and len(last.defines) == 1:
            return [*lines, *self._returned(last)]
        return [
            *lines,
            *self._moved(last, self.step),
            f"{self.step}return {', '.join(one.name for one in function.fetches)}",
        ]

    def _training_body(
        self, function: Function, training: Training, optimizer: str, *, with_comment: bool
    ) -> list[str]:
        needed = closure([training.loss], self.program)
        inside = [step for step in function.own if step in needed]
        behind = [step for step in function.own if step not in needed]
        first = [one for one in function.calls if one.fetches[0].step in [step.node for step in needed]]
        later = [one for one in function.calls if one not in first]
        deep = self.step * 2
        tape, gradients = self._local("tape", function), self._local("gradients", function)
        lines = [f"{self.step}with {self.tf}.GradientTape() as {tape}:"]
        lines += self._calls(function, first, deep)
        for step in inside:
            lines += self._moved(step, deep)
        lines += self._calls(function, later, self.step)
        for step in behind:
            lines += self._moved(step, self.step)
        if with_comment:
            lines += self._comment(training.node, self.step)
        variables = self._trained(training)
        listed = f"[{', '.join(variables)}]"
        if len(variables) > _FEW:
            name = self._local("variables", function)
            lines.append(f"{self.step}{name} = {listed}")
            listed = name
        lines.append(f"{self.step}{gradients} = {tape}.gradient({training.loss.name}, {listed})")
        lines.append(f"{self.step}{optimizer}.apply_gradients(zip({gradients}, {listed}))")
        if function.fetches:
            lines.append(f"{self.step}return {', '.join(one.name for one in function.fetches)}")
        return lines

    def _local(self, name: str, function: Function) -> str:
        used = {one.id for step in function.own for one in ast.walk(step.node) if isinstance(one, ast.Name)}
        used |= {*function.placeholders, *(one.fetches[0].name for one in function.calls)}
        free = next((one for one in (name, f"the_{name}") if one not in used), "")
        if not free:
            raise Refused(function.last, f"the name `{name}` is taken")
        return free

    def _trained(self, training: Training) -> list[str]:
        if training.variables is not None:
            return [one.name for one in training.variables]
        steps = closure([training.loss], self.program)
        reached = {id(value) for step in steps for value in step.variables()}
        found = list[str]()
        for one in self.program.variables:
            if id(one) not in reached or one.name in self.program.frozen:
                continue
            found += [one.name] if one.kind is Kind.VARIABLE else self._held(one, steps)
        if not found:
            raise Refused(training.node, "the loss reaches no variable")
        return found

    def _held(self, holder: Value, steps: list[Step]) -> list[str]:
        """The variables of a dictionary. Raises Refused where not all of them are read."""
        keys = self.program.keys[holder.name]
        texts = {one.value for step in steps for one in ast.walk(step.node) if isinstance(one, ast.Constant)}
        called = {one.id for step in steps for one in ast.walk(step.node) if isinstance(one, ast.Name)}
        for name in called & set(self.index.definitions):
            texts |= {
                one.value
                for each in self.index.definitions[name]
                for one in ast.walk(each)
                if isinstance(one, ast.Constant)
            }
        if not set(keys) <= {str(one) for one in texts}:
            raise Refused(holder.step, f"not every variable of `{holder.name}` is read by its name")
        return [f"*{holder.name}.values()"]

    def _calls(self, function: Function, called: Iterable[Function], indent: str) -> list[str]:
        lines = []
        for one in called:
            arguments = ", ".join(one.placeholders)
            lines.append(f"{indent}{one.fetches[0].name} = {one.name}({arguments})")
        return lines

    def _comment(self, node: ast.stmt, indent: str) -> list[str]:
        first = self.layout.comment_above(node.lineno)
        depth = len(self.source.indent(self.source.line_offset(node.lineno)))
        return moved(self.source, [self.layout.text(one) for one in range(first, node.lineno)], depth, indent)

    def _moved(self, step: Step, indent: str) -> list[str]:
        """The lines of a statement with its comment, elsewhere."""
        return [*self._comment(step.node, indent), *self._code(step.node, step.node, indent)]

    def _returned(self, step: Step) -> list[str]:
        """`name = value` as `return value`."""
        assert isinstance(step.node, ast.Assign)
        start = self.source.span(step.node)[0]
        head = Edit(start, self.source.text[start : self._value_start(step.node)], "return ")
        return [*self._comment(step.node, self.step), *self._code(step.node, step.node, self.step, head)]

    def _value_start(self, node: ast.Assign) -> int:
        """Where the value begins, with the brackets around it."""
        at = self.source.span(node.targets[0])[1]
        return at + len(self.source.text[at:]) - len(self.source.text[at:].lstrip().removeprefix("=").lstrip(" "))

    def _code(self, node: ast.stmt, part: ast.stmt, indent: str, *more: Edit) -> list[str]:
        start, end = self.source.span(part)
        end = self.source.line_end(end)
        inside = [one for one in (*self.program.edits, *more) if start <= one.start and one.end <= end]
        text, last = "", start
        for one in sorted(inside, key=lambda each: each.start):
            text += self.source.text[last : one.start] + one.new
            last = one.end
        text += self.source.text[last:end]
        if _has_long_string(node):
            raise Refused(node, "a string of several lines would move")
        depth = len(self.source.indent(start))
        first, *rest = text.splitlines()
        return [f"{indent}{first}", *moved(self.source, rest, depth, indent)]

    # Calls

    def _call(self, run: Run) -> list[Edit]:
        function = self.made.called.get(id(run.call))
        if function is None or (function.training is None and len(self._wanted(run)) < 2):
            return [self._elementwise(run, function)]
        return self._whole(run, function)

    def _wanted(self, run: Run) -> set[int]:
        return {id(one.value) for one in run.fetches if one.value is not None and one.value.kind is Kind.SYMBOLIC}

    def _called(self, run: Run, function: Function) -> str:
        arguments = [self._text(run.feed[name]) for name in function.placeholders]
        return f"{function.name}({', '.join(arguments)})"

    def _text(self, node: ast.AST, edits: Iterable[Edit] = ()) -> str:
        start, end = self.source.span(node)
        text, last = "", start
        for one in sorted(edits, key=lambda each: each.start):
            text += self.source.text[last : one.start] + one.new
            last = one.end
        return text + self.source.text[last:end]

    def _elementwise(self, run: Run, function: Function | None) -> Edit:
        """Every fetch on its own."""
        start, end = self.source.span(run.call)
        old = self.source.text[start:end]
        alone = isinstance(run.statement, ast.Expr) and run.statement.value is run.call
        texts = [self._element(one, run, function) for one in run.fetches]
        if alone and function is not None and len(texts) == 1:
            return Edit(start, old, texts[0])
        texts = [f"{one}.numpy()" for one in texts]
        if not run.is_list:
            return Edit(start, old, texts[0])
        if len(texts) > 1 and self._targets(run) is not None:
            return Edit(start, old, ", ".join(texts))
        return Edit(start, old, f"[{', '.join(texts)}]")

    def _element(self, fetch: Fetch, run: Run, function: Function | None) -> str:
        if not fetch.is_inline:
            assert fetch.value is not None
            if fetch.value.kind is Kind.SYMBOLIC:
                assert function is not None
                return self._called(run, function)
            return fetch.value.name
        edits = list(fetch.edits)
        for one in ast.walk(fetch.node):
            if fetch.value is not None and isinstance(one, ast.Name) and one.id == fetch.value.name:
                assert function is not None
                start, end = self.source.span(one)
                edits.append(Edit(start, self.source.text[start:end], self._called(run, function)))
        text = self._text(fetch.node, edits)
        return text if isinstance(fetch.node, ast.Call) else f"({text})"

    def _targets(self, run: Run) -> list[ast.expr] | None:
        """The names that the fetches are bound to, one each; None where they are not."""
        statement = run.statement
        if not isinstance(statement, ast.Assign) or statement.value is not run.call or len(statement.targets) != 1:
            return None
        (target,) = statement.targets
        if not isinstance(target, (ast.Tuple, ast.List)) or len(target.elts) != len(run.fetches):
            return None
        return target.elts

    def _whole(self, run: Run, function: Function) -> list[Edit]:
        """One call that gives all fetches."""
        start, end = self.source.span(run.call)
        old, call = self.source.text[start:end], self._called(run, function)
        alone = isinstance(run.statement, ast.Expr) and run.statement.value is run.call
        values = [one.value for one in run.fetches if one.value is not None and one.value.kind is not Kind.TRAIN]
        if alone:
            return [Edit(start, old, call)]
        targets = self._targets(run)
        if len(values) != len(function.fetches):
            raise Refused(run.call, "what is fetched is only a part of what its function gives")
        if len(values) == len(run.fetches) and (targets is None or not function.training):
            if not all(one is other for one, other in zip(values, function.fetches, strict=True)):
                raise Refused(run.call, "the same is fetched in another order elsewhere")
            return [Edit(start, old, f"[value.numpy() for value in {call}]")]
        if targets is None:
            name = self._thrown_away(run)
            if name is not None and not values:
                first = self.source.span(run.statement)[0]
                return [Edit(first, self.source.text[first:end], call)]
            raise Refused(run.call, "the value of a training op is kept")
        pairs = list(zip(run.fetches, targets, strict=True))
        for fetch, target in pairs:
            if fetch.value is not None and fetch.value.kind is Kind.TRAIN and not self._is_unread(target):
                raise Refused(target, "the value of a training op is kept")
        by_value = {id(fetch.value): self._text(target) for fetch, target in pairs}
        names = [by_value[id(one)] for one in function.fetches]
        first = self.source.span(run.statement)[0]
        whole = self.source.text[first:end]
        if not names:
            return [Edit(first, whole, call)]
        if len(names) == 1:
            return [Edit(first, whole, f"{names[0]} = {call}.numpy()")]
        return [Edit(first, whole, f"{', '.join(names)} = [value.numpy() for value in {call}]")]

    def _thrown_away(self, run: Run) -> str | None:
        statement = run.statement
        if not isinstance(statement, ast.Assign) or statement.value is not run.call or len(statement.targets) != 1:
            return None
        return "_" if self._is_unread(statement.targets[0]) else None

    def _is_unread(self, target: ast.expr) -> bool:
        """Whether nothing reads what a name is bound to."""
        if not isinstance(target, ast.Name):
            return False
        read = (one for one in self.index.nodes if isinstance(one, ast.Name) and isinstance(one.ctx, ast.Load))
        gone = {id(each) for run in self.program.runs for each in ast.walk(run.call)}
        return all(one.id != target.id or id(one) in gone for one in read)


def _has_long_string(node: ast.AST) -> bool:
    return any(
        isinstance(one, (ast.Constant, ast.JoinedStr))
        and (isinstance(one, ast.JoinedStr) or isinstance(one.value, (str, bytes)))
        and one.end_lineno != one.lineno
        for one in ast.walk(node)
    )
