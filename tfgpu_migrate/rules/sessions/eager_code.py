"""TFM210 eager-code."""

from collections.abc import Iterator

from tfgpu_migrate.api.table import GRAPH_SWITCHES
from tfgpu_migrate.context import Context
from tfgpu_migrate.edit.diagnostics import Applicability, Diagnostic
from tfgpu_migrate.index.mode import is_tf1_code
from tfgpu_migrate.index.uses import Use
from tfgpu_migrate.rules import rule

_SWITCHES = (*sorted(GRAPH_SWITCHES), "enable_eager_execution")
_SESSIONS = ("Session", "InteractiveSession")  # in a graph of its own one needs no switch


@rule("TFM210", "eager-code", symbols=(*_SWITCHES, *_SESSIONS), fix=Applicability.UNSAFE, is_last=True)
def eager_code(use: Use, context: Context) -> Iterator[Diagnostic]:
    """Graph code on `tf.compat.v1` that can be eager TensorFlow 2.

    ## What it does
    Finds a module that builds a graph and runs it in a session, and makes it eager: each distinct `sess.run` becomes a
    `@tf.function` of what its fetches need, a training op a `tf.GradientTape` with the Keras optimizer that computes
    the same. Session, placeholders and initializers go. The program may stand in the module, or in a function that the
    module calls once, as `main()`; also on `import tensorflow.compat.v1 as tf`. Where something stands in the way, it
    says what, and where. It looks only where it is selected by its code, or under `--unsafe-fixes`.

    ## Why is this bad
    `tf.compat.v1` keeps old code alive, but new code, Keras and most answers on the web are eager.

    ## Example
    ```python
    x = tf.compat.v1.placeholder(tf.float32)
    w = tf.compat.v1.Variable(2.0)
    y = w * x
    with tf.compat.v1.Session() as sess:
        sess.run(tf.compat.v1.global_variables_initializer())
        print(sess.run(y, feed_dict={x: 3.0}))
    ```

    ## Use instead
    ```python
    x = tf.TensorSpec(None, tf.float32)
    w = tf.Variable(2.0)


    @tf.function(input_signature=[x])
    def predict(x):
        return w * x


    print(predict(3.0).numpy())
    ```

    ## Fix safety
    Unsafe: random numbers drawn in another order are other numbers, and `print(tensor)` shows a value. The whole file
    is converted or nothing. What is not understood, or would compute something else, keeps it a graph: an op
    that reads a variable beside the training op that changes it, ops that draw by the seed of the program, scopes that
    share variables, sessions handed to functions. `verify --fix --unsafe-fixes` keeps it only if the outputs agree.
    """
    if use.is_import or not context.settings.wants_last("TFM210") or is_tf1_code(context.index):
        return
    named = [one for one in context.index.uses if not one.is_import]
    switches = [one for one in named if one.symbol in _SWITCHES]
    if use is not (switches or [one for one in named if one.symbol in _SESSIONS])[0]:
        return
    from tfgpu_migrate.native.convert import convert  # few runs ask for it

    found = convert(context.index, context.target, tensorboard=context.settings.tensorboard)
    if found.fix is not None:
        yield context.report(use, "TFM210", "this graph code can be eager TensorFlow 2", found.fix)
        return
    for one in found.obstacles:
        start, end = one.place if one.place is not None else (use.start, use.end)
        first_line = min(end, context.source.line_end(start))
        yield Diagnostic(start, first_line, "TFM210", f"the file stays graph code: {one.reason}")
