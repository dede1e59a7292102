"""The console sessions of a page, run again: each page in a folder of its own, with the files that it shows.

A block of code with a title (```` ```python title="train.py" ````) is a file, written before the next command. In a
`console` block each `$ ` line is a command of the shell, and the lines below it what it prints. What a command with
TensorFlow prints is kept where there is none.
"""

import os
import re
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import NamedTuple

_BLOCK = re.compile(r'(?<=```)(console|\w+ title="([^"]+)")\n(.*?)(?=```\n)', re.DOTALL)
_SCRIPT = re.compile(r"\bpython (\w+\.py)\b")
_SECONDS = re.compile(r"\bafter [\d.]+ s\b")  # the one thing in reports that no two runs have in common


class Bed(NamedTuple):
    """Where sessions run: the checkout, and a Python with TensorFlow, None where there is none."""

    root: Path
    tensorflow: str | None


def rerun(text: str, folder: Path, bed: Bed) -> str:
    """The page with what its commands print now; the folder is empty at first."""
    folder.mkdir(parents=True, exist_ok=True)

    def block(match: re.Match[str]) -> str:
        head, file, body = match.groups()
        if file is not None:
            target = folder / file
            target.parent.mkdir(parents=True, exist_ok=True)
            target.write_text(body, encoding="utf-8")
            return match[0]
        return f"{head}\n" + "\n".join(answered(body, lambda command, shown: _output(command, shown, folder, bed)))

    return _BLOCK.sub(block, text)


def answered(block: str, answer: Callable[[str, str], str]) -> Iterator[str]:
    """The commands of a block, each followed by its answer; one empty line between two of them."""
    for each in re.split(r"^(?=\$ )", block, flags=re.MULTILINE):
        if each:
            command, _, shown = each.removeprefix("$ ").partition("\n")
            yield f"$ {command}\n{answer(command, shown)}"


def commands(text: str) -> list[str]:
    """All commands of the sessions of a page."""
    return [
        line.removeprefix("$ ")
        for head, _, body in _BLOCK.findall(text)
        if head == "console"
        for line in body.splitlines()
        if line.startswith("$ ")
    ]


def needs_tensorflow(command: str, folder: Path) -> bool:
    """Whether a command runs a script that imports TensorFlow."""
    script = _SCRIPT.search(command)
    file = folder / script[1] if script else None
    return "tfgpu-migrate verify" in command or (file is not None and "tensorflow as tf" in file.read_text("utf-8"))


def _output(command: str, shown: str, folder: Path, bed: Bed) -> str:
    if needs_tensorflow(command, folder) and bed.tensorflow is None:
        return shown.rstrip("\n") + "\n" if shown.strip() else ""
    out = shell(command, folder, bed).stdout
    return _SECONDS.sub("after 2.0 s", re.sub(r" +$", "", out, flags=re.MULTILINE))


def shell(command: str, folder: Path, bed: Bed) -> "subprocess.CompletedProcess[str]":
    """Run a command as a shell in the folder does, where `tfgpu-migrate` and `python` are those that are meant."""
    programs = folder.parent / f"{folder.name}-bin"
    programs.mkdir(exist_ok=True)
    tool = programs / "tfgpu-migrate"
    tool.write_text(f'#!/bin/sh\nPYTHONPATH={bed.root} exec {sys.executable} -m tfgpu_migrate "$@"\n', encoding="utf-8")
    tool.chmod(0o755)
    python = (bed.tensorflow if needs_tensorflow(command, folder) else None) or sys.executable
    environment = {
        name: value
        for name, value in os.environ.items()
        if not name.startswith(("FORCE_COLOR", "TF_", "CUDA_", "VIRTUAL_ENV", "CONDA", "GIT_", "TFGPU_", "PYTHON"))
    }
    environment |= {
        "PATH": os.pathsep.join((str(programs), str(Path(python).parent), os.environ["PATH"])),
        "HOME": str(folder.parent),
        "TFGPU_MIGRATE_CACHE_DIR": str(programs / "cache"),
        "PYTHONPATH": str(bed.root),
        "GIT_CONFIG_GLOBAL": os.devnull,
        "TF_ENABLE_ONEDNN_OPTS": "0",
    }
    return subprocess.run(
        ["bash", "-c", command],
        cwd=folder,
        env=environment,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        encoding="utf-8",
        timeout=600,
        check=False,
    )
