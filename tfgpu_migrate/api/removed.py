"""Names that TensorFlow 2 no longer has under any name, with the way out."""

from tfgpu_migrate.api.names import longest_head
from tfgpu_migrate.api.packages import TF_KERAS, TF_SLIM

# Prefix of a symbol -> the way out; the longest prefix counts. Source: names of tensorflow 1.15.5 that tensorflow
# 2.21.0 with Keras 3 has neither natively nor under tf.compat.v1, tried with getattr and by calling.
_LEGACY_KERAS = f"`pip install '{TF_KERAS}'`, set TF_USE_LEGACY_KERAS=1 before the import and use `tf.compat.v1.{{}}`"
_SEQ2SEQ = "no library has it: copy the functions you need, or decode with `tf.compat.v1.nn.dynamic_rnn`"
REMOVED: dict[str, str] = {
    "contrib": "it has no successor as a whole: look for the function in tf, tf_slim or tensorflow_probability",
    "contrib.data": "use tf.data, or tf.data.experimental",
    "contrib.distribute": "use tf.distribute",
    "contrib.eager": "its names are tf.Variable, tf.GradientTape, tf.data iterators and tf.keras.Model now",
    "contrib.estimator": "tf.estimator ended with TensorFlow 2.15: move to Keras",
    "contrib.framework": f"`pip install {TF_SLIM}` has most of it (arg_scope, assign_from_checkpoint)",
    "contrib.framework.nest": "it is tf.nest",
    "contrib.layers": f"`pip install {TF_SLIM}` has its layers; initializers and regularizers are in tf.keras",
    "contrib.learn": "tf.estimator, its successor, ended with TensorFlow 2.15: move to Keras",
    "contrib.legacy_seq2seq": _SEQ2SEQ,
    "contrib.rnn": _LEGACY_KERAS.format("nn.rnn_cell"),
    "contrib.slim": f"`pip install {TF_SLIM}` and `import tf_slim as slim`",
    "contrib.tpu": "use tf.distribute.TPUStrategy; what belonged to TPUEstimator ended with TensorFlow 2.15",
    "estimator": "it ended with TensorFlow 2.15: move to Keras, or stay on 2.15",
    "examples.tutorials.mnist": "load the data with `tf.keras.datasets.mnist.load_data()`",
    "models.embedding": "it went to https://github.com/tensorflow/models before TensorFlow 1.0",
    "models.image": "it went to https://github.com/tensorflow/models before TensorFlow 1.0",
    "models.rnn": "its cells are in `tf.nn.rnn_cell` since TensorFlow 0.8, its functions in `tf.nn`",
    "nn.seq2seq": _SEQ2SEQ,
}

# Removed names of table.txt with a better way out than what the table says of them.
WAYS_OUT: dict[str, str] = {
    "keras.experimental.CosineDecay": "it is `tf.keras.optimizers.schedules.CosineDecay`",
    "keras.experimental.CosineDecayRestarts": "it is `tf.keras.optimizers.schedules.CosineDecayRestarts`",
    "keras.layers.CuDNNGRU": "`tf.keras.layers.GRU` uses cuDNN by itself on a GPU",
    "keras.layers.CuDNNLSTM": "`tf.keras.layers.LSTM` uses cuDNN by itself on a GPU",
    "keras.mixed_precision.experimental": "use `tf.keras.mixed_precision`",
    "keras.mixed_precision.experimental.Policy": "it is `tf.keras.mixed_precision.Policy`, without `loss_scale`",
    "keras.mixed_precision.experimental.set_policy": "it is `tf.keras.mixed_precision.set_global_policy`",
    "keras.models.model_from_yaml": "use `tf.keras.models.model_from_json`",
    "keras.utils.multi_gpu_model": "build and compile the model under `tf.distribute.MirroredStrategy().scope()`",
    "keras.wrappers.scikit_learn": "`pip install scikeras` has its wrappers",
    **{
        f"keras.{module}.{old}": f"it is `tf.keras.{module}.{new}`"
        for module in ("losses", "metrics")
        for old, new in (
            ("mean_absolute_error", "MAE"),
            ("mean_absolute_percentage_error", "MAPE"),
            ("mean_squared_error", "MSE"),
            ("mean_squared_logarithmic_error", "MSLE"),
        )
    },
}

# Under tf.compat.v1 only where legacy Keras is switched on: tensorflow 2.16 and later have Keras 3.
LEGACY_KERAS = ("layers", "nn.rnn_cell")


def removed_prefix(symbol: str) -> str | None:
    """The longest prefix of a symbol that is gone; None where the symbol is still there."""
    return longest_head(symbol, REMOVED)
