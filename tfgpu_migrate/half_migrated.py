"""Files on `import tensorflow.compat.v1 as tf`: how they stood before someone began to migrate them."""

from __future__ import annotations

from tfgpu_migrate.index.index import Index
from tfgpu_migrate.index.symbols import imported

_V1 = "tensorflow.compat.v1"


def as_tensorflow_1(index: Index) -> str | None:
    """The text with `import tensorflow as tf` instead; None where TensorFlow has no one name that means `compat.v1`.

    Each public name of TensorFlow 1.15 is one of `tf.compat.v1`, which means the same in graph mode.
    """
    found = [one for statement in index.imports() for one in imported(statement)]
    whole = [one for one in found if one.path in ("tensorflow", _V1, "tensorflow.compat.v2")]
    if len(whole) != 1 or whole[0].path != _V1 or len(whole[0].statement.names) > 1:
        return None
    start, end = index.source.span(whole[0].statement)
    text = index.source.text
    return f"{text[:start]}import tensorflow as {whole[0].name}{text[end:]}"
