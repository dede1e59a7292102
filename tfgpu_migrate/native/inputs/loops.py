"""Where the iterators of a program begin, and which loops over them become `for` loops over their datasets."""

from __future__ import annotations

import ast
from collections import Counter

from tfgpu_migrate.edit.diagnostics import Edit
from tfgpu_migrate.index.index import Index
from tfgpu_migrate.native.inputs.elements import needed_of
from tfgpu_migrate.native.inputs.filling import fill
from tfgpu_migrate.native.layout import Layout, lines_inside_strings
from tfgpu_migrate.native.model import Kind, Loop, Program, Refused, Run, Source, Start
from tfgpu_migrate.native.plan import Plan


def settle_sources(program: Program, made: Plan, index: Index) -> None:
    """Decide for each iterator, and add the edits that begin it and head its loops. Raises Refused."""
    if not program.sources:
        return
    _must_be_delivered(program, made)
    around = Around(program, index)
    taking = {id(one): _takes(one, program, made) for one in program.sources}
    advancing = Counter(id(run.call) for runs in taking.values() for run in runs)
    for source in program.sources:
        fill(source, program, index)
        runs = taking[id(source)]
        loops = [around.loop_of(one, source) for one in runs]
        found = [one for one in loops if one is not None]
        apart = len({id(one.loop) for one in found}) == len(runs)
        alone = all(sum(advancing[id(each)] for each in ast.walk(one.loop)) == 1 for one in found)
        if found and apart and alone and around.begin_anew(found, source):
            source.loops = found
        else:
            around.must_end_as_before(runs)
        if source.known.shuffles is not None and not _passes_once(source, program):
            raise Refused(
                source.known.shuffles, "a shuffle by a seed begins again: TensorFlow 2 shuffles otherwise then"
            )
        _write(source, program, index)


def _must_be_delivered(program: Program, made: Plan) -> None:
    """Raise Refused where something reads what a queue delivers to another queue."""
    for step in (each for one in made.functions for each in one.steps):
        shaped = {
            id(one.value)
            for one in ast.walk(step.node)
            if isinstance(one, ast.Attribute) and one.attr in ("dtype", "get_shape", "shape")
        }
        for value in step.reads:
            loads = [one for one in ast.walk(step.node) if isinstance(one, ast.Name) and one.id == value.name]
            if value.kind is Kind.ELEMENT and loads and all(id(one) in shaped for one in loads):
                raise Refused(step.node, f"only the shape of `{value.name}` is read: no element is taken for it")
        taken = [one for one in step.reads if one.kind is Kind.ELEMENT and one.name not in program.placeholders]
        if taken:
            raise Refused(step.node, f"`{taken[0].name}` is batched, and used by itself")


def _takes(source: Source, program: Program, made: Plan) -> list[Run]:
    """The runs that take an element of a source."""
    found = list[Run]()
    for run in program.runs:
        function = made.called.get(id(run.call))
        names = list(function.placeholders) if function else []
        names += [one.value.name for one in run.fetches if one.value is not None and one.value.kind is Kind.ELEMENT]
        if needed_of(source, run, list(dict.fromkeys(names))):
            found.append(run)
    return found


def _passes_once(source: Source, program: Program) -> bool:
    """Whether a source surely begins once, and no other goes over what it does."""
    if sum(one.known.shuffles is source.known.shuffles for one in program.sources) > 1:
        return False
    if source.begins:
        return not source.starts
    return len(source.starts) == 1 and any(source.starts[0].statement is one for one in program.straight)


