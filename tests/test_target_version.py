"""`target-version`: what is found and written for an older TensorFlow 2."""

import subprocess
from pathlib import Path

import pytest

from tests.pretend_gpus import tensorflow_python
from tests.test_table import FIND, NAMES
from tfgpu_migrate.api.packages import releases, tf_keras
from tfgpu_migrate.api.releases import is_there, last_with, pythons
from tfgpu_migrate.api.table import compat_name, renamed, renamed_calls, rows
from tfgpu_migrate.cache import Cache
from tfgpu_migrate.check import fix_bytes
from tfgpu_migrate.config import ConfigError, Configuration, Flags, parse_table
from tfgpu_migrate.file_report import FileReport
from tfgpu_migrate.release import Release
from tfgpu_migrate.settings import Settings
from tools.api.make_versions import FILE as VERSIONS
from tools.api.make_versions import differences, names, span

LAYERS = "import tensorflow as tf\n\nx = tf.placeholder(tf.float32, [None, 4])\ny = tf.layers.dense(x, 8)\n"


def fix(text: str, target: Release, path: str = "train.py") -> FileReport:
    report = fix_bytes(path, text.encode(), Settings(target_version=target))
    assert report.internal_error is None
    return report


def after(text: str, target: Release, path: str = "train.py") -> str:
    report = fix(text, target, path)
    return (report.before if report.after is None else report.after).decode()


def messages(text: str, target: Release) -> list[str]:
    return [f"{one.code} {one.message}" for one in fix(text, target).diagnostics]


def test_layers_need_legacy_keras_from_2_16_on() -> None:
    old = fix(LAYERS, (2, 15))
    assert b"tf.compat.v1.layers.dense(x, 8)" in (old.after or b"")
    assert b"TF_USE_LEGACY_KERAS" not in (old.after or b"")
    assert old.requires == ()
    new = fix(LAYERS, (2, 16))
    assert b'os.environ.setdefault("TF_USE_LEGACY_KERAS", "1")' in (new.after or b"")
    assert new.requires == ("tf_keras==2.16.*",)
    assert fix(LAYERS, (2, 21)).requires == ("tf_keras==2.21.*",)


def test_layers_under_compat_v1_are_no_finding_where_keras_2_is() -> None:
    text = "import tensorflow as tf\n\ny = tf.compat.v1.layers.dense(x, 8)\n"
    assert messages(text, (2, 15)) == []
    assert [one[:6] for one in messages(text, (2, 16))] == []
    assert "TF_USE_LEGACY_KERAS" in after(text, (2, 16))


@pytest.mark.parametrize(
    ("line", "last"),
    [
        ("tf.estimator.Estimator(model_fn)", (2, 15)),
        ("tf.compat.v1.estimator.Estimator(model_fn)", (2, 15)),
        ("tf.estimator.SessionRunHook()", (2, 15)),
        ("tf.estimator.BoostedTreesClassifier(columns, 1)", (2, 8)),
        ("tf.keras.layers.DenseFeatures(columns)", (2, 15)),
        ("tf.keras.experimental.CosineDecay(0.1, 10)", (2, 15)),
        ("tf.compat.v1.keras.backend.set_session(sess)", (2, 15)),
    ],
)
def test_what_the_release_still_has_is_no_finding(line: str, last: Release) -> None:
    text = f"import tensorflow as tf\n\nx = {line}\n"
    assert messages(text, last) == []
    assert after(text, last) == text
    found = messages(text, (last[0], last[1] + 1))
    assert found or after(text, (last[0], last[1] + 1)) != text


def test_an_import_that_the_release_has_is_left_alone() -> None:
    text = "import tensorflow as tf\nfrom tensorflow import estimator\n\nprint(tf.__version__)\n"
    assert after(text, (2, 15)) == text
    assert "estimator" not in after(text, (2, 21))


def test_a_name_that_the_release_has_under_compat_v1_only_is_told_so() -> None:
    text = "import tensorflow as tf\n\nw = tf.keras.initializers.normal()\n"
    assert after(text, (2, 15)).endswith("w = tf.compat.v1.keras.initializers.normal()\n")
    assert [one[:6] for one in messages(text, (2, 21))] == ["TFM001"]
    switched = "import os\n\nos.environ['TF_USE_LEGACY_KERAS'] = '1'\n" + text
    assert after(switched, (2, 21)).endswith("w = tf.compat.v1.keras.initializers.normal()\n")


