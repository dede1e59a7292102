"""TFM300 config-proto."""

from collections.abc import Iterator

from tfgpu_migrate.context import Context
from tfgpu_migrate.edit.diagnostics import Applicability, Diagnostic, Fix, make_fix
from tfgpu_migrate.edit.rename import respell
from tfgpu_migrate.index.uses import Use
from tfgpu_migrate.proto.decide import Decision
from tfgpu_migrate.proto.fields import FIELDS
from tfgpu_migrate.proto.messages import MESSAGES
from tfgpu_migrate.rules import rule


@rule("TFM300", "config-proto", symbols=MESSAGES, fix=Applicability.SAFE)
def config_proto(use: Use, context: Context) -> Iterator[Diagnostic]:
    """`tf.ConfigProto` or one of its messages, and whether it can move to `tf.config`.

    ## What it does
    Finds every `ConfigProto`, `GPUOptions`, `GraphOptions` and `OptimizerOptions`. Where each field has a `tf.config`
    equivalent and all sessions that take the proto are in sight, the fix sets the fields in place (see the rule of each
    field), takes `config=` from the sessions and removes the proto. Otherwise the proto stays, as
    `tf.compat.v1.ConfigProto`, and the message says what stands in the way.

    ## Why is this bad
    `tf.ConfigProto` is gone: `AttributeError: module 'tensorflow' has no attribute 'ConfigProto'`. Renamed to
    `tf.compat.v1.ConfigProto` it configures `compat.v1` sessions only; Keras and eager code never see it.

    ## Example
    ```python
    config = tf.ConfigProto(allow_soft_placement=True)
    config.gpu_options.allow_growth = True
    sess = tf.Session(config=config)
    ```

    ## Use instead
    ```python
    tf.config.set_soft_device_placement(True)
    for gpu in tf.config.list_physical_devices("GPU"):
        tf.config.experimental.set_memory_growth(gpu, True)
    sess = tf.compat.v1.Session()
    ```

    ## Fix safety
    Safe. A proto moves whole or not at all: an explicit `config=` replaces what `tf.config` has set, so half a move
    would lose the other half.
    """
    decision = context.decision_of(use)
    if decision is None:
        yield from _bare(use, context)
    elif use is decision.proto.first.use:
        yield from _decided(decision, context)


def _bare(use: Use, context: Context) -> Iterator[Diagnostic]:
    """A name that builds nothing here: an import, `tf.OptimizerOptions.ON_1`, a class passed on."""
    if use.namespace != "" or use.through_alias or (use.prefix == use.path and not use.is_import):
        return
    inside = context.moved_with(use)
    if inside is not None:
        if use.is_import:
            yield context.report(
                use, "TFM300", f"`{use.symbol}` cannot be imported from `tensorflow` in TensorFlow 2", inside
            )
        return
    edits = respell(context.index, use, f"tensorflow.compat.v1.{use.symbol}")
    fix = make_fix(f"Replace with `tf.compat.v1.{use.symbol}`", edits) if edits else None
    yield context.report(use, "TFM300", f"`tf.{use.symbol}` is `tf.compat.v1.{use.symbol}` in TensorFlow 2", fix)


def _decided(decision: Decision, context: Context) -> Iterator[Diagnostic]:
    proto, source = decision.proto, context.source
    lines = set()
    for write in proto.writes:
        known = FIELDS.get(write.path)
        if known is not None:
            leaf = write.path.rpartition(".")[2]
            message = f"`{leaf}` is set with `{known.setter}` in TensorFlow 2"
            lines.add(source.location(write.start)[0])
            yield Diagnostic(write.start, write.end, known.code, message, decision.fix)
    if decision.problem is not None:
        at = decision.problem
        message = f"this proto stays in `tf.compat.v1`: {at.reason}"
        yield Diagnostic(at.start, at.end, "TFM300", message, _kept(decision, context))
        return
    for construct in proto.constructs:
        if source.location(construct.use.start)[0] not in lines:
            lines.add(source.location(construct.use.start)[0])
            yield context.report(
                construct.use, "TFM300", f"`{construct.use.written}` is `tf.config` in TensorFlow 2", decision.fix
            )


def _kept(decision: Decision, context: Context) -> Fix | None:
    """The names of a proto that stays, moved to compat.v1."""
    edits = []
    for construct in decision.proto.constructs:
        if construct.use.namespace == "" and construct.use.editable:
            edits += respell(context.index, construct.use, f"tensorflow.compat.v1.{construct.message}") or []
    return make_fix("Rename to `tf.compat.v1`", edits) if edits else None
