"""A TensorFlow process that believes in GPUs this machine does not have, and tells what it would do with them.

The machine is that of `tfgpu-migrate verify --gpus` (`tfgpu_migrate/verify/child/pretend.py`), without its recorder:
every check and every error text of `tf.config` is TensorFlow's own, and results are those of the CPU.

    with PretendGpus() as pretend:
        run = pretend.run(Path("train.py"), gpus=2)
        run.ok, run.output, run.devices.cards, run.graphs[0].soft_placement

TensorFlow is imported once; each run is a fork of that process. It works for 2.21 and, for recordings, for 1.15, so
what the child imports (everything here but the client's caller) keeps to Python 3.7.
"""

from tests.pretend_gpus.client import PretendGpus, has_package, has_tensorflow, tensorflow_python
from tests.pretend_gpus.values import Card, DeviceConfig, GraphConfig, Run, Start

__all__ = [
    "Card",
    "DeviceConfig",
    "GraphConfig",
    "PretendGpus",
    "Run",
    "Start",
    "has_package",
    "has_tensorflow",
    "tensorflow_python",
]
