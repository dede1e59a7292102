"""Names of Keras 1 and 2: the table is its generator's and true, every import form moves, what is not Keras stays."""

import ast
import json
import re
import subprocess
from pathlib import Path

import pytest

from tests.pretend_gpus import tensorflow_python
from tests.test_contrib import run_python
from tests.test_table import FIND, missing
from tfgpu_migrate.api.keras import WAYS_OUT, became, rows, way_out
from tfgpu_migrate.api.keras_1 import ARGUMENTS, CONVOLUTIONS
from tfgpu_migrate.check import check_bytes, fix_bytes
from tfgpu_migrate.release import NEWEST, release
from tfgpu_migrate.settings import Settings
from tools.api.make_table import NEWEST as TABLE_OF

TABLE = Path(__file__).parent.parent / "tfgpu_migrate" / "api" / "keras.txt"


def fixed(text: str, settings: Settings | None = None) -> str:
    report = fix_bytes("train.py", text.encode(), settings or Settings())
    assert report.internal_error is None
    after = (report.after or text.encode()).decode()
    ast.parse(after)
    assert fix_bytes("train.py", after.encode(), settings or Settings()).after is None
    return after


def codes(text: str, settings: Settings | None = None) -> list[str]:
    return [one.code for one in check_bytes("train.py", text.encode(), settings or Settings()).diagnostics]


@pytest.mark.parametrize(
    ("symbol", "path"),
    [
        ("keras.layers.core.Dense", "keras.layers.Dense"),
        ("keras.layers.core.Dense.from_config", "keras.layers.Dense.from_config"),
        ("keras.layers.core.Highway", ""),
        ("keras.layers.core", "keras.layers"),
        ("keras.layers.core.*", "keras.layers.*"),
        ("keras.engine", ""),
        ("keras.engine.*", ""),
        ("keras.engine.topology.get_source_inputs", "keras.utils.get_source_inputs"),
        ("keras.backend.mean", "tensorflow.keras.backend.mean"),
        ("keras.preprocessing.text.Tokenizer", "tensorflow.keras.preprocessing.text.Tokenizer"),
        ("keras.layers.Merge.call", ""),
        ("keras.layers.Dense", None),
        ("keras", None),
        ("layers.core.Dense", None),
    ],
)
def test_what_became_of_a_name(symbol: str, path: str | None) -> None:
    assert became(symbol, "keras") == path


TABLES = [
    ("from keras.layers.core import *\n", "from keras.layers import *\n"),
    ("import keras.layers.core\nx = keras.layers.core.Dense(1)\n", "import keras.layers\nx = keras.layers.Dense(1)\n"),
    ("from keras.layers import core as C\nx = C.Dense(1)\n", "from keras.layers import Dense\nx = Dense(1)\n"),
    ("import keras.objectives as O\nx = O.mse\n", "import keras.losses as O\nx = O.mean_squared_error\n"),
    (
        "from keras.utils import np_utils\nto_categorical = np_utils.to_categorical\n",
        "from keras import utils\nto_categorical = utils.to_categorical\n",
    ),
    ("from keras.utils import np_utils\nprint(1)\n", "print(1)\n"),
    (
        "import keras.backend as K\nx = K.mean(K.epsilon())\n",
        "import tensorflow.keras.backend as K\nx = K.mean(K.epsilon())\n",
    ),
    (
        "import keras\nx = keras.backend.mean(1)\n",
        "import tensorflow as tf\nimport keras\nx = tf.keras.backend.mean(1)\n",
    ),
    ("from keras.backend import epsilon, mean\n", "from tensorflow.keras.backend import epsilon, mean\n"),
    (
        "from keras.backend.tensorflow_backend import clear_session\nclear_session()\n",
        "from keras.backend import clear_session\nclear_session()\n",
    ),
    (
        "from keras.engine import topology\nprint(topology.Layer)\n",
        "from keras import layers\nprint(layers.Layer)\n",
    ),
    ("from tensorflow.keras.layers.core import Dense\n", "from tensorflow.keras.layers import Dense\n"),
    ("import tensorflow.python.keras.utils.np_utils as n\n", "import tensorflow.keras.utils as n\n"),
    (
        "from keras.layers.core import Dense as D, Highway\nD(1), Highway()\n",
        "from keras.layers import Dense as D\nfrom keras.layers.core import Highway\nD(1), Highway()\n",
    ),
]


@pytest.mark.parametrize(("text", "after"), TABLES)
def test_every_import_form(text: str, after: str) -> None:
    assert fixed(text) == after


@pytest.mark.parametrize(
    "text",
    [
        "from .keras.layers.core import Dense\n",
        "from mine.keras.layers.core import Dense\n",
        "import tf_keras as keras\nkeras.layers.core.Dense(1)\n",
        "from keras.layers import Dense\nfrom keras.src.layers.core import dense\n",
        "try:\n    from keras.layers.core import Dense\nexcept ImportError:\n    from keras.layers import Dense\n",
        "import keras\nif keras.__version__ < '3':\n    from keras.layers.core import Dense\n",
        "from tensorflow.python.keras.engine import base_layer_utils\n",
        "from tensorflow.python.keras.engine.base_layer import Layer\n"
        "from tensorflow.python.keras.engine.input_spec import InputSpec\n",
        "import tensorflow as tf\ntf.keras.backend.mean(1)\ntf.keras.losses.mse\n",
    ],
)
def test_what_is_left_alone(text: str) -> None:
    assert codes(text) == []
    assert fixed(text) == text


