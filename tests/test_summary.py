"""The last lines of a run tell what is left of TensorFlow 1 and what has to be installed."""

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

NET = (
    "import tensorflow as tf\n\nx = tf.placeholder(tf.float32)\ny = tf.contrib.slim.batch_norm(tf.layers.flatten(x))\n"
)


def check(folder: Path, *flags: str) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "tfgpu_migrate", "check", *(flags or ("net.py",))]
    return subprocess.run(command, cwd=folder, capture_output=True, text=True, check=False)


def test_what_stays_on_compat_v1_and_what_has_to_be_installed(tmp_path: Path) -> None:
    (tmp_path / "net.py").write_text(f"{NET}tf.compat.v1.trainable_variables()\n")
    assert (
        "1 name in 1 file is on `tf.compat.v1` now; `--diff` counts those after the fixes.\n" in check(tmp_path).stdout
    )
    done = check(tmp_path, "--fix", "net.py")
    assert done.returncode == 0, done.stderr
    assert "New dependencies: pip install 'tf_keras==2.21.*' tf_slim==1.1.0\n" in done.stdout
    assert "5 names in 1 file stay on `tf.compat.v1`.\n" in done.stdout
    again = check(tmp_path)
    assert (again.returncode, "New dependencies" in again.stdout) == (0, False)
    assert "5 names in 1 file stay on `tf.compat.v1`.\n" in again.stdout


def test_nothing_is_said_of_a_file_that_needs_nothing(tmp_path: Path) -> None:
    (tmp_path / "net.py").write_text("import tensorflow as tf\n\nprint(tf.zeros([1]))\n")
    assert check(tmp_path).stdout == "All checks passed!\n"


NEEDS = "Not in {}, but needed: tf_keras==2.21.*, tf_slim==1.1.0\n"


def test_requirements_that_lack_what_the_code_needs_are_told_in_every_run(tmp_path: Path) -> None:
    (tmp_path / "net.py").write_text(NET)
    (tmp_path / "requirements.txt").write_text("tensorflow==1.15  # with tf_slim\nnumpy\n")
    said = NEEDS.format("requirements.txt")
    assert said in check(tmp_path, "--diff", ".").stderr
    assert said in check(tmp_path, "--fix", ".").stdout
    for _ in range(2):  # the second time from the cache
        again = check(tmp_path, ".")
        assert (again.returncode, again.stdout.startswith("All checks passed!\n")) == (0, True)
        assert said in again.stdout
    assert "Not in" not in check(tmp_path, "net.py").stdout
    (tmp_path / "requirements.txt").write_text("tensorflow==2.21.*\nTF-Keras\n")
    assert "Not in requirements.txt, but needed: tf_slim==1.1.0\n" in check(tmp_path, ".").stdout
    (tmp_path / "requirements-more.txt").write_text("tf-slim\n")
    assert "Not in" not in check(tmp_path, ".").stdout


def test_the_files_that_ask_for_tensorflow_are_named(tmp_path: Path) -> None:
    (tmp_path / "net.py").write_text("import tf_slim\nimport tf_keras\nimport tensorflow as tf\n")
    (tmp_path / "requirements.txt").write_text("tensorflow\n")
    (tmp_path / "pyproject.toml").write_text("[project]\nname = 'tensorflow'\n")
    assert NEEDS.format("requirements.txt") in check(tmp_path, ".").stdout
    (tmp_path / "pyproject.toml").write_text("[project]\ndependencies = ['tensorflow']\n")
    assert NEEDS.format("any of pyproject.toml, requirements.txt") in check(tmp_path, ".").stdout


def test_what_a_fix_would_need_is_told_before_it_is_made(tmp_path: Path) -> None:
    (tmp_path / "net.py").write_text(NET)
    done = check(tmp_path)
    assert "These fixes need new dependencies: pip install 'tf_keras==2.21.*' tf_slim==1.1.0\n" in done.stdout
    needs = {package for one in json.loads(check(tmp_path, "--output-format", "json").stdout) for package in need(one)}
    assert needs == {"tf_keras==2.21.*", "tf_slim==1.1.0"}


def need(finding: dict[str, Any]) -> list[str]:
    return list((finding["fix"] or {}).get("requires", ()))


@pytest.mark.parametrize("flags", [("--fix", "--output-format", "json"), ("--fix-only", "--output-format", "sarif")])
def test_formats_for_programs_name_new_dependencies_beside_the_findings(tmp_path: Path, flags: tuple[str, ...]) -> None:
    (tmp_path / "net.py").write_text(NET)
    assert "New dependencies: pip install 'tf_keras==2.21.*' tf_slim==1.1.0\n" in check(tmp_path, *flags).stderr
    (tmp_path / "net.py").write_text(NET)
    assert check(tmp_path, *flags, "--quiet").stderr == ""


def test_only_fixes_name_new_dependencies(tmp_path: Path) -> None:
    (tmp_path / "net.py").write_text(NET)
    assert check(tmp_path, "--fix-only").stdout.endswith("tf_slim==1.1.0\n")


def test_the_version_of_a_dependency_is_that_of_the_target(tmp_path: Path) -> None:
    (tmp_path / "net.py").write_text(NET)
    done = check(tmp_path, "--fix", "--target-version", "2.18")
    assert "New dependencies: pip install 'tf_keras==2.18.*' tf_slim==1.1.0\n" in done.stdout
