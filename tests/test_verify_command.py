"""The command line of `verify`: what it refuses, and whole runs of it in processes of their own."""

import errno
import json
import os
import re
import subprocess
import sys
import time
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from tests.pretend_gpus import tensorflow_python
from tests.test_verify_fix import options as options_of
from tfgpu_migrate.config import ConfigError
from tfgpu_migrate.verify import expectations, interpreter, launch
from tfgpu_migrate.verify.verifying import run_verify

ROOT = Path(__file__).resolve().parents[1]
SCHEMA = json.loads((ROOT / "docs" / "verify.schema.json").read_text("utf-8"))


def verify(*arguments: str, cwd: Path, python: str | None = None) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "tfgpu_migrate", "verify", "--python", python or sys.executable, *arguments]
    environment = {**os.environ, "PYTHONPATH": str(ROOT), "TMPDIR": str(cwd / "tmp"), "TF_CPP_MIN_LOG_LEVEL": "3"}
    (cwd / "tmp").mkdir(exist_ok=True)
    done = subprocess.run(command, cwd=cwd, env=environment, capture_output=True, text=True, check=False)
    assert list((cwd / "tmp").iterdir()) == [], "a temporary file was left"
    return done


def fake_python(folder: Path, answer: dict[str, Any]) -> str:
    """A program that answers what an interpreter with such an environment would."""
    path = folder / "python"
    path.write_text(f"#!/bin/sh\necho '{json.dumps(answer)}'\n")
    path.chmod(0o755)
    return str(path)


def test_memory_of_gpus_that_are_not_pretended_is_refused(tmp_path: Path) -> None:
    (tmp_path / "script.py").write_text("print('it ran')\n")
    done = verify("--gpu-memory-mb", "4096", "script.py", cwd=tmp_path)
    assert (done.returncode, done.stdout) == (2, "")
    assert "--gpu-memory-mb is the memory of pretended GPUs; add --gpus N" in done.stderr


def test_an_environment_without_tensorflow_is_told_how_to_get_it(tmp_path: Path) -> None:
    python = fake_python(tmp_path, {"python": "3.11.2", "has": False, "found": [None, None]})
    with pytest.raises(ConfigError, match=r"has no TensorFlow: `.*python -m pip install 'tensorflow==2\.21\.\*'`"):
        interpreter.find(python)


@pytest.mark.parametrize("version", ["1.15.5", "2.20.0", "2.22.0", None])
def test_another_release_is_refused(version: str | None, tmp_path: Path) -> None:
    python = fake_python(tmp_path, {"python": "3.11.2", "has": True, "found": ["tensorflow", version]})
    with pytest.raises(ConfigError, match=r"verify knows 2\.21"):
        interpreter.find(python)


def test_a_cpu_only_build_is_refused_where_gpus_are_pretended(tmp_path: Path) -> None:
    python = fake_python(tmp_path, {"python": "3.11.2", "has": True, "found": ["tensorflow-cpu", "2.21.0"]})
    found = interpreter.find(python)
    interpreter.check_gpu_build(found, None)
    with pytest.raises(ConfigError, match="has tensorflow-cpu, which knows no GPU kernels"):
        interpreter.check_gpu_build(found, 1)


def test_the_active_environment_is_the_default(tmp_path: Path) -> None:
    (tmp_path / "bin").mkdir()
    python = fake_python(tmp_path / "bin", {"python": "3.11.2", "has": True, "found": ["tensorflow", "2.21.0"]})
    found = interpreter.find(None, {"VIRTUAL_ENV": str(tmp_path), "PATH": ""})
    assert found == interpreter.Interpreter(python, "3.11.2", "2.21.0")


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["gone.py"], "gone.py does not exist"),
        (["."], ". is a folder"),
        (["note.ipynb"], "note.ipynb is a notebook"),
        (["--gpus", "two", "script.py"], "`--gpus two` is no number"),
        (["--timeout", "0", "script.py"], "`--timeout 0` is no number"),
        (["--expect-gpu", "gone.py:3", "script.py"], "`--expect-gpu gone.py:3`: there is no file `gone.py` here"),
        (["--expect-gpu", "script.py:x", "script.py"], "`--expect-gpu script.py:x` names no line of a file"),
        (["--fail-on", "TFM6x", "script.py"], "TFM6X"),
        (["--python", "no-such-python", "script.py"], "`--python no-such-python` is no program"),
        (["--python", "/bin/false", "script.py"], "`/bin/false` does not run as a Python interpreter"),
    ],
)
def test_what_cannot_be_run_is_refused_in_one_line(arguments: list[str], said: str, tmp_path: Path) -> None:
    (tmp_path / "script.py").write_text("print('it ran')\n")
    done = verify(*arguments, cwd=tmp_path)
    assert done.returncode == 2
    assert said in done.stderr
    assert len(done.stderr.splitlines()) == 1
    assert done.stdout == ""


