"""TFM309 unseen-config."""

from collections.abc import Iterator

from tfgpu_migrate.context import Context
from tfgpu_migrate.edit.diagnostics import Diagnostic
from tfgpu_migrate.index.uses import Use
from tfgpu_migrate.proto.messages import CONSUMERS
from tfgpu_migrate.rules import rule


@rule("TFM309", "unseen-config", symbols=CONSUMERS)
def unseen_config(use: Use, context: Context) -> Iterator[Diagnostic]:
    """Session whose configuration comes from code that this tool does not follow.

    ## What it does
    Finds a session that is given a `config=` which was built elsewhere: in another file, by a helper, by the caller.

    ## Why is this bad
    The proto may carry any field, so it stays as it is. A `compat.v1` session obeys it; Keras and eager code do not,
    and `tf.config` settings do not reach this session, because an explicit `config=` replaces them.

    ## Example
    ```python
    def make_session(config):
        return tf.Session(config=config)
    ```

    ## Use instead
    ```python
    def make_session():
        return tf.compat.v1.Session()  # after the fields were set with tf.config
    ```

    ## Fix safety
    There is no fix: only a person knows which fields the proto carries.
    """
    consumer = CONSUMERS.get(use.symbol)
    if consumer is None or not use.given.may_have(consumer.keyword, consumer.position):
        return
    call = context.call(use)
    if call is None or context.decision_taken_by(use) is not None:
        return
    kept = context.names_of_kept_protos
    for position, argument in enumerate(call.arguments):
        named = argument.keyword == consumer.keyword
        placed = argument.keyword is None and not argument.star and position == consumer.position
        told = argument.value.text in kept or argument.value.literal is None  # TFM300 says why a proto is not followed
        if (named or placed) and not told:
            message = f"this configuration comes from code that is not followed: `{argument.value.text}` stays as it is"
            yield Diagnostic(argument.start, argument.end, "TFM309", message)
