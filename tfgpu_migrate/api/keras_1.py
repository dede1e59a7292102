"""Arguments of layers of Keras 1 and what they are since Keras 2. Source: legacy/interfaces.py of Keras 2.3.1."""

_DATA_FORMAT = '`data_format` (`"th"`: `"channels_first"`, `"tf"`: `"channels_last"`)'
_KERNEL = "part of `kernel_size=(rows, columns)`"
ARGUMENTS: dict[str, str] = {
    "U_regularizer": "`recurrent_regularizer`",
    "W_constraint": "`kernel_constraint`",
    "W_regularizer": "`kernel_regularizer`",
    "b_constraint": "`bias_constraint`",
    "b_regularizer": "`bias_regularizer`",
    "border_mode": "`padding`",
    "dim_ordering": _DATA_FORMAT,
    "dropout_U": "`recurrent_dropout`",
    "dropout_W": "`dropout`",
    "filter_length": "`kernel_size`",
    "init": "`kernel_initializer`",
    "inner_activation": "`recurrent_activation`",
    "inner_init": "`recurrent_initializer`",
    "nb_col": _KERNEL,
    "nb_filter": "`filters`",
    "nb_row": _KERNEL,
    "pool_length": "`pool_size`",
    "subsample": "`strides`",
    "subsample_length": "`strides`",
}
# Convolutions by the name of Keras 1, and how many arguments by position Keras 3 takes for filters and kernel.
CONVOLUTIONS: dict[str, int] = {"keras.layers.Convolution2D": 2, "keras.layers.Convolution3D": 2}
_NAMES = """
    AveragePooling1D AveragePooling2D AveragePooling3D Conv1D Conv2D Conv3D Convolution1D Convolution2D Convolution3D
    Dense Embedding GRU LSTM MaxPooling1D MaxPooling2D MaxPooling3D SeparableConv2D SeparableConvolution2D SimpleRNN
    UpSampling2D ZeroPadding2D
""".split()
_MODULES = ("", "convolutional.", "core.", "embeddings.", "pooling.", "recurrent.")  # a fix moves these
LAYERS: tuple[str, ...] = tuple(f"keras.layers.{module}{name}" for module in _MODULES for name in _NAMES)
