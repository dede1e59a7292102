"""`--compare-cpu`: the same script once more, with the GPUs hidden from its TensorFlow."""

from __future__ import annotations

import subprocess

from tfgpu_migrate.config import ConfigError
from tfgpu_migrate.verify.interpreter import SUPPORTED, Interpreter
from tfgpu_migrate.verify.options import VerifyOptions
from tfgpu_migrate.verify.result import Result
from tfgpu_migrate.verify.running import run_script
from tfgpu_migrate.verify.speed import Speed, Timed

_TIMEOUT = 300  # TensorFlow and the CUDA libraries of several cards, from a cold disk
_COUNT = "import tensorflow as tf; print(len(tf.config.list_physical_devices('GPU')))"


def check(options: VerifyOptions, interpreter: Interpreter) -> None:
    """Raise ConfigError where no GPU can be compared: none is visible, or pretended ones are asked for.

    Imports TensorFlow in a process of its own.
    """
    if options.gpus is not None or options.against is not None or options.fix:
        flag = "--gpus" if options.gpus is not None else "--fix" if options.fix else "--against"
        raise ConfigError(f"--compare-cpu measures the GPUs of this machine, and {flag} pretends some; leave out one")
    if not _visible_gpus(interpreter):
        raise ConfigError(
            f"--compare-cpu needs a GPU, and TensorFlow sees none here; where `nvidia-smi` lists one, "
            f"`{interpreter.path} -m pip install 'tensorflow[and-cuda]=={SUPPORTED[-1]}.*'` brings what it needs; "
            "where there is none, `--gpus 1` shows where each op would go"
        )


def _visible_gpus(interpreter: Interpreter) -> int:
    """How many GPUs TensorFlow sees; 0 also where it does not say."""
    command = [interpreter.path, "-c", _COUNT]
    try:
        asked = subprocess.run(
            command, capture_output=True, text=True, timeout=_TIMEOUT, check=True, stdin=subprocess.DEVNULL
        )
        return int(asked.stdout.split()[-1])
    except (OSError, subprocess.SubprocessError, ValueError, IndexError):
        return 0


def measured(options: VerifyOptions, interpreter: Interpreter, with_gpus: Result) -> Speed:
    """Run the script again, without GPUs and without its standard output, and set the times side by side.

    A run that failed, or that used no GPU, is not repeated. Raises OSError where the interpreter does not start.
    """
    gpu = _timed(with_gpus)
    why_not = _why_not(with_gpus)
    if why_not:
        return Speed(gpu, why_not=why_not)
    without = run_script(options, interpreter, subprocess.DEVNULL, hide_gpus=True)
    if without.gpus:
        return Speed(gpu, why_not="the GPUs could not be hidden from it")
    return Speed(gpu, _timed(without))


def _why_not(result: Result) -> str:
    if result.ended.code != 0:
        return f"the GPU run {result.ended.text}"
    if not result.has_trace or result.times is None:
        return "the GPU run left no record of TensorFlow"
    return "" if result.gpus else "the script saw no GPU"


def _timed(result: Result) -> Timed:
    return Timed(result.ended, result.uncaught, result.times)
