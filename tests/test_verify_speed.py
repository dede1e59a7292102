"""`verify --compare-cpu`: what is measured, what is said of it, and how TensorFlow is kept from its GPUs."""

import json
import subprocess
import sys
from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from tests.test_verify_command import SCHEMA, fake_python, verify
from tests.test_verify_fix import PYTHON
from tests.test_verify_fix import options as options_of
from tests.verify_bed import VerifyBed
from tfgpu_migrate.config import ConfigError
from tfgpu_migrate.verify import as_json, running, tables, without_gpus
from tfgpu_migrate.verify.interpreter import Interpreter
from tfgpu_migrate.verify.launch import Ended
from tfgpu_migrate.verify.options import VerifyOptions
from tfgpu_migrate.verify.result import Result
from tfgpu_migrate.verify.speed import Speed, Timed, Times

WELL = Ended(0, None, False, 60.0)
FAILED = Ended(1, None, False, 60.0)
STOPPED = Ended(None, None, True, 600.0)
TIMES = Times(3.0, 1.0)


def timed(seconds: float, import_seconds: float = 1.0) -> Timed:
    return Timed(WELL, None, Times(seconds, import_seconds))


def result(ended: Ended = WELL, gpus: int = 1, times: Times | None = TIMES, **more: Any) -> Result:
    known = Result("train.py", PYTHON, ended, None, gpus, True, "placer", "", times=times)
    return replace(known, **more)


@pytest.mark.parametrize(
    ("speed", "text"),
    [
        (
            Speed(timed(3.1), timed(2.0)),
            "the GPU run took 3.1 s, the CPU run 2.0 s: it takes 1.6 times as long with GPUs",
        ),
        (
            Speed(timed(10.0), timed(35.0)),
            "the GPU run took 10.0 s, the CPU run 35.0 s: it takes 3.5 times as long without GPUs",
        ),
        (
            Speed(timed(10.0), timed(10.5)),
            "the GPU run took 10.0 s, the CPU run 10.5 s: GPUs make no difference",
        ),
        (
            Speed(timed(5.0, 4.0), timed(12.0, 4.0)),
            "the GPU run took 5.0 s, the CPU run 12.0 s: it takes 2.4 times as long without GPUs; "
            "most of the GPU run is the import of TensorFlow, and not counting that, "
            "it takes 8.0 times as long without GPUs",
        ),
        (
            Speed(timed(20.0), Timed(STOPPED, None, Times(600.0, 1.0))),
            "the GPU run took 20.0 s, the CPU run was stopped after 600 s: "
            "it takes at least 30.0 times as long without GPUs; `--timeout` gives it more time",
        ),
        (
            Speed(timed(3.0), Timed(FAILED, "IndexError: list index out of range\nmore", Times(2.0, 1.0))),
            "the GPU run took 3.0 s, the CPU run exited with 1: IndexError: list index out of range; "
            "their times do not compare",
        ),
        (
            Speed(timed(3.0), Timed(Ended(None, "SIGKILL", False, 2.0), None, None)),
            "the GPU run took 3.0 s, the CPU run was ended by SIGKILL; their times do not compare",
        ),
        (
            Speed(Timed(FAILED, None, Times(2.0, 1.0)), why_not="the GPU run exited with 1"),
            "not compared with the CPU: the GPU run exited with 1",
        ),
    ],
)
def test_what_is_said(speed: Speed, text: str) -> None:
    assert speed.text == text


def test_times_compare_only_where_both_runs_ended_well() -> None:
    good = Speed(timed(5.0, 4.0), timed(12.0, 4.0))
    assert (good.ratio, good.ratio_after_import) == (2.4, 8.0)
    bad = Speed(timed(5.0, 4.0), Timed(FAILED, None, Times(12.0, 4.0)))
    assert (bad.ratio, bad.ratio_after_import) == (None, None)


def test_the_report_has_both_runs() -> None:
    speed = Speed(timed(5.0, 1.0), timed(12.0, 2.0))
    text = tables.render(result(speed=speed), color=False)
    assert [line.split() for line in text.splitlines() if line.startswith("with")] == [
        ["with", "GPUs", "5.0", "1.0", "4.0"],
        ["without", "12.0", "2.0", "10.0"],
    ]
    assert speed.text in " ".join(text.split())