def test_a_backend_that_is_chosen_is_not_moved_to_tensorflow() -> None:
    text = 'import os\nos.environ["KERAS_BACKEND"] = "jax"\nfrom keras.layers.core import Dense\n'
    text += "from keras import backend as K\nK.mean(1)\n"
    assert codes(text) == ["TFM120", "TFM120"]
    assert fixed(text) == text.replace("layers.core", "layers")


@pytest.mark.parametrize(
    ("target", "found"), [("2.10", []), ("2.13", ["TFM120"]), ("2.16", ["TFM120", "TFM003", "TFM120"])]
)
def test_what_the_keras_of_a_release_still_has(target: str, found: list[str]) -> None:
    text = "from keras.layers.core import Dense\nfrom keras.layers import LocallyConnected1D\n"
    text += "from keras.backend import mean\n"
    assert codes(text, Settings(target_version=release(target))) == found


def test_an_unused_set_session_is_told() -> None:
    assert codes("from keras.backend import set_session\n") == ["TFM003"]


@pytest.mark.parametrize("end", ["K.get_session().close()", "tf.keras.backend.get_session().close()"])
def test_a_session_that_is_ended_before_another_is_set_goes(end: str) -> None:
    head = "import tensorflow as tf\nfrom keras import backend as K\n"
    assert fixed(f"{head}{end}\nK.set_session(tf.Session())\nprint(K, tf)\n") == f"{head}print(K, tf)\n"


def test_a_session_that_is_used_stays() -> None:
    text = "import tensorflow as tf\nfrom keras import backend as K\n"
    text += "K.get_session().close()\nK.get_session().run(1)\nK.set_session(tf.Session())\n"
    assert "K.get_session().close()\nK.get_session().run(1)\nK.set_session(" in fixed(text)


def test_one_way_out_for_a_name_by_any_path() -> None:
    assert way_out("keras.layers.core.Merge", NEWEST) == way_out("keras.layers.Merge", NEWEST)
    assert "tf_keras.layers.LocallyConnected2D" in way_out("keras.layers.local.LocallyConnected2D", NEWEST)


@pytest.mark.tensorflow
def test_the_table_is_what_the_installed_keras_makes_of_it() -> None:
    from tools.api.keras import keras_table

    command = [tensorflow_python(), "-c", FIND]
    version, folder = subprocess.run(command, capture_output=True, text=True, check=True).stdout.splitlines()
    site = Path(folder).parent
    if not version.startswith(f"{TABLE_OF}.") or not (site / "tf_keras").exists():
        pytest.skip(f"the table is that of TensorFlow {TABLE_OF} with tf_keras")
    assert keras_table(Path(folder)) == TABLE.read_text(encoding="utf-8")


THERE = """
import importlib, sys
import keras, tensorflow
def exists(path):
    home, rest = path.split("."), []
    while home:
        try:
            found = importlib.import_module(".".join(home))
            break
        except ImportError:
            rest.insert(0, home.pop())
    try:
        for one in rest:
            found = getattr(found, one)
    except AttributeError:
        return False
    return True
for path in sys.stdin.read().split():
    if exists(path):
        print(path)
"""


def there(paths: list[str]) -> set[str]:
    """The dotted paths that the installed Keras and TensorFlow have."""
    done = subprocess.run(
        [tensorflow_python(), "-c", THERE], input=" ".join(paths), capture_output=True, text=True, check=True
    )
    return set(done.stdout.split())


@pytest.mark.tensorflow
def test_every_new_name_is_there_and_no_old_one() -> None:
    old = [f"keras.{name}" for name in rows()]
    new = [path for name in old if (path := became(name, "keras"))]
    new += [path.replace("keras.", "tensorflow.keras.", 1) for path in new if path.startswith("keras.layers")]
    found = there([*old, *new])
    assert [name for name in old if name in found] == []
    assert [path for path in new if path not in found] == []


@pytest.mark.tensorflow
def test_ways_out_name_what_is_there() -> None:
    text = " ".join(WAYS_OUT.values())
    named = set(re.findall(r"`(keras\.[\w.]+)", text))
    assert len(named) > 15
    assert there(sorted(named)) == named
    assert missing(re.findall(r"`tf\.([\w.]+)", text)) == []


@pytest.mark.tensorflow
def test_what_is_fixed_runs() -> None:
    script = Path(__file__).parent.parent / "fixtures" / "TFM120_moved_keras_name" / "after.py"
    assert "ImageDataGenerator" in run_python(str(script))


KERAS_1 = """
import json, sys
import keras
refused = []
for name in json.loads(sys.argv[1]):
    try:
        keras.layers.Conv2D(3, 3, **{name: 1})
    except Exception as error:
        if name in str(error):
            refused.append(name)
print(json.dumps(refused))
"""


@pytest.mark.tensorflow
def test_keras_3_refuses_the_arguments_of_keras_1() -> None:
    assert json.loads(run_python("-c", KERAS_1, json.dumps(list(ARGUMENTS)))) == list(ARGUMENTS)
    assert there(list(CONVOLUTIONS)) == set(CONVOLUTIONS)


@pytest.mark.parametrize(
    "text",
    [
        "def f():\n    global np_utils\n    from keras.utils import np_utils\n\n\nf()\nnp_utils.normalize(x)\n",
        "from keras.utils import np_utils\n__all__ = ['np_utils']\nprint(np_utils.to_categorical([0]))\n",
        "class A:\n    from keras.utils import np_utils\n\n    def f(self):\n        return self.np_utils\n",
    ],
)
def test_a_name_that_is_bound_for_others_is_told_and_stays(text: str) -> None:
    assert fixed(text) == text
    assert codes(text) == ["TFM120"]