@pytest.mark.parametrize(
    ("given", "here", "script", "meant"),
    [
        ("train.py:3", "src", "train.py", "src/train.py"),
        ("src/train.py:3", "src", "train.py", "src/train.py"),
        ("train.py:3", ".", "src/train.py", "src/train.py"),
        ("src/model/net.py", ".", "src/train.py", "src/model/net.py"),
        ("model/net.py", ".", "src/train.py", "src/model/net.py"),
        ("src/model/net.py", "src/model", "../train.py", "src/model/net.py"),
    ],
)
def test_what_must_be_on_a_gpu_is_found_from_any_folder(
    given: str, here: str, script: str, meant: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "src" / "model").mkdir(parents=True)
    for name in ("src/train.py", "src/model/net.py"):
        (tmp_path / name).touch()
    monkeypatch.chdir(tmp_path / here)
    (place,) = expectations.parse([given], script)
    assert (Path(place.file).resolve(), place.line) == (tmp_path / meant, 3 if given.endswith(":3") else 0)


EXITING = """import os, sys
import tensorflow as tf
with tf.device("/gpu:0"):
    step = tf.Variable(0)
    product = tf.matmul([[1.0]], [[2.0]])
print(__name__, sys.argv[1:], os.getcwd(), "TFGPU_VERIFY" in os.environ)
print([entry for entry in (*sys.path, os.environ["PYTHONPATH"]) if "inject" in entry], sys.stdin.read())
sys.stdout.flush()
os._exit(4)
"""


@pytest.mark.tensorflow
@pytest.mark.parametrize(
    ("last", "said"),
    [
        ("", "Found 1 error; script.py itself exited with 0 after "),
        ("raise SystemExit(3)", "Found 2 errors; script.py exited with 3 after "),
    ],
)
def test_the_last_line_tells_errors_from_the_end_of_the_script(last: str, said: str, tmp_path: Path) -> None:
    (tmp_path / "script.py").write_text(
        f"import tensorflow as tf\nwith tf.device('/gpu:0'):\n    tf.Variable(0)\n{last}\n"
    )
    done = verify("--gpus", "1", "--fail-on", "TFM601,TFM611", "script.py", cwd=tmp_path, python=tensorflow_python())
    assert done.stdout.splitlines()[-1].replace(", 1 note", "").startswith(said)


@pytest.mark.tensorflow
def test_a_whole_run_as_json(tmp_path: Path) -> None:
    (tmp_path / "script.py").write_text(EXITING)
    flags = ["--gpus", "1", "--output-format", "json", "--expect-gpu", "script.py:5", "--expect-gpu", "script.py:4"]
    done = verify(*flags, "script.py", "--epochs", "1", cwd=tmp_path, python=tensorflow_python())
    report = json.loads(done.stdout)
    jsonschema = pytest.importorskip("jsonschema")
    jsonschema.validate(report, SCHEMA)
    assert done.returncode == 1
    assert f"__main__ ['--epochs', '1'] {tmp_path} False\n[] \n" in done.stderr
    assert report["run"]["exit_code"] == 4
    assert report["placement"] == {"gpus": 1, "pretended": True, "source": "placer"}
    assert [(each["code"], each["location"]["row"], each["severity"]) for each in report["findings"]] == [
        ("TFM611", 1, "error"),
        ("TFM601", 4, "error"),
        ("TFM610", 4, "error"),
    ]
    assert {(op["op"], op["device"], op["known"]) for op in report["ops"] if op["line"] == 5} == {
        ("MatMul", "GPU:0", "predicted"),
        ("_EagerConst", "GPU:0", "predicted"),
    }


HANGING = """import sys, threading, time
import tensorflow as tf

def fail():
    with tf.device("/gpu:0"):
        tf.raw_ops.MatMul(a=[[1.0]], b=[1.0])

thread = threading.Thread(target=fail)
thread.start()
thread.join()
open("waiting", "w").close()
time.sleep(600)
"""


@pytest.mark.tensorflow
def test_a_script_that_hangs_and_the_traceback_of_a_thread(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "script.py").write_text(HANGING)
    monkeypatch.chdir(tmp_path)
    hangs = tmp_path / "waiting"

    def until_it_hangs(process: subprocess.Popen[bytes], _: float) -> bool:
        while not launch._has_ended(process):
            if hangs.exists():
                hangs.unlink()
                return False
            time.sleep(0.05)
        return True

    monkeypatch.setattr(launch, "_wait", until_it_hangs)
    options = replace(options_of(Path("script.py")), python=tensorflow_python(), fix=False)
    code = run_verify(options)
    stdout, stderr = capfd.readouterr()
    assert code == 1
    assert "InvalidArgumentError" in stderr
    assert "tfgpu_migrate" not in stderr
    assert "script.py:1:1\n" in stdout
    assert re.search("TFM611 the script was stopped after [0-9]+ s; `--timeout` gives it more time", stdout)
    assert "MatMul" in stdout
    assert "this machine shows TensorFlow no GPU; `--gpus N` predicts for one that does" in stdout
    assert "2 errors" in stdout.splitlines()[-1]


