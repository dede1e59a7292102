"""What the conversion knows of TensorFlow: which names are ops, which draw, which optimizers compute the same."""

from typing import NamedTuple

# Modules of TensorFlow 2 whose functions are ops, and nothing but ops.
_MODULES_OF_OPS = frozenset(("bitwise", "linalg", "math", "nn", "random", "signal", "strings"))
# The ops right below `tf`.
_OPS = frozenset(
    (
        "abs", "acos", "acosh", "add", "add_n", "argmax", "argmin", "argsort", "as_string", "asin", "asinh", "atan",
        "atan2", "atanh", "batch_to_space", "bitcast", "boolean_mask", "broadcast_to", "cast", "clip_by_global_norm",
        "clip_by_norm", "clip_by_value", "complex", "concat", "constant", "convert_to_tensor", "cos", "cosh",
        "cumsum", "divide", "dynamic_partition", "dynamic_stitch", "edit_distance", "eig", "eigvals", "einsum",
        "ensure_shape", "equal", "exp", "expand_dims", "eye", "fill", "floor", "gather", "gather_nd", "greater",
        "greater_equal", "histogram_fixed_width", "identity", "identity_n", "less", "less_equal", "linspace",
        "logical_and", "logical_not", "logical_or", "matmul", "maximum", "meshgrid", "minimum", "multiply",
        "negative", "norm", "not_equal", "one_hot", "ones", "ones_like", "pad", "parallel_stack", "pow", "range",
        "rank", "realdiv", "reduce_all", "reduce_any", "reduce_logsumexp", "reduce_max", "reduce_mean", "reduce_min",
        "reduce_prod", "reduce_sum", "repeat", "reshape", "reverse", "reverse_sequence", "roll", "round",
        "saturate_cast", "scalar_mul", "scatter_nd", "searchsorted", "sequence_mask", "shape", "sigmoid", "sign",
        "sin", "sinh", "size", "slice", "sort", "space_to_batch", "split", "sqrt", "square", "squeeze", "stack",
        "stop_gradient", "strided_slice", "subtract", "tan", "tanh", "tensordot", "tile", "transpose", "truediv",
        "truncatediv", "truncatemod", "unique", "unstack", "unravel_index", "where", "zeros", "zeros_like",
    )
)  # fmt: skip
# Ops of those modules that draw numbers: each run of a graph draws again, in the order in which the ops were made.
_DRAWING_OPS = frozenset(
    (
        "layers.dropout", "nn.dropout", "nn.experimental.stateless_dropout", "nn.fractional_avg_pool",
        "nn.fractional_max_pool", "nn.nce_loss", "nn.sampled_softmax_loss", "nn.scale_regularization_loss",
    )
)  # fmt: skip
_SAMPLERS = ("random.", "nn.all_candidate", "nn.fixed_unigram", "nn.learned_unigram", "nn.log_uniform", "nn.uniform_c")
# Calls that compute nothing in a graph: what they answer is plain Python in both modes.
_PLAIN = (
    "__version__", "as_dtype", "autograph.", "config.", "debugging.set_log_device_placement", "dtypes.",
    "io.FixedLenFeature", "io.TFRecordWriter", "io.gfile.", "keras.datasets.", "keras.utils.get_file",
    "keras.utils.to_categorical", "sysconfig.", "test.", "train.BytesList", "train.Example", "train.Feature",
    "train.FloatList", "train.Int64List", "train.get_checkpoint_state", "train.latest_checkpoint", "version.",
)  # fmt: skip
# Number types, which are objects and no calls; "constant" and the like are ops.
DTYPES = frozenset(
    (
        "bfloat16", "bool", "complex128", "complex64", "double", "float16", "float32", "float64", "half", "int16",
        "int32", "int64", "int8", "string", "uint16", "uint32", "uint64", "uint8",
    )
)  # fmt: skip


