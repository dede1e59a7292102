"""The bed itself: its errors are TensorFlow's, and its machine behaves like one with cards."""

import pytest

from tests.pretend_gpus import Card, PretendGpus

pytestmark = pytest.mark.tensorflow

GROWTH = "import tensorflow as tf\ngpus = tf.config.list_physical_devices('GPU')\n"

# The texts are those of tensorflow/python/eager/context.py, 2.21.
MISTAKES = [
    (
        "growth on one card of two",
        "tf.config.experimental.set_memory_growth(gpus[0], True)\ntf.constant(1) + 1",
        "ValueError: Memory growth cannot differ between GPU devices",
    ),
    (
        "the same, and the runtime never starts",
        "tf.config.experimental.set_memory_growth(gpus[0], True)",
        "ValueError: Memory growth cannot differ between GPU devices",
    ),
    (
        "growth after the first op",
        "tf.constant(1) + 1\ntf.config.experimental.set_memory_growth(gpus[0], True)",
        "RuntimeError: Physical devices cannot be modified after being initialized",
    ),
    (
        "visible devices after the first op",
        "tf.constant(1) + 1\ntf.config.set_visible_devices(gpus[0], 'GPU')",
        "RuntimeError: Visible devices cannot be modified after being initialized",
    ),
    (
        "growth on a divided card",
        "tf.config.set_logical_device_configuration(gpus[0], [tf.config.LogicalDeviceConfiguration(64)] * 2)\n"
        "tf.config.experimental.set_memory_growth(gpus[0], True)",
        "ValueError: Cannot set memory growth on device when virtual devices configured",
    ),
    (
        "a card that is not there",
        "tf.compat.v1.Session(config=tf.compat.v1.ConfigProto(\n"
        "    gpu_options=tf.compat.v1.GPUOptions(visible_device_list='2')))",
        "InvalidArgumentError: 'visible_device_list' listed an invalid Device id '2' but visible device count is 2",
    ),
]


@pytest.mark.parametrize(("text", "error"), [case[1:] for case in MISTAKES], ids=[case[0] for case in MISTAKES])
def test_mistakes_raise_what_tensorflow_raises(text: str, error: str, pretend_gpus: PretendGpus) -> None:
    run = pretend_gpus.run_text(GROWTH + text)
    assert not run.ok
    assert run.error == error


def test_cuda_visible_devices_is_read_at_the_first_look(pretend_gpus: PretendGpus) -> None:
    text = "import os\n" + GROWTH + "os.environ['CUDA_VISIBLE_DEVICES'] = ''\nprint(len(gpus))"
    run = pretend_gpus.run_text(text, gpus=3, env={"CUDA_VISIBLE_DEVICES": "2,0"})
    assert run.output == ["2"]
    assert run.devices is not None
    assert run.devices.cards == (Card(2), Card(0))


def test_driver_counts_as_tensorflow_does(pretend_gpus: PretendGpus) -> None:
    text = """
import ctypes
cuda, total = ctypes.CDLL("libcuda.so.1"), ctypes.c_size_t()
print(cuda.cuDeviceTotalMem_v2(ctypes.byref(total), 0), "before it is initialized")
import tensorflow as tf
tf.config.list_physical_devices("GPU")
print(cuda.cuDeviceTotalMem_v2(ctypes.byref(total), 0), total.value >> 20)
"""
    run = pretend_gpus.run_text(text, gpus=2, env={"CUDA_VISIBLE_DEVICES": "1"})
    assert run.output == ["3 before it is initialized", "0 24576"]


def test_machine_without_cards_has_no_driver(pretend_gpus: PretendGpus) -> None:
    run = pretend_gpus.run_text("import ctypes\nctypes.CDLL('libcuda.so.1')", gpus=0)
    assert run.error == "OSError: libcuda.so.1: cannot open shared object file: No such file or directory"


def test_devices_and_memory_of_two_halves(pretend_gpus: PretendGpus) -> None:
    text = """
halves = [tf.config.LogicalDeviceConfiguration(1000), tf.config.LogicalDeviceConfiguration(2000)]
tf.config.set_logical_device_configuration(gpus[1], halves)
tf.config.set_visible_devices(gpus[1], "GPU")
print([device.name for device in tf.config.list_logical_devices("GPU")])
"""
    run = pretend_gpus.run_text(GROWTH + text)
    assert run.output == ["['/device:GPU:0', '/device:GPU:1']"]
    assert run.devices is not None
    assert run.devices.cards == (Card(1, (1000, 2000)),)


def test_forced_growth_beats_the_proto(pretend_gpus: PretendGpus) -> None:
    run = pretend_gpus.run_text(GROWTH, env={"TF_FORCE_GPU_ALLOW_GROWTH": "true"})
    assert run.devices is not None
    assert run.devices.growth


def test_each_run_is_a_new_process(pretend_gpus: PretendGpus) -> None:
    starts = pretend_gpus.run_text(GROWTH + "tf.constant(1) + 1")
    assert starts.ok
    grows = "for gpu in gpus:\n    tf.config.experimental.set_memory_growth(gpu, True)\n"
    assert pretend_gpus.run_text(GROWTH + grows).ok


def test_arguments_exit_code_and_crash(pretend_gpus: PretendGpus) -> None:
    run = pretend_gpus.run_text("import sys\nprint(sys.argv[1:])\nsys.exit(4)", argv=["--depth", "3"])
    assert (run.exit, run.output, run.error) == (4, ["['--depth', '3']"], "SystemExit: 4")
    crash = pretend_gpus.run_text("import os\nprint('last words', flush=True)\nos.abort()")
    assert (crash.exit, crash.output, crash.ok) == (-6, ["last words"], False)
