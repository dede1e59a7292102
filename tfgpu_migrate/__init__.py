"""tfgpu-migrate: moves TensorFlow 1 session and GPU configuration to `tf.config`."""

from importlib import import_module
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from tfgpu_migrate.library import Checked, ConfigError, Finding, Fixed, check_paths, check_text, fix_text

__version__ = "0.2.0"
__all__ = ["Checked", "ConfigError", "Finding", "Fixed", "check_paths", "check_text", "fix_text"]


def __getattr__(name: str) -> object:
    """What programs use, loaded when it is first asked for: the command must start fast. Raises AttributeError."""
    if name not in __all__:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return getattr(import_module("tfgpu_migrate.library"), name)
