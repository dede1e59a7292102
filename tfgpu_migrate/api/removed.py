"""Names that TensorFlow 2 no longer has under any name, with the way out."""

from tfgpu_migrate.api.names import longest_head
from tfgpu_migrate.api.packages import TF_KERAS, TF_SLIM

# Prefix of a symbol -> the way out; the longest prefix counts. Source: names of tensorflow 1.15.5 that tensorflow
# 2.21.0 with Keras 3 has neither natively nor under tf.compat.v1, tried with getattr and by calling.
_LEGACY_KERAS = f"`pip install '{TF_KERAS}'`, set TF_USE_LEGACY_KERAS=1 before the import and use `tf.compat.v1.{{}}`"
_SEQ2SEQ = "no library has it: copy the functions you need, or decode with `tf.compat.v1.nn.dynamic_rnn`"
_ADDONS = "TensorFlow Addons, which took it over, ended with TensorFlow 2.15: {}"
_COPY = _ADDONS.format("copy the functions you need")
_MODEL_OPTIMIZATION = "`pip install tensorflow-model-optimization` does it for Keras models"
_FORESTS = "`pip install ydf`, or scikit-learn, trains forests"
REMOVED: dict[str, str] = {
    "contrib": "it has no successor as a whole: look for the function in tf or tf_slim, or copy it",
    "contrib.bayesflow": "it became tensorflow_probability",
    "contrib.boosted_trees": _FORESTS,
    "contrib.compiler": "use `tf.function(jit_compile=True)` or tf.xla.experimental",
    "contrib.crf": _COPY,
    "contrib.cudnn_rnn": "`tf.keras.layers.LSTM` and `GRU` use cuDNN by themselves on a GPU",
    "contrib.data": "use tf.data, or tf.data.experimental",
    "contrib.distribute": "use tf.distribute",
    "contrib.eager": "its names are tf.Variable, tf.GradientTape, tf.data iterators and tf.keras.Model now",
    "contrib.estimator": "tf.estimator ended with TensorFlow 2.15: move to Keras",
    "contrib.factorization": "scikit-learn has its clusterings",
    "contrib.framework": f"`pip install {TF_SLIM}` has most of it (arg_scope, assign_from_checkpoint)",
    "contrib.framework.nest": "it is tf.nest",
    "contrib.gan": "it became the package tensorflow-gan",
    "contrib.image": _ADDONS.format("`tf.raw_ops.ImageProjectiveTransformV3` rotates and translates"),
    "contrib.layers": f"`pip install {TF_SLIM}` has its layers; initializers and regularizers are in tf.keras",
    "contrib.learn": "tf.estimator, its successor, ended with TensorFlow 2.15: move to Keras",
    "contrib.legacy_seq2seq": _SEQ2SEQ,
    "contrib.lookup": "use tf.lookup",
    "contrib.losses.metric_learning": _COPY,
    "contrib.mixed_precision": "use tf.keras.mixed_precision",
    "contrib.model_pruning": _MODEL_OPTIMIZATION,
    "contrib.nccl": "use `tf.distribute.NcclAllReduce`",
    "contrib.opt": _ADDONS.format("AdamW and Nadam are in tf.keras.optimizers"),
    "contrib.predictor": "use `tf.saved_model.load`",
    "contrib.quantize": _MODEL_OPTIMIZATION,
    "contrib.resampler": _COPY,
    "contrib.rnn": _LEGACY_KERAS.format("nn.rnn_cell"),
    "contrib.seq2seq": _ADDONS.format("copy the functions you need, or decode with `tf.compat.v1.nn.dynamic_rnn`"),
    "contrib.slim": f"`pip install {TF_SLIM}` and `import tf_slim as slim`",
    "contrib.sparsemax": _COPY,
    "contrib.staging": "a tf.data pipeline prefetches, with `tf.data.experimental.prefetch_to_device` to a GPU",
    "contrib.summary": "use tf.summary, which has its writers",
    "contrib.tensor_forest": _FORESTS,
    "contrib.tensorrt": "use `tf.experimental.tensorrt.Converter`",
    "contrib.tfprof": "use tf.compat.v1.profiler",
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
    **{
        f"keras.{module}.{old}": "it is `tf.keras.losses.cosine_similarity`, with the other sign"
        for module in ("losses", "metrics")
        for old in ("cosine", "cosine_proximity")
    },
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

# Names of `tf.keras` that Keras 2 has under tf.compat.v1 only: the same objects, and the same values (the sign of
# keras.losses.cosine is another one: seen on 2.15.1 and 2.21.0).
KERAS_2_IN_COMPAT = (
    *("keras.backend.get_session", "keras.initializers.normal", "keras.initializers.uniform"),
    *("keras.layers.CuDNNGRU", "keras.layers.CuDNNLSTM"),
)


def removed_prefix(symbol: str) -> str | None:
    """The longest prefix of a symbol that is gone; None where the symbol is still there."""
    return longest_head(symbol, REMOVED)