@pytest.mark.parametrize(
    ("target", "requires", "found"),
    [((2, 12), (), 0), ((2, 13), (), 1), ((2, 15), ("tf_keras==2.15.*",), 0), ((2, 21), ("tf_keras==2.21.*",), 0)],
)
def test_tf_slim_is_repaired_where_tensorflow_breaks_it(target: Release, requires: tuple[str, ...], found: int) -> None:
    report = fix("import tensorflow as tf\nimport tf_slim as slim\n\nnet = slim.batch_norm(net)\n", target)
    assert report.requires == requires
    assert [one.code for one in report.diagnostics] == ["TFM110"] * found


def test_contrib_is_gone_everywhere() -> None:
    text = "import tensorflow as tf\n\ntf.contrib.learn.RunConfig()\n"
    assert messages(text, (2, 4)) == messages(text, (2, 21)) != []


@pytest.mark.parametrize(
    ("line", "target", "written"),
    [
        ("tensorflow==1.15", (2, 15), "tensorflow==2.15.*"),
        ("tensorflow==1.15", (2, 18), "tensorflow==2.18.*"),
        ("tensorflow==1.15", (2, 21), "tensorflow==2.21.*"),
        ("tensorflow-gpu==2.10.0", (2, 10), "tensorflow-gpu==2.10.0"),
        ("tensorflow-gpu>=2.4", (2, 18), "tensorflow[and-cuda]>=2.4"),
        ('tensorflow==1.15; python_version < "3.8"', (2, 8), 'tensorflow==2.8.*; python_version < "3.8"'),
        ('tensorflow==1.15; python_version < "3.8"', (2, 21), 'tensorflow==1.15; python_version < "3.8"'),
    ],
)
def test_requirements_ask_for_the_release(line: str, target: Release, written: str) -> None:
    assert after(f"{line}\n", target, "requirements.txt") == f"{written}\n"


def test_releases() -> None:
    assert last_with("estimator.Estimator") == (2, 15)
    assert last_with("placeholder") is None
    assert last_with("keras.experimental.CosineDecay") == (2, 15)
    assert last_with("keras.experimental.terminate_keras_multiprocessing_pools") is None  # its package had a last one
    assert is_there("layers.dense", "compat.v1", (2, 15))
    assert not is_there("layers.dense", "", (2, 15))
    assert not is_there("layers.dense", "compat.v1", (2, 16))
    assert (pythons((2, 4))[0], pythons((2, 4))[-1]) == ("3.6", "3.8")
    assert pythons((2, 21)) == ("3.10", "3.11", "3.12", "3.13")
    assert (releases((2, 4)), tf_keras((2, 17))) == ("==2.4.*", "tf_keras==2.17.*")


def test_the_flag_wins_over_the_file() -> None:
    flags = Flags(isolated=True, target_version="2.9")
    assert Configuration(flags).settings("/").target_version == (2, 9)
    assert parse_table({"target-version": "2.15"}, "x").target_version == (2, 15)


@pytest.mark.parametrize("value", ["2.3", "2.22", "1.15", "3", "2.4.1", "two", ""])
def test_a_release_that_is_not_known(value: str) -> None:
    with pytest.raises(ConfigError, match=r"from 2\.4 to 2\.21"):
        Configuration(Flags(target_version=value))
    with pytest.raises(ConfigError, match=r"from \"2\.4\" to \"2\.21\""):
        parse_table({"target-version": value}, "x")


def test_findings_for_one_release_are_not_kept_for_another() -> None:
    cache = Cache("nowhere")
    keys = {cache.key("a.py", "", Settings(target_version=one)) for one in ((2, 15), (2, 21))}
    assert len(keys) == 2


RELEASES_OF = {line.split()[0]: line.split()[1] for line in VERSIONS.read_text("utf-8").splitlines() if line[0] != "#"}


def test_what_a_fix_writes_is_in_every_release() -> None:
    natives = {*renamed().values(), *(row.native for row in renamed_calls().values())}
    compat = {f"compat.v1.{compat_name(name)}" for name in rows() if compat_name(name) is not None}
    assert {name for name in natives | compat if name in RELEASES_OF} == set()
    assert {name for name in natives if name not in NAMES} == set()  # of those the file says nothing


def test_when_a_name_was_there() -> None:
    has = {"2.4": frozenset("abc"), "2.15": frozenset("abd"), "2.16": frozenset("bd"), "2.21": frozenset("bcd")}
    assert [span(name, has) for name in "abcde"] == ["2.4-2.15", "2.4-", "2.4-,gap:2.15-2.16", "2.15-", "never"]


@pytest.mark.tensorflow
def test_the_installed_tensorflow_has_what_is_told_of_its_release() -> None:
    done = subprocess.run([tensorflow_python(), "-c", FIND], capture_output=True, text=True, check=True)
    version, folder = done.stdout.split()
    release = ".".join(version.split(".")[:2])
    assert list(differences({release: names(Path(folder).parent, release)})) == []
