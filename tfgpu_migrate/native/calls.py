"""The runs of a session as calls of the functions that they became."""

from __future__ import annotations

import ast
from collections.abc import Iterable

from tfgpu_migrate.edit.diagnostics import Edit
from tfgpu_migrate.index.index import Index
from tfgpu_migrate.native.classes.marks import base
from tfgpu_migrate.native.inputs.elements import fetched_elements, taken_by
from tfgpu_migrate.native.model import Fetch, Kind, Program, Refused, Run
from tfgpu_migrate.native.notebooks import is_shown
from tfgpu_migrate.native.plan import Function, Plan
from tfgpu_migrate.native.summaries.event_files import writes_at_once

_COMPUTED = (Kind.SYMBOLIC, Kind.ELEMENT)


class Calls:
    """Writes the calls of one program."""

    def __init__(self, program: Program, made: Plan, index: Index) -> None:
        self.program, self.made, self.index, self.source = program, made, index, index.source

    def edits(self) -> list[Edit]:
        """The edits of all runs. Raises Refused."""
        return [edit for run in self.program.runs for edit in self._checked(run)]

    def _checked(self, run: Run) -> list[Edit]:
        """The edits of a run, which takes at most one element of a dataset."""
        edits = self._call(run)
        if sum(one.new.count("next(") for one in edits) > sum(one.old.count("next(") for one in edits) + 1:
            raise Refused(run.call, "several values that need an element of a dataset are fetched at once")
        return edits

    def _call(self, run: Run) -> list[Edit]:
        function = self.made.called.get(id(run.call))
        if any(one.value is not None and one.value.kind is Kind.ELEMENT for one in run.fetches) and function is None:
            start, end = self.source.span(run.call)
            return [Edit(start, self.source.text[start:end], fetched_elements(run, self.program))]
        if function is None or (function.training is None and len(self._wanted(run)) < 2):
            return [self._elementwise(run, function)]
        return self._whole(run, function)

    def _wanted(self, run: Run) -> set[int]:
        return {id(one.value) for one in run.fetches if one.value is not None and one.value.kind in _COMPUTED}

    def _called(self, run: Run, function: Function) -> str:
        taken = taken_by(run, function.placeholders, self.program)
        order = [name for name in run.feed if name in function.placeholders]
        acts = sum(any(isinstance(one, ast.Call) for one in ast.walk(run.feed[name])) for name in order)
        fed = [name for name in function.placeholders if name in run.feed]
        if order != fed and acts > 1 and taken:
            raise Refused(run.call, "what is fed beside an element of a dataset is computed in another order")
        if order != fed and acts > 1:  # what is fed first is computed first
            texts = (f"{base(name)}={self._text(run.feed[name])}" for name in order)
            return f"{function.callee}({', '.join(texts)})"
        given, skipped = list[str](), False
        for name in function.placeholders:
            if name in taken:
                given += [taken[name]] if taken[name] else []
            elif name not in run.feed:
                skipped = True  # it has a default
            else:
                given.append(f"{base(name)}={self._text(run.feed[name])}" if skipped else self._text(run.feed[name]))
        return f"{function.callee}({', '.join(given)})"

    def _text(self, node: ast.AST, edits: Iterable[Edit] = ()) -> str:
        if isinstance(node, ast.Name) and not edits:
            return node.id  # maybe one that was given to what stands there
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
        alone = self._is_alone(run)
        texts = [self._element(one, run, function) for one in run.fetches]
        if alone and function is not None and len(texts) == 1:
            return Edit(start, old, texts[0])
        texts = [f"{one}.numpy()" for one in texts]
        if run.summary is not None:
            if writes_at_once(run):
                return Edit(start, old, texts[0].removesuffix(".numpy()"))
            first = self._head(run)
            names = [self._name(one, run) for one in run.fetches]
            return Edit(first, self.source.text[first:end], f"{', '.join(names)} = {', '.join(texts)}")
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
            return f"{fetch.value.name}({fetch.value.follows})" if fetch.value.follows else fetch.value.name
        edits = list(fetch.edits)
        for one in ast.walk(fetch.node):
            name = self.program.aliases.get(one.id, one.id) if isinstance(one, ast.Name) else ""
            if fetch.value is not None and name == fetch.value.name:
                assert function is not None
                start, end = self.source.span(one)
                edits.append(Edit(start, self.source.text[start:end], self._called(run, function)))
        text = self._text(fetch.node, edits)
        return text if isinstance(fetch.node, ast.Call) else f"({text})"

    def _is_alone(self, run: Run) -> bool:
        """Whether nobody gets what a run gives: neither the program nor who looks at a notebook."""
        if not isinstance(run.statement, ast.Expr) or run.statement.value is not run.call:
            return False
        trains_only = not run.is_list and all(one.value and one.value.kind is Kind.TRAIN for one in run.fetches)
        return trains_only or not is_shown(self.index, run.statement)

    def _targets(self, run: Run) -> list[ast.expr] | None:
        """The names that the fetches are bound to, one each; None where they are not."""
        statement = run.statement
        if not isinstance(statement, ast.Assign) or statement.value is not run.call or len(statement.targets) != 1:
            return None
        (target,) = statement.targets
        if not isinstance(target, (ast.Tuple, ast.List)) or len(target.elts) != len(run.fetches):
            return None
        return target.elts

    def _head(self, run: Run) -> int:
        """Where a statement that is written anew begins: a run that is added to a writer stands above that."""
        return self.source.span(run.call if isinstance(run.statement, ast.Expr) else run.statement)[0]

    def _name(self, fetch: Fetch, run: Run) -> str:
        """What a fetch is bound to in a run that also fetches a summary."""
        assert run.summary is not None
        target = run.summary.targets[run.fetches.index(fetch)]
        return self._text(target) if target is not None else run.summary.names[id(fetch.value)]

    def _summarized(self, run: Run, function: Function, call: str) -> list[Edit]:
        """One call that gives all that a run fetches and its summary needs."""
        assert run.summary is not None
        end, first = self.source.span(run.call)[1], self._head(run)
        trained = [one for one in run.fetches if one.value is not None and one.value.kind is Kind.TRAIN]
        for fetch in trained:
            target = run.summary.targets[run.fetches.index(fetch)]
            if target is not None and not self._is_unread(target):
                raise Refused(target, "the value of a training op is kept")
        by_value = {id(one.value): self._name(one, run) for one in run.fetches if one not in trained}
        if len(by_value) < len(function.fetches) or len(by_value) + len(trained) < len(run.fetches):
            raise Refused(run.call, "what is fetched is only a part of what its function gives, or fetched twice")
        names = [by_value[id(one)] for one in function.fetches]
        value = f"{call}.numpy()" if len(names) == 1 else f"[value.numpy() for value in {call}]"
        return [Edit(first, self.source.text[first:end], f"{', '.join(names)} = {value}")]

    def _whole(self, run: Run, function: Function) -> list[Edit]:
        """One call that gives all fetches."""
        start, end = self.source.span(run.call)
        old, call = self.source.text[start:end], self._called(run, function)
        if run.summary is not None:
            return self._summarized(run, function, call)
        values = [one.value for one in run.fetches if one.value is not None and one.value.kind is not Kind.TRAIN]
        if self._is_alone(run):  # a train step has no value in a session, its function may have one
            return [Edit(start, old, f"{call};" if function.fetches and is_shown(self.index, run.statement) else call)]
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
            return [self._kept(run, function, call)]
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

    def _kept(self, run: Run, function: Function, call: str) -> Edit:
        """The values of a run that trains, where they are kept: that of a training op is None. Raises Refused."""
        start, end = self.source.span(run.call)
        values = [one.value for one in run.fetches if one.value is not None and one.value.kind is not Kind.TRAIN]
        if not run.is_list and not function.fetches:
            return Edit(start, self.source.text[start:end], call)
        at = next((number for number, one in enumerate(run.fetches) if one.value in values), 0)
        together = [one.value for one in run.fetches[at : at + len(values)]]
        if not values or together != values or values != function.fetches:
            raise Refused(run.call, "the value of a training op is kept")
        texts = ["None"] * len(run.fetches)
        texts[at : at + len(values)] = (
            [f"*(value.numpy() for value in {call})"] if len(values) > 1 else [f"{call}.numpy()"]
        )
        chosen = self._chosen(run)
        if chosen is not None and len(values) == 1:
            start, end = self.source.span(chosen)
            return Edit(start, self.source.text[start:end], f"{call}.numpy()")
        return Edit(start, self.source.text[start:end], f"[{', '.join(texts)}]")

    def _chosen(self, run: Run) -> ast.Subscript | None:
        """The expression that takes one value of what a run gives, not that of a training op; None where none does."""
        for one in self.index.nodes:
            if isinstance(one, ast.Subscript) and one.value is run.call and isinstance(one.slice, ast.Constant):
                number = one.slice.value
                fetched = run.fetches[number] if isinstance(number, int) and number < len(run.fetches) else None
                trains = fetched is None or fetched.value is None or fetched.value.kind is Kind.TRAIN
                return None if trains else one
        return None

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
