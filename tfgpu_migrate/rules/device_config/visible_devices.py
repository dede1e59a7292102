"""TFM303 visible-devices."""

from tfgpu_migrate.proto.fields import VISIBLE, Keep, Lines, Say
from tfgpu_migrate.proto.integers import choice_of_strings, integer_in_string
from tfgpu_migrate.proto.life import Write
from tfgpu_migrate.rules import field

_DIGITS = 5  # no machine has more GPUs
_EXPORT = "export CUDA_VISIBLE_DEVICES in that order"


@field("TFM303", "visible-devices", VISIBLE, setter="tf.config.set_visible_devices", per_session=False, names_gpus=True)
def visible_devices(write: Write, say: Say) -> Lines | Keep:
    """`gpu_options.visible_device_list`, which TensorFlow 2 takes as devices.

    ## What it does
    Finds `visible_device_list` in a `ConfigProto` and names the GPUs with `tf.config.set_visible_devices`.

    ## Why is this bad
    `tf.ConfigProto` is gone. Without the list every process takes memory on every GPU; under Horovod all workers of a
    machine meet on the same one.

    ## Example
    ```python
    config = tf.ConfigProto()
    config.gpu_options.visible_device_list = str(hvd.local_rank())
    sess = tf.Session(config=config)
    ```

    ## Use instead
    ```python
    gpus = tf.config.list_physical_devices("GPU")
    if gpus:
        tf.config.set_visible_devices(gpus[hvd.local_rank()], "GPU")
    sess = tf.compat.v1.Session()
    ```

    ## Fix safety
    Safe for a constant list in ascending order, also under a name that is bound to nothing else, a choice between one
    GPU and all (`"0" if pinned else ""`), and a value that is surely one number (`str(hvd.local_rank())`, `"%d" % n`,
    `str(args.gpu)` of an argument of type int).
    A list that reorders GPUs cannot be said in `tf.config`, and another string may hold one: both are reported and
    left.
    """
    text = (say.known or write.value).literal
    if text == "":  # all of them
        return (_set(say, say.gpus),) if say.explicit else ()
    if (choice := choice_of_strings(write.value)) is not None and not say.explicit:
        condition, device = choice
        return f"if {say.gpus} and {condition}:", f"{say.indent}{_set(say, f'{say.gpus}[{device}]')}"
    if isinstance(text, str):
        numbers = [part.strip() for part in text.split(",")]
        if not all(number.isascii() and number.isdecimal() and len(number) < _DIGITS for number in numbers):
            return Keep(f"visible_device_list={write.value.text} is not a list of numbers")
        if sorted(set(numbers), key=int) != numbers:
            return Keep(f"visible_device_list={write.value.text} reorders GPUs, which tf.config cannot: {_EXPORT}")
        chosen = _named(numbers, write, say) if say.known else _written(numbers, say)
    elif index := integer_in_string(write.value, say.integers):
        chosen = f"{say.gpus}[{index}]"
    else:
        return Keep(f"visible_device_list={write.value.text} may reorder GPUs or be empty: `str(int(...))` is one")
    return f"if {say.gpus}:", f"{say.indent}{_set(say, chosen)}"


def _written(numbers: list[str], say: Say) -> str:
    chosen = ", ".join(f"{say.gpus}[{int(number)}]" for number in numbers)
    return chosen if len(numbers) == 1 else f"[{chosen}]"


def _named(numbers: list[str], write: Write, say: Say) -> str:
    name = write.value.text
    if len(numbers) == 1:
        return f"{say.gpus}[int({name})]"
    return f"[{say.gpus}[int(number)] for number in {name}.split({say.string(',')})]"


def _set(say: Say, devices: str) -> str:
    return f"{say.tf}.config.set_visible_devices({devices}, {say.string('GPU')})"
