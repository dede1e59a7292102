"""The last lines of a run tell what is left of TensorFlow 1 and what has to be installed."""

import subprocess
import sys
from pathlib import Path

NET = (
    "import tensorflow as tf\n\nx = tf.placeholder(tf.float32)\ny = tf.contrib.slim.batch_norm(tf.layers.flatten(x))\n"
)


def check(folder: Path, *flags: str) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "tfgpu_migrate", "check", *flags, "net.py"]
    return subprocess.run(command, cwd=folder, capture_output=True, text=True, check=False)


def test_what_stays_on_compat_v1_and_what_has_to_be_installed(tmp_path: Path) -> None:
    (tmp_path / "net.py").write_text(NET)
    done = check(tmp_path, "--fix")
    assert done.returncode == 0, done.stderr
    assert "New dependencies: pip install 'tf_keras==2.21.*' tf_slim==1.1.0\n" in done.stdout
    assert "4 names in 1 file stay on `tf.compat.v1`.\n" in done.stdout
    again = check(tmp_path)
    assert (again.returncode, "New dependencies" in again.stdout) == (0, False)
    assert "4 names in 1 file stay on `tf.compat.v1`.\n" in again.stdout


def test_nothing_is_said_of_a_file_that_needs_nothing(tmp_path: Path) -> None:
    (tmp_path / "net.py").write_text("import tensorflow as tf\n\nprint(tf.zeros([1]))\n")
    assert check(tmp_path).stdout == "All checks passed!\n"
