"""The flags of `verify`."""

from dataclasses import dataclass


@dataclass(frozen=True)
class VerifyOptions:
    """What the command line says."""

    script: str
    arguments: tuple[str, ...]
    python: str | None
    gpus: int | None  # how many to pretend; None: the machine as it is
    gpu_memory_mb: int
    timeout: float
    no_network: bool
    scratch: bool  # run in a copy of the folder
    expect_gpu: tuple[str, ...]
    fail_on: tuple[str, ...] | None
    against: str | None  # the script as it was before it was fixed
    tf1_python: str | None  # what that one runs on
    compare_cpu: bool  # run it again without GPUs, and compare the times
    fix: bool
    unsafe_fixes: bool
    output_format: str
    output_file: str | None
    html: str | None  # where the page goes
    quiet: bool
    color: str
