"""Arguments that classes and functions of Keras took in TensorFlow 1.15 and take no longer, and what to write instead.

Sources: the signatures of 1.15.5, and calls with each argument on Keras 3.15 and tf_keras 2.21. There optimizers of
tf_keras ignore `lr` with a warning and refuse `decay`, those of Keras 3 the other way round.
"""

from typing import NamedTuple


class KerasArgument(NamedTuple):
    """An argument: its new name, or "" and the way out; the values that may be left out, as they are written."""

    name: str
    new: str = ""
    advice: str = ""
    idle: tuple[str, ...] = ()
    is_in_keras_2: bool = False  # tf_keras still takes it


_FLOAT = ("None", "tf.float32", "tf.dtypes.float32", '"float32"', "'float32'")
_OPTIMIZERS = ("Adadelta", "Adagrad", "Adam", "Adamax", "Ftrl", "Nadam", "RMSprop", "SGD")
_SCHEDULE = "`learning_rate=tf.keras.optimizers.schedules.InverseTimeDecay(rate, 1, decay)` does the same"
_RATE = KerasArgument("lr", "learning_rate")
_DECAY = KerasArgument("decay", advice=_SCHEDULE, idle=("0", "0.0", "0."))
_FUSED = KerasArgument("fused", advice="leave it out", idle=("None", "True", "False"), is_in_keras_2=True)
_SLOPE = KerasArgument("alpha", "negative_slope", is_in_keras_2=True)
_PERIOD = KerasArgument("period", advice="`save_freq` counts batches", idle=("1",), is_in_keras_2=True)
_LOADED = KerasArgument("load_weights_on_restart", advice="load them before `fit`", idle=("False",), is_in_keras_2=True)
_TIME = KerasArgument("time_major", advice="transpose what goes in and out", idle=("False",), is_in_keras_2=True)
_TYPE = KerasArgument("dtype", advice="the layer or variable that it fills says which type", idle=_FLOAT)
_SHAPE = KerasArgument(
    "batch_input_shape", advice="begin the model with `tf.keras.Input(batch_shape=...)`", is_in_keras_2=True
)
_WEIGHTS = KerasArgument(
    "weights", advice="use `set_weights` once the layer is built", idle=("None",), is_in_keras_2=True
)
_BOARD = (
    KerasArgument("batch_size", advice="leave it out", idle=("None", "32"), is_in_keras_2=True),
    KerasArgument("write_grads", advice="no gradients are written any more", idle=("False",), is_in_keras_2=True),
    KerasArgument(
        "embeddings_layer_names", advice="`embeddings_metadata` has them", idle=("None",), is_in_keras_2=True
    ),
)
_MODEL = (KerasArgument("input", "inputs"), KerasArgument("output", "outputs"))
_L1 = KerasArgument("l", "l1", is_in_keras_2=True)
_L2 = KerasArgument("l", "l2", is_in_keras_2=True)
# Whose first layer people gave the shape of a whole batch, or weights that were learnt before.
_LAYERS = "Activation Conv1D Conv2D Conv3D ConvLSTM2D Dense Dropout Flatten GRU LSTM Masking Reshape SimpleRNN".split()
_RECURRENT = ("ConvLSTM2D", "GRU", "LSTM", "RNN", "SimpleRNN")
_INITIALIZERS = """
    Constant Identity Ones Orthogonal RandomNormal RandomUniform TruncatedNormal VarianceScaling Zeros constant
    glorot_normal glorot_uniform identity ones orthogonal zeros
""".split()

ARGUMENTS: dict[str, tuple[KerasArgument, ...]] = {
    **dict.fromkeys(("keras.Model", "keras.engine.Model", "keras.models.Model"), _MODEL),
    **{f"keras.optimizers.{name}": (_RATE, _DECAY) for name in _OPTIMIZERS},
    **{f"optimizers.{name}": (_RATE, _DECAY) for name in _OPTIMIZERS},
    **{f"keras.initializers.{name}": (_TYPE,) for name in _INITIALIZERS},
    **{f"keras.layers.{name}": (_SHAPE, _WEIGHTS) for name in _LAYERS},
    **{f"keras.layers.{name}": (_TIME, _SHAPE, _WEIGHTS) for name in _RECURRENT},
    "keras.layers.Embedding": (_SHAPE,),
    "keras.activations.relu": (_SLOPE,),
    "keras.callbacks.ModelCheckpoint": (_PERIOD, _LOADED),
    "keras.callbacks.TensorBoard": _BOARD,
    "keras.layers.BatchNormalization": (_FUSED,),
    "keras.preprocessing.image.load_img": (
        KerasArgument("grayscale", advice='use `color_mode="grayscale"`', idle=("False",), is_in_keras_2=True),
    ),
    "keras.regularizers.L1": (_L1,),
    "keras.regularizers.L2": (_L2,),
    "keras.regularizers.l1": (_L1,),
    "keras.regularizers.l2": (_L2,),
    "keras.utils.to_categorical": (
        KerasArgument("y", "x", is_in_keras_2=True),
        KerasArgument("dtype", advice="use `.astype` on what it returns", is_in_keras_2=True),
    ),
}
