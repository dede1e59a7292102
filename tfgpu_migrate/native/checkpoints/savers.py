"""Where variables are saved and restored: `tf.train.Saver`, which becomes a `tf.train.Checkpoint`."""

from __future__ import annotations

import ast
from collections.abc import Iterator

from tfgpu_migrate.edit.diagnostics import Edit
from tfgpu_migrate.index.nodes import own_nodes
from tfgpu_migrate.index.uses import Use
from tfgpu_migrate.native.facts import SAVER
from tfgpu_migrate.native.model import Held, Kind, Refused, Saved, Saver, Value
from tfgpu_migrate.native.sessions import initialize, session_number
from tfgpu_migrate.native.state import SECOND_TIME, State
from tfgpu_migrate.native.statements import statements_in
from tfgpu_migrate.native.training.training import has_state, is_variable

_EXISTS = "train.checkpoint_exists"
_VARIABLES = (Kind.VARIABLE, Kind.HOLDER, Kind.LAYER)
_OF_ALL = ("global_variables", "all_variables")
_PARAMETERS = ("var_list", "reshape", "sharded", "max_to_keep")
_IGNORED = ("name", "write_meta_graph")  # the name of ops, and a file that only a graph can read
_ENDING = ("exit", "quit", "sys.exit", "os._exit")
_REPEATED = (ast.Lambda, ast.ListComp, ast.SetComp, ast.DictComp, ast.GeneratorExp)
_METHODS = {"save": ("sess", "save_path", "global_step"), "restore": ("sess", "save_path")}


def bind_saver(state: State, node: ast.Assign, name: str, use: Use) -> None:
    """`name = tf.train.Saver(...)`. Raises Refused for arguments other than variables and how many to keep."""
    call = use.call_node
    assert call is not None
    given = dict(zip(_PARAMETERS, call.args, strict=False)) | {one.arg: one.value for one in call.keywords}
    for key in _IGNORED:
        given.pop(key, None)
    asked, keeps = given.pop("var_list", None), given.pop("max_to_keep", None)
    if given or len(call.args) > len(_PARAMETERS) or state.device:
        raise Refused(call, f"`{use.written}` is given more than variables and how many checkpoints it keeps")
    state.around.seen.add(id(use.node))
    if isinstance(asked, ast.Constant) and asked.value is None:
        asked = None
    is_whole = asked is None or _symbol(state, asked) in _OF_ALL
    saver = Saver(node, name, state.part, _held(state, asked), keeps, is_whole)
    if not saver.held:
        raise Refused(call, "a saver holds no variable that is known")
    if is_whole:
        here = [one for one in state.program.trainings if one.value.part == state.part]
        saver.trainings = [one for one in here if has_state(one, state.program)]
    state.bind(Value(Kind.SAVER, name, node))
    state.program.savers.append(saver)


def _symbol(state: State, node: ast.expr) -> str:
    """Which list of variables a call gives; empty for anything else."""
    use = state.index.calls.get(id(node))
    if use is None or not isinstance(node, ast.Call) or node.args or node.keywords:
        return ""
    if use.symbol in (*_OF_ALL, "trainable_variables"):
        state.around.seen.add(id(use.node))
        return use.symbol
    return ""


def _held(state: State, asked: ast.expr | None) -> list[Held]:
    """The variables that a saver is told to hold, or all. Raises Refused."""
    made = [one for one in state.program.variables if one.part == state.part and one.kind in _VARIABLES]
    if asked is None or _symbol(state, asked) in _OF_ALL:
        return [Held(one, one.name) for one in made]
    if _symbol(state, asked):
        holders = [one.node for one in made if one.kind is Kind.HOLDER and one.node is not None]
        keywords = [each for one in holders for each in ast.walk(one) if isinstance(each, ast.keyword)]
        if any(one.arg == "trainable" for one in keywords):
            raise Refused(asked, "which variables of a dictionary are trainable is not followed")
        return [Held(one, one.name) for one in made if one.name not in state.program.frozen]
    if isinstance(asked, ast.BinOp) and isinstance(asked.op, ast.Add):
        return [*_held(state, asked.left), *_held(state, asked.right)]
    if isinstance(asked, ast.Dict):
        keys = [one.value if isinstance(one, ast.Constant) else None for one in asked.keys]
        if not all(isinstance(one, str) for one in keys):
            raise Refused(asked, "the names under which variables are saved are found out at run time")
        return [_one(state, value, str(key)) for key, value in zip(keys, asked.values, strict=True)]
    known = state.values.get(asked.id) if isinstance(asked, ast.Name) else None
    if known is not None and known.kind is Kind.LISTED and known.node is not None:
        return _held(state, known.node)
    if isinstance(asked, (ast.List, ast.Tuple)):
        return [_one(state, one) for one in asked.elts]
    raise Refused(asked, "which variables a saver holds is found out at run time")


