"""`verify --against`, where a session became eager code: what differs by nature and what does not."""

from pathlib import Path

import pytest

from tfgpu_migrate.verify.child.effective import DeviceConfig, GraphConfig, Start
from tfgpu_migrate.verify.compare import Side, differences
from tfgpu_migrate.verify.interpreter import Interpreter
from tfgpu_migrate.verify.launch import Ended
from tfgpu_migrate.verify.result import Op, Result

DEVICES = DeviceConfig(cards=(), growth=False, cpus=1)
STRICT = GraphConfig(soft_placement=False, log_placement=False, intra_threads=0, inter_threads=0, jit="default")
SOFT = GraphConfig(soft_placement=True, log_placement=False, intra_threads=0, inter_threads=0, jit="default")
LOGGED = GraphConfig(soft_placement=True, log_placement=True, intra_threads=0, inter_threads=0, jit="default")


def side(folder: Path, by: str, graph: GraphConfig, asked: str) -> Side:
    output = folder / by
    output.write_text("1\n")
    result = Result(
        "script.py", Interpreter("python", "3.11", "2.21.0"), Ended(0, None, False, 1), 2, 2, True, "placer", "",
        ops=(Op("eager", "MatMul", "float32", None, asked, "GPU:0", "device", 1, "predicted"),),
        starts=(Start(by, DEVICES, graph),),
    )  # fmt: skip
    return Side(result, output, "")


@pytest.mark.parametrize(
    ("by", "graph", "asked", "told"),
    [
        ("context", SOFT, "", []),
        ("context", SOFT, "GPU:0", ["session: soft_placement was False and is True"]),
        ("session", SOFT, "", ["session: soft_placement was False and is True"]),
        ("context", LOGGED, "", ["session: log_placement was False and is True"]),
    ],
    ids=["eager", "eager on a device", "still a session", "eager and logged"],
)
def test_soft_placement_counts_where_something_shows_it(
    by: str, graph: GraphConfig, asked: str, told: list[str], tmp_path: Path
) -> None:
    before, after = side(tmp_path, "session", STRICT, ""), side(tmp_path, by, graph, asked)
    assert [one.message for one in differences(before, after)] == told
