"""The releases of TensorFlow 2 that code can be made for, and what they have that the newest has not, or lack."""

from tfgpu_migrate.api.names import longest_head
from tfgpu_migrate.api.table import Row, removed
from tfgpu_migrate.release import Release

# `tf.keras` is Keras 3 from here on, without `tf.compat.v1.layers` and the RNN cells; tf_keras brings Keras 2 back.
KERAS_3: Release = (2, 16)

# Measured with 2.12.1, 2.13.1, 2.14.1, 2.15.1 and 2.21.0: from the one on tf_slim 1.1.0 misses names that moved, from
# the other on TensorFlow looks for what is left of `tf.layers` in tf_keras, where a fix can point it to.
BREAKS_TF_SLIM: Release = (2, 13)
HAS_TF_KERAS: Release = (2, 15)

# Python 3.x, and the last release of TensorFlow whose newest, or oldest, Python it is. Source: the wheels.
_Pythons = tuple[tuple[int, Release], ...]
_NEWEST_PYTHON: _Pythons = ((8, (2, 4)), (9, (2, 7)), (10, (2, 11)), (11, (2, 15)), (12, (2, 19)))
_OLDEST_PYTHON: _Pythons = ((6, (2, 6)), (7, (2, 11)), (8, (2, 13)), (9, (2, 20)))


def pythons(target: Release) -> tuple[str, ...]:
    """The Pythons that a release has wheels for."""
    oldest = next((minor for minor, last in _OLDEST_PYTHON if target <= last), 10)
    newest = next((minor for minor, last in _NEWEST_PYTHON if target <= last), 13)
    return tuple(f"3.{minor}" for minor in range(oldest, newest + 1))


def last_with(symbol: str) -> Release | None:
    """The last release that has a name which the newest has not; None for a name that no release had, or all have."""
    row = _removed_row(symbol)
    return None if row is None else row.until


def is_there(symbol: str, namespace: str, target: Release) -> bool:
    """Whether a release still has a name, in the namespace that a use reaches it by, which the newest has not."""
    last = last_with(symbol)
    return last is not None and target <= last and (namespace == "compat.v1" or not only_in_compat(symbol))


def only_in_compat(symbol: str) -> bool:
    """Whether the releases that have a name have it below `tf.compat.v1` only."""
    row = _removed_row(symbol)
    return row is not None and "in=compat.v1" in row.marks


def _removed_row(symbol: str) -> Row | None:
    head = longest_head(symbol, removed())
    return None if head is None else removed()[head]
