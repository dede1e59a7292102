"""Whether checkpoints mean the same to TensorFlow 2: who wrote them, what they hold, which are kept."""

from __future__ import annotations

import ast

from tfgpu_migrate.edit.diagnostics import Edit
from tfgpu_migrate.index.index import Index
from tfgpu_migrate.native.checkpoints.graph_names import calls_of, names_in_graph
from tfgpu_migrate.native.checkpoints.old_slots import must_know_its_slots
from tfgpu_migrate.native.checkpoints.paths import Paths
from tfgpu_migrate.native.model import Held, Kind, Program, Refused, Saved, Saver
from tfgpu_migrate.native.seeds import seeds_in
from tfgpu_migrate.source import Source

_KEPT = 5  # how many checkpoints a saver keeps that is told nothing
_LISTING = frozenset(
    ("glob", "iglob", "listdir", "scandir", "walk", "Glob", "ListDirectory", "Walk", "rglob", "iterdir")
)
_LOOPS = (ast.For, ast.AsyncFor, ast.While)
_NEITHER = frozenset(("KeyboardInterrupt", "SystemExit", "StopIteration"))  # nothing that saves or restores raises


def settle_savers(program: Program, index: Index) -> None:
    """Name variables as checkpoints do. Raises Refused where TensorFlow 2 would find, keep or raise something else."""
    if not program.savers:
        return
    paths = Paths(index)
    _must_not_look_at_files(index)
    for saver in program.savers:
        for one in (*saver.saves, *saver.restores):
            _must_not_be_caught(one, index)
        _must_keep_the_same(saver, paths, index)
        _must_count_all(saver, program, paths)
    _must_find_the_latest(program, index)
    _must_draw_on(program, index)
    known = names_in_graph(program, index)
    foreign = [one for saver in program.savers for one in saver.restores if not _is_own(one, program, paths)]
    for saver in program.savers:
        _must_go_together(saver, program)
        if any(one in saver.restores for one in foreign):
            _take_names(saver, program, index, known, foreign)
    _choose_keys(program, index, known, by_graph=bool(foreign) or _are_several(program))


def is_managed(saver: Saver) -> bool:
    """Whether a saver counts its checkpoints by steps."""
    return any(one.step is not None for one in saver.saves)


def _must_not_look_at_files(index: Index) -> None:
    for one in index.nodes:
        if isinstance(one, ast.Attribute) and one.attr in _LISTING:
            raise Refused(one, "a folder is listed, where TensorFlow 2 may save other files")
        if isinstance(one, ast.Constant) and isinstance(one.value, str) and one.value.endswith(".meta"):
            raise Refused(one, "the file of a graph is looked at, which TensorFlow 2 does not save")


def _must_not_be_caught(saved: Saved, index: Index) -> None:
    """Raise Refused where a handler may catch what saving and restoring raise: TensorFlow 2 raises other errors."""
    inside = _calling(saved.call, index)
    for holder in index.nodes:
        body = [each for one in holder.body for each in ast.walk(one)] if isinstance(holder, ast.Try) else []
        if not isinstance(holder, ast.Try) or not any(each is saved.call or _names(each, inside) for each in body):
            continue
        for one in holder.handlers:
            name = ast.unparse(one.type).rpartition(".")[2] if one.type is not None else ""
            if name not in _NEITHER | {"OutOfRangeError"}:
                raise Refused(
                    saved.call, "an error is caught that TensorFlow 2 does not raise, or not at the same place"
                )


def _calling(call: ast.Call, index: Index) -> set[str]:
    """The functions in which a call is made, through others too."""
    functions = [one for one in index.nodes if isinstance(one, ast.FunctionDef)]
    found = {one.name for one in functions if any(each is call for each in ast.walk(one))}
    for _ in functions:
        found |= {one.name for one in functions if any(_names(each, found) for each in ast.walk(one))}
    return found


def _names(node: ast.AST, names: set[str]) -> bool:
    return isinstance(node, ast.Name) and node.id in names


def _must_keep_the_same(saver: Saver, paths: Paths, index: Index) -> None:
    """Raise Refused where one release of TensorFlow would delete checkpoints of a saver that the other keeps."""
    keeps = saver.keeps
    if keeps is not None and not isinstance(paths.value_of(keeps), ast.Constant):
        raise Refused(keeps, "how many checkpoints a saver keeps is found out at run time")
    several = [one for one in saver.saves if one.step is not None or not paths.is_steady(one.path)]
    looped = [one for one in several if _is_looped(one, index)]
    if number_kept(saver, paths) is None:
        return
    if not looped and len(saver.saves) <= (number_kept(saver, paths) or 0):
        return
    for one in saver.saves:
        if one.step is None and (one in several or len(saver.saves) > 1):
            raise Refused(one.call, "TensorFlow 1 deletes the oldest of these checkpoints")