class Around:
    """What statements stand in."""

    def __init__(self, program: Program, index: Index) -> None:
        self.program, self.index, self.source = program, index, index.source
        self._parents = {id(child): one for one in index.nodes for child in ast.iter_child_nodes(one)}

    def loop_of(self, run: Run, source: Source) -> Loop | None:
        """The loop that a run heads, if it ends with the dataset; its dataset is not known yet."""
        if not self._comes_first(run):
            return None
        inner = self._parents.get(id(run.statement))
        outer = self._parents.get(id(inner))
        if isinstance(inner, ast.Try) and isinstance(outer, ast.While):
            loop, attempt, body, last = outer, inner, inner.body, [ast.Break]
        elif isinstance(inner, ast.While) and isinstance(outer, ast.Try):
            loop, attempt, body, last = inner, outer, inner.body, []
        else:
            return None
        (child,) = outer.body if len(outer.body) == 1 else [None]
        if child is not inner or body[0] is not run.statement or loop.orelse or attempt.orelse:
            return None
        if attempt.finalbody and attempt not in self.program.ended:
            return None
        asked = ast.unparse(loop.test).endswith(".should_stop()")  # of a coordinator: nothing else may run then
        endless = asked or (isinstance(loop.test, ast.Constant) and loop.test.value in (True, 1))
        if not endless or len(attempt.handlers) != 1 or body[0].lineno == inner.lineno:
            return None
        (handler,) = attempt.handlers
        caught = self.source.text[slice(*self.source.span(handler.type))] if handler.type is not None else ""
        if not caught.endswith("errors.OutOfRangeError") or handler.body[0].lineno == handler.lineno:
            return None
        after = handler.body
        if last and not isinstance(after[-1], ast.Break):
            return None
        after = after[:-1] if last else after
        breaks = any(map(_may_leave, body)) and not all(isinstance(one, ast.Pass) for one in after)
        inside = any(isinstance(one, (ast.Break, ast.Continue)) for each in after for one in ast.walk(each))
        if breaks or inside:
            return None
        return Loop(loop, attempt, handler, body, source.dataset)

    def _comes_first(self, run: Run) -> bool:
        """Whether nothing happens in the statement of a run before it."""
        if not isinstance(run.statement, (ast.Assign, ast.AugAssign, ast.Expr)):
            return False
        calls = [one for one in ast.walk(run.statement) if isinstance(one, ast.Call)]
        inside = {id(one) for one in ast.walk(run.call)}
        others = [one for one in calls if id(one) not in inside]
        return all(any(each is run.call for each in ast.walk(one)) for one in others)

    def must_end_as_before(self, runs: list[Run]) -> None:
        """Raise Refused where the end of a dataset is not what ends the runs: Python hides it, or its text is kept."""
        for run in runs:
            one: ast.AST | None = run.call
            while one is not None:
                if isinstance(one, (ast.GeneratorExp, ast.Lambda)):
                    raise Refused(run.call, "an element of a dataset is taken in a generator or a lambda")
                if isinstance(one, ast.Try) and any(each.name for each in one.handlers):
                    raise Refused(one, "what an element of a dataset may raise is kept")
                one = self._parents.get(id(one))

    def begin_anew(self, loops: list[Loop], source: Source) -> bool:
        """Whether each loop surely goes over the whole dataset, which it is told then."""
        if source.begins:
            outer = self._outer(loops[0])
            return len(loops) == 1 and any(outer is one for one in self.program.straight)
        starts = {id(one.statement): one for one in source.starts}
        if any(id(one) in starts for loop in loops for one in ast.walk(loop.loop)):
            return False
        for loop in loops:
            outer = self._outer(loop)
            straight = any(outer is one for one in self.program.straight)
            block = self.program.straight if straight else self.index.block(outer)
            at = next(place for place, one in enumerate(block) if one is outer)
            start = _last_start(block[:at], starts, loops)
            if start is None:
                return False
            loop.dataset = start.dataset
        return True

    def _outer(self, loop: Loop) -> ast.stmt:
        return loop.attempt if loop.attempt.body[0] is loop.loop else loop.loop


def _last_start(above: list[ast.stmt], starts: dict[int, Start], loops: list[Loop]) -> Start | None:
    """What lets an iterator begin last, if it surely does and no loop took elements since."""
    for one in reversed(above):
        if id(one) in starts:
            return starts[id(one)]
        held = {id(each) for each in ast.walk(one)}
        if any(id(loop.loop) in held for loop in loops) or held & starts.keys():
            return None
    return None


def _may_leave(node: ast.AST) -> bool:
    """Whether a statement may leave the loop that it stands in by `break`."""
    if isinstance(node, ast.Break):
        return True
    if isinstance(node, (ast.For, ast.While)):
        return any(map(_may_leave, node.orelse))
    return any(map(_may_leave, ast.iter_child_nodes(node)))


