"""TFM308 jit-level."""

from tfgpu_migrate.edit.fragment import Expression
from tfgpu_migrate.proto.constants import Choice, choice_of
from tfgpu_migrate.proto.fields import Keep, Lines, Say
from tfgpu_migrate.proto.life import Write
from tfgpu_migrate.rules import field

_LEVELS = {"ON_1": True, "ON_2": True, "OFF": False, "DEFAULT": None}
_DEFAULT = Keep("global_jit_level goes back to its default here, which tf.config cannot say")
_NUMBERS = {1: "ON_1", 2: "ON_2", -1: "OFF", 0: "DEFAULT"}


@field(
    "TFM308",
    "jit-level",
    "graph_options.optimizer_options.global_jit_level",
    setter="tf.config.optimizer.set_jit",
    per_session=True,
)
def jit_level(write: Write, say: Say) -> Lines | Keep:
    """`global_jit_level`, which TensorFlow 2 sets with `tf.config.optimizer.set_jit`.

    ## What it does
    Finds the XLA level in a `ConfigProto`. `ON_1` and `ON_2` both become `True`, `OFF` becomes `False`.

    ## Why is this bad
    `tf.ConfigProto` is gone. Passing the old value on is a trap: `set_jit(tf.OptimizerOptions.ON_2)` switches XLA off,
    because 2 is neither `True` nor `"autoclustering"` (tensorflow/python/eager/context.py, 2.21).

    ## Example
    ```python
    config = tf.ConfigProto()
    config.graph_options.optimizer_options.global_jit_level = tf.OptimizerOptions.ON_1
    sess = tf.Session(config=config)
    ```

    ## Use instead
    ```python
    tf.config.optimizer.set_jit(True)
    sess = tf.compat.v1.Session()
    ```

    ## Fix safety
    Safe for the named levels and their numbers, for a choice between two, and for a name that is bound to one of them
    and to nothing else; a value that is computed is reported and left.
    """
    choice = choice_of(write.value)
    if choice is not None:
        return _chosen(choice, write, say)
    level = _level(say.known or write.value)
    if level not in _LEVELS:
        return _computed(write)
    if _LEVELS[level] is None:
        return _DEFAULT if say.explicit else ()
    return (_set(say, str(_LEVELS[level])),)


def _chosen(choice: Choice, write: Write, say: Say) -> Lines | Keep:
    sides = _level(choice.taken), _level(choice.other)
    if not all(one in _LEVELS for one in sides):
        return _computed(write)
    match [_LEVELS[one] for one in sides]:
        case [True, False]:
            return (_set(say, choice.test if choice.is_bool else f"bool({choice.test})"),)
        case [False, True]:
            test = choice.opposite
            return (_set(say, test if test.startswith("not ") else f"bool({test})"),)
        case [bool(taken), None] if not say.explicit:
            return f"if {choice.test}:", f"{say.indent}{_set(say, str(taken))}"
        case [None, bool(other)] if not say.explicit:
            return f"if {choice.opposite}:", f"{say.indent}{_set(say, str(other))}"
    return _computed(write)


def _level(value: Expression) -> str:
    return _NUMBERS.get(value.literal, "") if isinstance(value.literal, int) else value.dotted.rpartition(".")[2]


def _computed(write: Write) -> Keep:
    return Keep(f"global_jit_level={write.value.text} is computed; tf.config takes True or False")


def _set(say: Say, value: str) -> str:
    return f"{say.tf}.config.optimizer.set_jit({value})"
