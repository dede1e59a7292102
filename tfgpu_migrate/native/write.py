"""The functions and calls of a plan as edits of the file."""

from __future__ import annotations

import ast
from collections.abc import Iterable

from tfgpu_migrate.edit.diagnostics import Edit
from tfgpu_migrate.index.index import Index
from tfgpu_migrate.native.calls import Calls
from tfgpu_migrate.native.checkpoints.saving import Saving
from tfgpu_migrate.native.classes.marks import attribute, base
from tfgpu_migrate.native.classes.methods import Methods
from tfgpu_migrate.native.facts import OPTIMIZERS, SGD
from tfgpu_migrate.native.home import Home
from tfgpu_migrate.native.inputs.elements import signature_of
from tfgpu_migrate.native.inputs.loops import end_queues, flatten
from tfgpu_migrate.native.layout import Layout, in_lines, indented, moved
from tfgpu_migrate.native.model import Prepared, Program, Refused, Source, Step, Training, Value
from tfgpu_migrate.native.names import Names
from tfgpu_migrate.native.plan import Function, Plan, closure
from tfgpu_migrate.native.summaries.event_files import EventFiles
from tfgpu_migrate.native.training.trained import listed, trained

_LONG = 40  # characters of a list that is not written twice
_FEW = 4  # variables that are listed where they are used; more get a name


