"""Hooks, the action and the examples for CI: they are valid, and do what they say."""

import os
import re
import shlex
import subprocess
import sys
from pathlib import Path

import pytest

from tfgpu_migrate.commands import run_command
from tfgpu_migrate.config import parse_table, read_table
from tfgpu_migrate.report.setting import SETTINGS
from tfgpu_migrate.settings import Settings

ROOT = Path(__file__).parent.parent
HOOKS = (ROOT / ".pre-commit-hooks.yaml").read_text(encoding="utf-8")
ENTRIES = dict(re.findall(r"- id: (\S+)\n(?:  .*\n)*?  entry: (.*)\n", HOOKS))
TEXT = "import tensorflow as tf\nx = tf.log(1.0)\n"


def call(folder: Path, *command: str) -> subprocess.CompletedProcess[str]:
    environment = {**os.environ, "PYTHONPATH": str(ROOT)}
    return subprocess.run(command, cwd=folder, env=environment, capture_output=True, text=True, check=False)


def hook(name: str, folder: Path, *files: str) -> subprocess.CompletedProcess[str]:
    _, *arguments = shlex.split(ENTRIES[name])
    return call(folder, sys.executable, "-m", "tfgpu_migrate", *arguments, *files)


def test_the_hooks_take_notebooks_and_run_alone() -> None:
    assert HOOKS.count("types_or: [python, jupyter]") == 2
    assert HOOKS.count("require_serial: true") == len(ENTRIES) == 3


def test_the_check_hook(tmp_path: Path) -> None:
    (tmp_path / "a.py").write_text(TEXT)
    (tmp_path / "build").mkdir()
    (tmp_path / "build/a.py").write_text(TEXT)
    assert hook("tfgpu-migrate", tmp_path, "a.py").returncode == 1
    assert hook("tfgpu-migrate", tmp_path, "build/a.py").returncode == 0
    assert (tmp_path / "a.py").read_text() == TEXT


def test_the_hook_for_dependency_files(tmp_path: Path) -> None:
    (tmp_path / "requirements.txt").write_text("tensorflow-gpu==1.4\n")
    assert hook("tfgpu-migrate-dependencies", tmp_path, "requirements.txt").returncode == 1
    assert (tmp_path / "requirements.txt").read_text() == "tensorflow-gpu==1.4\n"


def test_the_fix_hook_fails_once(tmp_path: Path) -> None:
    (tmp_path / "a.py").write_text(TEXT)
    assert hook("tfgpu-migrate-fix", tmp_path, "a.py").returncode == 1
    assert (tmp_path / "a.py").read_text() == TEXT.replace("tf.log", "tf.math.log")
    assert hook("tfgpu-migrate-fix", tmp_path, "a.py").returncode == 0


@pytest.mark.skipif(not os.environ.get("TFGPU_MIGRATE_PRE_COMMIT"), reason="installs packages: set it to run this")
def test_pre_commit_runs_the_hooks(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PRE_COMMIT_HOME", str(tmp_path / "home"))
    (tmp_path / "a.py").write_text(TEXT)
    call(tmp_path, "git", "init", "-q")
    call(tmp_path, "git", "add", "a.py")
    monkeypatch.delenv("PYTHONPATH", raising=False)
    command = (sys.executable, "-m", "pre_commit", "try-repo", str(ROOT), "--all-files")
    ran = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, check=False)
    assert ran.returncode == 1
    assert "a.py:2:5" in ran.stdout
    assert "files were modified by this hook" in ran.stdout
    call(tmp_path, "git", "add", "a.py")
    assert subprocess.run(command, cwd=tmp_path, capture_output=True, check=False).returncode == 0


