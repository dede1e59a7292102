"""What kind of program a file is: whether it builds graphs, and whether it has said so already."""

import ast
import re
from collections.abc import Iterator

from tfgpu_migrate.api.contrib import needs_graph, tf_slim_path
from tfgpu_migrate.api.names import longest_head
from tfgpu_migrate.api.table import CONTROL_FLOW_SWITCHES, EAGER_MARKS, GRAPH_SWITCHES, NEEDS_GRAPH, only_in_tf1
from tfgpu_migrate.index.bound import values_of
from tfgpu_migrate.index.contexts import is_annotation
from tfgpu_migrate.index.idle import is_idle_session
from tfgpu_migrate.index.index import Index
from tfgpu_migrate.index.nodes import walk
from tfgpu_migrate.index.test_sessions import TEST_CASE, runs_test_sessions
from tfgpu_migrate.index.uses import Use

_RUNS_BY_DEFAULT = re.compile(r"(\w*)\.(?:eval|run)\(")
_DEFINITIONS = (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)
_SETTLES = (*_DEFINITIONS, ast.Import, ast.ImportFrom, ast.Assign, ast.AnnAssign)


def graph_uses(index: Index, *, is_tf1: bool) -> list[Use]:
    """The uses that need graph mode in a file that has not switched it on; empty where the file is eager on purpose.

    `is_tf1` says that the file is TensorFlow 1 code, or was before it was fixed. A use under
    `with tf.Graph().as_default():` brings its graph along and does not count, but for a script of TensorFlow 1: its
    shapes and variables are those of TensorFlow 1 only in graph mode. In other code the graph may have a name. Nor does
    a session count that nothing runs (people made one only to configure the GPU).
    """
    late = late_switch(index)
    symbols = {use.symbol for use in index.uses if not use.is_import and use is not late}
    if any(longest_head(symbol, GRAPH_SWITCHES | EAGER_MARKS) for symbol in symbols):
        return []
    every = [use for use in index.uses if _needs_graph(use) and not _is_harmless(index, use, is_tf1=is_tf1)]
    if not every and (test_cases := index.of(TEST_CASE)) and runs_test_sessions(index, is_tf1=is_tf1):
        every = list(test_cases[:1])
    found = [use for use in every if not brings_graph(index, use) and (is_tf1 or not _has_graph(index, use))]
    if len(found) < len(every) and is_tf1 and (is_script(index) or any(map(_runs_at_import, every))):
        found = every
    return [] if not is_tf1 and _leaves_it_to_callers(index, found) else found


def _needs_graph(use: Use) -> bool:
    if use.symbol.partition(".")[0] not in ("contrib", "tf_slim"):
        return use.symbol in NEEDS_GRAPH
    path = tf_slim_path(use.symbol)
    return path is not None and needs_graph(path)


def is_tf1_code(index: Index) -> bool:
    """Whether a file names something, without `compat.v1`, that only TensorFlow 1 has: its calls mean TF 1's."""
    return any(use.namespace == "" and only_in_tf1(use.symbol) and not index.is_guarded(use) for use in index.uses)


def _leaves_it_to_callers(index: Index, found: list[Use]) -> bool:
    """A module of TensorFlow 2 code with a graph in one of its functions: its callers know what mode they are in.

    All its graph names are spelled `tf.compat.v1.` already, none runs at import, and it is no script.
    """
    if any(use.namespace == "compat.v2" for use in index.uses):
        return True
    spelled_out = all(
        use.namespace == "tf_slim" or (use.namespace == "compat.v1" and use.prefix == "tensorflow") for use in found
    )
    return spelled_out and not any(map(_runs_at_import, found)) and not is_script(index)


def _runs_at_import(use: Use) -> bool:
    return use.scope.function.kind == "module"


def is_script(index: Index) -> bool:
    """Whether the file does something when it is run: `if __name__ == "__main__":`, or a call of its own functions."""
    if "__main__" in index.source.text:
        return True
    body = list(_at_import(index.tree.body))
    own = {one.name for one in body if isinstance(one, _DEFINITIONS)}
    for one in body:
        if isinstance(one, _DEFINITIONS):
            continue
        if isinstance(one, ast.Assign) and isinstance(one.value, ast.Name) and one.value.id in own:
            own.update(target.id for target in one.targets if isinstance(target, ast.Name))
        calls = (node.func for node in walk(one) if isinstance(node, ast.Call))
        if any(isinstance(callee, ast.Name) and callee.id in own for callee in calls):
            return True
    return False


def _at_import(block: list[ast.stmt]) -> Iterator[ast.stmt]:
    """The statements of a module, those under a condition one by one."""
    for one in block:
        if isinstance(one, ast.If):
            yield ast.Expr(one.test)
            yield from _at_import([*one.body, *one.orelse])
        else:
            yield one


def is_library(index: Index) -> bool:
    """Whether a module holds definitions, imports and assignments only, and a public function or class among them."""
    public = (one for one in index.tree.body if isinstance(one, _DEFINITIONS))
    return only_defines(index) and any(not one.name.startswith(("_", "main")) for one in public)


