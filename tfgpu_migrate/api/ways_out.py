"""What to do about a name that TensorFlow 2 no longer has."""

from tfgpu_migrate.api.names import longest_head
from tfgpu_migrate.api.packages import tf_keras
from tfgpu_migrate.api.releases import last_with, only_in_compat
from tfgpu_migrate.api.removed import REMOVED, WAYS_OUT
from tfgpu_migrate.api.table import removed
from tfgpu_migrate.release import Release, spelled


def is_legacy_keras(name: str) -> bool:
    """Whether legacy Keras brings a removed name back."""
    return name in removed() and "legacy-keras" in removed()[name].marks


def farewell(name: str, target: Release) -> str:
    """Since when a removed name is gone, and the way out for a release, as the end of a sentence."""
    last = last_with(name)
    ended = last if name not in REMOVED and not only_in_compat(name) else None
    since = f"after TensorFlow {spelled(ended)}" if ended else "in TensorFlow 2"
    way_out = f"up to {spelled(last)} it is `tf.compat.v1.{name}`" if last and target <= last else ""
    return f"gone {since}: {way_out or _way_out(name, target)}"


def _way_out(name: str, target: Release) -> str:
    advice = REMOVED.get(name) or WAYS_OUT.get(longest_head(name, WAYS_OUT) or "")
    if advice is not None:
        return advice
    if is_legacy_keras(name):
        home = "compat.v1." if only_in_compat(name) else ""
        package = f"`pip install '{tf_keras(target)}'`"
        return f"{package} and TF_USE_LEGACY_KERAS=1 before the import bring `tf.{home}{name}` back"
    return "TensorFlow has no other name for it"