def _one(state: State, node: ast.expr, key: str = "") -> Held:
    if not is_variable(node, state.around):
        raise Refused(node, "a saver is given something else than variables by their names")
    root = node.value if isinstance(node, ast.Subscript) else node
    assert isinstance(root, ast.Name)
    return Held(state.values[root.id], state.spellings.text(node), key)


# Statements


def is_about_checkpoints(state: State, node: ast.AST) -> bool:
    """Whether a node saves, restores or asks for a checkpoint by its name."""
    calls = (one for one in ast.walk(node) if isinstance(one, ast.Call))
    return any(_saver_of(state, one) is not None or _asks(state, one) is not None for one in calls)


def _saver_of(state: State, call: ast.Call) -> Saver | None:
    callee = call.func
    if not isinstance(callee, ast.Attribute) or not isinstance(callee.value, ast.Name):
        return None
    value = state.values.get(callee.value.id)
    if value is None or value.kind is not Kind.SAVER or callee.attr not in _METHODS:
        return None
    return next(one for one in reversed(state.program.savers) if one.node is value.step)


def _asks(state: State, call: ast.Call) -> Use | None:
    use = state.uses.get(id(call.func))
    return use if use is not None and use.symbol == _EXISTS else None


def saving_in(state: State, node: ast.stmt) -> set[int]:
    """Read where a statement saves and restores; the ids of the nodes that this explains. Raises Refused."""
    explained = set[int]()
    for statement in statements_in(node):
        for part, _ in own_nodes(statement):
            if not isinstance(part, ast.Call):
                continue
            if (saver := _saver_of(state, part)) is not None:
                explained |= _read(state, saver, part, statement, node)
            elif (use := _asks(state, part)) is not None:
                _ask(state, use, part)
    return explained


def _ask(state: State, use: Use, call: ast.Call) -> None:
    """`tf.train.checkpoint_exists(path)` looks for the file that each checkpoint has."""
    if len(call.args) != 1 or call.keywords or isinstance(call.args[0], ast.Starred):
        raise Refused(call, f"`{use.written}` is given more than a path")
    state.around.seen.add(id(use.node))
    (path,) = call.args
    quote, end = state.source.quote, state.spellings.span(call)[1]
    simple = isinstance(path, (ast.Name, ast.Attribute, ast.Call, ast.Subscript))
    behind = state.source.text[state.spellings.span(path)[1] : end]
    new = f" + {quote}.index{quote})" if simple else f") + {quote}.index{quote})"
    first = state.spellings.span(path)[0]
    head = state.source.text[use.start : first]
    opening = f"{state.spellings.tf}.io.gfile.exists(" + ("" if simple else "(")
    state.program.edits += [Edit(use.start, head, opening), Edit(end - len(behind), behind, new)]


def _read(state: State, saver: Saver, call: ast.Call, statement: ast.stmt, top: ast.stmt) -> set[int]:
    """Note what saves or restores; the ids of the nodes that are no plain Python."""
    assert isinstance(call.func, ast.Attribute)
    method = call.func.attr
    keywords = {one.arg: one.value for one in call.keywords}
    given = dict(zip(_METHODS[method], call.args, strict=False)) | keywords
    dropped = [given.pop(key) for key in _IGNORED if key in given]
    session, path, step = given.pop("sess", None), given.pop("save_path", None), given.pop("global_step", None)
    stars = any(isinstance(one, ast.Starred) for one in call.args)
    unusual = (
        stars or len(call.args) > len(_METHODS[method]) or not all(isinstance(one, ast.Constant) for one in dropped)
    )
    if given or path is None or session is None or unusual:
        raise Refused(call, f"`{method}` is given more than a session, a path and a step")
    if isinstance(step, ast.Constant) and step.value is None:
        step = None
    if any(isinstance(one, _REPEATED) and any(each is call for each in ast.walk(one)) for one in ast.walk(statement)):
        raise Refused(call, f"`{method}` is called in a comprehension or a lambda")
    _must_be_newest(state, session, call)
    saved = Saved(call, statement, top, path, step)
    if method == "restore":
        _restore(state, saver, saved)
        saver.restores.append(saved)
    else:
        _must_have_begun(state, call)
        saver.saves.append(saved)
    gone: list[ast.AST] = [call.func, *dropped]
    variable = state.values.get(step.id) if isinstance(step, ast.Name) else None
    gone += [step] if step is not None and variable is not None and variable.kind is Kind.VARIABLE else []
    return {id(one) for part in (*gone, session) for one in ast.walk(part)}


