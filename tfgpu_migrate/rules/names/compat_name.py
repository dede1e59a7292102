"""TFM101 compat-v1-name."""

from collections.abc import Iterator

from tfgpu_migrate.api.parameters import STEADY
from tfgpu_migrate.api.table import compat_name, compat_symbols, is_ambiguous, needs_graph_code, rows
from tfgpu_migrate.context import Context
from tfgpu_migrate.edit.diagnostics import Applicability, Diagnostic, Edit, make_fix
from tfgpu_migrate.edit.rename import respell
from tfgpu_migrate.index.binding import moves_with_alias, only_tf1_has
from tfgpu_migrate.index.bound import imported_with
from tfgpu_migrate.index.contexts import is_annotation, is_asked_for
from tfgpu_migrate.index.uses import Use
from tfgpu_migrate.proto.messages import CONSUMERS
from tfgpu_migrate.rules import rule


@rule(
    "TFM101", "compat-v1-name", symbols=compat_symbols() - CONSUMERS.keys(), fix=Applicability.SAFE, knows_by_names=True
)
def compat_v1_name(use: Use, context: Context) -> Iterator[Diagnostic]:
    """Name that TensorFlow 2 keeps only under `tf.compat.v1`.

    ## What it does
    Finds `tf.placeholder`, `tf.global_variables_initializer`, `tf.train.Saver`, `tf.app.flags` and the other names of
    TensorFlow 1 that TensorFlow 2 moved to `tf.compat.v1`, in every import form.

    ## Why is this bad
    The script stops with `AttributeError: module 'tensorflow' has no attribute 'placeholder'`.

    ## Example
    ```python
    x = tf.placeholder(tf.float32, [None, 3])
    init = tf.initialize_all_variables()
    ```

    ## Use instead
    ```python
    x = tf.compat.v1.placeholder(tf.float32, [None, 3])
    init = tf.compat.v1.global_variables_initializer()
    ```

    ## Fix safety
    Safe: it is the same object under its new name. Graph mode is the business of TFM202. A `ConfigProto` is renamed
    only where it cannot move to `tf.config`: TFM300.
    """
    name = compat_name(use.symbol)
    if name is None or use.namespace != "" or moves_with_alias(use) or context.native(use):
        return
    if context.moves(use):
        if use.is_aliased:
            message = f"`tf.{use.symbol}` is gone, and needed no more when `tf.config` takes its fields"
            yield context.report(use, "TFM101", message, context.moved_with(use))
        return
    if _may_mean_tf2(use, name, context):
        return
    if use.is_reported_at_import:
        return  # `from tensorflow import placeholder`: the import is reported, once
    edits = respell(context.index, use, f"tensorflow.compat.v1.{name}")
    told = [*edits, *_keywords(use, context)] if edits else []
    fix = make_fix(f"Replace with `tf.compat.v1.{name}`", told) if told else None
    message = f"`tf.{use.symbol}` is `tf.compat.v1.{name}` in TensorFlow 2"
    if is_ambiguous(name):
        message = f"`tf.{use.symbol}` is another object in TensorFlow 2: TensorFlow 1 code means `tf.compat.v1.{name}`"
    yield context.report(use, "TFM101", message, fix)


def _keywords(use: Use, context: Context) -> list[Edit]:
    """Keywords for the arguments that `tf.compat.v1` of 2.21 takes at other places than 1.15."""
    steady = STEADY.get(use.symbol, use.given.positional)
    call = context.call(use) if use.given.positional > steady and not use.given.starred else None
    if call is None:
        return []
    pairs = list(zip(call.arguments, rows()[use.symbol].parameters, strict=False))[steady:]
    return [Edit(given.value.start, "", f"{one.name}=") for given, one in pairs if given.keyword is None]


def _may_mean_tf2(use: Use, name: str, context: Context) -> bool:
    """Whether the name may mean, or do as well with, the object that TensorFlow 2 has under it.

    Every variable is of the class that TensorFlow 2 has under the name, only those of `tf.compat.v1.Variable` of that.
    """
    row = rows().get(use.symbol)
    if row is not None and use.call_node is not None and only_tf1_has(use.given, row):
        return False
    if not needs_graph_code(name):
        return is_ambiguous(name) and not context.is_tf1_code
    if not context.is_tf1_code or _is_class(use, context):
        return True
    named = imported_with(context.index, use)[1:] if use.is_import else [use]
    return not (context.is_graph_file or any(_is_passed_on(one, context) for one in named))


def _is_passed_on(use: Use, context: Context) -> bool:
    """Whether whoever gets the class may call it with the arguments of TensorFlow 1."""
    return use.call_node is None and use.symbol in rows() and not _is_class(use, context)


def _is_class(use: Use, context: Context) -> bool:
    return is_annotation(use.statement, use.node) or is_asked_for(context.index, use.statement, use.node)
