"""A function that runs several times, each time in a session of its own that goes on where the last one ended."""

from __future__ import annotations

import ast

from tfgpu_migrate.index.index import Index
from tfgpu_migrate.native.checkpoints.paths import Paths
from tfgpu_migrate.native.checkpoints.saved import deletes
from tfgpu_migrate.native.facts import SESSIONS
from tfgpu_migrate.native.home import Home, runs_several_times
from tfgpu_migrate.native.model import Program, Refused, Saved, Saver
from tfgpu_migrate.native.training.training import has_state

_DELETING = frozenset(("remove", "removedirs", "rename", "rmdir", "rmtree", "unlink"))


def must_resume(program: Program, home: Home, index: Index) -> None:
    """Raise Refused where a function runs several times, and not each run begins with what the one before has saved."""
    if not home.is_repeated:
        return
    function, paths = home.function, Paths(index)
    assert function is not None
    saver = program.savers[0] if len(program.savers) == 1 and home.has(program.savers[0].node) else None
    restored = saver.restores[0] if saver is not None and len(saver.restores) == 1 else None
    if saver is None or restored is None or not _is_plain(program, home, function):
        raise _refused(function, index)
    if not _holds_all(saver, program) or not _begins_with(restored, program, paths):
        raise _refused(function, index)
    if not _ends_with_save(saver, restored, program, paths) or deletes(saver, paths, index):
        raise _refused(function, index)


def _refused(function: ast.FunctionDef, index: Index) -> Refused:
    made = next((one for one in index.uses if one.symbol in SESSIONS and one.call_node is not None), None)
    return Refused(made.node if made is not None else function, runs_several_times(function))


def _is_plain(program: Program, home: Home, function: ast.FunctionDef) -> bool:
    """Whether a function only runs what the module built, always to its end, and deletes nothing."""
    built = [*(one.node for one in program.steps.values()), *(one.node for one in program.trainings)]
    built += [one.step for one in program.variables] + [one.made for one in program.sources]
    outside = [one for one in program.runs if not home.has(one.call)]
    ends = any(isinstance(one, (ast.Return, ast.Global, ast.Try)) for one in ast.walk(function))
    deletes_some = any(isinstance(one, ast.Attribute) and one.attr in _DELETING for one in ast.walk(function))
    return not (any(map(home.has, built)) or outside or ends or deletes_some or program.sources)


def _holds_all(saver: Saver, program: Program) -> bool:
    held = {id(one.value) for one in saver.held if one.written == one.value.name}
    trained = [one for one in program.trainings if has_state(one, program)]
    return all(id(one) in held for one in program.variables) and all(one in saver.trainings for one in trained)


def _begins_with(restored: Saved, program: Program, paths: Paths) -> bool:
    """Whether the latest checkpoint is restored if there is one, before anything runs."""
    top = restored.top
    if not isinstance(top, ast.If) or restored.statement not in top.body:
        return False
    asked = top.test.values if isinstance(top.test, ast.BoolOp) and isinstance(top.test.op, ast.And) else [top.test]
    runs = [one.call.lineno for one in program.runs]
    return all(_is_there(one, restored, paths) for one in asked) and min(runs, default=0) > restored.call.lineno


def _is_there(node: ast.expr, restored: Saved, paths: Paths) -> bool:
    """Whether a condition is true where a folder has a checkpoint."""
    path = ast.unparse(restored.path)
    if isinstance(node, ast.Compare) and ast.unparse(node).endswith(" is not None"):
        node = node.left
    if isinstance(node, ast.Call) and ast.unparse(node.func).endswith("checkpoint_exists"):
        node = node.args[0]
    return ast.unparse(node) in (path, path.removesuffix(".model_checkpoint_path")) and bool(
        paths.folder_of_latest(restored.path)
    )


def _ends_with_save(saver: Saver, restored: Saved, program: Program, paths: Paths) -> bool:
    """Whether each run surely saves into the folder that the next one looks into, after all that it runs."""
    folder = paths.folder_of_latest(restored.path)
    last = max((one.call.lineno for one in program.runs), default=0)
    for one in saver.saves:
        split = paths.split(one.path, is_shown=True)
        if (
            one.is_sure
            and one.step is not None
            and one.call.lineno >= last
            and split is not None
            and folder is not None
        ):
            return paths.text(ast.parse(split.folder, mode="eval").body) == paths.text(folder)
    return False
