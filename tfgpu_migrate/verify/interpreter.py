"""The Python that runs the script, and whether its TensorFlow is one that this program knows."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from tfgpu_migrate.config import ConfigError

# The releases whose private names the recorder uses and whose placements were compared with a GPU runtime's.
SUPPORTED = ("2.21",)
TF1 = "1.15"  # what an original may run on; the release whose sessions child/recording_tf1.py knows
_DISTRIBUTIONS = ("tensorflow", "tensorflow-cpu", "tensorflow-gpu", "tf-nightly")
_TIMEOUT = 60
# Says what is installed without importing it: TensorFlow takes seconds.
_ASK = f"""
import importlib.util, json, sys
def version(names):
    try:
        from importlib.metadata import version, PackageNotFoundError
    except ImportError:  # Python 3.7, where TensorFlow brings setuptools along
        import pkg_resources
        PackageNotFoundError = pkg_resources.DistributionNotFound
        version = lambda name: pkg_resources.get_distribution(name).version
    for name in names:
        try:
            return name, version(name)
        except PackageNotFoundError:
            pass
    return None, None
has = importlib.util.find_spec("tensorflow") is not None
print(json.dumps({{"python": sys.version.split()[0], "has": has, "found": version({_DISTRIBUTIONS!r})}}))
"""


@dataclass(frozen=True)
class Interpreter:
    """A Python with a TensorFlow that can be watched."""

    path: str
    version: str
    tensorflow: str
    distribution: str = "tensorflow"


def check_gpu_build(interpreter: Interpreter, gpus: int | None) -> None:
    """Raise ConfigError where GPUs are pretended to a TensorFlow that knows no GPU kernels."""
    if gpus and interpreter.distribution == "tensorflow-cpu":
        raise ConfigError(
            f"{interpreter.path} has tensorflow-cpu, which knows no GPU kernels to predict with; "
            f"`{interpreter.path} -m pip install 'tensorflow=={SUPPORTED[-1]}.*'` needs no GPU either"
        )


def find(python: str | None, environment: Mapping[str, str] = os.environ) -> Interpreter:
    """The Python asked for, else that of the active environment.

    Raises ConfigError where it does not run, has no TensorFlow, or has a release outside SUPPORTED.
    """
    path = _path(python, environment)
    answer = _asked(path, "--python")
    distribution, version = answer["found"]
    if not answer["has"]:
        raise ConfigError(
            f"{path} has no TensorFlow: {_way_in(path, answer['python'])}, or name another Python with --python"
        )
    if version is None or ".".join(version.split(".")[:2]) not in SUPPORTED:
        known = " and ".join(SUPPORTED)
        raise ConfigError(
            f"{path} has TensorFlow {version or 'of an unknown version'}; verify knows {known}: "
            f"{_way_in(path, answer['python'])}, or name another Python with --python"
        )
    return Interpreter(path, answer["python"], version, distribution)


def _way_in(path: str, version: str) -> str:
    """How a Python gets TensorFlow. 2.21 needs 3.10 or newer (its `Requires-Python`)."""
    if tuple(map(int, version.split(".")[:2])) < (3, 10):
        return f"that needs Python 3.10 or newer, and this is {version}"
    return f"`{path} -m pip install 'tensorflow=={SUPPORTED[-1]}.*'` installs it"


def find_tf1(python: str) -> Interpreter:
    """The Python of an original. Raises ConfigError where it does not run, or has no TensorFlow 1.15 on Python 3.7."""
    path = shutil.which(python)
    if path is None:
        raise ConfigError(f"`--tf1-python {python}` is no program; give the path of a Python that has TensorFlow {TF1}")
    answer = _asked(path, "--tf1-python")
    distribution, version = answer["found"]
    if version is None or not version.startswith(f"{TF1}."):
        has = f"TensorFlow {version}" if version else "no TensorFlow"
        raise ConfigError(f"{path} has {has}; --tf1-python wants a Python 3.7 with `pip install 'tensorflow=={TF1}.*'`")
    if not answer["python"].startswith("3.7."):
        raise ConfigError(f"{path} is Python {answer['python']}; --tf1-python wants 3.7, the last for TensorFlow {TF1}")
    return Interpreter(path, answer["python"], version, distribution)


def _asked(path: str, flag: str) -> Any:
    """What a Python says of itself. Raises ConfigError where it does not answer."""
    try:
        asked = subprocess.run(
            [path, "-c", _ASK], capture_output=True, text=True, timeout=_TIMEOUT, check=True, stdin=subprocess.DEVNULL
        )
        return json.loads(asked.stdout.splitlines()[-1])
    except (OSError, subprocess.SubprocessError, ValueError, IndexError):
        raise ConfigError(f"`{path}` does not run as a Python interpreter; name one with {flag}") from None


def _path(python: str | None, environment: Mapping[str, str]) -> str:
    if python is not None:
        found = shutil.which(python)
        if found is None:
            raise ConfigError(f"`--python {python}` is no program; give the path of a Python that has TensorFlow")
        return found
    for variable in ("VIRTUAL_ENV", "CONDA_PREFIX"):
        active = environment.get(variable)
        if active and (path := Path(active, "bin", "python")).exists():
            return str(path)
    return shutil.which("python", path=environment.get("PATH")) or sys.executable
