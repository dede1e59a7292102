"""Functions and classes of TensorFlow 1 that a fix writes into the file (written/), and the uses that they serve."""

from typing import NamedTuple

from tfgpu_migrate.api.names import longest_head


class Written(NamedTuple):
    """What stands in written/NAME.py: a function or class that does the same where it is used as said here.

    `positional` is how many arguments by position a call may have (None: it takes every use, called or not), `keywords`
    the only keywords (None: all, and `**`). Of a class, `members` are those that are used without an object. A file in
    which one of `never` is an attribute or a keyword is not served: these are what the text does not have. `as_value`:
    where the file makes one, the class may be passed on too, but not to `isinstance`, for another file's objects are of
    another class.
    """

    name: str
    positional: int | None = None
    keywords: frozenset[str] | None = None
    members: frozenset[str] = frozenset()
    never: frozenset[str] = frozenset()
    as_value: bool = False


# Its text against tensorflow 1.15.5 (contrib/learn/python/learn/datasets/mnist.py): equal arrays, dtypes and order of
# batches for equal files and seeds.
_READ_DATA_SETS = Written(
    "read_data_sets",
    positional=1,
    keywords=frozenset(("train_dir", "one_hot", "dtype", "reshape", "validation_size", "seed")),
    never=frozenset(("fake_data", "_images", "_labels", "_num_examples", "_epochs_completed")),
)

# contrib/training/python/training/hparam.py and contrib/learn/python/learn/preprocessing (tensorflow 1.15.5): equal
# values, types, ids and errors.
_HPARAMS = Written(
    "HParams",
    positional=0,
    as_value=True,
    never=frozenset(
        (
            *("hparam_def", "to_proto", "from_proto", "set_from_map"),
            *("model_structure", "get_model_structure", "set_model_structure"),
        )
    ),
)
_VOCABULARY_PROCESSOR = Written(
    "VocabularyProcessor",
    positional=4,
    keywords=frozenset(("max_document_length", "min_frequency", "vocabulary", "tokenizer_fn")),
    members=frozenset(("restore",)),
    as_value=True,
)

# contrib/eager/python/network.py, without what looks for layers by name and its own checkpoints.
_NETWORK = Written(
    "Network",
    positional=1,
    keywords=frozenset(("name",)),
    as_value=True,
    never=frozenset(
        (
            *("get_layer", "restore_network_checkpoint", "save_network_checkpoint"),
            *("built", "count_params", "get_weights", "set_weights", "updates"),
        )
    ),
)

WRITTEN: dict[str, Written] = {
    "contrib.eager.Network": _NETWORK,
    "contrib.eager.implicit_gradients": Written("implicit_gradients"),
    "contrib.learn.datasets.mnist.read_data_sets": _READ_DATA_SETS,
    "contrib.learn.python.learn.datasets.mnist.read_data_sets": _READ_DATA_SETS,
    "contrib.learn.preprocessing.VocabularyProcessor": _VOCABULARY_PROCESSOR,
    "contrib.learn.python.learn.preprocessing.VocabularyProcessor": _VOCABULARY_PROCESSOR,
    "contrib.learn.python.learn.preprocessing.text.VocabularyProcessor": _VOCABULARY_PROCESSOR,
    "contrib.legacy_seq2seq.rnn_decoder": Written("rnn_decoder"),
    "contrib.legacy_seq2seq.sequence_loss_by_example": Written("sequence_loss_by_example"),
    "contrib.seq2seq.sequence_loss": Written("sequence_loss"),
    "contrib.training.HParams": _HPARAMS,
    "contrib.training.python.training.hparam.HParams": _HPARAMS,
    "examples.tutorials.mnist.input_data.read_data_sets": _READ_DATA_SETS,
}


def written_head(symbol: str) -> str | None:
    """The row of the table that a symbol is, or is a member of; None where there is none."""
    head = longest_head(symbol, WRITTEN)
    member = symbol[len(head) + 1 :] if head is not None else ""
    return head if head is not None and (not member or member in WRITTEN[head].members) else None
