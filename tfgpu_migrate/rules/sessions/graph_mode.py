"""TFM202 graph-mode."""

from collections.abc import Iterator

from tfgpu_migrate.api.table import NEEDS_GRAPH
from tfgpu_migrate.context import Context
from tfgpu_migrate.edit.diagnostics import Applicability, Diagnostic, Edit, make_fix
from tfgpu_migrate.edit.import_blocks import import_at_work, import_block
from tfgpu_migrate.edit.imports import after_imports, insert_lines, named
from tfgpu_migrate.edit.statements import SharedLine
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
    those of TensorFlow 1. The setting `graph-mode = "never"` switches the rule off.
    """
    if not context.graph_uses or use is not context.graph_uses[0]:
        return
    what = "what runs in `self.test_session()`" if use.symbol == TEST_CASE else f"`{use.symbol}`"
    message = f"{what} needs graph mode, which TensorFlow 2 leaves off"
    edits = _switch(context)
    fix = make_fix("Switch graph mode on", edits) if edits else None
    yield context.report(use, "TFM202", message, fix)


def _switch(context: Context) -> list[Edit] | None:
    index, source = context.index, context.source
    statement = import_at_work(index, context.graph_uses)
    at, scope = after_imports(index, statement), index.scope_of(statement)
    if at is None or scope is None:
        return None
    try:
        module, imports = named(index, scope, (source.location(at)[0], 0), statement)
    except SharedLine:
        return None
    call = f"{module.name}.disable_v2_behavior()" if module.is_v1 else f"{module.name}.compat.v1.disable_v2_behavior()"
    indent = source.indent(source.span(import_block(index, statement)[0])[0])
    return [*imports, insert_lines(index, at, [f"{indent}{call}"], blank=1)]