def _must_be_newest(state: State, session: ast.expr, call: ast.Call) -> None:
    """Raise Refused where not the session that was made last is used: each has variables of its own."""
    use = state.index.calls.get(id(session))
    if use is not None and use.symbol == "get_default_session":
        state.around.seen.add(id(use.node))
        number = session_number(state, None)
    else:
        number = session_number(state, session)
    if not number or number != state.sessions:
        raise Refused(call, "it is not known which session is saved or restored, or there are several at once")


def _restore(state: State, saver: Saver, saved: Saved) -> None:
    """A checkpoint gives values to what a saver holds. Raises Refused where others would have to begin anew."""
    if not isinstance(saved.statement, ast.Expr) or saved.statement.value is not saved.call:
        raise Refused(saved.call, "a checkpoint is restored in an expression")
    if (saved.is_sure or _is_only_way(state, saved)) and _holds_all(state, saver):
        state.waiting, state.begun = None, state.sessions
        state.initialized = state.initialized or saved.statement
        state.runs.initialized = True
        return
    _must_have_begun(state, saved.call)


def _holds_all(state: State, saver: Saver) -> bool:
    """Whether a saver holds all that a session begins with: each variable, and the state of each optimizer."""
    here = [one for one in state.program.variables if one.part == state.part]
    trained = [one for one in state.program.trainings if one.value.part == state.part and has_state(one, state.program)]
    held = {id(one.value) for one in saver.held if one.written == one.value.name}
    return all(id(one) in held for one in here) and all(one in saver.trainings for one in trained)


def _is_only_way(state: State, saved: Saved) -> bool:
    """Whether a program only goes on where a checkpoint was restored: each other branch ends it."""
    for holder in _holders(saved.top, saved.statement):
        if not isinstance(holder, ast.If):
            return False
        inside = any(each is saved.call for one in holder.body for each in ast.walk(one))
        others = holder.orelse if inside else holder.body
        if not others or not _ends(others[-1], state):
            return False
    return state.begun != state.sessions and state.waiting is None


def _ends(node: ast.stmt, state: State) -> bool:
    """Whether a statement ends the program."""
    if isinstance(node, ast.Return):
        return state.home.function is not None
    called = ast.unparse(node.value.func) if isinstance(node, ast.Expr) and isinstance(node.value, ast.Call) else ""
    return isinstance(node, ast.Raise) or called in _ENDING


def _must_have_begun(state: State, node: ast.AST) -> None:
    if state.waiting is not None:
        raise Refused(state.waiting, SECOND_TIME)
    if state.initialized is None or state.begun != state.sessions:
        raise Refused(node, "variables are saved or restored where not all of them have values in this session")


def must_run_on_what_began(state: State, node: ast.stmt) -> None:
    """Raise Refused where a run would not read what this session's variables were given, or another session's."""
    here = {id(one) for one in ast.walk(node) if isinstance(one, ast.Call)}
    runs = [one for one in state.program.runs[state.runs.since :] if id(one.call) in here]
    reading = [one for one in runs if any(each.value and each.value.kind is not Kind.EAGER for each in one.fetches)]
    if not reading:
        return
    if state.waiting is not None:
        raise Refused(state.waiting, SECOND_TIME)
    if state.sessions < 2 or not any(one.symbol == SAVER for one in state.index.uses):
        return
    for run in reading:
        callee = run.call.func
        receiver = callee.value if isinstance(callee, ast.Attribute) else None
        value = state.values.get(receiver.id) if isinstance(receiver, ast.Name) else None
        number = value.number if value is not None and value.kind is Kind.SESSION else session_number(state, None)
        if number != state.sessions or state.begun != state.sessions:
            raise Refused(run.call, "several sessions are used in turn, each of which has variables of its own")


# Beginning under a condition


