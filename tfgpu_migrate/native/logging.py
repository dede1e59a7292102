"""TensorFlow's logging module as the logger that it is."""

from __future__ import annotations

from collections.abc import Iterator

from tfgpu_migrate.edit.diagnostics import Edit
from tfgpu_migrate.index.index import Index
from tfgpu_migrate.index.uses import Use

# Methods of the same logger, with the same arguments (tensorflow/python/platform/tf_logging.py, 2.21).
_METHODS = {
    "debug": "debug",
    "error": "error",
    "fatal": "fatal",
    "get_verbosity": "getEffectiveLevel",
    "info": "info",
    "set_verbosity": "setLevel",
    "warn": "warning",
    "warning": "warning",
}
_LEVELS = {"DEBUG": "DEBUG", "ERROR": "ERROR", "FATAL": "FATAL", "INFO": "INFO", "WARN": "WARNING"}


def of_logging(index: Index, tf: str) -> Iterator[Edit]:
    """The edits that say `tf.get_logger()` for `tf.logging`, and the names of levels where they are set."""
    uses = {id(one.node): one for one in index.uses if one.symbol.startswith("logging.") and not one.is_import}
    for use in uses.values():
        call, name = use.call_node, use.symbol.removeprefix("logging.")
        if call is None or name not in _METHODS or use.namespace != "compat.v1" or use.root != tf:
            continue
        if name == "set_verbosity" and call.keywords:  # its parameter has another name there
            continue
        yield _edit(use, index, f"{tf}.get_logger().{_METHODS[name]}")
        level = uses.get(id(call.args[0])) if len(call.args) == 1 else None
        constant = level.symbol.removeprefix("logging.") if level is not None else ""
        if level is not None and name == "set_verbosity" and constant in _LEVELS:
            quote = index.source.quote
            yield _edit(level, index, f"{quote}{_LEVELS[constant]}{quote}")


def _edit(use: Use, index: Index, text: str) -> Edit:
    return Edit(use.start, index.source.text[use.start : use.end], text)