def test_the_examples_are_valid() -> None:
    schemas = pytest.importorskip("check_jsonschema.builtin_schemas")
    jsonschema = pytest.importorskip("jsonschema")
    yaml = pytest.importorskip("ruamel.yaml").YAML(typ="safe")
    blocks = re.findall(r"```yaml\n(.*?)```", (ROOT / "docs" / "ci.md").read_text(encoding="utf-8"), re.DOTALL)
    workflow, of_gitlab = "vendor.github-workflows", "vendor.gitlab-ci"
    named = [
        ("vendor.github-actions", (ROOT / "action.yml").read_text(encoding="utf-8")),
        *zip((workflow, workflow, of_gitlab, workflow), blocks, strict=True),
    ]
    for name, text in named:
        jsonschema.Draft7Validator(schemas.get_builtin_schema(name)).validate(yaml.load(text))


@pytest.mark.skipif(os.name == "nt", reason="the stand-in for the command is a script of sh")
def test_the_action_takes_each_word_as_it_stands(tmp_path: Path) -> None:
    _, script = (ROOT / "action.yml").read_text(encoding="utf-8").rsplit("run: |\n", 1)
    (tmp_path / "a.py").touch()
    (tmp_path / "b.py").touch()
    (tmp_path / "tool").write_text('#!/bin/sh\nprintf "<%s>" "$@"\n')
    (tmp_path / "tool").chmod(0o755)
    environment = {**os.environ, "ARGS": " --exclude *.py  src", "TFGPU_MIGRATE": "./tool"}
    command = ("bash", "-eo", "pipefail", "-c", script)
    ran = subprocess.run(command, cwd=tmp_path, env=environment, capture_output=True, text=True, check=True)
    assert ran.stdout == "<check><--output-format><github><--exclude><*.py><src>"


def test_every_setting_is_explained_with_an_example_that_is_read(tmp_path: Path) -> None:
    for name, setting in SETTINGS.items():
        key, _, _ = setting.example.partition(" = ")
        assert key == name
        (tmp_path / "tfgpu-migrate.toml").write_text(setting.example)
        assert parse_table(read_table(tmp_path / "tfgpu-migrate.toml") or {}, "example") is not None
    fields = {key.replace("-", "_") for key in SETTINGS}
    assert fields == set(Settings.__dataclass_fields__) - {
        "unsafe_fixes", "ignore_noqa", "flag_select", "flag_ignore", "is_helper", "root",
    }  # fmt: skip


def test_the_config_command(capfd: pytest.CaptureFixture[str]) -> None:
    assert run_command(["config"]) == 0
    assert "\ngraph-mode  " in capfd.readouterr().out
    assert run_command(["config", "ignore"]) == 0
    assert capfd.readouterr().out.endswith('Default: []\n  Example: ignore = ["TFM101"]\n')
    assert run_command(["config", "ignroe"]) == 2
    assert capfd.readouterr().err == "error: unknown setting `ignroe`; did you mean `ignore`?\n"
    assert run_command(["config", "xx"]) == 2
    assert capfd.readouterr().err == "error: unknown setting `xx`; `tfgpu-migrate config` lists them\n"


@pytest.mark.parametrize("shell", ["bash", "zsh", "fish"])
def test_completion_scripts(shell: str, capfd: pytest.CaptureFixture[str]) -> None:
    assert run_command(["generate-shell-completion", shell]) == 0
    script = capfd.readouterr().out
    assert f"_TFGPU_MIGRATE_COMPLETE={shell}_complete" in script


def test_completion_completes(capfd: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    assert run_command(["generate-shell-completion", "bahs"]) == 2
    assert capfd.readouterr().err == "error: `bahs` is not known; did you mean `bash`?\n"
    monkeypatch.setenv("_TFGPU_MIGRATE_COMPLETE", "bash_complete")
    monkeypatch.setenv("COMP_WORDS", "tfgpu-migrate check --unsafe")
    monkeypatch.setenv("COMP_CWORD", "2")
    with pytest.raises(SystemExit):
        run_command([])
    assert capfd.readouterr().out == "plain,--unsafe-fixes\n"