@pytest.mark.parametrize(
    "speed",
    [
        None,
        Speed(timed(5.0), timed(12.0)),
        Speed(timed(5.0), Timed(STOPPED, None, None)),
        Speed(timed(5.0), why_not="the script saw no GPU"),
    ],
)
def test_the_schema_describes_it(speed: Speed | None) -> None:
    jsonschema = pytest.importorskip("jsonschema")
    report = json.loads(as_json.render(result(speed=speed, peaks={"GPU:0": 32}), [], []))
    jsonschema.validate(report, SCHEMA)
    assert (report["speed"] is None) is (speed is None)
    assert report["devices"]["GPU:0"]["peak_mib"] == 32
    if speed is not None:
        assert report["speed"]["gpu"]["seconds"] == 5.0
        assert report["speed"]["cpu_by_gpu"] == speed.ratio
        assert speed.text in report["notes"]


def measured(with_gpus: Result, without: Result, monkeypatch: pytest.MonkeyPatch) -> tuple[Speed, list[Any]]:
    """The comparison, and how the second run was asked for."""
    runs: list[Any] = []

    def run_script(options: VerifyOptions, python: Interpreter, stdout: Any, **how: Any) -> Result:
        runs.append((stdout, how))
        return without

    monkeypatch.setattr(without_gpus, "run_script", run_script)
    return without_gpus.measured(options_of(Path("train.py")), PYTHON, with_gpus), runs


def test_the_second_run_has_no_gpus_and_prints_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    speed, runs = measured(result(), result(gpus=0, times=Times(5.0, 1.0)), monkeypatch)
    assert runs == [(subprocess.DEVNULL, {"hide_gpus": True})]
    assert speed.ratio_after_import == 2.0


@pytest.mark.parametrize(
    ("with_gpus", "why_not"),
    [
        (result(FAILED), "the GPU run exited with 1"),
        (result(STOPPED), "the GPU run was stopped after 600 s"),
        (result(gpus=0), "the script saw no GPU"),
        (result(has_trace=False), "the GPU run left no record of TensorFlow"),
        (result(times=None), "the GPU run left no record of TensorFlow"),
    ],
)
def test_what_is_not_worth_a_second_run(with_gpus: Result, why_not: str, monkeypatch: pytest.MonkeyPatch) -> None:
    speed, runs = measured(with_gpus, result(gpus=0), monkeypatch)
    assert (speed.cpu, speed.why_not, runs) == (None, why_not, [])


def test_a_second_run_that_had_gpus_is_no_comparison(monkeypatch: pytest.MonkeyPatch) -> None:
    speed, _ = measured(result(), result(gpus=1), monkeypatch)
    assert speed.text == "not compared with the CPU: the GPUs could not be hidden from it"


@pytest.mark.parametrize(
    ("more", "flag"), [({"gpus": 1}, "--gpus"), ({"against": "old.py"}, "--against"), ({"fix": True}, "--fix")]
)
def test_pretended_gpus_have_no_speed(more: Mapping[str, Any], flag: str) -> None:
    options = replace(options_of(Path("train.py")), fix=False)
    with pytest.raises(ConfigError, match=f"measures the GPUs of this machine, and {flag} pretends some"):
        without_gpus.check(replace(options, **more), PYTHON)


def test_without_a_gpu_one_line_says_what_to_do(tmp_path: Path) -> None:
    (tmp_path / "script.py").write_text("print('it ran')\n")
    python = fake_python(tmp_path, {"python": "3.11.2", "has": True, "found": ["tensorflow", "2.21.0"]})
    done = verify("--compare-cpu", "script.py", cwd=tmp_path, python=python)
    assert (done.returncode, done.stdout, len(done.stderr.splitlines())) == (2, "", 1)
    assert "--compare-cpu needs a GPU, and TensorFlow sees none here" in done.stderr
    assert f"`{python} -m pip install 'tensorflow[and-cuda]==2.21.*'` brings what it needs" in done.stderr
    assert done.stderr.endswith("; where there is none, `--gpus 1` shows where each op would go\n")


@pytest.mark.parametrize(("said", "refused"), [("a line\n2", False), ("0", True)])
def test_the_scripts_python_is_asked_for_gpus(said: str, refused: bool, tmp_path: Path) -> None:
    python = tmp_path / "python"
    python.write_text(f"#!/bin/sh\necho '{said}'\n")
    python.chmod(0o755)
    options = replace(options_of(Path("train.py")), fix=False)
    interpreter = replace(PYTHON, path=str(python))
    if not refused:
        without_gpus.check(options, interpreter)
        return
    with pytest.raises(ConfigError):
        without_gpus.check(options, interpreter)