def _must_count_all(saver: Saver, program: Program, paths: Paths) -> None:
    """Raise Refused where a manager has saved, and a checkpoint is restored that it may not have counted.

    A checkpoint gets its counter at the first `save` of a manager, and misses it from then on in files without one.
    """
    managed = [one for one in saver.saves if one.step is not None]
    if not managed:
        return
    all_counted = all(one.step is not None for each in program.savers for one in each.saves)
    for one in saver.restores:
        before = one.top.lineno < min(each.top.lineno for each in managed)
        counted = paths.folder_of_latest(one.path) is not None or (all_counted and paths.is_fresh(one.path))
        if not before and not counted:
            raise Refused(one.call, "a checkpoint without a step may be restored, after others were saved with steps")


def number_kept(saver: Saver, paths: Paths) -> int | None:
    """How many checkpoints a saver keeps; None where it keeps all."""
    value = paths.value_of(saver.keeps) if saver.keeps is not None else ast.Constant(_KEPT)
    number = value.value if isinstance(value, ast.Constant) and isinstance(value.value, int) else 0
    return number or None


def deletes(saver: Saver, paths: Paths, index: Index) -> bool:
    """Whether a saver comes to delete checkpoints in one run."""
    number = number_kept(saver, paths)
    managed = [one for one in saver.saves if one.step is not None]
    return number is not None and (len(managed) > number or any(_is_looped(one, index) for one in managed))


def deletes_its_own(saver: Saver, paths: Paths, index: Index) -> bool:
    """Whether a saver deletes checkpoints where earlier runs may have left some, which a manager would count."""
    managed = [one for one in saver.saves if one.step is not None]
    return deletes(saver, paths, index) and not all(paths.is_fresh(one.path) for one in managed)


def _is_looped(saved: Saved, index: Index) -> bool:
    return any(isinstance(one, _LOOPS) and any(each is saved.call for each in ast.walk(one)) for one in index.nodes)


def _must_find_the_latest(program: Program, index: Index) -> None:
    """Raise Refused where the latest checkpoint is asked for, and one is saved that no manager knows."""
    asks = [one for one in index.uses if one.symbol in ("train.latest_checkpoint", "train.get_checkpoint_state")]
    unmanaged = [one for saver in program.savers for one in saver.saves if one.step is None]
    if asks and unmanaged:
        raise Refused(unmanaged[0].call, "a checkpoint without a step is saved, and the latest one asked for")
    listed = [one for one in index.nodes if isinstance(one, ast.Attribute) and one.attr == "all_model_checkpoint_paths"]
    if listed:
        raise Refused(listed[0], "all checkpoints of a folder are asked for")
    assigned = [one for one in index.nodes if isinstance(one, ast.Assign) and _is_state(one.value, index)]
    states = {ast.unparse(each) for one in assigned for each in one.targets}
    for one in index.nodes:
        if isinstance(one, ast.Call) and any(_names(each, states) for each in one.args):
            raise Refused(one, "what is known of a folder's checkpoints is handed on")
    for one in index.nodes:
        text = f"/{one.value}" if isinstance(one, ast.Constant) and isinstance(one.value, str) else ""
        if unmanaged and text.endswith("/checkpoint"):
            raise Refused(one, "the file that names the latest checkpoint may be looked at")


def _is_state(node: ast.expr, index: Index) -> bool:
    use = index.calls.get(id(node))
    return use is not None and use.symbol == "train.get_checkpoint_state"


def _must_draw_on(program: Program, index: Index) -> None:
    """Raise Refused where a session would begin the numbers of a seed anew."""
    drawing = [one for one in program.steps.values() if one.draws and seeds_in(one.node, index)]
    if drawing and any(saver.restores for saver in program.savers):
        raise Refused(drawing[0].node, f"`{drawing[0].draws}` draws by its seed anew in each session")


def _is_own(restored: Saved, program: Program, paths: Paths) -> bool:
    """Whether this run of the program surely wrote the checkpoint that it restores."""
    if paths.is_fresh(restored.path):
        return True
    folder, text = paths.folder_of_latest(restored.path), paths.text(restored.path)
    for one in (each for saver in program.savers for each in saver.saves):
        if not one.is_sure or one.call.lineno > restored.call.lineno or not paths.is_steady(one.path):
            continue
        split = paths.split(one.path, is_shown=True)
        saved_in = paths.text(ast.parse(split.folder, mode="eval").body) if split is not None else ""
        if folder is not None and one.step is not None and saved_in == paths.text(folder):
            return True
        value = paths.value_of(restored.path)
        if one.call is value or (one.step is None and paths.text(one.path) == text):
            return True
    return False


