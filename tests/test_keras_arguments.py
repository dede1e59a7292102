"""Arguments that Keras no longer takes: what is found under which Keras, and that the table is true of 2.21."""

import json
import subprocess
from typing import Any

import pytest

from tests.pretend_gpus import tensorflow_python
from tfgpu_migrate.api.keras_arguments import ARGUMENTS
from tfgpu_migrate.check import check_bytes, fix_bytes
from tfgpu_migrate.release import NEWEST
from tfgpu_migrate.settings import Settings

SGD = b"import tensorflow as tf\n\nx = tf.keras.optimizers.SGD(lr=0.1)\n"
FUSED = b"import tensorflow as tf\n\nx = tf.keras.layers.BatchNormalization(fused=True)\n"
LEGACY = b'import os\n\nos.environ.setdefault("TF_USE_LEGACY_KERAS", "1")\n'

REFUSED = """
import json, logging, sys
import tensorflow as tf
tf.get_logger().setLevel(logging.ERROR)
taken = []
for path, name, positional in json.loads(sys.argv[1]):
    found = tf
    for part in path.split("."):
        found = getattr(found, part)
    positional = [tf.keras.layers.LSTMCell(3) if one == "cell" else one for one in positional]
    try:
        found(*positional, **{name: 0.5})
        taken.append([path, name])
    except Exception as error:
        if name not in str(error) and "takes no arguments" not in str(error):
            taken.append([path, str(error)])
print(json.dumps(taken))
"""

LAYERS: tuple[tuple[str, list[Any]], ...] = (
    ("Activation", ["relu"]),
    ("Dense GRU LSTM SimpleRNN", [3]),
    ("Dropout", [0.5]),
    ("Conv1D Conv2D Conv3D ConvLSTM2D Embedding", [3, 3]),
    ("Reshape", [[3]]),
)
GIVEN: dict[str, list[Any]] = {
    "keras.activations.relu": [[1.0]],
    "keras.callbacks.ModelCheckpoint": ["x.keras"],
    "keras.layers.RNN": ["cell"],
    "keras.preprocessing.image.load_img": ["x.png"],
}


def codes(data: bytes, target: tuple[int, int] = NEWEST) -> list[str]:
    settings = Settings(target_version=target)
    return [one.code for one in check_bytes("a.py", data, settings).diagnostics]


def test_legacy_keras_has_optimizers_without_the_argument_too() -> None:
    assert codes(SGD) == codes(LEGACY + SGD) == ["TFM116"]
    assert codes(FUSED) == ["TFM116"]
    assert codes(LEGACY + FUSED) == []


def test_releases_that_take_the_argument() -> None:
    assert codes(SGD, (2, 10)) == []
    assert codes(SGD, (2, 11)) == ["TFM116"]
    assert codes(FUSED, (2, 15)) == []


@pytest.mark.parametrize(
    "call", ["SGD(lr=0.1, **more)", "SGD(0.1, decay=x)", "Adam(lr=1, learning_rate=2)", "Adam(decay=0.1)"]
)
def test_what_cannot_be_said_otherwise_is_told(call: str) -> None:
    report = fix_bytes("a.py", f"import tensorflow as tf\n\nx = tf.keras.optimizers.{call}\n".encode(), Settings())
    assert "TFM116" in {*report.fixed, *(one.code for one in report.diagnostics)}
    assert report.after is None or b"**more" in report.after


OF_KERAS_1 = """import tensorflow as tf

x = tf.keras.Input((2,))
model = tf.keras.Model(input=x, output=tf.keras.layers.Dense(1)(x))
model.compile("sgd", "mse", metrics=["accuracy"])
history = model.fit(tf.ones([4, 2]), tf.ones([4, 1]), nb_epoch=2, verbose=0).history
print(len(history["acc"]))
"""


def test_epochs_of_what_may_be_no_model_need_unsafe_fixes() -> None:
    text = b"import tensorflow as tf\nimport keras\n\nchem.fit(x, nb_epoch=2)\n"
    safe, unsafe = (fix_bytes("a.py", text, Settings(unsafe_fixes=unsafe)) for unsafe in (False, True))
    assert safe.after is None
    assert [one.code for one in safe.diagnostics] == ["TFM741"]
    assert unsafe.after == text.replace(b"nb_epoch", b"epochs")


@pytest.mark.tensorflow
def test_a_model_of_keras_1_trains_as_long_as_it_did() -> None:
    report = fix_bytes("a.py", OF_KERAS_1.encode(), Settings())
    assert report.diagnostics == ()
    runs = [
        subprocess.run([tensorflow_python(), "-c", text], capture_output=True, text=True, check=False)
        for text in (OF_KERAS_1, (report.after or b"").decode())
    ]
    assert [run.returncode for run in runs] == [1, 0], runs[1].stderr
    assert runs[1].stdout == "2\n"


@pytest.mark.tensorflow
def test_keras_3_refuses_each_old_argument_and_takes_the_new_one() -> None:
    python = tensorflow_python()
    positional = {f"keras.layers.{name}": given for names, given in LAYERS for name in names.split()} | GIVEN
    alone = {path: each for path, each in ARGUMENTS.items() if not path.endswith(".Model")}
    rows = [(path, one, positional.get(path, [])) for path, each in alone.items() for one in each]
    old = [(path, one.name, given) for path, one, given in rows if one.name != "decay"]  # a warning only
    new = [(path, one.new, given) for path, one, given in rows if one.new]
    run = subprocess.run([python, "-c", REFUSED, json.dumps(old + new)], capture_output=True, text=True, check=True)
    assert json.loads(run.stdout.splitlines()[-1]) == [[path, name] for path, name, _ in new]
