"""TensorFlow that a file has through a star import of another module: `from common import *`, then `tf.Session()`."""

import ast
from collections.abc import Iterator

from tfgpu_migrate.api.table import only_in_tf1
from tfgpu_migrate.edit.diagnostics import Diagnostic
from tfgpu_migrate.index.index import Index

_NAME = "tf"


def hidden_tensorflow(index: Index) -> Iterator[Diagnostic]:
    """A finding at the first star import of a file that names what only TensorFlow 1 has below a `tf` nothing binds."""
    source = index.source
    if "import *" not in source.text or f"{_NAME}." not in source.text:
        return
    imports = (one for one in index.import_statements if isinstance(one, ast.ImportFrom))
    stars = [one for one in imports if one.names[0].name == "*"]
    if not stars or stars[0].module == "tensorflow":
        return
    free = (one for one in index.variables([_NAME]).occurrences if one.scope.owner(_NAME) is None)
    found = next((one for one in free if only_in_tf1(".".join(one.attributes))), None)
    if found is None:
        return
    start, end = source.span(stars[0])
    line = source.named_line(source.span(found.name)[0])
    message = (
        f"`{_NAME}` on {line} comes from a star import, so nothing of it is checked: `import tensorflow as tf` here"
    )
    yield Diagnostic(start, end, "TFM103", message)
