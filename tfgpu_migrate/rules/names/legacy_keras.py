"""TFM106 legacy-keras."""

from collections.abc import Iterator

from tfgpu_migrate.api.packages import TF_KERAS
from tfgpu_migrate.api.removed import LEGACY_KERAS
from tfgpu_migrate.context import Context
from tfgpu_migrate.edit.diagnostics import Applicability, Diagnostic, make_fix
from tfgpu_migrate.edit.legacy_keras import VARIABLE
from tfgpu_migrate.edit.rehome import move_use
from tfgpu_migrate.index.homes import home
from tfgpu_migrate.index.uses import Use
from tfgpu_migrate.rules import rule

_BELOW = tuple(f"{one}." for one in LEGACY_KERAS)


@rule("TFM106", "legacy-keras", symbols=(*LEGACY_KERAS, "contrib"), fix=Applicability.SAFE)
def legacy_keras(use: Use, context: Context) -> Iterator[Diagnostic]:
    """`tf.layers` and the RNN cells, which TensorFlow 2.16 has only with legacy Keras.

    ## What it does
    Finds `tf.layers`, `tf.nn.rnn_cell` and the cells of `tf.contrib.rnn` in TensorFlow 1 code, names them under
    `tf.compat.v1` and switches legacy Keras on, above the first import of TensorFlow.

    ## Why is this bad
    `tf.layers` is gone, and `tf.compat.v1.layers.dense` raises "`dense` is not available with Keras 3".

    ## Example
    ```python
    import tensorflow as tf

    hidden = tf.layers.dense(tf.placeholder(tf.float32, [None, 4]), 8)
    ```

    ## Use instead
    ```python
    import os

    os.environ.setdefault("TF_USE_LEGACY_KERAS", "1")

    import tensorflow as tf

    tf.compat.v1.disable_v2_behavior()

    hidden = tf.compat.v1.layers.dense(tf.compat.v1.placeholder(tf.float32, [None, 4]), 8)
    ```

    ## Fix safety
    Safe: the same variables, names and initial values. It needs `pip install 'tf_keras==2.21.*'`: its version has to
    match TensorFlow's. The variable counts for the whole process; a program whose other modules import TensorFlow first
    has to set it there.
    """
    moved = home(use)
    name = moved.removeprefix("tensorflow.compat.v1.") if moved else use.symbol
    if not f"{name}.".startswith(_BELOW) or use.namespace not in ("", "compat.v1") or use.through_alias:
        return
    if use.is_reported_at_import or (use.namespace and VARIABLE in context.source.text):
        return
    edits = move_use(context.index, use, f"tensorflow.compat.v1.{name}") if use.namespace == "" or moved else []
    switch, fix = context.legacy_keras, None
    if switch is not None and edits is not None and (switch or edits):
        fix = make_fix(f"Replace with `tf.compat.v1.{name}`", [*switch, *edits], requires=(TF_KERAS,))
    how = f"with `pip install '{TF_KERAS}'` and legacy Keras in TensorFlow 2"
    yield context.report(use, "TFM106", f"`tf.{use.symbol}` is `tf.compat.v1.{name}` {how}", fix)
