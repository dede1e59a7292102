"""The command as a process of its own, with what a test changes in it before its first line."""

import os
import subprocess
import sys
from pathlib import Path
from typing import Any

from tests.readme import ROOT

COMMAND = [sys.executable, "-m", "tfgpu_migrate"]
GROWTH = (
    "import tensorflow as tf\n"
    "config = tf.ConfigProto()\n"
    "config.gpu_options.allow_growth = True\n"
    "with tf.Session(config=config) as sess:\n"
    "    print(sess.run(tf.constant(1)))\n"
)
LOG = "import tensorflow as tf\nx = tf.log(1.0)\n"
FIXED_LOG = "import tensorflow as tf\nx = tf.math.log(1.0)\n"


def environment(hooks: Path, patch: str) -> dict[str, str]:
    """Variables under which each Python process, workers too, runs `patch` first: it stands in the folder `hooks`."""
    hooks.mkdir(exist_ok=True)
    (hooks / "sitecustomize.py").write_text(patch, encoding="utf-8")
    path = os.pathsep.join((str(hooks), str(ROOT)))
    return {**os.environ, "PYTHONPATH": path, "PYTHONDONTWRITEBYTECODE": "1"}


def start(folder: Path, *arguments: str, patch: str = "", **rest: Any) -> "subprocess.Popen[bytes]":
    hooks = folder.parent / f"{folder.name}-hooks"
    pipes = {"stdout": subprocess.PIPE, "stderr": subprocess.PIPE}
    return subprocess.Popen([*COMMAND, *arguments], cwd=folder, env=environment(hooks, patch), **{**pipes, **rest})


def tool(folder: Path, *arguments: str, patch: str = "", **rest: Any) -> "subprocess.CompletedProcess[str]":
    """Run to the end, a minute at most; a name that is no text comes back as surrogates."""
    process = start(folder, *arguments, patch=patch, **rest)
    try:
        out, err = process.communicate(timeout=60)
    except subprocess.TimeoutExpired:
        process.kill()
        raise
    texts = ["" if text is None else text.decode("utf-8", "surrogateescape") for text in (out, err)]
    assert "Traceback" not in texts[1], texts[1]
    return subprocess.CompletedProcess(arguments, process.returncode, *texts)


def names(folder: Path) -> set[str]:
    """What lies in a folder and below, but for the cache."""
    found = (path.relative_to(folder) for path in folder.rglob("*"))
    return {str(path) for path in found if path.parts[0] != ".tfgpu_migrate_cache"}
