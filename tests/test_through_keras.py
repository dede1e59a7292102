"""TensorFlow that a file reaches through Keras: import forms, and what is not TensorFlow."""

import ast

import pytest

from tfgpu_migrate.check import check_bytes, fix_bytes
from tfgpu_migrate.settings import Settings

SETS = "{k}.set_session({k}.tf.Session(config={k}.tf.ConfigProto(intra_op_parallelism_threads=4)))\n"
MOVED = "tf.config.threading.set_intra_op_parallelism_threads(4)\n"


def fixed(text: str) -> str:
    report = fix_bytes("train.py", text.encode(), Settings())
    assert report.internal_error is None
    after = (report.after or text.encode()).decode()
    ast.parse(after)
    assert fix_bytes("train.py", after.encode(), Settings()).after is None
    return after


@pytest.mark.parametrize(
    ("imports", "backend"),
    [
        ("from keras import backend as K\n", "K"),
        ("import keras.backend as K\n", "K"),
        ("import keras\n", "keras.backend"),
        ("from keras import backend\n", "backend"),
        ("import keras.backend.tensorflow_backend as KTF\n", "KTF"),
    ],
)
def test_every_way_to_the_backend(imports: str, backend: str) -> None:
    after = fixed(imports + SETS.format(k=backend))
    assert after.endswith(MOVED)
    assert after.count("import tensorflow as tf\n") == 1


def test_tensorflow_that_is_there_is_not_imported_again() -> None:
    head = "import tensorflow as tf\nfrom keras import backend as K\n"
    assert fixed(f"{head}{SETS.format(k='K')}x = K.tf.nn.relu(1.0)\n") == f"{head}{MOVED}x = tf.nn.relu(1.0)\n"


def test_tensorflow_taken_from_the_backend() -> None:
    after = fixed("from keras.backend.tensorflow_backend import tf\nx = tf.log(1.0)\n")
    assert after == "import tensorflow as tf\nx = tf.math.log(1.0)\n"


def test_one_finding_for_all_places() -> None:
    text = "from keras import backend as K\nx, y = K.tf.nn.relu(1.0), K.tf.exp(1.0)\n"
    found = check_bytes("train.py", text.encode(), Settings()).diagnostics
    assert [(one.code, one.message) for one in found] == [
        ("TFM119", "`K.tf` is gone in Keras 3: import TensorFlow itself, here and at 1 more place")
    ]


@pytest.mark.parametrize("text", ["from mine import backend as K\nK.tf.x()\n", "import keras\nkeras.backend.tfx()\n"])
def test_what_is_not_the_backend(text: str) -> None:
    assert check_bytes("train.py", f"import tensorflow\n{text}".encode(), Settings()).diagnostics == ()


@pytest.mark.parametrize(
    "head",
    [
        "from keras import backend as K\nif False:\n    import tensorflow as tf\n",
        "def f():\n    global K\n    from keras import backend as K\n\n\nf()\n",
    ],
)
def test_what_may_not_be_bound_is_told_only(head: str) -> None:
    text = f"{head}x = K.tf.nn.relu(1.0)\n"
    assert fixed(text) == text
    assert "TFM119" in [one.code for one in check_bytes("train.py", text.encode(), Settings()).diagnostics]
