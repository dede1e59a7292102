"""The findings of a file that says what to install."""

from collections.abc import Iterator
from importlib import import_module

from tfgpu_migrate.dependencies.kinds import DOCKERFILE, kind_of
from tfgpu_migrate.edit.diagnostics import Diagnostic
from tfgpu_migrate.source import Source


def dependency_findings(source: Source) -> Iterator[Diagnostic]:
    """The findings, none for a file of another kind. Raises Unreadable."""
    kind = kind_of(source.path)
    if kind is None or "tensorflow" not in source.text.lower():
        return
    from tfgpu_migrate.dependencies.pins import finding

    reader = import_module(f"tfgpu_migrate.dependencies.{kind.reader}")
    for entry in reader.entries(source):
        if (found := finding(entry)) is not None:
            yield found
    if kind.reader == DOCKERFILE:
        for image in reader.images(source):
            message = f"`{image.name}` is an image of TensorFlow 1: take one of TensorFlow 2.21, without `-py3`"
            yield Diagnostic(image.start, image.start + len(image.name), "TFM753", message)
