"""The table of names: each TF 1 name has one way into TF 2, and the way leads somewhere."""

import re
import subprocess
import sys
from collections.abc import Iterable
from itertools import takewhile
from pathlib import Path

import pytest

from tests.pretend_gpus import tensorflow_python
from tfgpu_migrate.api.parameters import Parameter
from tfgpu_migrate.api.private import WAYS_OUT, gone_privately, public_path, way_out
from tfgpu_migrate.api.table import (
    NEEDS_GRAPH,
    compat_name,
    compat_symbols,
    gone,
    is_ambiguous,
    removed,
    renamed,
    renamed_calls,
    rows,
)

ROOT = Path(__file__).parent.parent
TABLE = ROOT / "tfgpu_migrate" / "api" / "table.txt"
PRIVATE = TABLE.with_name("private.txt")
NAMES = [line.split()[0] for line in TABLE.read_text(encoding="utf-8").splitlines() if line[0] != "#"]
# Filled by Keras, and by which one is up to the environment: Keras 3 where TF_USE_LEGACY_KERAS is not set.
LAZY = ("keras", "initializers", "losses", "metrics", "optimizers")


def test_no_name_has_two_ways() -> None:
    assert [name for name in renamed() if compat_name(name) is not None] == []


def test_a_renamed_name_is_not_renamed_again() -> None:
    assert [name for name, new in renamed().items() if new in renamed() or new in compat_symbols()] == []
    natives = {name: rows()[row.native] for name, row in renamed_calls().items() if row.native in rows()}
    assert [name for name, row in natives.items() if row.status != "changed" or row.marks[:1] == ("otherwise",)] == []


def test_a_call_that_was_renamed_does_not_look_like_another_call_of_tensorflow_1() -> None:
    def first(parameters: Iterable[Parameter]) -> list[str | None]:
        return [one.keyword for one in takewhile(lambda one: one.by_position, parameters)]

    for row in renamed_calls().values():
        if row.native in rows() and rows()[row.native].cells:
            mine, others = first(row.parameters), first(rows()[row.native].parameters)
            assert mine == others[: len(mine)], row


def test_each_name_of_tensorflow_1_has_one_row() -> None:
    recorded = (ROOT / "tools" / "api" / "tf1_15_5.txt").read_text(encoding="utf-8").splitlines()
    assert [line.split()[0] for line in recorded if line[0] != "#"] == NAMES
    assert len(set(NAMES)) == len(NAMES)


def test_marks_and_cells_are_those_that_are_read() -> None:
    statuses = {"same", "renamed", "changed", "renamed+changed", "compat-only", "removed"}
    marks = {"graph", "in-graphs", "otherwise", "keras", "in", "since", "until", "legacy-keras"}
    marks |= {"needs", "takes", "with", "only-as"}
    assert {row.status for row in rows().values()} <= statuses
    assert {mark.partition("=")[0] for row in rows().values() for mark in row.marks} <= marks
    assert "placeholder" in NEEDS_GRAPH
    assert all(parameter.name.isidentifier() for row in rows().values() for parameter in row.parameters)


@pytest.mark.parametrize(
    ("symbol", "name"),
    [
        ("placeholder", "placeholder"),
        ("train.Saver", "train.Saver"),
        ("app.flags.FLAGS", "app.flags.FLAGS"),
        ("flags.a_flag_of_a_newer_absl", "flags.a_flag_of_a_newer_absl"),
        ("GraphKeys.UPDATE_OPS", "GraphKeys.UPDATE_OPS"),
        ("initialize_all_variables", "global_variables_initializer"),
        ("initializers.random_normal", "initializers.random_normal"),
        ("losses.Reduction.MEAN", "losses.Reduction.MEAN"),
        ("data.Iterator.from_structure", "data.Iterator.from_structure"),
        ("gfile.Exists", "gfile.Exists"),
        ("gfile.GFile", None),
        ("constant", None),
        ("placeholders", None),
        ("train", None),
        ("", None),
    ],
)
def test_name_under_compat_v1(symbol: str, name: str | None) -> None:
    assert compat_name(symbol) == name


@pytest.mark.parametrize(
    ("symbol", "name"),
    [
        ("keras.layers.CuDNNLSTM", "keras.layers.CuDNNLSTM"),
        ("keras.utils.HDF5Matrix.shape", "keras.utils.HDF5Matrix"),
        ("contrib.slim.conv2d", "contrib.slim"),
        ("layers.dense", None),
        ("keras.layers.LSTM", None),
        ("placeholder", None),
    ],
)
def test_what_is_gone(symbol: str, name: str | None) -> None:
    assert gone(symbol) == name


def test_what_keras_has_too_is_ambiguous() -> None:
    assert is_ambiguous("losses.mean_squared_error")
    assert not is_ambiguous("losses.softmax_cross_entropy")


def test_loading_the_table_imports_nothing_large() -> None:
    code = "import sys, tfgpu_migrate.api.table; print(*sys.modules)"
    loaded = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True, cwd=ROOT).stdout
    assert {"tensorflow", "libcst", "ast", "inspect", "tfgpu_migrate.index.index"} & set(loaded.split()) == set()
    assert TABLE.stat().st_size < 150_000


