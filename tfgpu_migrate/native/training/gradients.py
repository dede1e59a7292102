"""Gradients that a program takes itself: `tf.gradients`, `compute_gradients`, and what it does with them."""

from __future__ import annotations

import ast
from dataclasses import replace

from tfgpu_migrate.edit.diagnostics import Edit
from tfgpu_migrate.native.expressions import Reading, read
from tfgpu_migrate.native.model import Kind, Refused, Step, Value
from tfgpu_migrate.native.plan import closure
from tfgpu_migrate.native.purity import must_be_pure
from tfgpu_migrate.native.state import State
from tfgpu_migrate.native.training.trained import listed, trainable
from tfgpu_migrate.native.training.training import loss_of, must_be_trainable, named_variables

_PAIR = 2


class Taken:
    """What is found in an expression about gradients."""

    def __init__(self, state: State, node: ast.stmt) -> None:
        self.state, self.node = state, node
        self.reading = Reading()
        self.loss: Value | None = None
        self.variables: list[str] = []
        self.tape: tuple[ast.Call, str] | None = None  # the call that takes gradients, and what it becomes

    def form(self, node: ast.expr) -> str:
        """What an expression gives: `pairs`, `list`, `variables`, `pair`, `tensor`, `unzipped` or `clipped`.

        Raises Refused for any other.
        """
        use = self.state.index.calls.get(id(node))
        if isinstance(node, ast.Name):
            return self._of_name(node)
        if isinstance(node, ast.Call) and (method := gradient_call(node, self.state)):
            return self._take(node, method)
        if isinstance(node, ast.Call) and use is not None and use.symbol == "clip_by_global_norm" and node.args:
            self.state.around.seen.add(id(use.node))
            if self.form(node.args[0]) == "list" and len(node.args) == _PAIR and not node.keywords:
                self._read(node.args[1], {})
                return "clipped"
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and not node.keywords:
            return self._of_builtin(node.func.id, node)
        if isinstance(node, ast.Subscript) and isinstance(node.slice, ast.Constant):
            parts = {"list": "tensor", "pairs": "pair"}
            form = self.form(node.value)
            if form == "pair" and node.slice.value == 0:
                return "tensor"
            if form in parts and isinstance(node.slice.value, int):
                return parts[form]
        if isinstance(node, ast.ListComp):
            return self._of_comprehension(node)
        raise Refused(node, "gradients are used in an expression that is not followed")

    def _of_name(self, node: ast.Name) -> str:
        value = self.state.values.get(node.id)
        if value is not None and value.kind is Kind.GRADIENTS:
            self.reading.values.append(value)
            return value.form
        if value is not None and value.kind is Kind.LISTED:
            return "variables"
        raise Refused(node, f"`{node.id}` is used beside gradients")

    def _of_builtin(self, name: str, node: ast.Call) -> str:
        if name == "zip" and len(node.args) == 1 and isinstance(node.args[0], ast.Starred):
            if self.form(node.args[0].value) == "pairs":
                return "unzipped"
        elif name == "zip" and len(node.args) == _PAIR:
            if self.form(node.args[0]) == "list" and self._is_variables(node.args[1]):
                return "pairs"
        elif name == "list" and len(node.args) == 1:
            return self.form(node.args[0])
        raise Refused(node, "gradients are given to code that is not followed")

    def _is_variables(self, node: ast.expr) -> bool:
        if isinstance(node, ast.Name) and (value := self.state.values.get(node.id)) and value.kind is Kind.GRADIENTS:
            return self._of_name(node) == "variables"
        named_variables(node, self.state.around)
        return True

    def _of_comprehension(self, node: ast.ListComp) -> str:
        (source, *more) = node.generators
        form, target = self.form(source.iter), source.target
        names = target.elts if isinstance(target, ast.Tuple) else [target]
        if more or form not in ("pairs", "list") or len(names) != (_PAIR if form == "pairs" else 1):
            raise Refused(node, "gradients are used in an expression that is not followed")
        local = {one.id: Value(Kind.EAGER, one.id, self.node) for one in names if isinstance(one, ast.Name)}
        for test in source.ifs:
            if not ast.unparse(test) == f"{ast.unparse(names[0])} is not None":
                raise Refused(test, "gradients are chosen by a condition that is not followed")
        element = node.elt
        if isinstance(element, ast.Tuple) and len(element.elts) == _PAIR and form == "pairs":
            if ast.unparse(element.elts[1]) != ast.unparse(names[1]):
                raise Refused(element, "a gradient is paired with something else than its variable")
            self._read(element.elts[0], local)
            return "pairs"
        self._read(element, local)
        return "list"

    def _read(self, node: ast.expr, local: dict[str, Value]) -> None:
        """Read an expression in which names may stand for one gradient and its variable."""
        part = read(node, replace(self.state.around, values={**self.state.values, **local}))
        if part.draws or part.assigns or part.makes_variable:
            raise Refused(node, "what is done with gradients draws or changes something")
        self.reading.values += [one for one in part.values if not any(one is each for each in local.values())]
        self.reading.plain |= part.plain
        self.reading.edits += part.edits
        self.reading.calls += part.calls

    def _take(self, node: ast.Call, method: str) -> str:
        """`compute_gradients(loss, variables)` or `tf.gradients(loss, variables)`."""
        state, names = self.state, ("loss", "var_list") if method == "pairs" else ("ys", "xs")
        given = dict(zip(names, node.args, strict=False))
        given |= {one.arg: one.value for one in node.keywords if one.arg}
        if self.loss is not None or set(given) - set(names) or names[0] not in given or len(node.args) > _PAIR:
            raise Refused(node, "gradients are taken with more than a loss and variables")
        if (use := state.index.calls.get(id(node))) is not None:
            state.around.seen.add(id(use.node))
        names_read = {one.id for one in state.index.nodes if isinstance(one, ast.Name)}
        bound = {one.id for one in state.index.nodes if isinstance(one, ast.Name) and isinstance(one.ctx, ast.Store)}
        if "tape" in names_read or "list" in bound:
            raise Refused(node, "the name `tape` or `list` is taken")
        others = [one.gradient_of.name for one in state.program.steps.values() if one.gradient_of is not None]
        self.loss = loss_of(given[names[0]], self.node, state.around, state.index, state.program, *others)
        steps = closure([self.loss], state.program)
        if any(step.sparse for step in steps):
            raise Refused(node, "the gradients of what is looked up come as slices")
        if any(step.gradient_of is not None for step in steps):
            raise Refused(node, "gradients are taken of gradients")
        if names[1] in given and _is_all_variables(given[names[1]], state):
            self.variables = trainable(state.program)
        elif names[1] in given:
            must_be_trainable(given[names[1]], state.around, state.program)
            self.variables = named_variables(given[names[1]], state.around)
        elif method == "pairs":
            self.variables = trainable(state.program)  # also those that the loss does not reach: their gradient is None
        if not self.variables:
            raise Refused(node, "gradients are taken of no variables")
        self.reading.values.append(self.loss)
        taken = f"tape.gradient({self.loss.name}, {listed(self.variables)})"
        text = f"list(zip({taken}, {listed(self.variables)}))" if method == "pairs" else taken
        self.tape = (node, text)
        return method

    def edits(self) -> list[Edit]:
        """The edits of the expression."""
        if self.tape is None:
            return self.reading.edits
        call, text = self.tape
        start = self.state.spellings.span(call)[0]
        return [*self.reading.edits, Edit(start, self.state.spellings.text(call), text)]


