"""What TensorFlow says about a device string: whether it parses, and with which error it does not."""

# Source: tensorflow/python/framework/device_spec.py, 2.21.0. Each text below was seen.
_TYPES = frozenset(("CPU", "CUSTOM", "EPU", "GPU", "TPU"))
# Pluggable devices (Intel's, Huawei's): TensorFlow reads these types where the plugin is installed.
_PLUGGED = frozenset(("NPU", "XPU"))
_PLACES = frozenset(("replica", "task"))


def error_of(spec: str) -> str | None:
    """The error that a device string raises, whatever is installed; None where it parses.

    `/gpu:0`, `gpu:0`, `/device:GPU:0`, `gpu`, `/job:worker/task:0/gpu:0` and `` are all right, in either case.
    """
    types = 0
    for part in spec.split("/"):
        words = part.split(":")
        if words == [""] or (len(words) == 2 and words[0] == "job"):
            continue
        if len(words) == 2 and words[0] in _PLACES:
            number = words[1]
        elif len(words) <= 2 and words[0].upper() in _TYPES | _PLUGGED:
            number = words[1] if len(words) == 2 else "*"
            number, types = ("0" if number == "*" else number), types + 1
        elif len(words) == 3 and words[0] == "device":
            number, types = ("0" if words[2] == "*" else words[2]), types + 1
        else:
            return f"ValueError: Unknown attribute '{words[0]}' is encountered while parsing the device spec: '{spec}'."
        if types > 1:
            return f"ValueError: Multiple device types are not allowed while parsing the device spec: {spec}."
        if not _is_number(number):
            return f"ValueError: invalid literal for int() with base 10: {number!r}"
    return None


def _is_number(text: str) -> bool:
    try:
        int(text)
    except ValueError:
        return False
    return True
