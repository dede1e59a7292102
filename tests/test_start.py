"""What a run loads: nothing that it does not need. Time is measured by benchmarks/speed.py, never here."""

import subprocess
import sys
from pathlib import Path

import pytest

from tests.readme import ROOT

FINDINGS = "import tensorflow as tf\n\nconfig = tf.ConfigProto(allow_soft_placement=True)\n"
PINNED = f"{FINDINGS}config.gpu_options.visible_device_list = f'{{rank()}}'\ntf.Session(config=config)\n"
CLEAN_TF2 = 'import tensorflow as tf\n\nprint(tf.config.list_physical_devices("GPU"))\n'
LOADED = """
import sys
from tfgpu_migrate.cli import main
try:
    main(sys.argv[1:])
finally:
    print(*sys.modules, file=sys.stderr)
"""
RULES, CST, PROTO = "tfgpu_migrate.rules", "libcst", "tfgpu_migrate.proto.decide"
PROCESSES, CLICK = "multiprocessing", "click"


def loaded(*arguments: str) -> set[str]:
    command = [sys.executable, "-c", LOADED, *arguments]
    done = subprocess.run(command, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True, check=False)
    return set(done.stderr.splitlines()[-1].split()) & {RULES, CST, PROTO, PROCESSES, CLICK}


def test_the_version_needs_nothing() -> None:
    assert loaded("--version") == set()


@pytest.mark.parametrize(
    ("text", "needed"),
    [
        ("import numpy\n", {CLICK}),
        (CLEAN_TF2, {CLICK, RULES}),
        (FINDINGS, {CLICK, RULES, PROTO}),
        (PINNED, {CLICK, RULES, PROTO, CST}),
    ],
)
def test_one_file_needs_what_is_in_it(tmp_path: Path, text: str, needed: set[str]) -> None:
    file = tmp_path / "a.py"
    file.write_text(text)
    assert loaded("check", "--no-cache", str(file)) == needed


def test_what_the_cache_knows_needs_no_rules(tmp_path: Path) -> None:
    file = tmp_path / "a.py"
    file.write_text(FINDINGS)
    arguments = ("check", "--cache-dir", str(tmp_path / "cache"), str(file))
    assert loaded(*arguments) >= {RULES, PROTO}
    assert loaded(*arguments) == {CLICK}


def test_the_benchmark_runs(tmp_path: Path) -> None:
    (tmp_path / "a.py").write_text(FINDINGS)
    (tmp_path / "b.py").write_text(CLEAN_TF2)
    for table, head in (("files", "2 files"), ("parts", "| read |"), ("growth", "| 2 |")):
        command = [sys.executable, "benchmarks/speed.py", str(tmp_path), "--only", table, "--times", "2"]
        done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
        assert head in done.stdout, done.stderr
