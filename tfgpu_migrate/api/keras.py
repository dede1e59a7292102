"""What Keras 3 no longer has of Keras 1.2 to 2.3 (keras.txt): where it is now, or what to do without it."""

from functools import cache
from typing import NamedTuple

from tfgpu_migrate.api.names import longest_head, table_lines
from tfgpu_migrate.api.packages import tf_keras
from tfgpu_migrate.release import Release

_SKLEARN = "`pip install scikeras` has its wrappers"
_MERGE = "use `keras.layers.add`, `multiply`, `concatenate`, `average`, `maximum` or `dot`, one for each `mode`"
_GPUS = "build and compile the model under `tf.distribute.MirroredStrategy().scope()`"
_COSINE = "it is `keras.losses.cosine_similarity`, with the other sign"
_EPOCH = "compute it over a whole epoch, in a callback or with `keras.metrics.{}`"
_COPY = "copy the class from Keras 2.3"
_CONTAINER = "`keras.Model` does what it did"
_ENCODED = "read the file with h5py, and pass arrays"
_PHASE = "pass `training=` to the model, or to the layer"
_FUNCTION = "build `keras.Model(inputs, outputs)` and call that"
_FORMAT = "use `keras.backend.{}image_data_format`: `th` is `channels_first`, `tf` is `channels_last`"
_PENALTY = "pass a regularizer of `keras.regularizers` as `activity_regularizer`"

# Names that are gone, below `keras` -> the way out; the longest head counts. Each way was tried on Keras 3.15.
WAYS_OUT: dict[str, str] = {
    "applications.imagenet_utils._obtain_input_shape": "write the shape of the input down, or copy the function",
    "backend.Function": _FUNCTION,
    "backend.function": _FUNCTION,
    "backend.get_session": "Keras runs eagerly and has no session: call the model, or read `layer.get_weights()`",
    "backend.image_dim_ordering": _FORMAT.format(""),
    "backend.in_test_phase": _PHASE,
    "backend.in_train_phase": _PHASE,
    "backend.is_tensor": "it is `tf.is_tensor`",
    "backend.learning_phase": _PHASE,
    "backend.logsumexp": "it is `keras.ops.logsumexp`",
    "backend.manual_variable_initialization": "variables get their values when they are made",
    "backend.placeholder": "use `keras.Input`",
    "backend.set_image_dim_ordering": _FORMAT.format("set_"),
    "backend.set_learning_phase": _PHASE,
    "backend.set_session": "Keras takes its configuration from `tf.config`",
    "backend.slice": "it is `keras.ops.slice`",
    "engine.merge": _MERGE,
    "engine.Merge": _MERGE,
    "engine.network.Network": _CONTAINER,
    "engine.topology.Container": _CONTAINER,
    "engine.topology.Merge": _MERGE,
    "engine.topology.merge": _MERGE,
    "engine.training.Container": _CONTAINER,
    "initializations": "use `keras.initializers`, whose initializers take no `name`",
    "layers.AtrousConv1D": "use `Conv1D(dilation_rate=...)`",
    "layers.AtrousConv2D": "use `Conv2D(dilation_rate=...)`",
    "layers.AtrousConvolution1D": "use `Conv1D(dilation_rate=...)`",
    "layers.AtrousConvolution2D": "use `Conv2D(dilation_rate=...)`",
    "layers.CuDNNGRU": "`keras.layers.GRU` uses cuDNN by itself on a GPU",
    "layers.CuDNNLSTM": "`keras.layers.LSTM` uses cuDNN by itself on a GPU",
    "layers.Deconvolution2D": "use `Conv2DTranspose`, which takes no `output_shape`",
    "layers.Deconvolution3D": "use `Conv3DTranspose`, which takes no `output_shape`",
    "layers.Highway": _COPY,
    "layers.MaxoutDense": _COPY,
    "layers.Merge": _MERGE,
    "layers.Recurrent": "use `keras.layers.RNN` with a cell of your own",
    "layers.TimeDistributedDense": "use `TimeDistributed(Dense(...))`",
    "layers.merge": _MERGE,  # the function of Keras 1: the module of Keras 2 has moved
    "losses.cosine": _COSINE,
    "losses.cosine_proximity": _COSINE,
    "metrics.cosine": _COSINE,
    "metrics.cosine_proximity": _COSINE,
    "metrics.f1score": _EPOCH.format("F1Score"),
    "metrics.fbeta_score": _EPOCH.format("FBetaScore"),
    "metrics.fmeasure": _EPOCH.format("F1Score"),
    "metrics.precision": _EPOCH.format("Precision"),
    "metrics.recall": _EPOCH.format("Recall"),
    "models.Merge": _MERGE,
    "models.model_from_yaml": "use `keras.models.model_from_json`",
    "optimizers.TFOptimizer": "pass an optimizer of `keras.optimizers`",
    "preprocessing.image.list_pictures": "list the folder with `pathlib` or `glob`",
    "regularizers.ActivityRegularizer": _PENALTY,
    "regularizers.WeightRegularizer": "use `keras.regularizers.L1L2(l1=..., l2=...)`",
    "regularizers.activity_l1": _PENALTY,
    "regularizers.activity_l1l2": _PENALTY,
    "regularizers.activity_l2": _PENALTY,
    "regularizers.l1l2": "use `keras.regularizers.l1_l2`",
    "utils.HDF5Matrix": _ENCODED,
    "utils.io_utils.HDF5Matrix": _ENCODED,
    "utils.layer_utils.convert_all_kernels_in_model": "weights of Theano have to be converted with Keras 2",
    "utils.layer_utils.print_summary": "use `model.summary()`",
    "utils.multi_gpu_model": _GPUS,
    "utils.multi_gpu_utils": _GPUS,
    "utils.np_utils.categorical_probas_to_classes": "use `numpy.argmax(p, axis=1)`",
    "utils.np_utils.probas_to_classes": "use `numpy.argmax(p, axis=1)`",
    "utils.print_summary": "use `model.summary()`",
    "utils.test_utils": "it was for the tests of Keras",
    "utils.training_utils": _GPUS,
    "wrappers.scikit_learn": _SKLEARN,
}


