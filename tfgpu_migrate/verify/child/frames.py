"""Which line of the user's code a call comes from."""

from __future__ import annotations

import os
import sys
import sysconfig
from collections.abc import Iterable
from types import CodeType, FrameType
from typing import Any, NamedTuple

from .modules import tensorflow

_HERE = os.path.dirname(os.path.abspath(__file__)) + os.sep
_LIBRARIES = (_HERE, *{os.path.join(path, "") for name, path in sysconfig.get_paths().items() if "lib" in name})
_PACKAGES = (f"{os.sep}site-packages{os.sep}", f"{os.sep}dist-packages{os.sep}")
_GENERATED = "__autograph_generated_file"  # what tf.function makes of a function's source
_START = os.getcwd()
_is_users: dict[CodeType, bool] = {}


class Place(NamedTuple):
    """A line of a file, by its absolute path."""

    file: str
    line: int


def is_users(file: str) -> bool:
    """Whether a file is the user's: not the standard library's, an installed package's, or this program's."""
    path = _absolute(file)
    return not (file.startswith("<") or path.startswith(_LIBRARIES) or any(each in path for each in _PACKAGES))


def users_frame(frame: FrameType | None) -> FrameType | None:
    """The innermost frame of the user's code, from this one outwards."""
    while frame is not None:
        code = frame.f_code
        known = _is_users.get(code)
        if known is None:
            known = _is_users[code] = is_users(code.co_filename)
        if known:
            return frame
        frame = frame.f_back
    return None


def place_of(frame: FrameType | None) -> Place | None:
    """File and line of a frame of the user's code; of code that tf.function made, the line it was made from."""
    while frame is not None and _GENERATED in frame.f_code.co_filename:
        place = _original()
        if place is not None:
            return place
        frame = users_frame(frame.f_back)
    return None if frame is None else Place(_absolute(frame.f_code.co_filename), frame.f_lineno)


def users_place(depth: int = 1) -> Place | None:
    """File and line of the user's code that called; `depth` frames are known not to be it."""
    return place_of(users_frame(sys._getframe(depth)))


def place_in(stack: Iterable[Any] | None) -> Place | None:
    """File and line of the innermost frame of the user's code in a stack that TensorFlow kept for a graph op."""
    for frame in reversed(list(stack or ())):
        if is_users(frame.filename) and _GENERATED not in frame.filename:
            return Place(_absolute(frame.filename), frame.lineno)
    return None


def _original() -> Place | None:
    """TensorFlow's own view of the stack maps generated code back to its source."""
    return place_in(tensorflow("python.util.tf_stack").extract_stack())


def _absolute(file: str) -> str:
    return os.path.join(_START, file)
