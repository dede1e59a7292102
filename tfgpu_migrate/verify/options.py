"""The flags of `verify`."""

import shlex
from dataclasses import dataclass, fields


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

    @property
    def command(self) -> str:
        """The command line that says this. How the report is printed does not belong to it, nor does a default."""
        words = ["tfgpu-migrate", "verify"]
        for field in fields(self):
            value = getattr(self, field.name)
            if field.name in _NO_FLAGS or value is None or value is False or value == DEFAULTS.get(field.name):
                continue
            flag = f"--{field.name.replace('_', '-')}"
            if isinstance(value, tuple):
                words += (word for each in value for word in (flag, each))
            else:
                words += [flag] if value is True else [flag, str(value)]
        return shlex.join([*words, self.script, *self.arguments])


_NO_FLAGS = frozenset(("script", "arguments", "output_format", "output_file", "html", "quiet", "color"))
# What a command line leaves out.
DEFAULTS = {"gpu_memory_mb": 16384, "timeout": 600}
