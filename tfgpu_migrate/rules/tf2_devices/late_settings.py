"""TFM502 config-after-start."""

from collections.abc import Iterator

from tfgpu_migrate.context import Context
from tfgpu_migrate.edit.diagnostics import Applicability, Diagnostic, Fix, make_fix
from tfgpu_migrate.index.uses import Use
from tfgpu_migrate.placement.hoist import hoist
from tfgpu_migrate.placement.order import Late, catches_runtime_error, is_silent, late_settings
from tfgpu_migrate.placement.setters import SETTERS, THREADS
from tfgpu_migrate.placement.timeline import called_by, meeting
from tfgpu_migrate.rules import rule


@rule("TFM502", "config-after-start", symbols=SETTERS, fix=Applicability.SAFE)
def config_after_start(use: Use, context: Context) -> Iterator[Diagnostic]:
    """Device configuration that runs after the runtime has started, when it is too late.

    ## What it does
    Follows the calls of a file in the order in which they run, through its own functions, and finds
    `set_memory_growth`, `set_visible_devices`, `set_logical_device_configuration` and the two thread setters behind a
    session of `tf.compat.v1` and behind the first call that starts the runtime: an op, a `tf.Variable`, a dataset,
    `list_logical_devices`, `tf.device`, a strategy, a Keras optimizer, metric, random or recurrent layer, or layers
    that are built. In a graph program that is a strategy, `Saver(sharded=True)`, a monitored session, or `tf.cond` and
    the like with only eager execution switched off.

    ## Why is this bad
    TensorFlow creates its devices when the runtime starts. On a machine with a GPU the call raises `RuntimeError:
    Physical devices cannot be modified after being initialized`; on one without, nothing happens, so tests on a CPU do
    not show it. After a session that already has the devices it runs and does nothing.

    ## Example
    ```python
    scale = tf.Variable(2.0)
    for gpu in tf.config.list_physical_devices("GPU"):
        tf.config.experimental.set_memory_growth(gpu, True)
    ```

    ## Use instead
    ```python
    for gpu in tf.config.list_physical_devices("GPU"):
        tf.config.experimental.set_memory_growth(gpu, True)

    scale = tf.Variable(2.0)
    ```

    ## Fix safety
    Safe: the block moves up only in its own block of code, together with the list of devices that it reads, and only
    where nothing between makes a value that it needs or writes an environment variable. Elsewhere the finding names the
    call that it has to come before.
    """
    uses = context.index.of(*SETTERS)
    if use is not uses[0]:
        return  # all are reported at the first, for they share one timeline
    for late in late_settings(context):
        yield from _finding(late, context)


def _finding(late: Late, context: Context) -> Iterator[Diagnostic]:
    use, after = late.event.use, late.after.use
    if use is None or after is None:
        return
    line = context.source.named_line(after.start)
    call = called_by(late.after, late.event)
    called = f" when {context.source.named_line(context.source.span(call)[0])} calls this" if call else ""
    head = f"too late{called}: `{after.written}` on {line} has"
    if is_silent(context, late):
        yield context.report(use, "TFM502", f"{head} created the GPU devices, so this runs and does nothing")
        return
    where = "on a machine with a GPU " if use.symbol not in THREADS else ""
    caught = ", which is caught: nothing is configured" if catches_runtime_error(context.index, use) else ""
    message = f"{head} started the runtime, and {where}this raises RuntimeError: {SETTERS[use.symbol]}{caught}"
    yield context.report(use, "TFM502", message, _fix(late, context))


def _fix(late: Late, context: Context) -> Fix | None:
    place = meeting(late.after, late.event)
    edits = hoist(context, place[1], place[0]) if place else None
    return make_fix("Configure before the runtime starts", edits) if edits else None
