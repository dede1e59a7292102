"""TFM116 keras-argument."""

from collections.abc import Iterator

from tfgpu_migrate.api.keras_arguments import ARGUMENTS, KerasArgument
from tfgpu_migrate.context import Context
from tfgpu_migrate.edit.diagnostics import Applicability, Diagnostic, Edit, make_fix
from tfgpu_migrate.edit.fragment import CallArgument, Fragment
from tfgpu_migrate.index.uses import Use
from tfgpu_migrate.release import Release
from tfgpu_migrate.rules import rule

_GONE_SINCE: Release = (2, 11)  # whose optimizers are new ones


@rule("TFM116", "keras-argument", symbols=ARGUMENTS, fix=Applicability.SAFE)
def keras_argument(use: Use, context: Context) -> Iterator[Diagnostic]:
    """Argument that Keras no longer takes.

    ## What it does
    Finds `lr` and `decay` of optimizers, `fused` of batch normalization, `l` of regularizers, `period` of
    `ModelCheckpoint` and others, in `tf.keras` and in Keras itself.

    ## Why is this bad
    `ValueError: Argument(s) not recognized: {'lr': 0.1}`. With legacy Keras `lr` is worse: ignored with a warning, and
    the model learns at the default rate. Keras 3 does that with `decay`.

    ## Example
    ```python
    optimizer = tf.keras.optimizers.SGD(lr=0.1, decay=0.0)
    penalty = tf.keras.regularizers.l2(l=0.01)
    ```

    ## Use instead
    ```python
    optimizer = tf.keras.optimizers.SGD(learning_rate=0.1)
    penalty = tf.keras.regularizers.l2(l2=0.01)
    ```

    ## Fix safety
    Safe: the argument means the same under its new name, and is left out only where it says what Keras does without it.
    The others are reported only.
    """
    given = [one for one in ARGUMENTS[use.symbol] if one.name in use.given.keywords] if use.symbol in ARGUMENTS else []
    given = [one for one in given if not (one.is_in_keras_2 and context.has_keras_2)]
    call = context.call(use) if given and context.target >= _GONE_SINCE else None
    for one in given if call is not None else ():
        assert call is not None
        argument = next(each for each in call.arguments if each.keyword == one.name)
        edits = _edits(use, call, argument, one) if use.editable else []
        fix = make_fix(f"Replace with `{one.new}`" if one.new else f"Leave `{one.name}` out", edits) if edits else None
        way_out = f"it is `{one.new}`" if one.new else one.advice
        message = f"`{use.symbol}` has no argument `{one.name}` any more: {way_out}"
        yield Diagnostic(argument.start, argument.start + len(one.name), "TFM116", message, fix)


def _edits(use: Use, call: Fragment, argument: CallArgument, one: KerasArgument) -> list[Edit]:
    if one.new:
        return [] if one.new in use.given.keywords else [Edit(argument.start, one.name, one.new)]
    return call.without(argument) if argument.value.text in one.idle else []
