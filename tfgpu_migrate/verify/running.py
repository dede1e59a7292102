"""Runs the script with the recorder, then has its record placed."""

from __future__ import annotations

import json
import os
import subprocess
import tempfile
from collections.abc import Callable, Mapping
from dataclasses import replace
from pathlib import Path
from typing import IO, Any

from tfgpu_migrate.config import ConfigError
from tfgpu_migrate.edit.legacy_keras import VARIABLE
from tfgpu_migrate.verify.child import clock
from tfgpu_migrate.verify.child.effective import Start
from tfgpu_migrate.verify.interpreter import Interpreter
from tfgpu_migrate.verify.launch import Deadline, Ended, run
from tfgpu_migrate.verify.options import VerifyOptions
from tfgpu_migrate.verify.result import Result, read_complaints, read_ops, read_place, renamed
from tfgpu_migrate.verify.scratch import Scratch, scratch
from tfgpu_migrate.verify.speed import Times

_CHILD = Path(__file__).parent / "child"
_PLACING_TIMEOUT = 600.0
_WITHOUT_NETWORK = ("unshare", "--map-root-user", "--net", "--")  # util-linux: a network of its own, with nothing in it


def run_script(
    options: VerifyOptions,
    interpreter: Interpreter,
    stdout: IO[bytes] | int | None,
    *,
    as_tf1: bool = False,
    keras_2: bool = False,
    hide_gpus: bool = False,
    placer: Interpreter | None = None,
) -> Result:
    """Run the script as itself, here or in a copy; what it prints goes to `stdout` and to standard error.

    `as_tf1`: `import tensorflow` gives it `tensorflow.compat.v1`. `keras_2`: `tf.keras` is tf_keras, as if the script
    had switched it on. `hide_gpus`: its TensorFlow sees no GPU.
    `placer`: the Python whose TensorFlow places what was recorded, where that is another. Raises OSError where an
    interpreter does not start, ConfigError where the copy is refused.
    """
    flags = {"as_tf1": as_tf1, "keras_2": keras_2, "hide_gpus": hide_gpus}
    with tempfile.TemporaryDirectory(prefix="tfgpu-verify-") as name:
        folder = Path(name)
        if not options.scratch:
            ended = _run(options, interpreter, folder, stdout, flags)
            return _result(options, interpreter, placer or interpreter, folder, ended)
        with scratch(options.script) as copied:
            ended = _run(options, interpreter, folder, stdout, flags, copied)
        return renamed(_result(options, interpreter, placer or interpreter, folder, ended), copied.told)


def _run(
    options: VerifyOptions,
    interpreter: Interpreter,
    folder: Path,
    stdout: IO[bytes] | int | None,
    flags: Mapping[str, bool],
    copied: Scratch | None = None,
) -> Ended:
    stop, stopper = os.pipe()
    settings = {
        "folder": str(folder),
        "gpus": options.gpus,
        "memory_mib": options.gpu_memory_mb,
        "stop": stop,
        **flags,
    }
    environment = dict(os.environ, TFGPU_VERIFY=json.dumps(settings))
    path = environment.get("PYTHONPATH")
    environment["PYTHONPATH"] = os.pathsep.join([str(_CHILD / "inject"), *([path] if path else [])])
    if options.gpus is not None:  # the pretended machine has its own cards; what the script itself sets, counts
        environment.pop("CUDA_VISIBLE_DEVICES", None)
    if flags["hide_gpus"]:  # from its other libraries and processes too; `child/hide.py` sees to TensorFlow
        environment["CUDA_VISIBLE_DEVICES"] = "-1"
    if flags["keras_2"]:
        environment.setdefault(VARIABLE, "1")
    python, script = interpreter.path, options.script
    if copied is not None:
        python, script = os.path.abspath(python), copied.script  # noqa: PTH100 - keeps `..` and links
        environment["PWD"] = str(copied.copy)
    try:
        return run(
            [*(_WITHOUT_NETWORK if options.no_network else ()), python, script, *options.arguments],
            environment,
            Deadline(options.timeout, _told(stopper), lambda: _is_written(folder)),
            stdout=stdout,
            keep=[stop],
            folder=None if copied is None else copied.copy,
        )
    finally:
        os.close(stop)
        os.close(stopper)