class Writer:
    """Writes one program."""

    def __init__(self, program: Program, made: Plan, index: Index, tf: str, home: Home) -> None:
        self.program, self.made, self.index, self.tf, self.home = program, made, index, tf, home
        self.source = index.source
        self.layout = Layout(self.source)
        self.names: dict[int, Names] = {}  # of each part of the program
        self.step = self.source.indent_unit
        self._built_layers: list[Value] = []
        self._moving = [one.node for one in program.steps.values() if one.moves]
        model = home.model
        self.methods = Methods(program, made, index, home, model, self.step) if model is not None else None

    def edits(self) -> list[Edit]:
        """All edits of the conversion. Raises Refused."""
        self._take_out()
        optimizers = {id(one): self._optimizer(one) for one in self.program.trainings}
        self._hoist()
        in_place = self._put_functions(optimizers)
        for source in self.program.sources:
            if source.prepared is not None:
                self.layout.put(self.layout.comment_above(source.made.lineno), self._prepared(source.prepared, source))
        saving = Saving(self.program, self.made, self.index, self.home, self.tf, optimizers, self._trained)
        saved = saving.edits(self.layout, self._indent_of)
        called = [one.training for one in self.made.functions]
        for training in self.program.trainings:
            if training not in called:
                raise Refused(training.node, "nothing runs what this trains")
        calls = [*Calls(self.program, self.made, self.index).edits(), *in_place, *saved]
        writes = EventFiles(self.program, self.tf, self.index, self.layout, calls).edits()
        writes += [self.layout.write_anew(node, lines) for node, lines in self.program.written_anew]
        calls = [one for one in calls if not any(each.start <= one.start < each.end for each in writes)]
        covered = [(edit.start, edit.end) for edit in (*calls, *writes)]
        kept = [one for one in self.program.edits if not any(a <= one.start < b for a, b in covered)]
        return self.layout.edits([*calls, *writes, *kept])

    def _makes_in_place(self, training: Training) -> bool:
        """Whether the optimizer of a class, or its slots, are made in the place of a training op."""
        if self.methods is None or all(one.training is not training for one in self.made.functions):
            return False
        return bool(training.made_here or self._built(training, training.optimizer))

    def _put_functions(self, optimizers: dict[int, str]) -> list[Edit]:
        """Put the functions where they stand; what is written in the places of other statements, as edits."""
        edits = list[Edit]()
        made = [optimizers[id(one)] for one in self.program.trainings if one.made_here]
        for function in self.made.functions:
            lines = self._function(function, optimizers)
            if self.methods is None:
                built = self._optimizer_lines(function.training, optimizers)
                lines = [*built, *(["", ""] if built else []), *lines]
                self.layout.put(self._place(function.last), indented(lines, self._indent_of(function.last)))
                continue
            lines = indented(self.methods.lines(function, lines, made), self.methods.indent())
            self.layout.put(self.methods.place(self.layout), lines)
            training = function.training
            if training is not None and (built := self._optimizer_lines(training, optimizers, with_comment=False)):
                edits.append(self.methods.optimizer(training, built))
        return edits

    def _take_out(self) -> None:
        """Let all that goes and moves go from its place."""
        moving = [one.node for one in self.program.steps.values() if one.moves]
        trained = [one.node for one in self.program.trainings if not self._makes_in_place(one)]
        for statement in (*self.program.gone, *moving, *trained):
            if statement.lineno in self.program.resets:  # what stands above it is about the part that begins
                self.layout.gone.update(range(statement.lineno, (statement.end_lineno or statement.lineno) + 1))
            else:
                self.layout.take_out(statement)
        self.layout.gone |= self.program.lines_gone
        for block in self.program.unwrapped:
            self.layout.unwrap(block)
        flattened = [loop.attempt for one in self.program.sources for loop in one.loops]
        for source in self.program.sources:
            for loop in source.loops:
                flatten(loop, self.layout)
        end_queues(self.program, self.layout, flattened)
        if self.methods is not None:
            self.methods.take_out(self.layout)
        for block in self.program.devices:
            if all(one.lineno in self.layout.gone for one in block.body):
                self.layout.take_header_out(block)

    def _indent_of(self, node: ast.stmt) -> str:
        """How deep a definition stands that takes the place of a statement."""
        function = self.home.function
        if function is None or not self.home.has(node):
            return ""
        return self.source.indent(self.source.line_offset(function.body[0].lineno))

    def _place(self, last: ast.stmt) -> int:
        """The line in whose place a function stands: its last statement.s, or the one below a device.s block."""
        block = next((one for one in self.program.devices if any(last is each for each in one.body)), None)
        if block is not None:
            return self.layout.next_code(block.end_lineno or block.lineno)
        if any(one.node is last and one.called for one in self.program.steps.values()):
            return self.layout.next_code(last.end_lineno or last.lineno)
        moves = any(last is one.node for one in self.program.trainings) or last in self._moving
        return last.end_lineno or last.lineno if moves else self.layout.comment_above(last.lineno)

    def _hoist(self) -> None:
        """Move device configuration above the statement that starts the runtime, and the block that it stands in."""
        first, moving = self.program.first_op, self.program.hoisted
        if first is None or not moving:
            return
        body = self.home.function.body if self.home.function and self.home.has(first) else self.home.module.body
        above = next(one for one in body if any(each is first for each in ast.walk(one)))
        indent = self._indent_of(first)
        if self.home.model is not None:
            above = self.home.model.above(moving[0], first) or above
            indent = self.source.indent(self.source.line_offset(above.lineno))
        lines = [line for one in moving for line in (*self._comment(one, indent), *self._code(one, indent))]
        self.layout.put(self.layout.comment_above(above.lineno), lines)
        for one in moving:
            self.layout.take_out(one)

    def _optimizer(self, training: Training) -> str:
        if not training.made_here:
            return training.optimizer
        own = base(training.value.name)
        of_its_own = f"{own.removesuffix('_op').lstrip('_')}_optimizer"
        part = training.value.part
        several = sum(one.value.part == part for one in self.program.trainings) > 1
        names = self.names.setdefault(part, Names(self.index))
        name = own if own == "optimizer" else names.first(*([] if several else ["optimizer"]), of_its_own)
        if not name:
            raise Refused(training.node, "no name is free for the optimizer")
        return attribute(name) if self.methods is not None else name

    # Functions

    def _function(self, function: Function, optimizers: dict[int, str]) -> list[str]:
        head = self._head(function)
        training = function.training
        if training is None and any(step.gradient_of is not None for step in function.own):
            return [*head, *self._taped_body(function, "", with_comment=False)]
        if training is None:
            return [*head, *self._plain_body(function)]
        optimizer = optimizers[id(training)]
        return [*head, *self._taped_body(function, optimizer, with_comment=not training.made_here)]

    def _head(self, function: Function) -> list[str]:
        """The lines of a definition above its body."""
        if self.methods is not None:
            return self.methods.head(function, f"@{self.tf}.function")
        given = function.placeholders
        defaults = self.program.defaults
        parameters = ", ".join(f"{name}={defaults[name]}" if name in defaults else name for name in given)
        signature = f"(input_signature={signature_of(given, self.program)})" if given else ""
        return [f"@{self.tf}.function{signature}", f"def {function.name}({parameters}):"]

    def _optimizer_lines(
        self, training: Training | None, optimizers: dict[int, str], *, with_comment: bool = True
    ) -> list[str]:
        """The lines that make the optimizer of a training op, and its slots."""
        if training is None:
            return []
        optimizer = optimizers[id(training)]
        if not training.made_here:
            return self._built(training, optimizer)
        comment = self._comment(training.node, "") if with_comment else []
        return [*comment, f"{optimizer} = {training.made_here}", *self._built(training, optimizer)]

    def _prepared(self, prepared: Prepared, source: Source) -> list[str]:
        """The function that makes the elements of a dataset of what its queue held."""
        deep = self._indent_of(source.made)
        lines = [f"def {prepared.name}({', '.join(prepared.given)}):", *self._all_moved(prepared.steps, self.step)]
        given = [" ".join(part.strip() for part in self._code(one, "")) for one in prepared.returned]
        return indented([*lines, f"{self.step}return {', '.join(given)}"], deep)

    def _built(self, training: Training, optimizer: str) -> list[str]:
        """Lines that make the slots of an optimizer: for all that it trains, with the values of TensorFlow 1."""
        begins_with_ones = OPTIMIZERS[training.symbol].begins_with_ones
        part = training.value.part
        here = [one for one in self.program.trainings if one.value.part == part]
        own = [one for one in here if one is training or (optimizer and one.optimizer == optimizer)]
        first = min((one for one in self.made.functions if one.training in own), key=lambda one: one.last.lineno)
        is_saved = any(one in saver.trainings for saver in self.program.savers for one in own)
        if first.training is not training or (len(own) == 1 and not begins_with_ones and not is_saved):
            return []
        variables = list(dict.fromkeys(name for one in own for name in self._trained(one)))
        names = {name.lstrip("*").partition(".")[0].partition("[")[0] for name in variables}
        stored = [one for one in self.index.nodes if isinstance(one, ast.Name) and isinstance(one.ctx, ast.Store)]
        for one in stored:
            if one.id in names and first.last.lineno < one.lineno < self.program.end_of(part):
                raise Refused(one, f"`{one.id}` is made below the first step of its optimizer")
        layers = [one for one in self.program.variables if f"*{one.name}.trainable_variables" in variables]
        if unknown := [one for one in layers if not one.form]:
            raise Refused(unknown[0].step, "how wide a layer's input is, is not known, and its optimizer begins before")
        build = f"{optimizer}.build({listed(variables)})"
        built = [*(one.form for one in layers if one not in self._built_layers), build]
        self._built_layers += layers
        if not begins_with_ones:
            return built
        quote = self.source.quote
        return [
            *built,
            f"for slot in {optimizer}.variables:",
            f"{self.step}if slot.path.endswith({quote}velocity{quote}):  # mean squares, which begin with ones",
            f"{self.step * 2}slot.assign({self.tf}.ones_like(slot))",
        ]

    def _plain_body(self, function: Function) -> list[str]:
        return [*self._calls(function, function.calls, self.step), *self._ended(function, function.own)]

    def _ended(self, function: Function, steps: list[Step]) -> list[str]:
        """The lines of the last steps of a function, and what it returns."""
        given = ", ".join(one.name for one in function.fetches)
        if any(one.is_update for one in function.fetches):
            return self._all_moved(steps, self.step)
        if not steps:
            return [f"{self.step}return {given}"]
        *before, last = steps
        (value, *more) = function.fetches
        if not more and not last.device and last.node is value.step and _binds_one_name(last):
            return [*self._all_moved(before, self.step), *self._returned(last)]
        return [*self._all_moved(steps, self.step), f"{self.step}return {given}"]

    def _all_moved(self, steps: Iterable[Step], indent: str) -> list[str]:
        """The lines of steps, those of one device under one header."""
        lines, device = list[str](), ""
        for step in steps:
            if step.device != device and step.device:
                lines.append(f"{indent}with {self.tf}.device({step.device}):")
            device = step.device
            lines += self._moved(step, indent + self.step if device else indent)
        return lines

    def _taped_body(self, function: Function, optimizer: str, *, with_comment: bool) -> list[str]:
        """The lines of a function that takes gradients, and maybe applies them."""
        training = function.training
        losses = [one.gradient_of for one in function.own if one.gradient_of is not None]
        needed = closure([*losses, *([training.loss] if training is not None else [])], self.program)
        inside = [step for step in function.own if step in needed]
        behind = [step for step in function.own if step not in needed]
        first = [one for one in function.calls if one.fetches[0].step in [step.node for step in needed]]
        later = [one for one in function.calls if one not in first]
        deep, tape = self.step * 2, self._local("tape", function)
        lines = list[str]()
        if training is not None and training.rate:
            lines.append(f"{self.step}{optimizer}.learning_rate.assign({training.rate})")
        persistent = "persistent=True" if len(losses) > 1 else ""
        lines.append(f"{self.step}with {self.tf}.GradientTape({persistent}) as {tape}:")
        lines += self._calls(function, first, deep)
        lines += self._all_moved(inside, deep)
        lines += self._calls(function, later, self.step)
        if training is None:
            return [*lines, *self._ended(function, behind)]
        lines += self._all_moved(behind, self.step)
        lines += self._comment(training.node, self.step) if with_comment else []
        lines += self._applied(function, training, optimizer, tape)
        if training.global_step:
            lines.append(f"{self.step}{training.global_step}.assign_add(1)")
        if function.fetches:
            lines.append(f"{self.step}return {', '.join(one.name for one in function.fetches)}")
        return lines

    def _applied(self, function: Function, training: Training, optimizer: str, tape: str) -> list[str]:
        """The lines that take the gradients of a loss and apply them, or apply those of the program."""
        if training.applied is not None:
            *before, last = self._code(training.applied, self.step, f"{optimizer}.apply_gradients(")
            return [*before, f"{last})"]
        variables, lines = self._trained(training), list[str]()
        gradients, of = self._local("gradients", function), listed(variables)
        if len(variables) > _FEW or len(of) > _LONG:
            name = self._local("variables", function)
            if of.startswith("["):
                made = in_lines(f"{name} = [", variables, "]", self.step, len(self.step))
            else:
                made = [f"{name} = {of}"]
            lines += [f"{self.step}{one}" for one in made]
            of = name
        lines.append(f"{self.step}{gradients} = {tape}.gradient({training.loss.name}, {of})")
        if training.symbol != SGD and any(step.sparse for step in closure([training.loss], self.program)):
            dense = f"[{self.tf}.convert_to_tensor(gradient) for gradient in {gradients}]"
            lines.append(f"{self.step}{gradients} = {dense}")
        return [
            *lines,
            f"{self.step}{optimizer}.apply_gradients(zip({gradients}, {of}))",
        ]

    def _local(self, name: str, function: Function) -> str:
        used = {one.id for step in function.own for one in ast.walk(step.node) if isinstance(one, ast.Name)}
        used |= {*function.placeholders, *(one.fetches[0].name for one in function.calls)}
        used |= {base(one) for one in used}
        free = next((one for one in (name, f"the_{name}") if one not in used), "")
        if not free:
            raise Refused(function.last, f"the name `{name}` is taken")
        return free

    def _trained(self, training: Training) -> list[str]:
        if training.variables is not None:
            return training.variables
        return trained(training.loss, training.node, self.program, self.index)

    def _calls(self, function: Function, called: Iterable[Function], indent: str) -> list[str]:
        lines = []
        for one in called:
            arguments = ", ".join(one.placeholders)
            lines.append(f"{indent}{one.fetches[0].name} = {one.callee}({arguments})")
        return lines

    def _comment(self, node: ast.stmt, indent: str) -> list[str]:
        first = self.layout.comment_above(node.lineno)
        depth = len(self.source.indent(self.source.line_offset(node.lineno)))
        return moved(self.source, [self.layout.text(one) for one in range(first, node.lineno)], depth, indent)

    def _moved(self, step: Step, indent: str) -> list[str]:
        """The lines of a statement with its comment, elsewhere."""
        if step.called:
            return [f"{indent}{step.defines[0].name} = {step.called}"]
        if step.expression is not None:
            return self._code(step.expression, indent, f"{step.defines[0].name} = ")
        if step.lines:
            return [*self._comment(step.node, indent), *(f"{indent}{one}" for one in step.lines)]
        return [*self._comment(step.node, indent), *self._code(step.node, indent)]

    def _returned(self, step: Step) -> list[str]:
        """`name = value` as `return value`."""
        if step.called:
            return [f"{self.step}return {step.called}"]
        if step.expression is not None:
            return self._code(step.expression, self.step, "return ")
        assert isinstance(step.node, ast.Assign)
        start = self.source.span(step.node)[0]
        head = Edit(start, self.source.text[start : self._value_start(step.node)], "return ")
        return [*self._comment(step.node, self.step), *self._code(step.node, self.step, "", head)]

    def _value_start(self, node: ast.Assign) -> int:
        """Where the value begins, with the brackets around it."""
        at = self.source.span(node.targets[0])[1]
        return at + len(self.source.text[at:]) - len(self.source.text[at:].lstrip().removeprefix("=").lstrip(" "))

    def _code(self, node: ast.stmt | ast.expr, indent: str, head: str = "", *more: Edit) -> list[str]:
        """The lines of a statement, or of an expression behind `head`, elsewhere."""
        if _has_long_string(node):
            raise Refused(node, "a string of several lines would move")
        start, end = self.source.span(node)
        if isinstance(node, ast.stmt):
            end = self.source.line_end(end)
        inside = [one for one in (*self.program.edits, *more) if start <= one.start and one.end <= end]
        text, last = "", start
        for one in sorted(inside, key=lambda each: each.start):
            text += self.source.text[last : one.start] + one.new
            last = one.end
        text += self.source.text[last:end]
        if head and "\n" in text:
            text = f"({text})"
        depth = len(self.source.indent(start))
        first, *rest = text.splitlines()
        return [f"{indent}{head}{first}", *moved(self.source, rest, depth, indent)]


def _binds_one_name(step: Step) -> bool:
    """Whether a step is `name = value`, which may be returned without the name."""
    unpacks = isinstance(step.node, ast.Assign) and not isinstance(step.node.targets[0], ast.Name)
    return len(step.defines) == 1 and (not unpacks or step.expression is not None)


def _has_long_string(node: ast.AST) -> bool:
    return any(
        isinstance(one, (ast.Constant, ast.JoinedStr))
        and (isinstance(one, ast.JoinedStr) or isinstance(one.value, (str, bytes)))
        and one.end_lineno != one.lineno
        for one in ast.walk(node)
    )
