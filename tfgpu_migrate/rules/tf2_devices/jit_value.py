"""TFM506 jit-value."""

from collections.abc import Iterator

from tfgpu_migrate.context import Context
from tfgpu_migrate.edit.diagnostics import Applicability, Diagnostic, Edit, make_fix
from tfgpu_migrate.edit.fragment import Expression
from tfgpu_migrate.index.uses import Use
from tfgpu_migrate.placement.dtypes import given
from tfgpu_migrate.rules import rule

# Source: tensorflow/python/eager/context.py, 2.21.0: `enabled in (True, "autoclustering")` switches it on; 1 == True.
_MEANT = (True, False, "autoclustering", "", None)
_LEVELS_OFF = ("OptimizerOptions.ON_2",)


@rule("TFM506", "jit-value", symbols=["config.optimizer.set_jit"], fix=Applicability.UNSAFE)
def jit_value(use: Use, context: Context) -> Iterator[Diagnostic]:
    """`tf.config.optimizer.set_jit(2)`, a value that looks like "on" and turns XLA off.

    ## What it does
    Finds a literal that is neither a boolean nor `"autoclustering"`, and `OptimizerOptions.ON_2`, as the argument of
    `set_jit`.

    ## Why is this bad
    Only `True` and `"autoclustering"` turn XLA on. Everything else, `ON_2` (the number 2), `"ON_2"` and `"true"`
    included, turns it off without a word. `OptimizerOptions.ON_1` works, for it is the number 1.

    ## Example
    ```python
    tf.config.optimizer.set_jit(tf.compat.v1.OptimizerOptions.ON_2)
    ```

    ## Use instead
    ```python
    tf.config.optimizer.set_jit(True)
    ```

    ## Fix safety
    Unsafe: XLA was off and will be on.
    """
    call = context.call(use)
    value = given(call, "enabled", 0) if call is not None else None
    if value is None or not _turns_off(value, context):
        return
    fix = make_fix("Turn it on", [Edit(value.start, value.text, "True")], Applicability.UNSAFE)
    message = f'`{value.text}` turns XLA off: only True and "autoclustering" turn it on'
    yield context.report(use, "TFM506", message, fix)


def _turns_off(value: Expression, context: Context) -> bool:
    if value.is_literal:
        return value.literal not in _MEANT
    spans = {(one.start, one.end) for one in context.index.of(*_LEVELS_OFF)}
    return (value.start, value.end) in spans
