"""One Python file: bytes in, text and offsets out, bytes back."""

from tfgpu_migrate.source.source import Source, Unreadable

__all__ = ["Source", "Unreadable"]