def is_plain(symbol: str) -> bool:
    """Whether a name below `tf` computes nothing: a number type, a file, a setting."""
    return symbol.partition(".")[0] in DTYPES or symbol.startswith(_PLAIN)


def draws(symbol: str) -> bool:
    """Whether an op draws random numbers."""
    return symbol in _DRAWING_OPS or symbol.startswith(_SAMPLERS)


def is_op(symbol: str) -> bool:
    """Whether a native name of TensorFlow 2 is an op: it does the same eagerly, in a function and in a graph."""
    module, _, name = symbol.rpartition(".")
    if module == "io":
        return name.startswith("decode_") or name == "parse_single_example"
    if not module:
        return symbol in _OPS
    return module.partition(".")[0] in _MODULES_OF_OPS and not name[:1].isupper()


class Optimizer(NamedTuple):
    """The Keras optimizer that computes what one of TensorFlow 1 does.

    `arguments` are those of TensorFlow 1 in order, each with its name in Keras; `fixed` what Keras is told where
    that argument is not given.
    """

    name: str
    arguments: tuple[tuple[str, str], ...]
    fixed: tuple[tuple[str, str], ...] = ()
    begins_with_ones: bool = False  # its mean squares do in TensorFlow 1, where Keras begins with zeros
    takes_dense: bool = False  # computes the same for slices, once they are a tensor
    sums_rates: bool = False  # its momentum holds gradients times the rate, which TensorFlow 1 multiplies at each step


SGD = "train.GradientDescentOptimizer"
# Measured on 2.21: after 200 steps the variables agree to 1e-4, with the slots of TensorFlow 1 at their start.
OPTIMIZERS = {
    "train.GradientDescentOptimizer": Optimizer("SGD", (("learning_rate", "learning_rate"),)),
    "train.MomentumOptimizer": Optimizer(
        "SGD", (("learning_rate", "learning_rate"), ("momentum", "momentum"), ("use_locking", ""),
                ("name", ""), ("use_nesterov", "nesterov")), sums_rates=True,
    ),
    "train.AdamOptimizer": Optimizer(
        "Adam", (("learning_rate", "learning_rate"), ("beta1", "beta_1"), ("beta2", "beta_2"), ("epsilon", "epsilon")),
        (("epsilon", "1e-8"),), takes_dense=True,
    ),
    "train.AdagradOptimizer": Optimizer(
        "Adagrad", (("learning_rate", "learning_rate"), ("initial_accumulator_value", "initial_accumulator_value")),
        (("initial_accumulator_value", "0.1"),), takes_dense=True,
    ),
    "train.FtrlOptimizer": Optimizer(
        "Ftrl",
        (("learning_rate", "learning_rate"), ("learning_rate_power", "learning_rate_power"),
         ("initial_accumulator_value", "initial_accumulator_value"),
         ("l1_regularization_strength", "l1_regularization_strength"),
         ("l2_regularization_strength", "l2_regularization_strength")),
    ),
    "train.RMSPropOptimizer": Optimizer(
        "RMSprop", (("learning_rate", "learning_rate"), ("decay", "rho"), ("momentum", "momentum"),
                    ("epsilon", "epsilon"), ("use_locking", ""), ("centered", "centered")),
        (("epsilon", "1e-10"),), begins_with_ones=True,
    ),
    "train.AdadeltaOptimizer": Optimizer(
        "Adadelta", (("learning_rate", "learning_rate"), ("rho", "rho"), ("epsilon", "epsilon")),
        (("epsilon", "1e-8"),), takes_dense=True,
    ),
}  # fmt: skip
# Those that no Keras optimizer matches, and why.
OTHER_OPTIMIZERS = {
    "train.ProximalAdagradOptimizer": "Keras has no such optimizer",
    "train.ProximalGradientDescentOptimizer": "Keras has no such optimizer",
}
INITIALIZERS = frozenset(
    (
        "global_variables_initializer", "initialize_all_variables", "initialize_local_variables",
        "local_variables_initializer", "tables_initializer",
    )
)  # fmt: skip
# Functions of TensorFlow 1, and methods of variables in both, that change a variable.
CHANGES = frozenset(("assign", "assign_add", "assign_sub"))
SESSIONS = frozenset(("Session", "InteractiveSession"))
SAVER = "train.Saver"
_SLICES = (
    "nn.nce_loss",
    "nn.sampled_softmax_loss",
    "gather",
    "gather_nd",
    "nn.embedding_lookup",
    "nn.embedding_lookup_sparse",
    "nn.safe_embedding_lookup_sparse",
)