def _is_all_variables(node: ast.expr, state: State) -> bool:
    """Whether an expression is `tf.trainable_variables()`, with no scope."""
    use = state.index.calls.get(id(node))
    if (
        use is None
        or use.symbol != "trainable_variables"
        or not isinstance(node, ast.Call)
        or node.args
        or node.keywords
    ):
        return False
    state.around.seen.add(id(use.node))
    return True


def gradient_call(node: ast.Call, state: State) -> str:
    """What a call gives that takes gradients, `pairs` or `list`; empty for any other call."""
    use = state.index.calls.get(id(node))
    if use is not None:
        return "list" if use.symbol == "gradients" else ""
    callee = node.func
    if isinstance(callee, ast.Attribute) and callee.attr == "compute_gradients" and isinstance(callee.value, ast.Name):
        value = state.values.get(callee.value.id)
        return "pairs" if value is not None and value.kind is Kind.OPTIMIZER else ""
    return ""


def is_about_gradients(node: ast.expr, state: State) -> bool:
    """Whether an expression takes gradients, or uses some that are no single tensors."""
    for one in ast.walk(node):
        value = state.values.get(one.id) if isinstance(one, ast.Name) else None
        if value is not None and value.kind is Kind.GRADIENTS:
            return True
        if isinstance(one, ast.Call) and gradient_call(one, state):
            return True
    return False


def bind_gradients(state: State, node: ast.Assign, names: list[str], *, is_unpacked: bool) -> None:
    """Bind what a statement about gradients binds. Raises Refused."""
    taken = Taken(state, node)
    form = taken.form(node.value)
    kinds = _kinds(form, taken, names, node) if is_unpacked else _kind(form, node)
    must_be_pure(taken.reading, state.index)
    if taken.tape is not None and form == "unzipped" and isinstance(node.value, ast.Call) and taken.loss is not None:
        # `gradients, variables = zip(*optimizer.compute_gradients(loss))`, as two statements
        start = state.spellings.span(node)[0]
        gradients, variables = names
        text = f"{variables} = {listed(taken.variables)}\n"
        text += f"{gradients} = tape.gradient({taken.loss.name}, {variables})"
        state.program.edits.append(Edit(start, state.spellings.text(node), text))
    else:
        state.program.edits += taken.edits()
    bound = [(name, kind, form) for name, (kind, form) in zip(names, kinds, strict=True) if name != "_"]
    values = [Value(kind, name, node, node.value, form=form) for name, kind, form in bound]
    step = Step(node, values, list(taken.reading.values), frozenset(taken.reading.plain))
    step.gradient_of, step.of_variables = taken.loss, taken.variables
    state.program.add_step(step)
    for value in values:
        state.bind(value)


def _kind(form: str, node: ast.Assign) -> list[tuple[Kind, str]]:
    if form == "tensor":
        return [(Kind.SYMBOLIC, "")]
    if form in ("pairs", "list"):
        return [(Kind.GRADIENTS, form)]
    raise Refused(node, "gradients are bound to one name that are several")


def _kinds(form: str, taken: Taken, names: list[str], node: ast.Assign) -> list[tuple[Kind, str]]:
    if form == "unzipped" and len(names) == _PAIR:
        return [(Kind.GRADIENTS, "list"), (Kind.GRADIENTS, "variables")]
    if form == "clipped" and len(names) == _PAIR:
        return [(Kind.GRADIENTS, "list"), (Kind.SYMBOLIC, "")]
    if form == "list" and taken.tape is not None and len(names) == len(taken.variables):
        return [(Kind.SYMBOLIC, "")] * len(names)
    raise Refused(node, "gradients are bound to several names in a way that is not followed")
