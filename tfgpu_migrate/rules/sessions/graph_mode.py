"""TFM202 graph-mode."""

from collections.abc import Iterator

from tfgpu_migrate.api.table import NEEDS_GRAPH
from tfgpu_migrate.context import Context
from tfgpu_migrate.edit.diagnostics import Applicability, Diagnostic, Edit, make_fix
from tfgpu_migrate.edit.import_blocks import import_at_work, import_block
from tfgpu_migrate.edit.imports import after_imports, insert_lines, named
from tfgpu_migrate.edit.statements import SharedLine, replace_statements
from tfgpu_migrate.index.mode import late_switch
from tfgpu_migrate.index.test_sessions import TEST_CASE
from tfgpu_migrate.index.uses import Use
from tfgpu_migrate.rules import rule


@rule(
    "TFM202",
    "graph-mode",
    symbols=(*NEEDS_GRAPH, "contrib", "tf_slim", TEST_CASE),
    fix=Applicability.SAFE,
    knows_by_names=True,
)
def graph_mode(use: Use, context: Context) -> Iterator[Diagnostic]:
    """Graph code in a file that leaves eager execution on.

    ## What it does
    Finds the first placeholder, session, collection, saver or optimizer of a file that needs graph mode, or a test case
    that runs ops in `self.test_session()`, and switches graph mode on once, below the import of TensorFlow.

    ## Why is this bad
    TensorFlow 2 runs eagerly. Under `tf.compat.v1` names such a script stops with "tf.placeholder() is not
    compatible with eager execution" or "The Session graph is empty".

    ## Example
    ```python
    import tensorflow as tf

    x = tf.placeholder(tf.float32)
    ```

    ## Use instead
    ```python
    import tensorflow as tf

    tf.compat.v1.disable_v2_behavior()

    x = tf.compat.v1.placeholder(tf.float32)
    ```

    ## Fix safety
    Safe. It is not written where the file makes the call itself, in any spelling, is eager on purpose
    (`GradientTape`, `tf.function`, `enable_eager_execution`), or keeps its graph code under `with
    tf.Graph().as_default()`. A TensorFlow 1 script gets it there too: only in graph mode are its shapes and variables
    those of TensorFlow 1. A call of the module that stands below its first graph code moves up. The setting
    `graph-mode = "never"` switches the rule off.
    """
    if not context.graph_uses or use is not context.graph_uses[0]:
        return
    what = "what runs in `self.test_session()`" if use.symbol == TEST_CASE else f"`{use.symbol}`"
    late = late_switch(context.index)
    message = f"{what} needs graph mode, which {_found_off(late, context)}"
    edits = _switch(context, late)
    fix = make_fix("Switch graph mode on", edits) if edits else None
    yield context.report(use, "TFM202", message, fix)


def _found_off(late: Use | None, context: Context) -> str:
    if late is None:
        return "TensorFlow 2 leaves off"
    return f"{context.source.named_line(late.start)} switches on too late"


def _switch(context: Context, late: Use | None) -> list[Edit] | None:
    """The line below the imports; one that comes too late moves there."""
    index, source = context.index, context.source
    statement = import_at_work(index, context.graph_uses)
    at, scope = after_imports(index, statement), index.scope_of(statement)
    if at is None or scope is None:
        return None
    try:
        module, imports = named(index, scope, (source.location(at)[0], 0), statement)
        gone = [] if late is None else replace_statements(index, {late.statement: ()})
    except SharedLine:
        return None
    function = "disable_v2_behavior" if late is None else late.symbol.rpartition(".")[2]
    call = f"{module.name}.{function}()" if module.is_v1 else f"{module.name}.compat.v1.{function}()"
    indent = source.indent(source.span(import_block(index, statement)[0])[0])
    return [*imports, *gone, insert_lines(index, at, [f"{indent}{call}"], blank=1)]