def run(text: str, tmp_path: Path, *, hide_gpus: bool = False) -> tuple[Result, str]:
    """Run a script in a process of its own, with the Python of the tests."""
    script, output = tmp_path / "script.py", tmp_path / "output"
    script.write_text(text)
    options = replace(options_of(script), timeout=60.0, fix=False)
    with output.open("wb") as file:
        seen = running.run_script(options, replace(PYTHON, path=sys.executable), file, hide_gpus=hide_gpus)
    return seen, output.read_text("utf-8")


@pytest.mark.parametrize("end", ["", "import os; os._exit(0)", "raise SystemExit(3)"])
def test_the_clock_runs_while_the_script_does(end: str, tmp_path: Path) -> None:
    (tmp_path / "tensorflow.py").write_text("import time; time.sleep(0.2); __version__ = '2.21.0'\n")
    seen, _ = run(f"import time, tensorflow; time.sleep(0.1)\n{end}\n", tmp_path)
    times = seen.times
    assert times is not None
    assert 0.2 <= times.import_seconds <= times.seconds - 0.1
    assert times.seconds < seen.ended.seconds


def test_the_second_run_is_told_in_the_way_of_the_field(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("CUDA_VISIBLE_DEVICES", "1")
    text = "import os; print(os.environ['CUDA_VISIBLE_DEVICES'])\n"
    assert [run(text, tmp_path, hide_gpus=hidden)[1] for hidden in (False, True)] == ["1\n", "-1\n"]


# A machine that has a GPU, as far as its lists go; what would create devices only says what it was given.
HIDING = """import tensorflow as tf
from tensorflow.python.client import device_lib, session
from tensorflow.python.eager import context

from tfgpu_migrate.verify.child import hide

runtime, created = context.pywrap_tfe, []
set_config, new_options = runtime.TFE_ContextOptionsSetConfig, session.tf_session.TF_NewSessionOptions


def note(config):
    created.append(dict(config.device_count).get("GPU"))
    return config


def set_noted(options, serialized):
    note(tf.compat.v1.ConfigProto.FromString(serialized))
    return set_config(options, serialized)


runtime.TF_ListPhysicalDevices = lambda: [b"/physical_device:CPU:0", b"/physical_device:GPU:0"]
runtime.TF_ListPluggablePhysicalDevices = lambda: [b"/physical_device:GPU:0"]
runtime.TFE_ContextOptionsSetConfig = set_noted
session.tf_session.TF_NewSessionOptions = lambda target=None, config=None: new_options(target, note(config))
device_lib.list_local_devices = lambda config=None: note(config)
context.context().reinitialize_physical_devices()
before = tf.config.list_physical_devices("GPU")
hide.install()
print(len(before), len(tf.config.list_physical_devices("GPU")), len(context.context()._pluggable_devices))
with tf.Graph().as_default():
    tf.compat.v1.Session(config=tf.compat.v1.ConfigProto(device_count={"GPU": 1}))
    tf.compat.v1.Session()
tf.constant(1.0)
device_lib.list_local_devices()
print(created, tf.config.list_logical_devices())
"""


@pytest.mark.tensorflow
def test_tensorflow_neither_lists_nor_creates_a_hidden_gpu(verify_bed: VerifyBed) -> None:
    seen = verify_bed.run_text(HIDING, None)
    assert seen.stdout.splitlines()[:1] == ["1 0 0"], seen.stderr
    assert seen.stdout.splitlines()[1] == "[0, 0, 0, 0] [LogicalDevice(name='/device:CPU:0', device_type='CPU')]"


@pytest.mark.tensorflow
def test_a_hidden_run_is_recorded(verify_bed: VerifyBed, tmp_path: Path) -> None:
    script = tmp_path / "script.py"
    script.write_text("import tensorflow as tf\nprint(tf.zeros(2).device)\n")
    seen = verify_bed.run(script, None, hide_gpus=True)
    assert seen.stdout.endswith("CPU:0\n"), seen.stderr
    assert (seen.result.gpus, seen.result.notes) == (0, ())