def gives_slices(symbol: str) -> bool:
    """Whether the gradient of an op may come as slices, which optimizers with slots treat in their own ways."""
    return symbol in _SLICES


class InitialValue(NamedTuple):
    """The op that draws or makes what an initializer of TensorFlow 1 gives a variable."""

    function: str
    parameters: tuple[str, ...] = ()
    natively_needs: tuple[str, ...] = ()  # the class of that name in TensorFlow 2 has another default there


# The native op has the defaults of these classes (tensorflow/python/ops/init_ops.py, 1.15).
INITIAL_VALUES = {
    "zeros_initializer": InitialValue("zeros"),
    "ones_initializer": InitialValue("ones"),
    "random_normal_initializer": InitialValue("random.normal", ("mean", "stddev", "seed"), ("stddev",)),
    "truncated_normal_initializer": InitialValue("random.truncated_normal", ("mean", "stddev", "seed"), ("stddev",)),
    "random_uniform_initializer": InitialValue("random.uniform", ("minval", "maxval", "seed"), ("minval", "maxval")),
}


_ELEMENTWISE = ("abs", "exp", "negative", "sigmoid", "sqrt", "square", "tanh")
_ACTIVATIONS = ("elu", "leaky_relu", "relu", "relu6", "selu", "sigmoid", "softmax", "softplus", "softsign", "tanh")


def is_elementwise(symbol: str) -> bool:
    """Whether what an op gives has the shape of its first argument."""
    return symbol in _ELEMENTWISE or symbol.removeprefix("nn.") in _ACTIVATIONS


# Ops that give a list or a tuple of tensors.
_SEVERAL = frozenset(
    (
        "get_collection",
        "clip_by_global_norm", "dynamic_partition", "eig", "io.decode_csv", "linalg.eigh", "linalg.lu", "linalg.qr",
        "linalg.slogdet", "linalg.svd", "math.top_k", "meshgrid", "nn.max_pool_with_argmax", "nn.moments",
        "nn.normalize_moments",
        "nn.sufficient_statistics", "nn.top_k", "nn.weighted_moments", "split", "unique", "unique_with_counts",
        "strings.split", "strings.unicode_split", "unstack",
    )
)  # fmt: skip


def gives_several(symbol: str) -> bool:
    """Whether an op may give more than one tensor."""
    return symbol in _SEVERAL or symbol.startswith(("io.parse_", "nn.ctc", "nn.fractional", "nn.all_cand"))


# What a conversion cannot do, and why: said first, because much of what stands before it only follows from it.
BLOCKERS = {
    "get_collection": "by-name access to a collection",
    "get_collection_ref": "by-name access to a collection",
    "train.Supervisor": "`Supervisor` runs the session",
    "train.MonitoredSession": "`MonitoredSession` runs the session",
    "train.MonitoredTrainingSession": "`MonitoredTrainingSession` runs the session",
    "train.SingularMonitoredSession": "`SingularMonitoredSession` runs the session",
    "nn.dynamic_rnn": "`dynamic_rnn` makes variables in its cell",
    "nn.static_rnn": "`static_rnn` makes variables in its cell",
}
OF_FEEDS = frozenset(("TypeError", "ValueError"))  # what a session or a function raises for what it cannot be fed
BY_NAME = frozenset(("get_operation_by_name", "get_operations", "get_tensor_by_name"))
