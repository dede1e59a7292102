"""Where the objects of `tf.contrib` and `tf.estimator` are now (contrib.txt): in the core, or in tf_slim."""

import re
from functools import cache
from typing import NamedTuple

from tfgpu_migrate.api.names import longest_head, table_lines
from tfgpu_migrate.api.removed import LEGACY_KERAS
from tfgpu_migrate.api.table import compat_name, gone, renamed_name, rows
from tfgpu_migrate.api.written import WRITTEN

# The packages whose names may have a home, as symbols that rules are called for.
PACKAGES = ("contrib", "estimator", "examples")

# tf_slim does not import these itself: an attribute of `tf_slim` does not reach them, an import does.
_NOT_IMPORTED = "tf_slim.nets."

# Parts of tf_slim 1.1.0 that name what TensorFlow 2.21 no longer has where they look for it: `ops.Tensor`,
# `ops.IndexedSlices`, `control_flow_ops.cond` and `case`, `array_ops.stack`, `tf_keras.legacy_tf_layers` (its sources).
_BROKEN = (
    *("batch_norm", "data.tfexample_decoder", "layers.utils", "learning", "metrics", "nets", "optimize_loss"),
    *("adaptive_clipping_fn", "optimizers", "recompute_grad", "rev_block", "tfexample_decoder", "train_eval"),
    *("training", "utils", "dense_to_sparse", "layers.batch_norm", "layers.layers.batch_norm"),
)

# Parts of tf_slim that work without a graph: they make no variable and add to no collection.
_ANYWHERE = (
    *("add_arg_scope", "apply_regularization", "arg_scope", "current_arg_scope", "data", "dataset", "has_arg_scope"),
    *("initializers", "l1_l2_regularizer", "l1_regularizer", "l2_regularizer", "nets", "regularizers", "repeat"),
    *("sum_regularizer", "tfexample_decoder", "utils", "variance_scaling_initializer", "xavier_initializer"),
    *("arg_scope_func_key", "arg_scoped_arguments", "layers.utils", "ops.arg_scope", "xavier_initializer_conv2d"),
)


def needs_graph(path: str) -> bool:
    """Whether a dotted path of tf_slim names something that makes variables or fills collections."""
    below = path.removeprefix("tf_slim").lstrip(".")
    return below != "" and longest_head(below, _ANYWHERE) is None


def needs_repair(path: str) -> bool:
    """Whether a dotted path of tf_slim is, or is below, a part that TensorFlow 2.21 breaks."""
    return longest_head(path.removeprefix("tf_slim."), _BROKEN) is not None


class Home(NamedTuple):
    """What took the place of an object: its dotted path, and for which calls it did.

    A path that begins with a quotation mark is the text that the constant is. `positional` is how many arguments by
    position such a call has (None: every use, called or not), `keywords` the only keywords it may have.
    """

    path: str
    positional: int | None = None
    keywords: frozenset[str] = frozenset()

    @classmethod
    def read(cls, cell: str, tail: str) -> "Home":
        """A cell of contrib.txt: `name`, or `name(_,seed=)` for calls with one argument and perhaps `seed`."""
        name, called, arguments = cell.partition("(")
        words = arguments.removesuffix(")").split(",")
        keywords = frozenset(word[:-1] for word in words if word.endswith("="))
        return cls(name + tail, words.count("_") if called else None, keywords)


@cache
def _homes() -> dict[str, list[str]]:
    return {name: homes for name, *homes in map(str.split, table_lines("contrib.txt"))}


@cache
def core_home(symbol: str) -> Home | None:
    """What in TensorFlow 2 is the core object that a symbol of `tf.contrib` or `tf.estimator` means."""
    home = _home(symbol, in_tf_slim=False)
    path = None if home is None else path_in_the_core(home.path)
    return None if home is None or path is None else home._replace(path=path)


@cache
def tf_slim_home(symbol: str) -> str | None:
    """The dotted path in tf_slim of what a symbol of `tf.contrib` means, the same code."""
    home = _home(symbol, in_tf_slim=True)
    return None if home is None else home.path


@cache
def is_module(symbol: str) -> bool:
    """Whether a symbol names a package of `tf.contrib`, or a module in one."""
    names = (*_homes(), *WRITTEN)
    return bool(re.fullmatch(r"contrib\.\w+", symbol)) or any(name.startswith(f"{symbol}.") for name in names)


def is_attribute(home: str) -> bool:
    """Whether `import tf_slim` or `import tensorflow` alone reaches the path."""
    return not home.startswith(_NOT_IMPORTED)


def tf_slim_path(symbol: str) -> str | None:
    """The dotted path in tf_slim of a symbol that is tf_slim's, or is taken over by it."""
    return symbol if symbol.startswith("tf_slim.") else tf_slim_home(symbol)


def _home(symbol: str, *, in_tf_slim: bool) -> Home | None:
    """The home of the symbol, or of what it is a member of."""
    head = longest_head(symbol, _homes()) or ""
    found = [cell for cell in _homes().get(head, ()) if cell.startswith("tf_slim.") is in_tf_slim]
    return Home.read(found[0], symbol[len(head) :]) if found else None


def path_in_the_core(name: str) -> str | None:
    """The path of a TensorFlow 1 name; None where TensorFlow 2 has it no more."""
    if name.startswith(("tensorflow.", "builtins.", '"')):
        return name
    if gone(name) is not None:
        return None
    if longest_head(name, LEGACY_KERAS):
        return f"tensorflow.compat.v1.{name}"
    if (native := renamed_name(name)) is not None:
        return f"tensorflow.{native}"
    v1 = name if name in rows() and rows()[name].status == "changed" else compat_name(name)
    return f"tensorflow.{name}" if v1 is None else f"tensorflow.compat.v1.{v1}"