FIND = """
from importlib import metadata, util
print(metadata.version(metadata.packages_distributions()["tensorflow"][0]))
print(util.find_spec("tensorflow").submodule_search_locations[0])
"""


@pytest.mark.tensorflow
def test_the_table_is_what_the_installed_tensorflow_makes_of_it() -> None:
    from tools.api.make_table import NEWEST, table
    from tools.api.private import private_table

    command = [tensorflow_python(), "-c", FIND]
    version, folder = subprocess.run(command, capture_output=True, text=True, check=True).stdout.splitlines()
    if not version.startswith(f"{NEWEST}."):
        pytest.skip(f"the table is that of TensorFlow {NEWEST}, this is {version}")
    assert table(Path(folder)) == TABLE.read_text(encoding="utf-8")
    assert private_table(Path(folder)) == PRIVATE.read_text(encoding="utf-8")


RESOLVE = """
import functools, sys
import tensorflow
def exists(path):
    try:
        functools.reduce(getattr, path.split("."), tensorflow)
    except AttributeError:
        return False
    return True
print(*(path for path in sys.stdin.read().split() if not exists(path)))
"""


def missing(paths: list[str]) -> list[str]:
    """The paths below `tensorflow` that the installed TensorFlow does not have."""
    command = [tensorflow_python(), "-c", RESOLVE]
    done = subprocess.run(command, input=" ".join(paths), capture_output=True, text=True, check=True)
    return done.stdout.split()


@pytest.mark.tensorflow
def test_every_way_leads_to_a_name_of_the_installed_tensorflow() -> None:
    native = [name for name in NAMES if name not in rows()]
    native += [name for name, row in rows().items() if row.status in ("same", "changed")]
    native += [*renamed().values(), *(row.native for row in renamed_calls().values())]
    compat = [f"compat.v1.{compat_name(name)}" for name in rows() if compat_name(name) is not None]
    outside_keras = [name for name in native if name.partition(".")[0] not in LAZY]
    assert missing([*outside_keras, *compat]) == []


@pytest.mark.tensorflow
def test_what_is_removed_is_not_there() -> None:
    names = [name for name in removed() if name.partition(".")[0] not in LAZY]
    names = [name for name in names if name not in ("layers", "nn.rnn_cell")]  # modules whose every name raises
    both = [*names, *(f"compat.v1.{name}" for name in names)]
    assert sorted(missing(both)) == sorted(both)


PRIVATE_NAMES = [line.split()[0] for line in PRIVATE.read_text(encoding="utf-8").splitlines() if line[0] != "#"]


@pytest.mark.parametrize(
    ("symbol", "name", "path"),
    [
        ("python.framework.ops.Tensor.shape", "python.framework.ops.Tensor", "tensorflow.Tensor.shape"),
        ("python.ops.control_flow_ops.cond", "python.ops.control_flow_ops.cond", "tensorflow.compat.v1.cond"),
        ("python.training.training_ops.apply_adam", "python.training.training_ops", None),
        (
            "python.framework.ops.register_tensor_conversion_function",
            "python.framework.ops.register_tensor_conversion_function",
            "tensorflow.register_tensor_conversion_function",
        ),
        ("python.framework.ops", None, None),
        ("python.framework.ops.convert_to_tensor", None, None),
    ],
)
def test_private_names(symbol: str, name: str | None, path: str | None) -> None:
    assert (gone_privately(symbol), public_path(symbol)) == (name, path)


IMPORT = """
import importlib, sys
def exists(name):
    try:
        importlib.import_module("tensorflow." + name)
        return True
    except ImportError:
        home, _, last = name.rpartition(".")
    try:
        return hasattr(importlib.import_module("tensorflow." + home), last)
    except Exception:
        return False
print(*(name for name in sys.stdin.read().split() if exists(name)))
"""


@pytest.mark.tensorflow
def test_private_names_that_are_told_as_gone_are_not_there() -> None:
    command = [tensorflow_python(), "-c", IMPORT]
    done = subprocess.run(command, input=" ".join(PRIVATE_NAMES), capture_output=True, text=True, check=True)
    assert done.stdout.split() == []


def test_ways_out_are_for_names_that_are_gone_without_a_public_one() -> None:
    assert {name for name in PRIVATE_NAMES if way_out(name) != way_out("")} == set(WAYS_OUT)
    assert [name for name in WAYS_OUT if public_path(name) is not None] == []


@pytest.mark.tensorflow
def test_ways_out_name_what_is_there() -> None:
    named = re.findall(r"`tf\.([\w.]+)", " ".join(WAYS_OUT.values()))
    assert len(named) >= len(WAYS_OUT)
    assert missing([*named, *(f"profiler.experimental.{name}" for name in ("start", "stop", "Profile"))]) == []


@pytest.mark.tensorflow
def test_public_names_of_private_objects_are_there() -> None:
    paths = {public_path(name) for name in PRIVATE_NAMES} - {None}
    below = [path.removeprefix("tensorflow.") for path in paths if path is not None]
    assert missing([one for one in below if not one.startswith(("keras", "compat.v1.keras", "compat.v1.layers"))]) == []