def only_defines(index: Index) -> bool:
    """Whether a module holds nothing but definitions, imports and assignments: what it binds is for other files.

    That it switches graph mode on, as a fix would, says nothing else.
    """
    switch = switch_statement(index)
    return all(
        isinstance(one, _SETTLES) or one is switch or _is_docstring(one) or _only_imports(one)
        for one in index.tree.body
    )


def _is_docstring(statement: ast.stmt) -> bool:
    return isinstance(statement, ast.Expr) and isinstance(statement.value, ast.Constant)


def _only_imports(statement: ast.stmt) -> bool:
    """`try: import x ... except ImportError: x = None`."""
    return isinstance(statement, ast.Try) and all(
        isinstance(one, (ast.Import, ast.ImportFrom)) for one in statement.body
    )


def switches_graph_mode_on(index: Index) -> bool:
    """Whether the file itself calls `disable_v2_behavior()` or the like."""
    return any(use.symbol in GRAPH_SWITCHES and not use.is_import for use in index.uses)


def has_v1_control_flow(index: Index, *, is_graph: bool) -> bool:
    """Whether `tf.cond` and the like build the ops of TensorFlow 1, in a file that is a graph file once it is fixed.

    `disable_eager_execution()` alone leaves them as they are in TensorFlow 2.
    """
    off = any(not use.is_import for use in index.of(*CONTROL_FLOW_SWITCHES))
    return off or (is_graph and not switches_graph_mode_on(index))


def late_switch(index: Index) -> Use | None:
    """The statement that switches graph mode on below some of the graph, in the block that imports TensorFlow."""
    switches = [use for use in index.uses if use.symbol in GRAPH_SWITCHES and not use.is_import]
    if len(switches) != 1 or index.is_guarded(switches[0]):
        return None
    (switch,) = switches
    if not isinstance(switch.statement, ast.Expr) or switch.statement.value is not switch.call_node:
        return None
    if index.block(switch.statement) is not index.block(index.import_of(switch)):
        return None
    home = switch.scope.function
    above = (use for use in index.uses if use.start < switch.start and use.scope.function is home)
    built = (use for use in above if _needs_graph(use) and not _is_harmless(index, use, is_tf1=True))
    return switch if any(not brings_graph(index, use) and not _has_graph(index, use) for use in built) else None


def switch_statement(index: Index) -> ast.stmt | None:
    """The statement that switches graph mode on in this file."""
    return next((use.statement for use in index.uses if use.symbol in GRAPH_SWITCHES and not use.is_import), None)


def _is_harmless(index: Index, use: Use, *, is_tf1: bool) -> bool:
    if use.is_import or index.is_guarded(use) or is_annotation(use.statement, use.node):
        return True
    if use.symbol == "InteractiveSession" and (is_tf1 or _may_run_by_default(index)):
        return False  # it is the session of every `x.eval()`
    return use.symbol in ("Session", "InteractiveSession") and is_idle_session(index, use)


def _may_run_by_default(index: Index) -> bool:
    """Whether something may be run in the session of a file by `x.eval()` or `x.run()`: `subprocess.run()` is not."""
    aliases = [alias for one in index.import_statements for alias in one.names]
    modules = {"app", *((alias.asname or alias.name).partition(".")[0] for alias in aliases)}
    return any(match[1] not in modules for match in _RUNS_BY_DEFAULT.finditer(index.source.text))


def brings_graph(index: Index, use: Use) -> bool:
    """Whether a use stands under `with tf.Graph().as_default():`."""
    graphs = _made_graphs(index)
    return bool(graphs) and any(id(one) in graphs for one in _entered(index, use))


def _has_graph(index: Index, use: Use) -> bool:
    """Whether a use stands under `with graph.as_default():` of a graph of the file, or is the session of a graph."""
    given = use.call_node.keywords if use.call_node and use.symbol in ("Session", "InteractiveSession") else []
    if any(one.arg == "graph" and not isinstance(one.value, ast.Constant) for one in given):
        return True
    graphs = _made_graphs(index)
    bound = (values_of(index, one) for one in _entered(index, use)) if graphs else ()
    return any(values and all(id(value) in graphs for value in values) for values in bound)


def _made_graphs(index: Index) -> set[int]:
    """The ids of the calls `tf.Graph()`."""
    return {id(use.call_node) for use in index.of("Graph") if use.call_node}


def _entered(index: Index, use: Use) -> Iterator[ast.expr]:
    """What `.as_default()` is called of in the `with` statements that a use stands under, or in."""
    own = [use.statement] if isinstance(use.statement, ast.With) else []
    for holder in (*own, *index.all_holders(use.statement)):
        for item in holder.items if isinstance(holder, ast.With) else ():
            match item.context_expr:
                case ast.Call(func=ast.Attribute(value=graph, attr="as_default")):
                    yield graph
