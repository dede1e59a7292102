"""Runs of `verify` that share one import of TensorFlow: each is a fork of a process that has it.

    with VerifyBed() as bed:
        result = bed.run(Path("train.py"), gpus=2)

The recorder and the placer are those of `tfgpu_migrate.verify.child`, and so is what they leave in the folder. What is
not here is the start of a process of its own; `tests/test_verify_command.py` does that, a few times.
"""

from tests.verify_bed.client import Seen, VerifyBed

__all__ = ["Seen", "VerifyBed"]
