"""TFM404 device-function."""

from collections.abc import Iterator

from tfgpu_migrate.context import Context
from tfgpu_migrate.edit.diagnostics import Applicability, Diagnostic, Edit, Fix, make_fix
from tfgpu_migrate.edit.rename import respell
from tfgpu_migrate.index.uses import Use
from tfgpu_migrate.placement.callables import given_device
from tfgpu_migrate.rules import rule


@rule("TFM404", "device-function", symbols=["device"], fix=Applicability.SAFE, knows_by_names=True)
def device_function(use: Use, context: Context) -> Iterator[Diagnostic]:
    """`tf.device` with a function, which TensorFlow 2 takes only under `tf.compat.v1`.

    ## What it does
    Finds `tf.device(...)` whose argument is a function: a lambda, a function of the file, what
    `tf.train.replica_device_setter` or another function returns. In graph code it also finds one whose
    argument may be a function, because it comes from a parameter, an attribute or another module.

    ## Why is this bad
    `tf.device` of TensorFlow 2 raises `RuntimeError: tf.device does not support functions.`, in graphs too.
    `tf.compat.v1.device` takes functions as before, in graphs.

    ## Example
    ```python
    with tf.device(tf.train.replica_device_setter(ps_tasks=2)):
        weights = tf.get_variable("weights", [10, 10])
    ```

    ## Use instead
    ```python
    with tf.compat.v1.device(tf.compat.v1.train.replica_device_setter(ps_tasks=2)):
        weights = tf.compat.v1.get_variable("weights", [10, 10])
    ```

    ## Fix safety
    Safe: it is the function that TensorFlow 1 had, for strings and for functions. Eager code takes no device functions
    at all; there the finding has no fix.
    """
    if use.is_import or use.call_node is None or (use.namespace == "compat.v1" and context.is_graph_file):
        return
    kind = given_device(context.index, use)
    may_be = context.is_graph_file and use.namespace == ""
    if kind == "function":
        message = f"`{use.written}` raises RuntimeError: tf.device does not support functions"
    elif kind == "unknown" and may_be:
        message = f"`{use.written}` of TensorFlow 2 takes no functions, and this may be one"
    else:
        return
    way_out = "; `tf.compat.v1.device` does, in graphs" if _is_graph_code(context) else "; give it a string"
    yield context.report(use, "TFM404", f"{message}{way_out}", _fix(use, context))


def _fix(use: Use, context: Context) -> Fix | None:
    if not _is_graph_code(context):
        return None
    edits = respell(context.index, use, "tensorflow.compat.v1.device")
    call = context.call(use)
    if edits is None or call is None:
        return None
    named = [one for one in call.arguments if one.keyword]  # by position: the keyword is another one in TensorFlow 2
    keywords = [Edit(one.start, context.source.text[one.start : one.value.start], "") for one in named]
    return make_fix("Use `tf.compat.v1.device`", [*edits, *keywords])


def _is_graph_code(context: Context) -> bool:
    return context.is_graph_file or context.is_tf1_code