@pytest.mark.tensorflow
def test_a_script_without_tensorflow(tmp_path: Path) -> None:
    (tmp_path / "script.py").write_text("print('hello')\nraise SystemExit(0)\n")
    done = verify("-o", "report.txt", "script.py", cwd=tmp_path, python=tensorflow_python())
    assert (done.returncode, done.stdout) == (0, "hello\n")
    assert "note: the script imported no TensorFlow\n" in (tmp_path / "report.txt").read_text("utf-8")


# Prints what the fix changes of it; TensorFlow is imported nowhere, which takes seconds.
SELF_AWARE = """print(open(__file__).read().count("compat"))


def train():
    import tensorflow as tf

    return tf.Session()
"""


@pytest.mark.tensorflow
def test_a_fix_that_changes_the_output_is_taken_back(tmp_path: Path) -> None:
    script = tmp_path / "script.py"
    script.write_text(SELF_AWARE)
    done = verify("--fix", "script.py", cwd=tmp_path, python=tensorflow_python())
    assert done.returncode == 1
    assert "TFM622 line 1 of the output: `1` became `3`" in done.stdout
    outcome = "script.py was restored: the fix does not hold: line 1 of the output: `1` became `3`"
    assert done.stdout.endswith(f"\n{outcome}.\n")
    assert script.read_text() == SELF_AWARE
    assert sorted(path.name for path in tmp_path.iterdir()) == ["script.py", "tmp"]


NETWORK = """import socket
with socket.socket() as server:
    server.settimeout(5)
    try:
        server.connect(("127.0.0.1", 9))
    except OSError as error:
        print(type(error).__name__, error.errno)
"""


@pytest.mark.tensorflow
def test_a_script_without_a_network(tmp_path: Path) -> None:
    (tmp_path / "script.py").write_text(NETWORK)
    done = verify("--no-network", "--quiet", "script.py", cwd=tmp_path, python=tensorflow_python())
    if done.returncode == 2:
        assert done.stderr == (
            "error: --no-network needs `unshare` and user namespaces, which this system does not allow\n"
        )
        return
    assert done.stdout.startswith(f"OSError {errno.ENETUNREACH}\n")


DRAWING = "import tensorflow as tf\nprint('mean', float(tf.reduce_mean(tf.random.normal([3]))))\nprint('done')\n"


@pytest.mark.tensorflow
def test_a_script_without_a_seed_is_not_blamed_on_its_fix(tmp_path: Path) -> None:
    for name in ("old.py", "new.py"):
        (tmp_path / name).write_text(DRAWING)
    flags = ["--against", "old.py", "--output-format", "json", "-o", "report.json"]
    done = verify(*flags, "new.py", cwd=tmp_path, python=tensorflow_python())
    assert done.returncode == 0
    report = json.loads((tmp_path / "report.json").read_text())
    (found,) = report["findings"]
    assert (found["code"], found["severity"]) == ("TFM625", "note")
    assert re.match(
        r"the original prints other numbers each run \(first line 1: `mean .+`, then `mean .+`\), so of such lines "
        r"only the words were compared: `tf.random.normal` in line 2 draws without a `seed=` of its own; give",
        found["message"],
    )
    seen = "no difference, as far as can be seen: its numbers differ in each run (TFM625)"
    assert report["outcome"] == f"Compared with old.py: {seen}"
    assert done.stderr.endswith(f"{report['outcome']}.\n")
    assert done.stdout.startswith("mean ")


@pytest.mark.tensorflow
def test_a_script_without_tensorflow_is_stopped_when_its_time_is_up(tmp_path: Path) -> None:
    (tmp_path / "script.py").write_text("import time\ntime.sleep(600)\n")
    started = time.monotonic()
    done = verify("--timeout", "2", "script.py", cwd=tmp_path, python=tensorflow_python())
    assert "TFM611 the script was stopped after" in done.stdout
    assert time.monotonic() - started < 45  # waiting for a record that never comes takes a minute


CLOSES = """import os
os.closerange(3, 256)
files = [open(__file__, "rb", buffering=0) for _ in range(40)]
import tensorflow as tf
import time; time.sleep(0.5)
print({one.read(6) for one in files})
print((tf.ones([2]) + 1).numpy())
"""


@pytest.mark.tensorflow
def test_a_script_that_closes_what_it_did_not_open_reads_its_own_files(tmp_path: Path) -> None:
    (tmp_path / "script.py").write_text(CLOSES)
    done = verify("--output-format", "json", "script.py", cwd=tmp_path, python=tensorflow_python())
    assert "{b'import'}" in done.stdout + done.stderr
    assert '"AddV2"' in done.stdout
