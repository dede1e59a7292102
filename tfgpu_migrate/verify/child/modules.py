"""Modules of TensorFlow by their path below `tensorflow`; this package imports none of them when it is loaded."""

from __future__ import annotations

import importlib
from typing import Any


def tensorflow(name: str) -> Any:
    """Return the module `tensorflow.NAME`. Raises ImportError where this TensorFlow has none."""
    return importlib.import_module("tensorflow." + name)
