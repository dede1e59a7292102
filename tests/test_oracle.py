"""The prediction against TensorFlow's own placement, on devices of its own (`tests/oracle`): some minutes, on request.

TFGPU_MIGRATE_ORACLE=1 runs it; it needs gcc, nm and TensorFlow.
"""

import os

import pytest

from tests.oracle.compare import PROGRAMS, run_all, scores

OPS, SHARE_OFF_GPU, AGREEMENT = 500, 0.25, 0.99

pytestmark = [
    pytest.mark.tensorflow,
    pytest.mark.skipif(not os.environ.get("TFGPU_MIGRATE_ORACLE"), reason="TFGPU_MIGRATE_ORACLE is not set"),
]


def test_what_is_predicted_is_what_tensorflow_does() -> None:
    assert len(PROGRAMS) >= 25
    found = [each for _, ops, _ in run_all() for each in ops]
    table = scores(found)
    differences = [each for each in found if not each.agrees]
    good, total = table["all"]
    assert total >= OPS
    assert total - table["GPU"][1] >= SHARE_OFF_GPU * total
    assert {kind: good >= AGREEMENT * of for kind, (good, of) in table.items() if "always" not in kind} == {
        "GPU": True,
        "CPU": True,
        "GPU with host memory": True,
        "all": True,
    }, differences
    assert good > table["always GPU:0"][0]
