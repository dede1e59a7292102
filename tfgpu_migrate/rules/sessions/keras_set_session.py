"""TFM203 keras-set-session."""

from collections.abc import Iterator

from tfgpu_migrate.context import Context
from tfgpu_migrate.edit.diagnostics import Applicability, Diagnostic, Fix, make_fix
from tfgpu_migrate.edit.idle_session import without_session, without_statements
from tfgpu_migrate.edit.statements import SharedLine
from tfgpu_migrate.index.idle import (
    SET_SESSION,
    Handed,
    adds_nothing,
    handed_session,
    is_all_of_keras,
    is_idle_session,
    is_statement,
)
from tfgpu_migrate.index.uses import Use
from tfgpu_migrate.rules import rule


@rule("TFM203", "keras-set-session", symbols=[SET_SESSION], fix=Applicability.SAFE)
def keras_set_session(use: Use, context: Context) -> Iterator[Diagnostic]:
    """Keras `set_session`, which has no session to set any more.

    ## What it does
    Finds `keras.backend.set_session` in every import form. Where the session was made for it and only carried a
    configuration that moves to `tf.config`, the fix takes out the call and the session.

    ## Why is this bad
    Keras runs eagerly: `AttributeError: module 'keras.backend' has no attribute 'set_session'`.

    ## Example
    ```python
    config = tf.ConfigProto()
    config.gpu_options.allow_growth = True
    K.set_session(tf.Session(config=config))
    ```

    ## Use instead
    ```python
    for gpu in tf.config.list_physical_devices("GPU"):
        tf.config.experimental.set_memory_growth(gpu, True)
    ```

    ## Fix safety
    Safe. A session that is used for something else too stays, without the call, if the file uses Keras for nothing
    else; with Keras models beside it the call is reported and left. A function of the file that made the session goes
    on configuring, and is called for that.
    """
    if use.call_node is None:
        return
    handed = handed_session(context.index, use)
    fix = _fix(use, handed, context) if handed else None
    if fix is None and context.is_there(use):
        return
    if handed is None and is_statement(use) and is_all_of_keras(context.index, use):
        fix = _without(use, context)
    message = "`set_session` is gone: Keras takes its configuration from `tf.config`"
    yield context.report(use, "TFM203", message + ("" if fix else _why_it_stays(handed, context)), fix)


def _why_it_stays(handed: Handed | None, context: Context) -> str:
    if handed is None:
        return "; its session has other uses or comes from elsewhere"
    line = context.source.named_line(handed.session.start)
    return f"; the session on {line} keeps its configuration, or others of this file follow it"


def _fix(use: Use, handed: Handed, context: Context) -> Fix | None:
    """The proto's own fix while the session still has one; then the call goes, and the session with it."""
    others = [one for one in context.index.of("Session", "InteractiveSession") if one.call_node is not None]
    others.remove(handed.session)
    if any(not is_idle_session(context.index, one) for one in others):
        return None  # the session that goes may have been the first one, whose devices the others share
    sessions = [handed.session, *(context.index.calls[id(one.value)] for one in handed.returns)]
    decisions = [one for one in map(context.decision_taken_by, sessions) if one is not None]
    if decisions:
        return decisions[0].fix
    plain = all(adds_nothing(context.index, one) for one in sessions)
    if not plain or not all(map(is_statement, handed.takers or (use,))):
        return None
    try:
        return make_fix("Remove the call", without_session(use, handed, context.index))
    except SharedLine:
        return None


def _without(use: Use, context: Context) -> Fix | None:
    try:
        return make_fix("Remove the call", without_statements(context.index, {use.statement: []}))
    except SharedLine:
        return None
