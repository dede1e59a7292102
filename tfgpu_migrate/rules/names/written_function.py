"""TFM111 written-function."""

from collections.abc import Iterator

from tfgpu_migrate.api.written import WRITTEN, written_head
from tfgpu_migrate.context import Context
from tfgpu_migrate.edit.diagnostics import Applicability, Diagnostic, Edit, make_fix
from tfgpu_migrate.edit.rehome import unbind
from tfgpu_migrate.edit.written import name_of, write_function
from tfgpu_migrate.index.homes import Bound, written
from tfgpu_migrate.index.uses import Use
from tfgpu_migrate.rules import rule


@rule("TFM111", "written-function", symbols=WRITTEN, fix=Applicability.SAFE)
def written_function(use: Use, context: Context) -> Iterator[Diagnostic]:
    """Function or class of TensorFlow 1 that is short enough to be written into the file.

    ## What it does
    Finds `read_data_sets` of the MNIST tutorials, `tf.contrib.training.HParams`, `VocabularyProcessor` of
    `tf.contrib.learn`, `tf.contrib.seq2seq.sequence_loss`, `Network` and `implicit_gradients` of `tf.contrib.eager`,
    `rnn_decoder` and `sequence_loss_by_example` of `tf.contrib.legacy_seq2seq`, in every import form, writes them into
    the file and uses that.

    ## Why is this bad
    `tf.contrib` and `tf.examples` are gone, and no package that runs with TensorFlow 2.21 has them.

    ## Example
    ```python
    from tensorflow.examples.tutorials.mnist import input_data

    mnist = input_data.read_data_sets("MNIST_data/", one_hot=True)
    ```

    ## Use instead
    ```python
    mnist = read_data_sets("MNIST_data/", one_hot=True)  # the function stands below the imports
    ```

    ## Fix safety
    Safe: it does the same with the same arguments. Calls with others (`fake_data`, `source_url`) are reported only.

    `read_data_sets` takes the four files from the folder if they are there; if not, Keras downloads the same images to
    its own folder when the script runs. Arrays, types and epochs are those of TensorFlow 1, and so is the order of the
    batches after `numpy.random.seed` or with `seed=`. `tf.set_random_seed` no longer sets that order.

    Where the file asks for a class by `isinstance` it is reported only: another file's objects are of another class.
    Scripts that save and restore a `VocabularyProcessor` read each other's files, but not those of TensorFlow 1.
    """
    row = written(context.index, use)
    if row is None:
        return
    message = f"`tf.{use.symbol}` is gone in TensorFlow 2: the file needs its own `{row.name}`"
    bound = context.bound_by(use)
    if bound is not None:
        edits = _in_place_of_import(bound, row.name, context)
    elif use.is_reported_at_import or use.prefix == written_head(use.symbol):
        return
    else:
        edits = _at_use(use, row.name, context)
    yield context.report(use, "TFM111", message, make_fix(f"Write `{row.name}`", edits) if edits else None)


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
    old = context.source.text[use.start : use.end]
    member = use.symbol.removeprefix(written_head(use.symbol) or "")
    return [*text, Edit(use.start, old, f"{called}{member}")]
