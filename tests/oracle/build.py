"""Builds the CUDA driver without a GPU, with gcc and nm, for the TensorFlow of one interpreter."""

import re
import subprocess
from collections.abc import Iterator
from pathlib import Path

_SOURCE = Path(__file__).with_name("fake_cuda.c")
_WANTED = re.compile(
    r" ((?:cu[A-Z]\w*)|(?:(?:cuda|cublas|cublasLt|cudnn|cufft|cusolver|cusparse|cupti|nccl|nvml|__cuda)[A-Z]\w*))$",
    re.MULTILINE,
)
# The names under which TensorFlow 2.21 loads them.
_LIBRARIES = (
    "libcuda.so.1 libcudart.so.12 libcublas.so.12 libcublasLt.so.12 libcufft.so.11 libcusolver.so.11 libcusparse.so.12 "
    "libcudnn.so.9 libcupti.so.12 libnccl.so.2 libnvrtc.so.12"
).split()
_FIND = "import importlib.util as util, os; print(os.path.dirname(util.find_spec('tensorflow').origin))"


def build(python: str, folder: Path) -> dict[str, str]:
    """Build into a folder; the environment that puts it in front of a process. Raises CalledProcessError."""
    tensorflow = Path(_output(python, "-c", _FIND).strip())
    headers = tensorflow / "include" / "third_party" / "gpus" / "cuda" / "include"
    library, own = folder / "libfakecuda.so", folder / "own.so"
    _compile(headers, own, _SOURCE)
    stubs = folder / "stubs.c"
    missing = sorted(_asked_for(tensorflow) - _defined(own))
    exported = '__attribute__((visibility("default")))'
    stubs.write_text("".join(f"{exported} int {name}() {{ return 0; }}\n" for name in missing))
    _compile(headers, library, _SOURCE, stubs)
    for name in _LIBRARIES:
        (folder / name).symlink_to(library.name)
    return {
        "LD_PRELOAD": str(library),
        "LD_LIBRARY_PATH": str(folder),
        "XLA_FLAGS": "--xla_gpu_enable_command_buffer= --xla_gpu_autotune_level=0",
    }


def _compile(headers: Path, target: Path, *sources: Path) -> None:
    command = ["gcc", "-O1", "-w", f"-I{headers}", "-shared", "-fPIC", "-o", str(target), *map(str, sources), "-ldl"]
    subprocess.run(command, check=True)


def _asked_for(tensorflow: Path) -> set[str]:
    framework = _output("nm", "-D", "--defined-only", str(tensorflow / "libtensorflow_framework.so.2"))
    core = _output("nm", "-D", "--undefined-only", str(tensorflow / "libtensorflow_cc.so.2"))
    return set(_WANTED.findall(framework + core))


def _defined(library: Path) -> set[str]:
    return {line.split()[-1] for line in _lines(_output("nm", "-D", "--defined-only", str(library)))}


def _lines(text: str) -> Iterator[str]:
    return (line for line in text.splitlines() if line.strip())


def _output(*command: str) -> str:
    return subprocess.run(command, check=True, capture_output=True, text=True).stdout
