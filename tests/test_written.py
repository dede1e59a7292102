"""What a fix writes into a file does what TensorFlow 1 did, and stands where the file can use it."""

import gzip
import struct
from pathlib import Path

import pytest

from tests.test_contrib import ROOT, fixed, run_python
from tfgpu_migrate.api.written import WRITTEN
from tfgpu_migrate.check import check_bytes
from tfgpu_migrate.settings import Settings

READ = 'read_data_sets("MNIST_data/", one_hot=True)\n'
LOADER = "def read_data_sets(train_dir, "


def test_every_written_function_has_its_text() -> None:
    for name in (*(row.name for row in WRITTEN.values()), "repair_tf_slim"):
        text = (ROOT / "tfgpu_migrate" / "written" / f"{name}.py").read_text(encoding="utf-8")
        assert f"\n{text}".find(f"\ndef {name}(") >= 0 or f"\n{text}".find(f"\nclass {name}") >= 0


def write_digits(folder: Path) -> None:
    """The four files of MNIST with few images, made of a formula."""
    for part, count in (("train", 20), ("t10k", 9)):
        pixels = bytes((3 * at * at + 11 * at) % 251 for at in range(count * 784))
        labels = bytes(at * at % 10 for at in range(count))
        images = struct.pack(">IIII", 2051, count, 28, 28) + pixels
        (folder / f"{part}-images-idx3-ubyte.gz").write_bytes(gzip.compress(images))
        (folder / f"{part}-labels-idx1-ubyte.gz").write_bytes(gzip.compress(struct.pack(">II", 2049, count) + labels))


@pytest.mark.tensorflow
def test_the_loader_gives_the_batches_of_tensorflow_1(tmp_path: Path) -> None:
    write_digits(tmp_path)
    folder = ROOT / "fixtures" / "TFM111_mnist"
    printed = run_python(str(folder / "after.py"), str(tmp_path))
    assert printed == (folder / "tf1_15.txt").read_text(encoding="utf-8").strip()


@pytest.mark.tensorflow
@pytest.mark.parametrize("fixture", ["TFM111_hparams", "TFM111_legacy_seq2seq", "TFM111_network", "TFM111_vocabulary"])
def test_the_written_class_prints_what_that_of_tensorflow_1_printed(fixture: str) -> None:
    folder = ROOT / "fixtures" / fixture
    assert run_python(str(folder / "after.py")) == (folder / "tf1_15.txt").read_text(encoding="utf-8").strip()


LOADER_MODULE = "from tensorflow.examples.tutorials.mnist import input_data"


@pytest.mark.parametrize(
    "text",
    [
        "print(isinstance(options, tf.contrib.training.HParams))",
        "print(isinstance(options, (dict, tf.contrib.training.HParams)))",
        "options: tf.contrib.training.HParams = make()",
        "options = tf.contrib.training.HParams(hparam_def=text)",
        "options = tf.contrib.training.HParams(a=1).to_proto()",
        "words = tf.contrib.learn.preprocessing.ByteProcessor(3)",
        "losses = [tf.contrib.seq2seq.sequence_loss]",
        "words = tf.contrib.learn.preprocessing.VocabularyProcessor(*given)",
        f"{LOADER_MODULE}\ninput_data.read_data_sets('data', fake_data=FLAGS.fake_data)",
        f"{LOADER_MODULE}\ninput_data.read_data_sets('data', False, True)",
        f"{LOADER_MODULE}\ninput_data.read_data_sets('data', source_url='http://example.com/')",
        f"{LOADER_MODULE}\ninput_data.read_data_sets(**options)",
        f"{LOADER_MODULE}\nrun(input_data.read_data_sets)",
        f"{LOADER_MODULE}\ninput_data.read_data_sets('data').train._images",
        f"{LOADER_MODULE}\ninput_data.read_data_sets('data').train.next_batch(3, fake_data=True)",
        f"{LOADER_MODULE}\ninput_data.DataSet([], [])",
    ],
)
def test_what_the_text_would_not_serve_is_told(text: str) -> None:
    text = f"import tensorflow as tf\n\n\n{text}\n"
    assert fixed(text) == text
    assert [one.code for one in check_bytes("a.py", text.encode(), Settings()).diagnostics] == ["TFM001"]


@pytest.mark.parametrize(
    "text", ["class Options({}):\n    pass", "{0}()\nkinds = [dict, {0}]", "{0}()\noptions: {0} = make()"]
)
def test_a_class_is_written_where_it_is_passed_on(text: str) -> None:
    before = f"import tensorflow as tf\n\n\n{text}\n".format("tf.contrib.training.HParams")
    assert fixed(before).endswith(text.format("HParams") + "\n")


