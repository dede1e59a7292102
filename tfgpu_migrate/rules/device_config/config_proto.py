"""TFM300 config-proto."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from tfgpu_migrate.context import Context
from tfgpu_migrate.edit.diagnostics import Applicability, Diagnostic
from tfgpu_migrate.index.uses import Use
from tfgpu_migrate.proto.fields import FIELDS
from tfgpu_migrate.proto.life import Write
from tfgpu_migrate.proto.messages import MESSAGES
from tfgpu_migrate.rules import rule

if TYPE_CHECKING:
    from tfgpu_migrate.proto.decide import Decision


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
    config = tf.ConfigProto()
    config.gpu_options.allow_growth = True
    sess = tf.Session(config=config)
    ```

    ## Use instead
    ```python
    for gpu in tf.config.list_physical_devices("GPU"):
        tf.config.experimental.set_memory_growth(gpu, True)
    sess = tf.compat.v1.Session()
    ```

    ## Fix safety
    Safe. A proto moves whole or not at all: an explicit `config=` replaces what `tf.config` has set, so half a move
    would lose the other half.
    """
    decision = context.decision_of(use)
    if decision is not None:
        yield from _decided(decision, context) if use is decision.proto.first.use else ()
    elif use.is_import and use.namespace == "" and (fix := context.moved_with(use)) is not None:
        yield context.report(use, "TFM300", f"`{use.symbol}` cannot be imported from `tensorflow` any more", fix)


def _decided(decision: Decision, context: Context) -> Iterator[Diagnostic]:
    yield from _fields(decision, context)
    if decision.problem is not None:
        at = decision.problem
        yield Diagnostic(at.start, at.end, "TFM300", f"this proto stays in `tf.compat.v1`: {at.reason}")
        return
    lines = {context.source.location(write.start)[0] for write in decision.proto.writes if _is_told(write, decision)}
    for construct in decision.proto.constructs:
        line = context.source.location(construct.use.start)[0]
        if line not in lines:
            lines.add(line)
            why = "is gone" if construct.use.namespace == "" else "holds for its session only"
            message = f"`{construct.use.written}` {why}: `tf.config` takes its fields"
            yield context.report(construct.use, "TFM300", message, decision.fix)


def _fields(decision: Decision, context: Context) -> Iterator[Diagnostic]:
    """A finding, under the code of the field, for every field that is written."""
    for write in decision.proto.writes:
        known = FIELDS.get(write.path)
        if known is None or not _is_told(write, decision):
            continue
        leaf = write.path.rpartition(".")[2]
        message, because = f"`{leaf}` is set with `{known.setter}` in TensorFlow 2", None
        if write in decision.silent:
            message = f"`{leaf}` is at its default: the line goes with its proto"
        if decision.problem is not None:
            line = context.source.named_line(decision.problem.start)
            message = f"`{leaf}` would be `{known.setter}`, but its proto stays: see {line}"
            because = (decision.problem.start, "TFM300")
        yield Diagnostic(write.start, write.end, known.code, message, decision.fix, because=because)


def _is_told(write: Write, decision: Decision) -> bool:
    """A default in a constructor says nothing; the line of its proto is told as such."""
    return write not in decision.silent or not (write.by_keyword or decision.problem is not None)