class Row(NamedTuple):
    """What became of a name: `new` is below `keras`, or "" where only `tensorflow.keras` has it, or nothing."""

    new: str
    is_tf: bool = False
    is_module: bool = False
    is_in_tf_keras: bool = False


@cache
def rows() -> dict[str, Row]:
    """keras.txt, without the `keras.` before each name."""
    split = (line.split() for line in table_lines("keras.txt"))
    found = {
        name: Row(new if new not in ("tf", "-") else "", new == "tf", "module" in marks, "2" in marks)
        for name, new, *marks in split
    }
    return {name: found.get(name, Row("")) for name in (*found, *WAYS_OUT)}


def row_name(symbol: str) -> str | None:
    """The row, of a symbol below `keras` or of what it is a member of; None where Keras 3 still has it."""
    return longest_head(symbol.removeprefix("keras."), rows()) if symbol.startswith("keras.") else None


def became(symbol: str, package: str) -> str | None:
    """The dotted path in Keras 3 of what a symbol below `keras` meant; "" where it is gone, None where it is there.

    `package`: how the file calls Keras, "keras" or "tensorflow.keras".
    """
    name = row_name(symbol)
    if name is None:
        return None
    row, tail = rows()[name], symbol.removeprefix(f"keras.{name}")
    if tail and row.is_module and (tail != ".*" or not (row.new or row.is_tf)):
        return ""  # no row of its own
    if row.is_tf:
        return f"tensorflow.{symbol}"
    return f"{package}.{row.new}{tail}" if row.new else ""


def is_gone_module(symbol: str) -> bool:
    """Whether a symbol is a module that Keras 3 no longer has, or stands below one."""
    name = row_name(symbol)
    return name is not None and longest_head(name, _gone_modules()) is not None


@cache
def _gone_modules() -> frozenset[str]:
    return frozenset(name for name, row in rows().items() if row.is_module and not row.is_tf)


def way_out(symbol: str, target: Release) -> str:
    """What to do about a symbol below `keras` that is gone."""
    name, row = symbol.removeprefix("keras."), rows().get(row_name(symbol) or "")
    if row is not None and row.is_module and row.new:  # `layers.local.LocallyConnected1D`: as one of `layers`
        name = row.new + name.removeprefix(row_name(symbol) or "")
        row = rows().get(name)
    advice = WAYS_OUT.get(longest_head(symbol.removeprefix("keras."), WAYS_OUT) or longest_head(name, WAYS_OUT) or "")
    if advice is not None:
        return advice
    if row is not None and row.is_in_tf_keras:
        return f"`pip install '{tf_keras(target)}'` has it as `tf_keras.{name}`, for models of `tf_keras`"
    return "Keras has no other name for it"