def begins_in(state: State, node: ast.stmt) -> set[int]:
    """Take the initializations in the branches of an `if`; the ids of the nodes that go. Raises Refused."""
    if not isinstance(node, ast.If):
        return set()
    begun = [one for one in statements_in(node) if _begins(state, one)]
    explained = set[int]()
    for one in begun:
        if not _is_first(state, one, node):
            raise Refused(one, "the variables are initialized behind something else in a branch")
        _take_out(state, one, node)
        explained |= {id(each) for each in ast.walk(one)}
    if begun:
        initialize(state, begun[0])
        if state.waiting is not None:
            raise Refused(begun[0], SECOND_TIME)
    return explained


def _begins(state: State, node: ast.stmt) -> bool:
    return isinstance(node, ast.Expr) and isinstance(node.value, ast.Call) and state.runs.is_initialization(node.value)


def _is_first(state: State, node: ast.stmt, top: ast.If) -> bool:
    """Whether nothing runs, saves or restores above a statement in its branches, which are those of plain `if`s."""
    for holder in _holders(top, node):
        if not isinstance(holder, ast.If):
            return False
        block = holder.body if any(each is node for one in holder.body for each in ast.walk(one)) else holder.orelse
        above = [one for one in block if (one.end_lineno or one.lineno) < node.lineno]
        saves = any(_saver_of(state, each) for one in above for each in ast.walk(one) if isinstance(each, ast.Call))
        if saves or any(map(state.runs.has_run, (*above, holder.test))):
            return False
    return True


def _holders(top: ast.stmt, node: ast.stmt) -> Iterator[ast.stmt]:
    """The statements that a statement stands in, from the outermost."""
    for one in ast.walk(top):
        if isinstance(one, ast.stmt) and one is not node and any(each is node for each in ast.walk(one)):
            yield one


def _take_out(state: State, node: ast.stmt, top: ast.If) -> None:
    """Let a statement go, with the branch that has nothing else. Raises Refused where that begins with a condition."""
    block = state.index.block(node)
    if len(block) > 1:
        state.program.gone.append(node)
        return
    holder = [one for one in _holders(top, node) if isinstance(one, ast.If)][-1]
    if not holder.orelse and _only_asks(state, holder):
        state.program.gone.append(holder)
        return
    if not holder.orelse or holder.lineno in (holder.body[0].lineno, holder.orelse[0].lineno):
        raise Refused(node, "a branch only initializes the variables")
    first = _else_of(state, holder)
    if block is holder.orelse:
        state.program.lines_gone.update(range(first, (node.end_lineno or node.lineno) + 1))
        return
    state.program.edits.append(_inverted(state, holder))
    state.program.lines_gone.update(range((holder.test.end_lineno or holder.lineno) + 1, first + 1))


def _only_asks(state: State, node: ast.If) -> bool:
    """Whether a condition does nothing but look at names and files."""
    calls = [one for one in ast.walk(node.test) if isinstance(one, ast.Call)]
    return all(state.spellings.text(one.func).startswith("os.path.") for one in calls)


def _else_of(state: State, node: ast.If) -> int:
    """The line of `else:`. Raises Refused where it holds more, or is `elif`."""
    lines = range((node.body[-1].end_lineno or node.lineno) + 1, node.orelse[0].lineno)
    found = next((one for one in lines if _line(state, one).lstrip().startswith("else")), 0)
    if not found:
        raise Refused(node, "a branch that begins with a condition only initializes the variables")
    return found


def _inverted(state: State, node: ast.If) -> Edit:
    """The edit that lets a condition say the opposite. Raises Refused where that is no small change."""
    start, text, test = state.spellings.span(node.test)[0], state.spellings.text(node.test), node.test
    if isinstance(test, ast.UnaryOp) and isinstance(test.op, ast.Not):
        return Edit(start, text[: text.index(state.spellings.text(test.operand))], "")
    if isinstance(test, ast.Compare) and len(test.ops) == 1 and isinstance(test.ops[0], (ast.Is, ast.Eq)):
        at = state.spellings.span(test.left)[1]
        between = state.source.text[at : state.spellings.span(test.comparators[0])[0]]
        opposite = {"is": "is not", "==": "!="}.get(between.strip())
        if opposite:
            return Edit(at, between, between.replace(between.strip(), opposite))
    raise Refused(node.test, "a branch only initializes the variables")


def _line(state: State, number: int) -> str:
    start = state.source.line_offset(number)
    return state.source.text[start : state.source.line_end(start)]
