"""TFM002 removed-private-name."""

from collections.abc import Iterator

from tfgpu_migrate.api.private import SHAPES, gone_privately, public_path, way_out
from tfgpu_migrate.context import Context
from tfgpu_migrate.edit.diagnostics import Applicability, Diagnostic, Edit, make_fix
from tfgpu_migrate.edit.rehome import move_use
from tfgpu_migrate.index.symbols import symbol_of
from tfgpu_migrate.index.uses import Use
from tfgpu_migrate.rules import rule


@rule("TFM002", "removed-private-name", symbols=["python"], fix=Applicability.SAFE)
def removed_private_name(use: Use, context: Context) -> Iterator[Diagnostic]:
    """Name below `tensorflow.python` that TensorFlow 2 no longer has there.

    ## What it does
    Finds modules and names below `tensorflow.python` that TensorFlow 1.15 had and 2.21 has not. Where the object has a
    public name, it gets that; `tensor_shape.scalar()` becomes `tf.TensorShape([])`.

    ## Why is this bad
    `ImportError: cannot import name 'training_ops' from 'tensorflow.python.training'`, or an `AttributeError` when the
    name is used. Nothing below `tensorflow.python` is promised to stay.

    ## Example
    ```python
    from tensorflow.python.framework import ops

    print(isinstance(x, ops.Tensor))
    ```

    ## Use instead
    ```python
    print(isinstance(x, tf.Tensor))
    ```

    ## Fix safety
    Safe: the public name is the one that TensorFlow 1.15 exported this object under.
    """
    name = gone_privately(use.symbol) if use.namespace == "private" else None
    if (
        name is None
        or use.is_assigned
        or (not use.is_import and gone_privately(symbol_of(use.prefix).name) is not None)
    ):
        return
    if name in SHAPES:
        edits = _shape(use, context, SHAPES[name])
        fix = make_fix("Replace with `tf.TensorShape`", edits) if edits else None
        yield context.report(use, "TFM002", f"`tensorflow.{name}` is gone in TensorFlow 2: {way_out(name)}", fix)
        return
    path = public_path(use.symbol)
    new = f"tf{path.removeprefix('tensorflow')}" if path else ""
    edits = move_use(context.index, use, path) if path else None
    fix = make_fix(f"Replace with `{new}`", edits) if edits else None
    message = f"`tensorflow.{name}` is gone in TensorFlow 2: " + (f"use `{new}`" if new else way_out(name))
    yield context.report(use, "TFM002", message, fix)


def _shape(use: Use, context: Context, count: int) -> list[Edit] | None:
    """Edits that make `matrix(m, n)` a `tf.TensorShape([m, n])`; None where it is no plain call."""
    call = context.call(use)
    if call is None or len(call.arguments) != count or any(one.keyword or one.star for one in call.arguments):
        return None
    edits, opening = move_use(context.index, use, "tensorflow.TensorShape"), context.source.text.index("(", use.end)
    return edits and [*edits, Edit(opening + 1, "", "["), Edit(call.end - 1, "", "]")]
