"""Where names of devices cross from Python to C++ and back, and are translated on a machine that pretends GPUs."""

from __future__ import annotations

from typing import Any

from .modules import tensorflow
from .names import Names, short


def raw_device_getter() -> Any:
    """The runtime's own name of a tensor's device: taken before `install` puts the translation over it."""
    return tensorflow("python.framework.ops").EagerTensor.device.__get__


def install(names: Names) -> None:
    """Translate at every place."""
    _scopes(names)
    _tensors(names)
    _graph_ops(names)
    _messages(names)


def install_for_graphs(names: Names) -> None:
    """Translate where a script of TensorFlow 1 names devices: in its graphs, and in the errors of its sessions."""
    _graph_ops(names)
    _error_texts(names)


def _soft() -> bool:
    return tensorflow("python.eager.context").context()._soft_device_placement is not False


def _scopes(names: Names) -> None:
    context_class = tensorflow("python.eager.context").Context
    set_device = context_class._set_device

    def set_translated(context: Any, name: str, spec: Any) -> None:
        set_device(context, name and names.to_runtime(name, _soft()), spec)  # the spec stays as the script wrote it

    context_class._set_device = set_translated


def _tensors(names: Names) -> None:
    tensor = tensorflow("python.framework.ops").EagerTensor
    copy = tensor._copy_to_device
    for attribute in ("device", "backing_device"):
        setattr(tensor, attribute, _translated(getattr(tensor, attribute), names))

    def copy_to_device(value: Any, name: str) -> Any:
        return copy(value, names.to_runtime(name, _soft()))

    tensor._copy_to_device = copy_to_device


def _translated(attribute: Any, names: Names) -> property:
    known: dict[tuple[str, int], str] = {}

    def get(value: Any) -> str:
        name = attribute.__get__(value, type(value))
        found = known.get((name, names.base))
        if found is None:
            found = known[name, names.base] = names.to_user(name)
        return found

    return property(get)


def _graph_ops(names: Names) -> None:
    operation = tensorflow("python.framework.ops").Operation
    device, set_device = operation.device.fget, operation._set_device_from_string
    operation._set_device_from_string = lambda self, name: set_device(self, names.to_runtime(name))
    operation.device = property(lambda self: names.to_user(device(self)))


def _messages(names: Names) -> None:
    core = tensorflow("python.eager.core")
    make = core._status_to_exception

    def translated(status: Any) -> Any:
        error = make(status)
        error._message = names.to_user(getattr(error, "_message", "") or "")
        error.args = tuple(names.to_user(each) if isinstance(each, str) else each for each in error.args)
        return error

    core._status_to_exception = translated
    _error_texts(names)


def _error_texts(names: Names) -> None:
    """What C++ raises by itself, such as from a session."""
    error_class = tensorflow("python.framework.errors").OpError
    to_text, message = error_class.__str__, error_class.message.fget
    error_class.__str__ = lambda self: names.to_user(to_text(self))
    error_class.message = property(lambda self: names.to_user(message(self)))


class DeviceOf:
    """The short name of the device that a tensor or variable is on, found fast: names repeat."""

    def __init__(self, names: Names | None) -> None:
        """`names` is None on a machine that pretends nothing."""
        self._raw = raw_device_getter()
        self._tensor = tensorflow("python.framework.ops").EagerTensor
        self._names = names
        self._known: dict[str, str] = {}

    def __call__(self, value: Any) -> str:
        """Return "" for a value that is on no device, or on none yet."""
        if type(value) is not self._tensor:
            value = getattr(value, "_handle", None)
            if type(value) is not self._tensor:
                return short(getattr(value, "device", None))
        name = self._raw(value, self._tensor)
        found = self._known.get(name)
        if found is None:
            found = short(self._names.to_user(name) if self._names else name)
            if self._names is None or self._names.gpus is not None:  # before that the names are not settled
                self._known[name] = found
        return found