def test_a_class_keeps_the_name_that_the_import_gave_it() -> None:
    text = "from tensorflow.contrib.training import HParams as Options\n\nprint(Options(a=1))\n"
    assert "\n\n\nclass Options:\n" in fixed(text)
    assert "tensorflow as tf" not in fixed(text)
    assert "\n\n\n\n" not in fixed(text)
    assert fixed(fixed(text)) == fixed(text)


@pytest.mark.parametrize(
    ("imports", "constant", "text"),
    [
        ("import tensorflow as tf", "tf.estimator.ModeKeys.PREDICT", '"infer"'),
        ("from tensorflow.contrib import learn", "learn.ModeKeys.TRAIN", '"train"'),
        ("from tensorflow.estimator import ModeKeys", "ModeKeys.EVAL.upper()", '"eval".upper()'),
    ],
)
def test_a_constant_becomes_its_text(imports: str, constant: str, text: str) -> None:
    assert fixed(f"{imports}\n\nprint({constant})\n").endswith(f"print({text})\n")


@pytest.mark.parametrize(
    ("imports", "module"),
    [
        ("from tensorflow.examples.tutorials.mnist import input_data", "input_data."),
        ("import tensorflow.examples.tutorials.mnist.input_data as input_data", "input_data."),
        ("from tensorflow.examples.tutorials.mnist.input_data import read_data_sets", ""),
        ("from tensorflow.examples.tutorials import mnist", "mnist.input_data."),
        (
            "import tensorflow.examples.tutorials.mnist.input_data",
            "tensorflow.examples.tutorials.mnist.input_data.",
        ),
        ("import tensorflow as tf", "tf.examples.tutorials.mnist.input_data."),
        ("import tensorflow as tf\n\ninput_data = tf.examples.tutorials.mnist.input_data", "input_data."),
        ("from tensorflow.contrib.learn.python.learn.datasets import mnist", "mnist."),
        ("import tensorflow as tf", "tf.contrib.learn.datasets.mnist."),
    ],
)
def test_the_loader_comes_for_each_form_of_import(imports: str, module: str) -> None:
    result = fixed(f"{imports}\n\ndata = {module}{READ}")
    assert result.count(LOADER) == 1
    assert f"\ndata = {READ}" in result
    assert "import tensorflow as tf\n" in result
    assert "tutorials" not in result.replace(" tutorials:", "")
    assert "contrib" not in result
    assert fixed(result) == result


def test_the_loader_stands_above_a_use_that_comes_before_tensorflow() -> None:
    text = (
        "from tensorflow.examples.tutorials.mnist import input_data\n"
        f"data = input_data.{READ}\nimport tensorflow as tf\n\nx = tf.placeholder(tf.float32)\n"
    )
    result = fixed(text)
    assert result.index("import tensorflow as tf") < result.index(LOADER) < result.index("data = ")


def test_the_loader_comes_below_the_first_import_of_tensorflow() -> None:
    text = (
        "import tensorflow as tf\n\ntf.enable_eager_execution()\n\n# Data\n"
        f"from tensorflow.examples.tutorials.mnist import input_data\nmnist = input_data.{READ}"
    )
    result = fixed(text)
    head = "import collections\nimport gzip\nimport os\n\nimport numpy as np\nimport tensorflow as tf\n\n\n"
    assert result.startswith(f"{head}{LOADER}")
    assert result.endswith(f"\n\n\ntf.compat.v1.enable_eager_execution()\n\n# Data\nmnist = {READ}")


def test_the_loader_takes_the_files_own_names() -> None:
    text = f"import os\n\nimport numpy\nfrom tensorflow.examples.tutorials.mnist import input_data\n\ninput_data.{READ}"
    result = fixed(text)
    assert "numpy.concatenate(" in result
    assert "np." not in result
    assert result.count("import os\n") == 1


@pytest.mark.parametrize("taken", ["np = 3", "def gzip(): ...", "class MnistDataSet: ...", "import jax.numpy as np"])
def test_a_name_that_the_loader_needs_and_the_file_has_for_something_else(taken: str) -> None:
    text = f"{LOADER_MODULE}\n\n{taken}\ninput_data.{READ}"
    assert fixed(text) == text
    assert [one.fix for one in check_bytes("a.py", text.encode(), Settings()).diagnostics] == [None]
