"""What the rules on devices claim is what TensorFlow 2.21 does, and their fixes run on 0, 1 and 2 GPUs."""

import pytest

from tests.pretend_gpus import PretendGpus
from tests.test_fixtures import FIXTURES
from tfgpu_migrate.check import check_bytes, fix_bytes
from tfgpu_migrate.placement.specs import error_of
from tfgpu_migrate.settings import Settings

HEAD = 'import tensorflow as tf\ngpus = tf.config.list_physical_devices("GPU")\n'
GROW = "tf.config.experimental.set_memory_growth"
LIMIT = "tf.config.set_logical_device_configuration"
ONE = "[tf.config.LogicalDeviceConfiguration(memory_limit=100)]"
JIT = "import tensorflow as tf\ntf.config.optimizer"
pytestmark = pytest.mark.tensorflow


def codes(text: str) -> set[str]:
    return {one.code for one in check_bytes("x.py", text.encode(), Settings()).diagnostics}


@pytest.mark.parametrize(
    ("code", "lines", "gpus", "error"),
    [
        ("TFM503", f"{GROW}(gpus[0], True)\ntf.constant(1)", 2, "Memory growth cannot differ between GPU devices"),
        ("TFM503", f"{GROW}(gpus[0], True)", 0, "list index out of range"),
        ("TFM504", "tf.config.set_visible_devices(gpus[0], 'GPU')", 0, "list index out of range"),
        (
            "TFM505",
            f"if gpus:\n    {LIMIT}(gpus[0], {ONE})\n    {GROW}(gpus[0], True)",
            1,
            "Cannot set memory growth on device when virtual devices configured",
        ),
        ("TFM508", "tf.distribute.MirroredStrategy(gpus)", 1, "'PhysicalDevice' object has no attribute 'split'"),
        ("TFM508", "tf.distribute.MirroredStrategy([g.name for g in gpus])", 1, "Unknown attribute 'physical_device'"),
        ("TFM508", "with tf.device(gpus[0].name):\n    tf.constant(1)", 1, "Unknown attribute 'physical_device'"),
        ("TFM512", f"{GROW}(gpus, True)", 2, "Unrecognized device"),
        ("TFM512", f"{GROW}('/gpu:0', True)", 2, "Unrecognized device: '/gpu:0'"),
        ("TFM512", "tf.config.set_visible_devices([0], 'GPU')", 2, "Unrecognized device: 0"),
        ("TFM404", "tf.device(lambda op: '/cpu:0')", 0, "tf.device does not support functions."),
        ("TFM405", "with tf.device('cuda:0'):\n    tf.constant(1)", 1, "Unknown attribute 'cuda'"),
    ],
)
def test_the_error_is_the_one_that_the_finding_names(
    code: str, lines: str, gpus: int, error: str, pretend_gpus: PretendGpus
) -> None:
    assert code in codes(HEAD + lines)
    assert error in (pretend_gpus.run_text(f"{HEAD}{lines}\n", gpus).error or "")


def test_a_limit_turns_growth_off_without_a_word(pretend_gpus: PretendGpus) -> None:
    text = f"{HEAD}for gpu in gpus:\n    {GROW}(gpu, True)\nif gpus:\n    {LIMIT}(gpus[0], {ONE})\n"
    run = pretend_gpus.run_text(text, 2)
    assert "TFM505" in codes(text)
    assert run.ok
    assert run.devices is not None
    assert not run.devices.growth


def test_an_order_of_visible_devices_is_lost(pretend_gpus: PretendGpus) -> None:
    text = f"{HEAD}if gpus:\n    tf.config.set_visible_devices([gpus[1], gpus[0]], 'GPU')\n"
    run = pretend_gpus.run_text(text, 2)
    assert "TFM507" in codes(text)
    assert run.devices is not None
    assert [card.index for card in run.devices.cards] == [0, 1]


@pytest.mark.parametrize("value", ["2", "'ON_2'", "'true'", "tf.compat.v1.OptimizerOptions.ON_2"])
def test_a_level_turns_xla_off(value: str, pretend_gpus: PretendGpus) -> None:
    text = f"{JIT}.set_jit({value})\nprint(tf.config.optimizer.get_jit() or 'off')\n"
    assert codes(text) == {"TFM506"}
    assert pretend_gpus.run_text(text, 1).output == ["off"]