def _must_go_together(saver: Saver, program: Program) -> None:
    """Raise Refused where a restored step and the schedule that follows it would go apart."""
    followed = {one.follows for one in program.schedules}
    held = [one for one in saver.held if one.written in followed]
    if held and not saver.trainings and saver.restores:
        raise Refused(saver.restores[0].call, "the step that a learning rate follows is restored, and the rate is not")


def _take_names(saver: Saver, program: Program, index: Index, known: dict[int, str], foreign: list[Saved]) -> None:
    """Give variables the names under which TensorFlow 1 saved them. Raises Refused where they are not known."""
    restored = next(one for one in saver.restores if one in foreign)
    for held in saver.held:
        for call in calls_of(held.value):
            name = known.get(id(call))
            is_direct = id(call) in index.calls  # it can be told another name
            if name is None or held.key not in ("", name) or not (is_direct or saver.trainings):
                raise Refused(
                    restored.call,
                    f"under which name TensorFlow 1 saved `{held.written}`, which is restored here, is not known",
                )
            assert isinstance(call, ast.Call)
            if saver.trainings:
                saver.old_names[_written(held, call, index.source)] = name
            else:
                _name(call, name, program, index)
    if saver.trainings:
        must_know_its_slots(saver, restored, program, index)
        saver.old = [one for one in saver.restores if one in foreign]


def _written(held: Held, call: ast.Call, source: Source) -> str:
    """How a variable is written that a call makes, of a dictionary too."""
    node = held.value.node
    if held.value.kind is not Kind.HOLDER or not isinstance(node, ast.Dict):
        return held.written
    key = next(key for key, value in zip(node.keys, node.values, strict=True) if value is call and key is not None)
    return f"{held.value.name}[{source.text[slice(*source.span(key))]}]"


def _name(call: ast.Call, name: str, program: Program, index: Index) -> None:
    """Let a call make a variable of this name."""
    source = index.source
    start, end = source.span(call)
    quoted = f"{source.quote}{name}{source.quote}"
    given = next((one.value for one in call.keywords if one.arg == "name"), None)
    use = index.calls.get(id(call))
    if use is not None and use.symbol == "get_variable":
        given = given or call.args[0]
        for at, edit in enumerate(program.edits):
            if (edit.start, edit.end) == (start, end):
                a, b = source.span(given)
                program.edits[at] = edit._replace(new=edit.new.replace(f"name={source.text[a:b]}", f"name={quoted}"))
    elif given is not None:
        if isinstance(given, ast.Constant) and given.value != name:
            a, b = source.span(given)
            program.edits.append(Edit(a, source.text[a:b], quoted))
    elif name != "Variable" and use is not None and use.symbol == "Variable":
        program.edits.append(Edit(end - 1, "", f", name={quoted}"))


def _are_several(program: Program) -> bool:
    """Whether a file may be written by one saver and restored by another that holds other variables."""
    kinds = {frozenset(id(held.value) for held in saver.held) for saver in program.savers}
    return len(kinds) > 1 or any(held.key for saver in program.savers for held in saver.held)


def _is_named(call: ast.expr, index: Index) -> bool:
    """Whether a program says the name of a variable."""
    use = index.calls.get(id(call))
    named = isinstance(call, ast.Call) and any(one.arg == "name" for one in call.keywords)
    return named or (use is not None and use.symbol == "get_variable")


def _choose_keys(program: Program, index: Index, known: dict[int, str], *, by_graph: bool) -> None:
    """Decide under which names variables are saved: those in the graph where others may read or have written the file.

    Raises Refused where these are not known.
    """
    reads = any(saver.restores for saver in program.savers)
    parts = len({saver.part for saver in program.savers}) > 1
    for saver in program.savers:
        names = list[str]()
        for held in saver.held:
            calls = calls_of(held.value) if held.written == held.value.name else []
            if held.key or held.value.kind is not Kind.VARIABLE or not calls:
                names.append(held.key or held.value.name)
                keys = held.value.node.keys if isinstance(held.value.node, ast.Dict) else []
                if not all(isinstance(one, ast.Constant) and isinstance(one.value, str) for one in keys):
                    raise Refused(saver.node, f"the keys of `{held.written}`, which is saved, are no texts")
                if parts or (held.written != held.value.name and not held.key):
                    raise Refused(saver.node, f"`{held.written}` is held by a saver beside others")
                continue
            (call,) = calls
            named = known.get(id(call), "")
            if by_graph and parts and not named:
                raise Refused(saver.node, f"the name of `{held.written}` in a graph is not known")
            for_others = named and (by_graph or not reads) and (parts or _is_named(call, index))
            names.append(named if for_others else held.written)
        if len(set(names)) < len(names) or not all(names):
            raise Refused(saver.node, "two things that a saver holds would have one name")
        saver.keys = names
