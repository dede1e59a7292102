"""Scripts as tutorials write them: `--fix` writes `after.py`, and that does on 2.21 what `before.py` did on 1.15."""

import json
from pathlib import Path

import pytest

from tests.outcomes import Outcome, differences
from tests.pretend_gpus import PretendGpus
from tests.record_tf1 import GPUS, SCRIPTS
from tfgpu_migrate.check import fix_bytes
from tfgpu_migrate.settings import Settings

FOLDERS = sorted(SCRIPTS.iterdir())
by_folder = pytest.mark.parametrize("folder", FOLDERS, ids=[folder.name for folder in FOLDERS])


@by_folder
def test_fix_writes_after(folder: Path) -> None:
    assert _fixed(folder / "before.py") == (folder / "after.py").read_text(encoding="utf-8")


@by_folder
def test_fix_leaves_after_alone(folder: Path) -> None:
    assert _fixed(folder / "after.py") == (folder / "after.py").read_text(encoding="utf-8")


@pytest.mark.tensorflow
@pytest.mark.parametrize("gpus", GPUS)
@by_folder
def test_after_does_what_before_did(folder: Path, gpus: int, pretend_gpus: PretendGpus) -> None:
    run = pretend_gpus.run(folder / "after.py", gpus)
    assert differences(_expected(folder, gpus, pretend_gpus), Outcome.of(run)) == [], run.stderr


# (folder, a line that carries a part of what the script does, what stands there instead, the difference to be seen)
CARRIERS = [
    (
        "session_graph_fraction",
        "limit_gpu_memory(0.9)",
        "pass",
        "devices.cards[0].limits_mib[0]: 10138 became 'absent'",
    ),
    (
        "session_graph_fraction",
        "tf.compat.v1.disable_v2_behavior()",
        "pass",
        "graphs[0].soft_placement: False became True",
    ),
    (
        "session_graph_fraction",
        "tf.debugging.set_log_device_placement(True)",
        "pass",
        "graphs[0].log_placement: True became False",
    ),
    (
        "soft_placement_int",
        "tf.config.set_soft_device_placement(True)",
        "pass",
        "graphs[0].soft_placement: True became False",
    ),
    (
        "main_fraction",
        "tf.config.threading.set_intra_op_parallelism_threads(2)",
        "pass",
        "graphs[0].intra_threads: 2 became 0",
    ),
    (
        "feed_dict_growth",
        "tf.config.experimental.set_memory_growth(gpu, True)",
        "pass",
        "devices.growth: True became False",
    ),
    (
        "count_devices",
        "return len(",
        "return 1 or len(",
        "output[0]: 'workers: 2' became 'workers: 1'",
    ),
]


@pytest.mark.tensorflow
@pytest.mark.parametrize(
    ("name", "line", "instead", "difference"), CARRIERS, ids=[f"{one[0]}-{one[3]}" for one in CARRIERS]
)
def test_a_lost_line_is_seen(name: str, line: str, instead: str, difference: str, pretend_gpus: PretendGpus) -> None:
    text = (SCRIPTS / name / "after.py").read_text(encoding="utf-8")
    assert text.count(line) == 1
    run = pretend_gpus.run_text(text.replace(line, instead))
    assert difference in differences(_expected(SCRIPTS / name, 2, pretend_gpus), Outcome.of(run))


def _expected(folder: Path, gpus: int, pretend: PretendGpus) -> Outcome:
    """What TF 1.15 did; of TF2-only code, what it does before the fix."""
    recording = json.loads((folder / "tf1.json").read_text(encoding="utf-8"))
    if recording is None:
        return Outcome.of(pretend.run(folder / "before.py", gpus))
    return Outcome.from_json(recording["outcomes"][str(gpus)])


def _fixed(path: Path) -> str:
    report = fix_bytes(str(path), path.read_bytes(), Settings())
    assert report.internal_error is None
    return (report.after or report.before).decode("utf-8")
