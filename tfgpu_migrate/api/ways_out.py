"""What to do about a name that TensorFlow 2 no longer has."""

from tfgpu_migrate.api.names import longest_head
from tfgpu_migrate.api.packages import tf_keras
from tfgpu_migrate.api.releases import last_with
from tfgpu_migrate.api.removed import REMOVED, WAYS_OUT
from tfgpu_migrate.api.table import removed
from tfgpu_migrate.release import Release


def is_legacy_keras(name: str) -> bool:
    """Whether legacy Keras brings a removed name back."""
    return "legacy-keras" in _marks(name)


def farewell(name: str, target: Release) -> str:
    """Since when a removed name is gone, and the way out for a release, as the end of a sentence."""
    until = next((mark.removeprefix("until=") for mark in _marks(name) if mark.startswith("until=")), None)
    ended = until is not None and name not in REMOVED and "in=compat.v1" not in _marks(name)
    since = f"after TensorFlow {until}" if ended else "in TensorFlow 2"
    last = last_with(name)
    way_out = f"up to {'.'.join(map(str, last))} it is `tf.compat.v1.{name}`" if last and target <= last else ""
    return f"gone {since}: {way_out or _way_out(name, target)}"


def _way_out(name: str, target: Release) -> str:
    advice = REMOVED.get(name) or WAYS_OUT.get(longest_head(name, WAYS_OUT) or "")
    if advice is not None:
        return advice
    if is_legacy_keras(name):
        home = "compat.v1." if "in=compat.v1" in _marks(name) else ""
        package = f"`pip install '{tf_keras(target)}'`"
        return f"{package} and TF_USE_LEGACY_KERAS=1 before the import bring `tf.{home}{name}` back"
    return "TensorFlow has no other name for it"


def _marks(name: str) -> tuple[str, ...]:
    return removed()[name].marks if name in removed() else ()
