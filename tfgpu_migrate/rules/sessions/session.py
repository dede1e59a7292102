"""TFM201 session."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from tfgpu_migrate.context import Context
from tfgpu_migrate.edit.diagnostics import Applicability, Diagnostic, make_fix
from tfgpu_migrate.edit.rename import respell
from tfgpu_migrate.index.binding import moves_with_alias
from tfgpu_migrate.index.uses import Use
from tfgpu_migrate.proto.messages import CONSUMERS
from tfgpu_migrate.rules import rule

if TYPE_CHECKING:
    from tfgpu_migrate.proto.decide import Decision


@rule("TFM201", "session", symbols=CONSUMERS, fix=Applicability.SAFE)
def session(use: Use, context: Context) -> Iterator[Diagnostic]:
    """`tf.Session` and the other calls that take a session configuration.

    ## What it does
    Finds `tf.Session`, `tf.InteractiveSession`, `tf.train.MonitoredTrainingSession` and the session creators under
    their TensorFlow 1 names, and every one of them that is given a `config=` which moves to `tf.config`.

    ## Why is this bad
    `tf.Session` is gone: `AttributeError: module 'tensorflow' has no attribute 'Session'`.
    `tf.enable_eager_execution(config=...)`, renamed to `compat.v1`, runs and ignores its configuration.

    ## Example
    ```python
    with tf.Session(config=tf.ConfigProto(log_device_placement=True)) as sess:
        ...
    ```

    ## Use instead
    ```python
    tf.debugging.set_log_device_placement(True)
    with tf.compat.v1.Session() as sess:
        ...
    ```

    A monitored session starts the runtime before it looks at its `config`. Where that stays a proto, because it comes
    from a caller or has a field that `tf.config` cannot set, the renamed call would run and ignore it; the old name
    fails and says so. Set what it carries with `tf.config` before, leave `config=` out, and the fix renames the call.

    ## Fix safety
    Safe. `tf.compat.v1.Session()` without a `config` takes what `tf.config` has set
    (tensorflow/python/client/session.py, 2.21). That it runs at all needs graph mode: TFM202.
    """
    decision = context.decision_taken_by(use)
    goes = decision is not None and any(one.use is use and one.goes for one in decision.proto.consumptions)
    if decision is not None and decision.fix is not None and (use.namespace != "" or goes):
        message = f"the `{CONSUMERS[use.symbol].keyword}` of `{use.written}` is `tf.config` in TensorFlow 2"
        yield context.report(use, "TFM201", message, decision.fix)
        return
    if use.namespace != "" or moves_with_alias(use):
        return
    if use.is_reported_at_import:
        return  # `from tensorflow import Session`: the import is reported, once
    message = f"`tf.{use.symbol}` is `tf.compat.v1.{use.symbol}` in TensorFlow 2"
    if _would_lose_configuration(use, decision, context):
        message = (
            f"{message}, which would ignore this configuration, for it comes too late: set it with `tf.config` first"
        )
        yield context.report(use, "TFM201", message)
        return
    edits = respell(context.index, use, f"tensorflow.compat.v1.{use.symbol}")
    fix = make_fix(f"Replace with `tf.compat.v1.{use.symbol}`", edits) if edits else None
    yield context.report(use, "TFM201", message, fix)


def _would_lose_configuration(use: Use, decision: Decision | None, context: Context) -> bool:
    """Whether the session, renamed, would run and ignore the devices of the proto that stays with it."""
    consumer = CONSUMERS.get(use.symbol)
    if decision is not None:
        late = consumer is not None and consumer.starts_first
        return decision.problem is not None and (decision.problem.comes_late or late)
    if consumer is None or not consumer.starts_first or not use.given.may_have(consumer.keyword, consumer.position):
        return False
    call = context.call(use)
    given = [one for one in call.arguments if one.keyword == consumer.keyword] if call is not None else []
    return not given or given[0].value.literal is not None
