"""TFM111 written-function."""

from collections.abc import Iterator

from tfgpu_migrate.api.contrib import WRITTEN
from tfgpu_migrate.context import Context
from tfgpu_migrate.edit.diagnostics import Applicability, Diagnostic, Edit, make_fix
from tfgpu_migrate.edit.rehome import unbind
from tfgpu_migrate.edit.written import name_of, write_function
from tfgpu_migrate.index.homes import Bound, is_dispensable, written
from tfgpu_migrate.index.uses import Use
from tfgpu_migrate.rules import rule


@rule("TFM111", "written-function", symbols=WRITTEN, fix=Applicability.SAFE)
def written_function(use: Use, context: Context) -> Iterator[Diagnostic]:
    """Function of `tf.contrib` that is short enough to be written into the file.

    ## What it does
    Finds `tf.contrib.seq2seq.sequence_loss` and `tf.contrib.eager.implicit_gradients`, writes the function into the
    file and calls that.

    ## Why is this bad
    `tf.contrib` is gone, and no package that runs with TensorFlow 2.21 has the function.

    ## Example
    ```python
    loss = tf.contrib.seq2seq.sequence_loss(logits, targets, weights)
    ```

    ## Use instead
    ```python
    loss = sequence_loss(logits, targets, weights)  # the function stands below the imports
    ```

    ## Fix safety
    Safe: it does the same with the same arguments.
    """
    name = written(use)
    if name is None:
        return
    message = f"`tf.{use.symbol}` is gone in TensorFlow 2: the file needs a function of its own"
    bound = context.bound_by(use)
    if bound is not None and not bound.uses and is_dispensable(context.index, bound):
        return  # TFM109 takes the import away
    if bound is not None:
        edits = _in_place_of_import(bound, name, context)
    elif use.is_reported_at_import:
        return
    else:
        edits = _at_use(use, name, context)
    yield context.report(use, "TFM111", message, make_fix(f"Write `{name}`", edits) if edits else None)


def _in_place_of_import(bound: Bound, name: str, context: Context) -> list[Edit] | None:
    """`from tensorflow.contrib.seq2seq import sequence_loss` goes, the function comes; the uses stay."""
    text = write_function(context.index, bound.use, name, bound.name)
    removed = unbind(context.index, bound)
    return [*text, *removed] if text and removed else None


def _at_use(use: Use, name: str, context: Context) -> list[Edit] | None:
    called = name_of(context.index, name)
    text = write_function(context.index, use, name, called) if called else None
    if called is None or text is None:
        return None
    return [*text, Edit(use.start, context.source.text[use.start : use.end], called)]
