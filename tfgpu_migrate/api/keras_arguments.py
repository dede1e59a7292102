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


_OPTIMIZERS = ("Adadelta", "Adagrad", "Adam", "Adamax", "Ftrl", "Nadam", "RMSprop", "SGD")
_SCHEDULE = "`learning_rate=tf.keras.optimizers.schedules.InverseTimeDecay(rate, 1, decay)` does the same"
_RATE = KerasArgument("lr", "learning_rate")
_DECAY = KerasArgument("decay", advice=_SCHEDULE, idle=("0", "0.0", "0."))
_FUSED = KerasArgument("fused", advice="leave it out", idle=("None", "True", "False"), is_in_keras_2=True)
_SLOPE = KerasArgument("alpha", "negative_slope", is_in_keras_2=True)
_PERIOD = KerasArgument("period", advice="`save_freq` counts batches", idle=("1",), is_in_keras_2=True)
_GRADIENTS = KerasArgument("write_grads", advice="no gradients are written any more", idle=("False",))

ARGUMENTS: dict[str, tuple[KerasArgument, ...]] = {
    **{f"keras.optimizers.{name}": (_RATE, _DECAY) for name in _OPTIMIZERS},
    "keras.activations.relu": (_SLOPE,),
    "keras.callbacks.ModelCheckpoint": (_PERIOD,),
    "keras.callbacks.TensorBoard": (_GRADIENTS,),
    "keras.layers.BatchNormalization": (_FUSED,),
    "keras.regularizers.l1": (KerasArgument("l", "l1", is_in_keras_2=True),),
    "keras.regularizers.l2": (KerasArgument("l", "l2", is_in_keras_2=True),),
}
