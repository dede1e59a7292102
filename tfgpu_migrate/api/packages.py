"""The packages that fixed code needs, as pip takes them, in the releases that belong to a release of TensorFlow."""

from tfgpu_migrate.release import NEWEST, Release, spelled

TF_SLIM = "tf_slim==1.1.0"
TENSORBOARD = "tensorboard==2.20.*"  # the newest there is; TensorFlow 2.21 does not bring it any more, and can use it
WITHOUT_TENSORBOARD: Release = (2, 21)


def releases(target: Release) -> str:
    """The releases of TensorFlow that code was made for, and those of packages that have to match."""
    return f"=={spelled(target)}.*"


def tf_keras(target: Release) -> str:
    """Keras 2 for a release with Keras 3: its version has to match TensorFlow's."""
    return f"tf_keras{releases(target)}"


TENSORFLOW = f"tensorflow{releases(NEWEST)}"
TF_KERAS = tf_keras(NEWEST)
