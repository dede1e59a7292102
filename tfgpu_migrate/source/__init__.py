"""One Python file or notebook: bytes in, text and offsets out, bytes back."""

from tfgpu_migrate.source.source import Source
from tfgpu_migrate.source.unreadable import Unreadable

__all__ = ["Source", "Unreadable", "decode"]


def decode(data: bytes, path: str) -> Source:
    """Decode a file as what its name says it is. Raises Unreadable."""
    if path.endswith(".ipynb"):
        from tfgpu_migrate.source.notebook import decode_notebook

        return decode_notebook(data, path)
    return Source.decode(data, path)