@pytest.mark.parametrize("value", ["True", "1", "'autoclustering'", "tf.compat.v1.OptimizerOptions.ON_1"])
def test_what_turns_xla_on_is_silent(value: str, pretend_gpus: PretendGpus) -> None:
    text = f"{JIT}.set_jit({value})\nprint(tf.config.optimizer.get_jit() or 'off')\n"
    assert codes(text) == set()
    assert pretend_gpus.run_text(text, 1).output == ["autoclustering"]


@pytest.mark.parametrize("name", ["CUDA_VISIBLE_DEVICES", "CUDA_DEVICE_ORDER"])
def test_a_variable_is_read_once(name: str, pretend_gpus: PretendGpus) -> None:
    text = f"import os\n{HEAD}os.environ['{name}'] = '1'\n"
    run = pretend_gpus.run_text(text, 2)
    assert codes(text) == {"TFM509"}
    assert run.devices is not None
    assert len(run.devices.cards) == 2


def test_a_hidden_replica_raises_nothing(pretend_gpus: PretendGpus) -> None:
    text = f"{HEAD}if gpus:\n    tf.config.set_visible_devices(gpus[1], 'GPU')\n"
    text += "    print(tf.distribute.MirroredStrategy(['GPU:1']).num_replicas_in_sync)\n"
    run = pretend_gpus.run_text(text, 2)
    assert "TFM510" in codes(text)
    assert run.output == ["1"]
    assert run.devices is not None
    assert [card.index for card in run.devices.cards] == [1]


SPECS = """/gpu:0|gpu:0|GPU:0|/device:GPU:0|device:gpu:0|gpu|/cpu|cpu:0||/|/gpu:*|/device:GPU:*|//gpu:0|/gpu:0/|/gpu0
/gpu:|/gpu:a|cuda:0|0| /gpu:0|/gpu:0,1|/physical_device:GPU:0|/gpu/0|/device:GPU|/device:0|/gpu::0|/cpu:0/gpu:0|/tpu:0
/vpu:0|/device:XPU:0|/task:0/gpu:0|/job:worker/task:*|/job:localhost/cpu:0|/Device:GPU:0|/gpu:{}|/job:ps/gpu0|/replica:x"""


def test_device_strings_parse_as_in_tensorflow(pretend_gpus: PretendGpus) -> None:
    specs = SPECS.replace("\n", "|").split("|")
    text = f"import tensorflow as tf\nfor spec in {specs!r}:\n    try:\n        tf.DeviceSpec.from_string(spec)\n"
    text += "        print('None')\n    except ValueError as error:\n        print(f'ValueError: {error}')\n"
    assert pretend_gpus.run_text(text, 0).output == [str(error_of(spec)) for spec in specs]


@pytest.mark.parametrize("gpus", [0, 1, 2])
@pytest.mark.parametrize(
    "fixture", ["TFM503_growth_on_one_gpu", "TFM404_device_function", "TFM512_unrecognized_device"]
)
def test_fixed_code_runs(fixture: str, gpus: int, pretend_gpus: PretendGpus) -> None:
    text = (FIXTURES / fixture / "after.py").read_text(encoding="utf-8")
    text = text.replace("sess.run(y)", "y.graph is not None")  # no cluster to run on
    run = pretend_gpus.run_text(text, gpus)
    assert run.ok, run.error


@pytest.mark.parametrize("gpus", [0, 1, 2])
def test_a_guard_lets_machines_without_gpus_run(gpus: int, pretend_gpus: PretendGpus) -> None:
    text = f"{HEAD}tf.config.set_visible_devices(gpus[0], 'GPU')\nprint(float(tf.constant(1.0)))\n"
    fixed = fix_bytes("x.py", text.encode(), Settings()).after
    assert fixed is not None
    run = pretend_gpus.run_text(fixed.decode(), gpus)
    assert run.output == ["1.0"]
    assert run.devices is not None
    assert len(run.devices.cards) == min(gpus, 1)


@pytest.mark.parametrize("spec", ["/xpu:0", "XPU:0", "xpu", "/job:worker/task:0/npu:1"])
def test_the_devices_of_plugins_are_devices(spec: str) -> None:
    assert error_of(spec) is None


def test_a_device_given_by_its_name_may_be_hidden_too() -> None:
    text = f"{HEAD}if gpus:\n    tf.config.set_visible_devices(gpus[0], 'GPU')\n"
    text += "    strategy = tf.distribute.OneDeviceStrategy(device='GPU:1')\n"
    assert codes(text) == {"TFM510"}
