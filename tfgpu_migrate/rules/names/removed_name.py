"""TFM001 removed-name."""

from collections.abc import Iterator

from tfgpu_migrate.api.removed import KERAS_2_IN_COMPAT, REMOVED
from tfgpu_migrate.api.table import gone, removed
from tfgpu_migrate.api.ways_out import farewell, is_legacy_keras
from tfgpu_migrate.context import Context
from tfgpu_migrate.edit.diagnostics import Diagnostic
from tfgpu_migrate.edit.legacy_keras import VARIABLE
from tfgpu_migrate.index.homes import Bound, home, is_dispensable, written
from tfgpu_migrate.index.idle import goes_with_set_session
from tfgpu_migrate.index.symbols import symbol_of
from tfgpu_migrate.index.uses import Use
from tfgpu_migrate.placement.strategies import successor
from tfgpu_migrate.rules import rule

OTHER_RULES = ("config.experimental_list_devices", "keras.backend.set_session")  # TFM501, TFM203 know better


@rule("TFM001", "removed-name", symbols=REMOVED.keys() | removed().keys())
def removed_name(use: Use, context: Context) -> Iterator[Diagnostic]:
    """Name that TensorFlow 2 no longer has at all.

    ## What it does
    Finds `tf.contrib`, `tf.estimator`, the data loader of the tutorials and what TensorFlow 2.21 no longer has of
    `tf.keras` and others, in every import form, and names the way out. An import is reported once, not at each use of
    what it imported, and so is a name that stands in several places. Names that legacy Keras brings back are not
    reported in a file that names TF_USE_LEGACY_KERAS.

    ## Why is this bad
    `ModuleNotFoundError: No module named 'tensorflow.contrib'`.

    ## Example
    ```python
    from tensorflow.contrib import slim
    ```

    ## Use instead
    ```python
    import tf_slim as slim
    ```

    ## Fix safety
    There is no fix: what takes the place of these names is another library, or a decision.
    """
    name = gone(use.symbol)
    reported_at_import = not use.is_import and gone(symbol_of(use.prefix).name) is not None
    if name is None or use.namespace in ("private", "keras", "tf_slim") or reported_at_import or context.is_there(use):
        return
    if home(use) is not None or written(context.index, use) is not None or successor(use) is not None:
        return
    bound = context.bound_by(use)
    if (use.through_alias and bound is None) or (bound is not None and _has_another_rule(bound, context)):
        return
    if (name in OTHER_RULES and (use.call_node or _is_called(use, context))) or (
        is_legacy_keras(name) and VARIABLE in context.source.text
    ):
        return
    if (name in KERAS_2_IN_COMPAT and context.has_keras_2) or goes_with_set_session(context.index, use):
        return  # TFM106 names it under `tf.compat.v1`, TFM203 takes it away
    alike = [use] if use.is_import or bound is not None else _alike(use, context)
    if use is not alike[0]:
        return
    found = context.report(use, "TFM001", f"`tf.{name}` is {farewell(name, context.target)}")
    places = [*alike[1:], *_uses_of(use, bound, context)]
    yield found._replace(uses=tuple((one.start, one.end) for one in places))


def _alike(use: Use, context: Context) -> list[Use]:
    """The places that name the same, none of them a call that another rule knows better, in source order."""
    same = (one for one in context.index.of(use.symbol) if one.prefix == use.prefix and not one.is_import)
    return [one for one in same if one.through_alias == use.through_alias and not context.index.is_guarded(one)]


def _is_called(use: Use, context: Context) -> bool:
    """Whether what an import binds is called somewhere."""
    return any(one.call_node and one.prefix == use.path for one in context.index.uses if use.is_import)


def _uses_of(use: Use, bound: Bound | None, context: Context) -> list[Use]:
    """Where the name that an import or alias binds is used for what is gone."""
    if bound is not None:
        return bound.without_home(context.index)
    if not use.is_import:
        return []
    return [one for one in context.index.uses if not one.is_import and one.prefix == use.path and gone(one.symbol)]


def _has_another_rule(bound: Bound, context: Context) -> bool:
    """Whether the name can be bound again, all its uses move, or it has none and goes."""
    if bound.target or not bound.uses:
        return bound.target is not None or is_dispensable(context.index, bound)
    return not bound.without_home(context.index)