def _write(source: Source, program: Program, index: Index) -> None:
    """The edits that make an iterator, begin it and head its loops."""
    text = index.source
    start, end = text.span(source.made)
    made = source.named_by if source.named_by is source.made else source.made
    begins = source.begins and not source.loops
    line = f"{source.name} = iter({source.dataset})"
    if source.text:
        tail = f"{text.newline}{_indent(source.made, program, index)}{line}" if begins else ""
        deep = f"{text.newline}{_indent(source.made, program, index)}"
        made_of = deep.join(f"{source.dataset} = {one}" for one in source.text.splitlines())
        program.edits.append(Edit(start, text.text[start:end], made_of + tail))
    elif source.shown is not None:
        first, last = text.span(source.shown)
        program.edits.append(Edit(start, text.text[start:first], f"{source.dataset} = "))
        tail = f"{text.newline}{_indent(source.made, program, index)}{line}" if begins else ""
        program.edits.append(Edit(last, text.text[last:end], tail))
    elif begins:
        program.edits.append(Edit(start, text.text[start:end], line))
    else:
        program.gone.append(made)
    for one in source.starts:
        if source.loops:
            program.gone.append(one.statement)
        else:
            start, end = text.span(one.call)
            program.edits.append(Edit(start, text.text[start:end], f"{source.name} = iter({one.dataset})"))
    for loop in source.loops:
        program.edits = [one for one in program.edits if one.start != text.span(loop.loop.test)[0]]
        start = text.span(loop.loop)[0]
        end = text.text.index(":", text.span(loop.loop.test)[1])  # behind a bracket around the test
        names = ", ".join(source.elements) + ("," if source.is_unpacked and len(source.elements) == 1 else "")
        head = f"for {names} in {loop.dataset}"
        program.edits.append(Edit(start, text.text[start:end], head))


def _indent(node: ast.stmt, program: Program, index: Index) -> str:
    """How deep a line stands below a statement, before the blocks around it go."""
    text = index.source
    inside = [one for one in program.unwrapped if any(each is node for each in ast.walk(one))]
    deep = text.indent(text.line_offset(node.lineno))
    return text.indent(text.line_offset(inside[0].lineno)) if inside else deep


def flatten(loop: Loop, layout: Layout) -> None:
    """Let the `try` of a loop go, and what follows the end of the dataset stand behind the loop."""
    inner, outer = (loop.loop, loop.attempt) if loop.attempt.body[0] is loop.loop else (loop.attempt, loop.loop)
    depth = _depth(layout, inner) - _depth(layout, outer)
    layout.gone.add(loop.attempt.lineno)
    first = inner.lineno + (1 if inner is loop.attempt else 0)
    _shift(layout, outer, range(first, loop.handler.lineno), depth)
    layout.gone.add(loop.handler.lineno)
    after = [one for one in loop.handler.body if not isinstance(one, (ast.Break, ast.Pass))]
    for one in loop.handler.body:
        if one not in after:
            layout.take_out(one)
    if after:
        by = _depth(layout, after[0]) - _depth(layout, outer)
        _shift(layout, outer, range(loop.handler.lineno + 1, (loop.handler.end_lineno or 0) + 1), by)


def end_queues(program: Program, layout: Layout, flattened: list[ast.Try]) -> None:
    """Let go what only ended queues at last: `finally` with its statements, and a `try` that has no handlers."""
    for one in (*program.untried, *program.ended):
        above = (one.handlers or one.body)[-1]
        last = above.body[-1] if isinstance(above, ast.ExceptHandler) else above
        layout.gone.update(range((last.end_lineno or last.lineno) + 1, (one.finalbody[-1].end_lineno or 0) + 1))
        if one in program.untried and one not in flattened:
            layout.gone.add(one.lineno)
            depth = _depth(layout, one.body[0]) - _depth(layout, one)
            _shift(layout, one, range(one.lineno + 1, (one.body[-1].end_lineno or 0) + 1), depth)


def _depth(layout: Layout, node: ast.stmt) -> int:
    return len(layout.source.indent(layout.source.line_offset(node.lineno)))


def _shift(layout: Layout, holder: ast.stmt, lines: range, by: int) -> None:
    inside = lines_inside_strings(holder)
    for line in lines:
        if line not in inside and layout.text(line).strip():
            layout.shifted[line] = layout.shifted.get(line, 0) + by