def check_network(options: VerifyOptions) -> None:
    """Raise ConfigError where `--no-network` is asked for and the system does not allow it."""
    if not options.no_network:
        return
    try:
        subprocess.run([*_WITHOUT_NETWORK, "true"], check=True, capture_output=True, timeout=10)
    except (OSError, subprocess.SubprocessError):
        raise ConfigError(
            "--no-network needs `unshare` and user namespaces, which this system does not allow"
        ) from None


def _is_written(folder: Path) -> bool:
    """Whether the record is there, or nothing is recorded yet: TensorFlow was never imported."""
    return (folder / "trace.json").exists() or not (folder / "began").exists()


def _told(stopper: int) -> Callable[[], None]:
    def tell() -> None:
        os.write(stopper, b"!")

    return tell


def _result(
    options: VerifyOptions, interpreter: Interpreter, placer: Interpreter, folder: Path, ended: Ended
) -> Result:
    failure = _place(placer, folder) if (folder / "trace.json").exists() else ""
    return read_result(folder, options.script, interpreter, ended, options.gpus, failure)


def read_result(
    folder: Path, script: str, interpreter: Interpreter, ended: Ended, pretended: int | None, failure: str = ""
) -> Result:
    """What the recorder and the placer left in a folder. `failure`: why the placer left nothing."""
    bare = Result(script, interpreter, ended, pretended, pretended or 0, False, "", "", times=_times(folder))
    trace_file = folder / "trace.json"
    if not trace_file.exists():
        return replace(bare, notes=(_why_no_trace(folder, ended),))
    trace: dict[str, Any] = json.loads(trace_file.read_text("utf-8"))
    notes = [*trace["stood_in"], *(f"the recorder failed at one point: {each}" for each in trace["errors"])]
    known = replace(
        bare,
        gpus=trace["gpus"],
        has_trace=True,
        complaints=read_complaints(trace),
        uncaught=trace["uncaught"],
        raised_at=read_place(trace["raised_at"]),
        peaks=trace["peaks"] or {},
        starts=tuple(Start.from_json(each) for each in trace["starts"]),
    )
    if failure:
        return replace(known, notes=(*notes, failure))
    ops, data = read_ops(folder)
    notes += [f"not placed: {each}" for each in data["problems"]]
    return replace(known, ops=ops, source=data["source"], why_not=data["why_not"], notes=tuple(notes))


def _times(folder: Path) -> Times | None:
    file = folder / clock.FILE
    return Times(**json.loads(file.read_text("utf-8"))) if file.exists() else None


def _place(interpreter: Interpreter, folder: Path) -> str:
    """Let the record be placed; "" or why it could not."""
    environment = dict(os.environ, CUDA_VISIBLE_DEVICES="-1", TF_CPP_MIN_LOG_LEVEL="3", PYTHONDONTWRITEBYTECODE="1")
    command = [interpreter.path, str(_CHILD / "run_predict.py"), str(folder)]
    with (folder / "placing.log").open("wb") as log:
        ended = run(command, environment, Deadline(_PLACING_TIMEOUT), stdout=log, stderr=log)
    if (folder / "rows.json").exists():
        return ""
    last = (folder / "placing.log").read_text("utf-8", "replace").strip().splitlines()[-1:]
    return f"the placement could not be found: its process {ended.text}" + "".join(f" ({line})" for line in last)


def _why_no_trace(folder: Path, ended: Ended) -> str:
    failed = folder / "failed.txt"
    if failed.exists():
        return f"the record could not be written: {failed.read_text('utf-8', 'replace')}"
    if ended.signal or ended.timed_out:
        return "there is no record of its ops: the process ended before it could be written"
    return "the script imported no TensorFlow"
