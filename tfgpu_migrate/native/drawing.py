"""Ops with a seed that draw in several functions: each function begins the numbers anew, a graph goes on."""

from __future__ import annotations

import ast

from tfgpu_migrate.index.index import Index
from tfgpu_migrate.native.model import Kind, Program, Refused, Run, Step
from tfgpu_migrate.native.plan import Function, Plan
from tfgpu_migrate.native.seeds import seeds_in


def must_draw_the_same(program: Program, made: Plan, index: Index) -> None:
    """Raise Refused where a function would draw other numbers than the graph, or one run twice.

    Measured on 2.21: a function has a stream of its own for each op in it, also for those of the functions that it
    calls. So an op with a seed may be drawn in two functions only one after the other, and what the second draws must
    not count: it keeps everything.
    """
    drawing = [one for one in program.steps.values() if one.draws]
    for step in drawing:
        runs = [one for one in program.runs if (called := made.called.get(id(one.call))) and step in called.steps]
        for run in runs:
            _must_draw_once(run, made.called[id(run.call)], step)
        if seeds_in(step.node, index):
            _must_not_take_turns(step, runs, program, made)


def _must_draw_once(run: Run, function: Function, step: Step) -> None:
    fetched = [one.value for one in run.fetches if one.value is not None and one.value.kind is Kind.SYMBOLIC]
    if function.training is None and len(fetched) > 1 and len({id(one) for one in fetched}) == 1:
        raise Refused(run.call, f"what `{step.draws}` draws is fetched twice at once")


def _must_not_take_turns(step: Step, runs: list[Run], program: Program, made: Plan) -> None:
    last: Function | None = None
    ended, place = list[Function](), -1
    for run in runs:
        function, at = made.called[id(run.call)], _place(run, program)
        if last is not None and function is not last:
            if at == place or at < 0 or function in ended:
                raise Refused(run.call, f"`{step.draws}` draws in two runs in turn: its numbers would be others")
            ended.append(last)
        if ended and not _keeps_all(step, run):
            raise Refused(run.call, f"`{step.draws}` goes on with the numbers of another run")
        last, place = function, at


def _place(run: Run, program: Program) -> int:
    """Which of the statements that run once holds a run; -1 where none does."""
    held = [at for at, one in enumerate(program.straight) if any(each is run.call for each in ast.walk(one))]
    return held[-1] if held else -1


def _keeps_all(step: Step, run: Run) -> bool:
    """Whether a run feeds 1 for what a step keeps, in `rate=1 - keep_prob`: then it does not matter what is drawn."""
    rates = [one.value for one in ast.walk(step.node) if isinstance(one, ast.keyword) and one.arg == "rate"]
    return bool(rates) and all(_is_one_less(rate, run) for rate in rates)


def _is_one_less(rate: ast.expr, run: Run) -> bool:
    if not isinstance(rate, ast.BinOp) or not isinstance(rate.op, ast.Sub) or not isinstance(rate.right, ast.Name):
        return False
    kept = run.feed.get(rate.right.id)
    return all(isinstance(one, ast.Constant) and one.value == 1 for one in (rate.left, kept))
