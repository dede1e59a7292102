"""Private names of TensorFlow 1 that TensorFlow 2 has no more (private.txt), and the public names of their objects."""

from functools import cache

from tfgpu_migrate.api.contrib import path_in_the_core
from tfgpu_migrate.api.names import longest_head, table_lines


@cache
def _rows() -> dict[str, str]:
    split = (line.partition(" ") for line in table_lines("private.txt"))
    return {name: public for name, _, public in split}


def gone_privately(symbol: str) -> str | None:
    """The name, of a symbol below `python` or of what it is a member of, that is gone; None where it is still there."""
    return longest_head(symbol, _rows())


def public_path(symbol: str) -> str | None:
    """The dotted path in TensorFlow 2 of the object that a private name meant; None where it has none."""
    name = gone_privately(symbol)
    public = _rows()[name] if name is not None else ""
    path = path_in_the_core(public) if public else None
    return None if path is None or name is None else path + symbol[len(name) :]
